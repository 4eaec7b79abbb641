/**
 * One frame's way, and the only code that sees all layers: poll the transport → streams decode, route and queue → the kernel
 * steps → the store appends → what the actors want sent leaves. Follow a message from socket to state to log here.
 */
import type { ActedMessage, Effect, GameDefinition, GameSide, Role } from '../game.js';
import { HOST_PEER, type LinkEnd, type PeerId } from '../peers.js';
import type { LogHeader } from '../store/log-header.js';
import { createInbound, type Inbound } from '../streams/inbound.js';
import type { InboundMessage } from '../streams/route.js';
import type { Transport, TransportEvents } from '../transports/transport.js';
import { Arrivals, actedOn, isLive, messageOf, type SessionNote } from './arrivals.js';
import { Departures } from './departures.js';
import { InputBudget } from './input-budget.js';
import type { InputOutcome, Kernel } from './kernel.js';
import { LinkSamples } from './link-samples.js';
import { Links } from './links.js';
import type { Observers } from './observers.js';
import type { CommittedBatch } from './recorder.js';
import type { Notice } from './session.js';
import type { SessionLog } from './session-log.js';

type Batch = readonly (InboundMessage | SessionNote)[];

/** What a session is made of; `createHost` and `joinSession` put it together. */
export interface SessionParts {
  readonly game: GameDefinition;
  readonly role: Role;
  readonly header: LogHeader;
  readonly kernel: Kernel;
  readonly transport: Transport;
  readonly log: SessionLog | undefined;
  readonly frameRate: number;
  /** Transitions the log already had. */
  readonly transitions: number;
}

/** What the session tells the game of a frame. */
export interface FrameListener {
  notice(notice: Notice): void;
  linkEnded(peer: PeerId, end: LinkEnd, sentence: string): void;
}

/** What a frame brought: messages acted on, the local player's too, and remote ones to show. */
export interface FrameNews {
  readonly acted: readonly ActedMessage[];
  readonly shown: readonly ActedMessage[];
}

export class FramePipe {
  readonly links: LinkSamples;
  readonly #links: Links;
  readonly #observers: Observers;
  readonly #game: GameDefinition;
  readonly #side: GameSide<unknown, never>;
  readonly #role: Role;
  readonly #kernel: Kernel;
  readonly #transport: Transport;
  readonly #log: SessionLog | undefined;
  readonly #listener: FrameListener;
  readonly #inbound: Inbound<SessionNote>;
  readonly #departures: Departures;
  readonly #budget = new InputBudget();
  /** The queue had no room for the local player's last message. */
  #isLocalFull = false;
  readonly #arrivals: Arrivals;
  #nowMs = 0;

  constructor(parts: SessionParts, listener: FrameListener, observers: Observers) {
    const { game, role, kernel, transport, log, frameRate } = parts;
    this.#game = game;
    this.#side = game[role] as GameSide<unknown, never>;
    this.#role = role;
    this.#kernel = kernel;
    this.#transport = transport;
    this.#log = log;
    this.#listener = listener;
    this.#observers = observers;
    this.#links = new Links(game.protocol, (message) => this.#departures.sendNow(message));
    this.links = new LinkSamples({ links: this.#links, transport, frameRate });
    this.#departures = new Departures({
      game,
      kernel,
      transport,
      side: this.#side,
      linkedPeers: () => this.#links.peers,
      notice: (notice) => listener.notice(notice),
    });
    this.#arrivals = new Arrivals({
      role,
      frameRate,
      playback: game.playback,
      localPeer: () => transport.localPeer,
      takePose: (message, frame) => this.#takePose(message, frame),
    });
    this.#inbound = createInbound<SessionNote>({
      protocol: game.protocol,
      role,
      laneOf: (message) => game.laneOf(message),
      relayNow: (peer, message) => this.#side.relayNow(kernel.lookup, peer, message),
    });
    this.#listen();
  }

  /** Runs one frame. */
  run(frame: number, nowMs: number): FrameNews {
    this.#nowMs = nowMs;
    this.#transport.poll(this.#events);
    this.#links.probe(nowMs);
    const arrived = this.#inbound.tick();
    if (this.links.isDue(frame)) this.#sampleLinks(frame, arrived);
    const inputs = this.#arrivals.inputs(this.#affordable(arrived, frame), frame);
    const outcomes = this.#kernel.step(frame, inputs);
    this.#departures.flush();
    if (outcomes.length > 0) this.#tellRefusals(outcomes);
    const acted = actedOn(outcomes);
    return { acted: acted.map(messageOf), shown: this.#arrivals.shown(acted, frame) };
  }

  /** Appends the log's first record. */
  appendHeader(bytes: Uint8Array): void {
    this.#departures.add([], this.#log?.append(bytes));
  }

  /** Appends a batch; what it caused may leave once it is durable (RP4). The kernel's sink. */
  commit(batch: CommittedBatch, effects: readonly Effect[]): void {
    this.#departures.add(effects, this.#log?.append(batch.bytes));
    this.#arrivals.noteEffects(effects);
    this.#observers.batch(batch);
  }

  /** Queues an input of this side's own making. */
  note(input: SessionNote): void {
    this.#inbound.note(input);
  }

  /** Queues that the links of before are gone. */
  noteLost(peers: readonly PeerId[]): void {
    const sentence = 'The session was interrupted.';
    for (const peer of peers) this.note({ kind: 'peer-left', peer, reason: 'timed-out', sentence });
  }

  /** Takes a message of the local player: it goes the way of everybody's. False when this frame has no room for it. */
  receiveLocal(peer: PeerId, name: string, bytes: Uint8Array): boolean {
    this.#isLocalFull = false;
    const declaration = this.#game.protocol.byName(name);
    if (this.#role === 'client' && declaration?.superseded) {
      this.#departures.sendNow({ to: HOST_PEER, bytes, delivery: declaration.delivery });
      this.#track(this.#kernel.frame, peer, bytes);
    } else {
      this.#inbound.receive(peer, bytes, declaration?.delivery ?? 'reliable');
    }
    return !this.#isLocalFull;
  }

  /** The superseded message to show now. */
  shown(name: string): unknown {
    return this.#arrivals.pose(name, this.#kernel.frame);
  }

  /** Appends what the log still gathers. */
  finishLog(): void {
    for (const durable of this.#log?.finish() ?? []) this.#departures.add([], durable);
  }

  /** Polls and flushes without a frame; true when nothing waits for the store or for an acknowledgement any more. */
  drain(): boolean {
    this.#transport.poll(this.#events);
    this.#departures.flush();
    return this.#departures.isDone;
  }

  async close(): Promise<void> {
    await this.#transport.close();
    this.#inbound.close();
    this.#departures.close();
  }

  /** What the transport hands over in a poll. */
  readonly #events: TransportEvents = {
    opened: (peer) => {
      this.#links.add(peer);
      this.#inbound.forget(peer);
      this.#inbound.note({ kind: 'peer-joined', peer });
    },
    received: (peer, bytes, delivery) => this.#inbound.receive(peer, bytes, delivery),
    closed: (peer, end, sentence) => {
      this.#links.remove(peer);
      this.#inbound.forget(peer);
      this.#budget.forget(peer);
      this.#inbound.note({ kind: 'peer-left', peer, reason: end, sentence });
      this.#listener.linkEnded(peer, end, sentence);
    },
  };

  #takePose({ peer, declaration, bytes }: InboundMessage, frame: number): boolean {
    if (this.#role === 'host' && !this.#side.relayNow(this.#kernel.lookup, peer, declaration)) return false;
    this.#track(frame, peer, bytes);
    return true;
  }

  #track(frame: number, peer: PeerId, bytes: Uint8Array): void {
    this.#noteBeside((log) => log.track(frame, peer, bytes));
    this.#observers.superseded(frame, peer, bytes);
  }

  #sampleLinks(frame: number, arrived: Batch): void {
    if (this.#log === undefined && !this.#observers.areAny) return;
    const samples = this.links.take(arrived);
    if (samples.length === 0) return;
    this.#noteBeside((log) => log.sampleLinks(frame, samples));
    this.#observers.links(frame, samples);
  }

  /** Also called from outside a frame, where nobody expects a store's error: the gate tells it at the next flush. */
  #noteBeside(note: (log: SessionLog) => Promise<void> | undefined): void {
    try {
      this.#departures.add([], this.#log && note(this.#log));
    } catch (error) {
      this.#departures.fail(error);
    }
  }

  #affordable(batch: Batch, frame: number): Batch {
    return batch.length === 0 ? batch : batch.filter((item) => this.#isAffordable(item, frame));
  }

  /** On a host: false for a message beyond what its peer may have logged, which then is let go. */
  #isAffordable(item: InboundMessage | SessionNote, frame: number): boolean {
    const { peer } = item;
    if (this.#role === 'client' || item.kind !== 'message' || item.declaration.superseded) return true;
    if (peer === this.#transport.localPeer || this.#budget.take(peer, frame)) return true;
    const sentence = `Player ${peer} sends more than play needs.`;
    this.#listener.notice({ kind: 'overflow', peer, sentence });
    this.#departures.letGo(peer, sentence);
    return false;
  }

  #tellRefusals(outcomes: readonly InputOutcome[]): void {
    for (const { input, refusedBy } of outcomes) {
      if (refusedBy === undefined || !isLive(input) || input.peer === this.#transport.localPeer) continue;
      const sentence = `${input.decoded.name} of player ${input.peer} was refused: ${refusedBy}.`;
      this.#listener.notice({ kind: 'refused', peer: input.peer, sentence });
    }
  }

  #listen(): void {
    const { notice } = this.#listener;
    this.#inbound.link$.subscribe((message) => this.#links.receive(message, this.#nowMs));
    this.#inbound.relayNow$.subscribe((message) => this.#departures.sendNow(message));
    this.#inbound.overflow$.subscribe(({ peer, sentence }) => {
      if (peer === this.#transport.localPeer) {
        // Told to the caller of `send`; the next frame has room again.
        this.#isLocalFull = true;
        this.#inbound.forget(peer);
        return;
      }
      notice({ kind: 'overflow', peer, sentence });
      this.#departures.letGo(peer, sentence);
    });
    this.#inbound.malformed$.subscribe(({ peer, sentence, error }) =>
      notice({ kind: 'malformed', peer, sentence, error }),
    );
    this.#inbound.dropped$.subscribe(({ peer, declaration, reason }) =>
      notice({
        kind: 'dropped',
        peer,
        sentence: `${declaration.name} of player ${peer} was dropped: ${reason}.`,
      }),
    );
    this.#inbound.faults$.subscribe(({ where, error }) =>
      notice({ kind: 'fault', sentence: `${where} threw: ${String(error)}`, error }),
    );
  }
}
