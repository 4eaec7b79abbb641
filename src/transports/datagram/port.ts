/**
 * A socket as a polled transport uses it: arrivals wait in a bounded queue for `poll`, every datagram is counted, what leaves
 * may be made to get lost, and after `close` nothing moves. It knows no protocol.
 */
import type { TransportStats } from '../transport.js';
import { Impairment, type SimulatedLoss } from './impairment.js';
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
  #simulatedLoss: SimulatedLoss | undefined;
  #impairment: Impairment | undefined;
  #arrivals: Arrival[] = [];
  #closing: Promise<void> | undefined;

  constructor(socket: DatagramSocket, simulatedLoss?: SimulatedLoss) {
    this.#socket = socket;
    this.simulatedLoss = simulatedLoss;
    socket.onMessage((bytes, address, port) => {
      if (this.isClosed) return;
      this.counters.datagramsReceived++;
      // Nobody is at port 0, but a forger can say so, and a socket throws when it is to answer there.
      const hasSender = port !== 0;
      if (hasSender && this.#arrivals.length < ARRIVALS_MAX) this.#arrivals.push({ bytes, address, port });
      else this.counters.datagramsDropped++;
    });
  }

  get number(): number {
    return this.#socket.port;
  }

  /** What {@link send} suffers; may be changed at any time. Setting it begins its seed anew. */
  get simulatedLoss(): SimulatedLoss | undefined {
    return this.#simulatedLoss;
  }

  set simulatedLoss(value: SimulatedLoss | undefined) {
    this.#simulatedLoss = value;
    this.#impairment = value && new Impairment(value);
  }

  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  /** What arrived since the last call, in order. */
  take(): readonly Arrival[] {
    const arrivals = this.#arrivals;
    if (arrivals.length > 0) this.#arrivals = [];
    return arrivals;
  }

  /** Sends a datagram the caller never writes to again. */
  send(bytes: Uint8Array, address: string, port: number): void {
    if (this.isClosed) return;
    this.counters.datagramsSent++;
    if (this.#impairment === undefined) this.#socket.send(bytes, address, port);
    else this.#impairment.pass(() => this.#socket.send(bytes, address, port));
  }

  /** As {@link send}, but {@link simulatedLoss} does not touch it. */
  sendUnimpaired(bytes: Uint8Array, address: string, port: number): void {
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
