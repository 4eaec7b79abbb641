/** The session as the game sees it, host or client: what it shows, what the local player may say, when it ends. */
import { distinctUntilChanged, map, type Observable } from 'rxjs';
import { SessionError } from '../errors.js';
import type { ActedMessage, Effect, GameDefinition, GameSide, Input, Plain, Role } from '../game.js';
import { HOST_PEER, type PeerId } from '../peers.js';
import { digestText } from '../store/hashes.js';
import { senderAllowed } from '../streams/route.js';
import { FramePipe, type SessionParts } from './frame-pipe.js';
import { FrameTime } from './frame-time.js';
import type { Kernel } from './kernel.js';
import { pause, type SessionClock, startLoop } from './loop.js';
import type { Observation, SessionObserver } from './observe.js';
import { Observers } from './observers.js';
import { plainCopy } from './plain.js';
import type { CommittedBatch } from './recorder.js';
import type { CommandResult, LinkStatus, LogStatus, Notice, Received, Session } from './session.js';
import { type LinkEnding, SessionStreams } from './session-streams.js';
import { until } from './until.js';

/** Frames a closing session may still take; enough for any goodbye a game's chart says. */
const CLOSING_FRAMES_MAX = 600;

/** How long a closing session waits for its store and for acknowledgements, and how often it looks. Real time. */
const DRAIN_MS = 500;
const DRAIN_STEP_MS = 5;

/** Commands taken between two frames, and the rule that refuses more. */
const COMMANDS_MAX = 64;
const QUEUE_FULL_RULE = 'session/queue-full';

export class SessionCore implements Session {
  readonly role: Role;
  readonly #game: GameDefinition;
  readonly #side: GameSide<unknown, never>;
  readonly #kernel: Kernel;
  readonly #pipe: FramePipe;
  readonly #parts: SessionParts;
  readonly #tell: SessionStreams;
  readonly #observers: Observers;
  #transitions: number;
  #isChanged = false;
  /** Commands given since the last frame. */
  #commands = 0;
  readonly #time: FrameTime;
  #nowMs = 0;
  #closing: Promise<void> | undefined;
  #hasFailed = false;
  #loop: { stop(): void } | undefined;

  constructor(parts: SessionParts) {
    this.role = parts.role;
    this.#parts = parts;
    this.#game = parts.game;
    this.#side = parts.game[parts.role] as GameSide<unknown, never>;
    this.#kernel = parts.kernel;
    this.#transitions = parts.transitions;
    this.#time = new FrameTime(parts.frameRate);
    this.#tell = new SessionStreams(this.#side.view(this.#kernel.lookup, undefined, []));
    const { notice, notice$ } = this.#tell;
    this.#observers = new Observers({ ...parts, notice, notice$ });
    this.#pipe = new FramePipe(parts, this.#tell, this.#observers);
  }

  /** The kernel's sink. */
  commit(batch: CommittedBatch, effects: readonly Effect[]): void {
    this.#pipe.commit(batch, effects);
    this.#transitions += batch.transitions;
    this.#isChanged = true;
  }

  /** Writes the log's first record; batches queue behind it. */
  appendHeader(bytes: Uint8Array): void {
    this.#pipe.appendHeader(bytes);
  }

  /** Queues the local player's first messages: the host's own player joins as everybody does. */
  greet(options: Plain): void {
    const greeting = this.#side.greeting(options as never);
    if (greeting.length > 0) this.#pipe.note({ kind: 'peer-joined', peer: HOST_PEER });
    for (const { name, value } of greeting) {
      this.#pipe.receiveLocal(HOST_PEER, name, this.#game.protocol.encode(name, value));
    }
    this.#refreshView([]);
  }

  /** On a continued host: queues that the links of before are gone. */
  loseLinks(peers: readonly PeerId[]): void {
    this.#pipe.noteLost(peers);
    this.#refreshView([]);
  }

  /** Runs frames by timer until closed. */
  runOwnLoop(clock: SessionClock): void {
    this.#loop = startLoop({
      clock,
      frameRate: this.#parts.frameRate,
      frame: (nowMs) => this.#advance(nowMs),
    });
  }

  get localPeer(): PeerId | undefined {
    return this.#parts.transport.localPeer;
  }

  get frameNumber(): number {
    return this.#kernel.frame;
  }

  get isOver(): boolean {
    return this.#closing !== undefined || this.#kernel.isOver;
  }

  get view(): unknown {
    return this.#tell.view$.value;
  }

  get view$(): Observable<unknown> {
    return this.#tell.view$.asObservable();
  }

  get received$(): Observable<Received<object>> {
    return this.#tell.received$.asObservable();
  }

  get notice$(): Observable<Notice> {
    return this.#tell.notice$.asObservable();
  }

  get linkEnded$(): Observable<LinkEnding> {
    return this.#tell.linkEnded$.asObservable();
  }

  get log(): LogStatus {
    return {
      session: this.#parts.log?.name ?? null,
      digest: digestText(this.#kernel.digest),
      frames: this.#kernel.frame,
      transitions: this.#transitions,
    };
  }

  get links(): readonly LinkStatus[] {
    return this.#pipe.links.statuses;
  }

  select<Part>(pick: (view: unknown) => Part): Observable<Part> {
    return this.view$.pipe(map(pick), distinctUntilChanged());
  }

  until(
    condition: (view: unknown) => boolean,
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown> {
    return until(this.view$, condition, () => this.isOver, options?.signal);
  }

  shown(name: string): never | undefined {
    return this.#pipe.shown(name) as never;
  }

  send(name: string, value: unknown): CommandResult {
    this.#checkOpen();
    const bytes = this.#game.protocol.encode(name, value);
    const peer = this.localPeer;
    const rule = peer === undefined ? 'session/not-linked' : this.#refusalOfSend(peer, name, value, bytes);
    if (rule !== undefined || peer === undefined) return refused(name, rule ?? 'session/not-linked');
    return this.#pipe.receiveLocal(peer, name, bytes) ? { ok: true } : refused(name, QUEUE_FULL_RULE);
  }

  command(name: string, value: unknown): CommandResult {
    this.#checkOpen();
    const plain = plainCopy(value ?? null);
    if (!plain.ok) {
      throw new SessionError(
        'wire/bad-value',
        `The command ${name} takes plain data; there is ${plain.found}.`,
      );
    }
    const command = { kind: 'command', name, value: plain.copy } as const;
    const rule = this.#kernel.refusalOf(command);
    if (rule !== undefined) return refused(name, rule);
    if (this.#commands >= COMMANDS_MAX) return refused(name, QUEUE_FULL_RULE);
    this.#commands++;
    this.#pipe.note({ ...command, peer: this.localPeer ?? HOST_PEER });
    return { ok: true };
  }

  observe(observer: SessionObserver): Observation {
    this.#checkOpen();
    return this.#observers.observe(observer);
  }

  frame(nowMs: number): void {
    if (this.#loop === undefined) this.#advance(nowMs);
  }

  #advance(nowMs: number): void {
    const due = this.#time.due(nowMs, this.#kernel.frame);
    if (this.#closing) return;
    this.#nowMs = nowMs;
    this.#tell.earlyNotices();
    if (due <= this.#kernel.frame) return;
    try {
      // A long step: what arrived meanwhile is acted on first, before the waits that end within it.
      if (due > this.#kernel.frame + 1) this.#runFrame(this.#kernel.frame + 1);
      this.#runFrame(due);
    } catch (error) {
      this.#fail(error);
    }
  }

  close(): Promise<void> {
    // Later, for a callback may close in the middle of a frame, which must end first.
    this.#closing ??= Promise.resolve().then(() => this.#close());
    return this.#closing;
  }

  /** Tells it in the first frame, when somebody can be listening. */
  noticeEarly(notice: Notice): void {
    this.#tell.noticeEarly(notice);
  }

  /**
   * A log that cannot be written, an actor or a view that failed: the session ends, and nothing that is not logged leaves any
   * more. Mistakes of the program are told and thrown on.
   */
  #fail(error: unknown): void {
    this.#hasFailed = true;
    this.#tell.notice({
      kind: 'fault',
      sentence: error instanceof Error ? error.message : String(error),
      error,
    });
    this.close().catch((cause: unknown) => {
      this.#tell.notice({
        kind: 'fault',
        sentence: `The transport did not close: ${String(cause)}`,
        error: cause,
      });
    });
    if (!(error instanceof SessionError)) throw error;
  }

  #runFrame(frame: number): void {
    this.#commands = 0;
    const { acted, shown } = this.#pipe.run(frame, this.#nowMs);
    if (this.#isChanged) this.#refreshView(acted);
    for (const message of shown) this.#tell.received(message);
  }

  #refreshView(acted: readonly ActedMessage[]): void {
    this.#isChanged = false;
    this.#tell.view(this.#side.view(this.#kernel.lookup, this.view, acted));
  }

  #refusalOfSend(peer: PeerId, name: string, value: unknown, bytes: Uint8Array): string | undefined {
    const declaration = this.#game.protocol.byName(name);
    if (declaration && !senderAllowed('host', peer, declaration)) return 'session/not-host';
    if (declaration?.superseded)
      return this.#side.relayNow(this.#kernel.lookup, peer, declaration) ? undefined : 'session/not-now';
    const input: Input = { kind: 'message', peer, bytes, decoded: { id: bytes[0] as number, name, value } };
    return this.#kernel.refusalOf(input);
  }

  #checkOpen(): void {
    if (this.#closing)
      throw new SessionError('session/closed', 'The session is closed; start or join another one.');
  }

  async #close(): Promise<void> {
    this.#loop?.stop();
    try {
      if (!this.#hasFailed) await this.#sayGoodbye();
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#kernel.stop();
      this.#tell.complete();
      await this.#pipe.close();
    }
  }

  /** Frames go on, faster than time, until the root's goodbye is said; then store and wire get a moment to take it. */
  async #sayGoodbye(): Promise<void> {
    this.#pipe.note({ kind: 'command', name: 'close', value: null, peer: this.localPeer ?? HOST_PEER });
    for (let frames = 0; frames < CLOSING_FRAMES_MAX && !this.#kernel.isOver; frames++) {
      this.#runFrame(this.#kernel.frame + 1);
    }
    this.#pipe.finishLog();
    for (let waitedMs = 0; waitedMs < DRAIN_MS && !this.#pipe.drain(); waitedMs += DRAIN_STEP_MS) {
      await pause(DRAIN_STEP_MS);
    }
  }
}

function refused(name: string, rule: string): CommandResult {
  return { ok: false, rule, sentence: `${name} was refused: ${rule}.` };
}
