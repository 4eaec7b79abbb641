/**
 * What the UDP transports need of a network, so that the same code runs on real sockets and on the simulated network of
 * `dugout/testing`. Types only.
 */

/** One bound socket. Datagrams may be lost, repeated or reordered; none is ever torn. */
export interface DatagramSocket {
  /** The bound port. */
  readonly port: number;
  /** Sends one datagram. The socket keeps `bytes` until it has left, so the caller must never write to it again. */
  send(bytes: Uint8Array, address: string, port: number): void;
  /** Sets who hears what arrives; `bytes` is the listener's to keep. Call once. */
  onMessage(listener: (bytes: Uint8Array, address: string, port: number) => void): void;
  /** Resolves when the port is free again. Call once. */
  close(): Promise<void>;
}

/** What a socket may do besides. */
export interface BindOptions {
  /** Send to broadcast addresses. */
  readonly broadcast?: boolean;
  /** Share the port with others that do; each hears what is broadcast to it. */
  readonly reuse?: boolean;
}

/** Where sockets come from. */
export interface DatagramNetwork {
  /** Binds a socket; port 0 picks a free one. Rejects with the network's own error. */
  bind(address: string, port: number, options?: BindOptions): Promise<DatagramSocket>;
  /** The numeric address of `host`, in the form {@link DatagramSocket.onMessage} reports it. */
  resolve(host: string): Promise<string>;
  /** The IPv4 address other machines know this one by, if it has one. */
  localAddress?(): string | undefined;
}

/** Where a transport reads the time (TR11). */
export interface TransportClock {
  /** Milliseconds since any fixed moment; never goes back. */
  now(): number;
}
