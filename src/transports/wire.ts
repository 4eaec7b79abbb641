/**
 * What opens the two ends of one kind of transport by a code that players can be told. A transport moves bytes once it is open;
 * a wire is how one comes about. It opens nothing before it is asked to, and holds no session.
 */
import type { Delivery } from '../peers.js';
import type { Transport } from './transport.js';

/** One way to host, find and join sessions. One wire may serve any number of networks. */
export interface Wire {
  /** Largest message per delivery, bytes: those of the transports it opens. */
  readonly limits: Readonly<Record<Delivery, number>>;
  /** Opens a host; resolves when others can join. @throws SessionError `transport/bind-failed`, `session/bad-options`. */
  host(options: WireHostOptions): Promise<WireEnd>;
  /**
   * Opens a client that asks to be let in; the answer comes by its `poll`. A code that cannot be anybody's may be refused at once.
   *
   * @throws SessionError `transport/bad-code`, `transport/bind-failed`, `session/refused`.
   */
  join(code: string, options: WireSchema): Promise<WireEnd>;
  /** Sessions of this schema that can be seen now. Wires without it find none. @throws SessionError `session/aborted`. */
  discover?(options: WireSchema & { readonly signal?: AbortSignal }): Promise<readonly FoundSession[]>;
}

/** What both ends must agree on. */
export interface WireSchema {
  /** 32 bits; who has another one is refused. */
  readonly schemaHash: number;
}

/** What a session is opened with. */
export interface WireHostOptions extends WireSchema {
  /** For people to read. */
  readonly name: string;
  /** Most players at once, the host's own included. */
  readonly playersMax: number;
  /** Whether `discover` may find it. */
  readonly advertise: boolean;
}

/** An open end and what its session is called. */
export interface WireEnd {
  readonly transport: Transport;
  /** What others join by. */
  readonly code: string;
  /** The session's name. On a client it is read once the link is up, and empty where the wire does not carry it. */
  readonly name: string;
}

/** A session that announced itself. */
export interface FoundSession {
  /** What to join it by. */
  readonly code: string;
  /** For people to read. */
  readonly name: string;
  /** The host's player included. */
  readonly players: number;
  readonly playersMax: number;
  readonly isFull: boolean;
}
