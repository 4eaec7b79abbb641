/**
 * A socket as a polled transport uses it: arrivals wait in a bounded queue for `poll`, every datagram is counted, and
 * after `close` nothing moves. It knows no protocol.
 */
import type { TransportStats } from '../transport.js';
import type { DatagramSocket } from './socket.js';

/** Datagrams that may wait for one poll; more are dropped and counted (TR7). A second of heavy traffic, about 5 MB. */
const ARRIVALS_MAX = 4096;

/** {@link TransportStats}, as the transport counts them. */
export type TransportCounters = { -readonly [key in keyof TransportStats]: number };

/** One datagram and where it came from. */
export interface Arrival {
  readonly bytes: Uint8Array;
  readonly address: string;
  readonly port: number;
}

/** See the head of this file. */
export class DatagramPort {
  readonly counters: TransportCounters = {
    datagramsSent: 0,
    datagramsReceived: 0,
    datagramsDropped: 0,
    resent: 0,
  };
  readonly #socket: DatagramSocket;
  #arrivals: Arrival[] = [];
  #closing: Promise<void> | undefined;

  constructor(socket: DatagramSocket) {
    this.#socket = socket;
    socket.onMessage((bytes, address, port) => {
      if (this.isClosed) return;
      this.counters.datagramsReceived++;
      if (this.#arrivals.length < ARRIVALS_MAX) this.#arrivals.push({ bytes, address, port });
      else this.counters.datagramsDropped++;
    });
  }

  get number(): number {
    return this.#socket.port;
  }

  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  /** What arrived since the last call, in order. */
  take(): readonly Arrival[] {
    const arrivals = this.#arrivals;
    this.#arrivals = [];
    return arrivals;
  }

  /** Sends a datagram the caller never writes to again. */
  send(bytes: Uint8Array, address: string, port: number): void {
    if (this.isClosed) return;
    this.counters.datagramsSent++;
    this.#socket.send(bytes, address, port);
  }

  close(): Promise<void> {
    this.#closing ??= this.#socket.close();
    this.#arrivals = [];
    return this.#closing;
  }
}
