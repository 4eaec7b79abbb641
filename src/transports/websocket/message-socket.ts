/**
 * What the transport needs of WebSockets, so that the same code runs on the `ws` package and on a browser's own. Types
 * only.
 */

/** Who hears what happens to a socket. */
export interface MessageSocketListener {
  opened(): void;
  /** A binary message, the listener's to keep; `undefined` for a text message, which means nothing here. */
  received(bytes: Uint8Array | undefined): void;
  /**
   * The socket is gone, told once, also when it never opened. `code` is that of the closing frame, 1006 when there was none;
   * `reason` is its text, or why no connection came about, where that is known.
   */
  closed(code: number, reason: string): void;
}

/** One WebSocket, open or opening. Nothing here throws, whatever state it is in. */
export interface MessageSocket {
  /** Bytes that were sent and that the operating system has not taken yet. */
  readonly bufferedBytes: number;
  /** Sets who hears what happens. Call once, at once. */
  listen(listener: MessageSocketListener): void;
  /** Sends one binary message; the caller must never write to `bytes` again. Does nothing unless open. */
  send(bytes: Uint8Array): void;
  /** Says goodbye with 1000, 1001 or a code from 4000 on; `reason` is at most 123 bytes. A peer that does not answer is cut off. */
  close(code: number, reason: string): void;
}

/** What a server tells its host. */
export interface MessageServerListener {
  accepted(socket: MessageSocket): void;
  /** Somebody was turned away before a socket came about. */
  turnedAway(): void;
}

/** Where a host's sockets come from; already listening. */
export interface MessageServer {
  readonly port: number;
  /** How this machine reaches it, e.g. `ws://127.0.0.1:8080/`. */
  readonly url: string;
  /** Sets who hears of sockets. Call once, at once. */
  listen(listener: MessageServerListener): void;
  /** Takes nobody any more; resolves when all its sockets are gone. */
  close(): Promise<void>;
}
