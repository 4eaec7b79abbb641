/**
 * Messages and sessions over any wire. Owns the one session of this side, the way into it, and when the game hears of what: in
 * `poll`, and in the calls that say so. It has no clock, no timer, and knows no game.
 */
import { invariant, SessionError } from '../errors.js';
import { HOST_PEER, type LinkEnd, type PeerId } from '../peers.js';
import type { RecordMessage } from '../protocol/record/define.js';
import type { RecordSchema } from '../protocol/record/schema.js';
import type { Transport, TransportEvents } from '../transports/transport.js';
import type { Wire, WireEnd } from '../transports/wire.js';
import { Attempt, aborted } from './attempt.js';
import type { AbortOptions, HostSessionOptions, Network, NetworkOptions, SessionInfo } from './contract.js';
import { type Description, runDescribe } from './describe.js';
import { Dispatch } from './dispatch.js';
import { Faults, type NetworkCounters } from './faults.js';
import { Listeners, type NetworkListener } from './listeners.js';
import { ceilingsOf, RecordEncoder } from './outbox.js';
import { type NetworkSession, Session } from './session.js';

/** Declares messages and makes what sends them. Opens nothing. @throws InvariantError for a wrong declaration. */
export function createNetwork<R>(options: NetworkOptions<R>): Network<R> {
  return new NetworkOfWire(options);
}

class NetworkOfWire<R> implements Network<R> {
  readonly #wire: Wire;
  readonly #description: Description<R>;
  readonly #encoder: RecordEncoder;
  readonly #faults: Faults;
  readonly #dispatch: Dispatch;
  readonly #listeners: Listeners;
  #session: Session | null = null;
  #attempt: Attempt | undefined;
  /** A joined session that is not told of yet: the rest of its roster is still coming in. */
  #untold: Attempt | undefined;
  #isPolling = false;
  /** Ends that are being closed. */
  #closing: Promise<unknown> = Promise.resolve();

  constructor({ wire, describe, onFault }: NetworkOptions<R>) {
    this.#wire = wire;
    this.#description = runDescribe(describe, (message, value, to) => this.#send(message, value, to));
    this.#encoder = new RecordEncoder(this.schema, ceilingsOf(wire.limits));
    this.#faults = new Faults(onFault);
    this.#dispatch = new Dispatch(this.#description, this.#faults);
    this.#listeners = new Listeners(this.#faults);
  }

  get messages(): R {
    return this.#description.messages;
  }

  get schema(): RecordSchema {
    return this.#description.schema;
  }

  get session(): NetworkSession | null {
    return this.#session;
  }

  get isHost(): boolean {
    return this.#session?.isHost ?? true;
  }

  get localPeer(): PeerId {
    return this.#session?.localPeer ?? HOST_PEER;
  }

  get isNetworked(): boolean {
    return this.#session !== null && this.#session.peerCount > 0;
  }

  get counters(): NetworkCounters {
    return this.#faults.counters;
  }

  host({ name = '', maxPeers = 8, advertise = true }: HostSessionOptions = {}): Promise<NetworkSession> {
    const { hash: schemaHash } = this.schema;
    const open = async () => {
      // Wires differ in what they take; what cannot be a session on some is none on any.
      const isCount = Number.isInteger(maxPeers) && maxPeers >= 2;
      invariant(isCount, `maxPeers counts the host and must be 2 or more, not ${maxPeers}.`);
      return this.#wire.host({ name, playersMax: maxPeers, advertise, schemaHash });
    };
    return this.#try(open, undefined, (attempt, end) => {
      this.#enter(attempt, end, HOST_PEER);
      this.#tellOpened();
    });
  }

  join(id: string, { signal }: AbortOptions = {}): Promise<NetworkSession> {
    const open = async () => this.#wire.join(id, { schemaHash: this.schema.hash });
    return this.#try(open, signal, (attempt, end) => {
      attempt.end = end;
    });
  }

  async leave(): Promise<void> {
    if (this.#attempt !== undefined) this.#giveUp(this.#attempt, aborted('by leave'));
    try {
      if (this.#session !== null) this.flush();
    } finally {
      this.#end('closed', '');
    }
    await this.#closing;
  }

  async discover({ signal }: AbortOptions = {}): Promise<readonly SessionInfo[]> {
    if (signal?.aborted) throw new SessionError('session/aborted', 'The search was aborted by its caller.');
    const found = await this.#wire.discover?.({ schemaHash: this.schema.hash, ...(signal && { signal }) });
    return (found ?? []).map(({ code, name, players, playersMax, isFull }) => {
      return { id: code, name, peerCount: players, maxPeers: playersMax, isFull };
    });
  }

  poll(): void {
    invariant(!this.#isPolling, 'poll was called by a handler or listener that poll runs.');
    this.#isPolling = true;
    try {
      this.#transport?.poll(this.#arrivals);
      this.#tellOpened();
    } finally {
      this.#isPolling = false;
    }
    this.#faults.rethrow();
  }

  flush(): void {
    this.#session?.outbox.flush();
    this.#transport?.flush();
  }

  listen(listener: NetworkListener): () => void {
    return this.#listeners.add(listener);
  }

  get #transport(): Transport | undefined {
    return this.#session?.transport ?? this.#attempt?.end?.transport;
  }

  #send(message: RecordMessage, value: unknown, to: PeerId | undefined): void {
    const { isHost, localPeer } = this;
    const session = this.#session;
    invariant(
      isHost || message.to === 'host',
      () => `${message.id} is for the host to send; this is a client.`,
    );
    const isLinkable = isHost || to === undefined || to === localPeer || to === HOST_PEER;
    invariant(isLinkable, () => `A client has no link to peer ${to}; only its host has.`);
    const record = this.#encoder.encode(message, value);
    const isHere = to === undefined ? isHost && message.to !== 'clients' : to === localPeer;
    const isForAll = to === undefined && !(isHost && message.to === 'host');
    for (const peer of session?.linkedPeers() ?? []) {
      if (isForAll || peer === to) session?.outbox.add(peer, message, record);
    }
    if (isHere) this.#dispatch.runHere(record, localPeer);
  }

  /** Opens an end; `opened` says what comes next, unless the try was given up meanwhile. */
  #try(
    open: () => Promise<WireEnd>,
    signal: AbortSignal | undefined,
    opened: (attempt: Attempt, end: WireEnd) => void,
  ): Promise<NetworkSession> {
    if (signal?.aborted) return Promise.reject(aborted('by its caller'));
    if (this.#session !== null || this.#attempt !== undefined) {
      const where = this.#session === null ? 'on its way into a session' : 'in a session';
      const sentence = `This network is ${where} already; leave first, or create another network.`;
      return Promise.reject(new SessionError('session/busy', sentence));
    }
    return new Promise((succeed, fail) => {
      const attempt = new Attempt({ succeed, fail, signal, giveUp: (error) => this.#giveUp(attempt, error) });
      this.#attempt = attempt;
      open().then(
        (end) => {
          if (this.#attempt === attempt) opened(attempt, end);
          else this.#close(end.transport);
        },
        (error) => this.#giveUp(attempt, error),
      );
    });
  }

  #giveUp(attempt: Attempt, error: unknown): void {
    if (this.#attempt !== attempt) return;
    this.#attempt = undefined;
    if (attempt.end !== undefined) this.#close(attempt.end.transport);
    attempt.fail(error);
  }

  #enter(attempt: Attempt, end: WireEnd, localPeer: PeerId): void {
    this.#attempt = undefined;
    this.#untold = attempt;
    this.#session = new Session(this.schema, end, localPeer);
  }

  /** Tells of a session that was entered, and of who is there. */
  #tellOpened(): void {
    const [attempt, session] = [this.#untold, this.#session];
    if (attempt === undefined || session === null) return;
    this.#untold = undefined;
    this.#listeners.forward('onSessionOpened', session);
    for (let index = 0; index < session.peerCount && session.isOpen; index++) {
      this.#listeners.forward('onPeerJoined', session.peerAt(index) ?? HOST_PEER);
    }
    attempt.succeed(session);
  }

  #end(reason: LinkEnd, sentence: string): void {
    this.#tellOpened();
    // A listener may be the one that leaves: the others are told the rest while there is a session.
    this.#listeners.finish();
    const session = this.#session;
    if (session === null) return;
    session.end(reason);
    this.#session = null;
    this.#close(session.transport);
    this.#listeners.backward('onSessionClosed', reason, sentence);
  }

  #close(transport: Transport): void {
    const closing = Promise.all([this.#closing, transport.close()]);
    // What a transport fails with is told by `leave`; that nobody leaves is no reason to end the process.
    closing.catch(() => undefined);
    this.#closing = closing;
  }

  /** What the one open transport hands over. A closed one hands over nothing more, so all of this is of now. */
  readonly #arrivals: TransportEvents = {
    opened: (peer) => {
      const end = this.#attempt?.end;
      if (this.#attempt !== undefined && end !== undefined) {
        this.#enter(this.#attempt, end, end.transport.localPeer ?? HOST_PEER);
        this.#session?.add(peer);
      } else this.#joined(peer);
    },
    joined: (peer) => {
      if (this.#untold !== undefined) this.#session?.add(peer);
      else this.#joined(peer);
    },
    received: (peer, bytes) => {
      this.#tellOpened();
      if (this.#session !== null) this.#dispatch.receive(bytes, peer, this.#session);
    },
    left: (peer, reason) => {
      this.#tellOpened();
      this.#left(peer, reason);
    },
    closed: (peer, reason, sentence) => {
      if (this.#attempt !== undefined) this.#giveUp(this.#attempt, notJoined(reason, sentence));
      else if (this.isHost) this.#left(peer, reason);
      else this.#end(reason, sentence);
    },
  };

  #joined(peer: PeerId): void {
    if (this.#session?.add(peer)) this.#listeners.forward('onPeerJoined', peer);
  }

  #left(peer: PeerId, reason: LinkEnd): void {
    if (this.#session?.remove(peer, reason)) this.#listeners.backward('onPeerLeft', peer, reason);
  }
}

/** The error of a try that the transport said no to. */
function notJoined(reason: LinkEnd, sentence: string): SessionError {
  if (reason === 'refused') {
    return new SessionError('session/refused', sentence || 'The host does not let this game in.');
  }
  const why = reason === 'timed-out' ? 'Nobody answered in time' : 'The host closed the session';
  return new SessionError('session/unreachable', sentence || `${why}; check the code and try again.`);
}
