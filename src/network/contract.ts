/** What a network is to a game: options, calls, and which of them tell what when. */
import type { PeerId } from '../peers.js';
import type { RecordSchema } from '../protocol/record/schema.js';
import type { Wire } from '../transports/wire.js';
import type { NetworkDescriptor } from './describe.js';
import type { NetworkCounters, NetworkFault } from './faults.js';
import type { NetworkListener } from './listeners.js';
import type { NetworkSession } from './session.js';

/** Options of `createNetwork`. `R` is what `describe` returns. */
export interface NetworkOptions<R> {
  /** How to host, find and join: `createLoopbackWire()`, `p2pWire()`, `webSocketWire()`, or your own. */
  readonly wire: Wire;
  /** Declares every message and its handler, in the same order on every side. Runs once, here. */
  describe(net: NetworkDescriptor): R;
  /** Told of what goes wrong while something is delivered. Without it, what the game's code throws is thrown by `poll`. */
  onFault?(fault: NetworkFault): void;
}

/** Options of {@link Network.host}. */
export interface HostSessionOptions {
  /** For people to read. Default: empty. */
  readonly name?: string;
  /** Most peers at once, the host included: 2 up to what the wire takes. One more is refused. Default 8. */
  readonly maxPeers?: number;
  /** Whether `discover` may find it, on wires that can. Default true. */
  readonly advertise?: boolean;
}

/** Options of {@link Network.join} and {@link Network.discover}. */
export interface AbortOptions {
  /** Ends the wait early, with `session/aborted`. */
  readonly signal?: AbortSignal;
}

/** A session that can be joined by its `id`. */
export interface SessionInfo {
  readonly id: string;
  readonly name: string;
  /** The host included. */
  readonly peerCount: number;
  readonly maxPeers: number;
  readonly isFull: boolean;
}

/** Declared messages, and the one session they go to. Made by `createNetwork`. */
export interface Network<R> {
  /** What `describe` returned. */
  readonly messages: R;
  /** Everything declared, sealed; its `hash` is what peers must share. */
  readonly schema: RecordSchema;
  /** The session this side is in, or `null`. */
  readonly session: NetworkSession | null;
  /** Whether this side decides: also with no session at all. */
  readonly isHost: boolean;
  /** This side's id; the host's, 0, with no session. */
  readonly localPeer: PeerId;
  /** Whether there is a session with somebody else in it. */
  readonly isNetworked: boolean;
  readonly counters: NetworkCounters;

  /**
   * Opens a session; resolves when others can join it. `onSessionOpened` has been told then.
   *
   * @throws SessionError `session/busy`, `session/aborted` (by `leave`), and what the wire throws, as `transport/bind-failed`.
   * @throws InvariantError for a `maxPeers` that the wire cannot take.
   */
  host(options?: HostSessionOptions): Promise<NetworkSession>;

  /**
   * Joins the session `id`. Asking, and the wire's own time limit, happen in `poll` and `flush`: call both meanwhile, as ever. After
   * a failure there is no session, and another try is allowed.
   *
   * @throws SessionError `session/refused` (unknown, full, other messages; the sentence says), `session/unreachable`,
   * `session/busy`, `session/aborted` (by `signal` or `leave`), and what the wire throws, as `transport/bad-code`.
   */
  join(id: string, options?: AbortOptions): Promise<NetworkSession>;

  /**
   * Leaves the session, or gives up the try to get into one; does nothing without either. A host ends it for all. What was sent
   * goes out first. `onSessionClosed` has been told when the call returns; the promise resolves when the sockets it had are gone.
   */
  leave(): Promise<void>;

  /** Sessions that can be seen now; none on a wire that cannot look. @throws SessionError `session/aborted`. */
  discover(options?: AbortOptions): Promise<readonly SessionInfo[]>;

  /**
   * Runs the handlers and tells the listeners of everything that came in since the last call. Once a frame, before the game moves.
   *
   * @throws What a handler or listener threw, when all is delivered and nobody listens for faults: the first of them.
   */
  poll(): void;

  /** Puts what was sent on the wire, and keeps links alive. Once a frame, after the game moved. */
  flush(): void;

  /** Adds a listener to sessions, which hears of what happens from now on; returns what removes it. */
  listen(listener: NetworkListener): () => void;
}
