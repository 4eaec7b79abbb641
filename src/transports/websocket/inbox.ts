/**
 * Sockets as a polled transport uses them: what happens to any of them waits in one queue, in order, for `poll`; every
 * frame is counted; a socket that floods the queue is closed; a closed one says nothing more. It knows no packets.
 */
import type { TransportCounters } from '../datagram/port.js';
import { CLOSE_CODES, reasonOf } from './close-codes.js';
import type { MessageSocket } from './message-socket.js';

/** Frames and bytes of one socket that may wait for a poll; more end it as overflow (TR7). Ten seconds of heavy traffic. */
const WAITING_FRAMES_MAX = 8192;
const WAITING_BYTES_MAX = 16 * 1024 * 1024;

/** What happened to a socket. */
export type Arrival =
  | { readonly kind: 'frame'; readonly port: SocketPort; readonly bytes: Uint8Array | undefined }
  | { readonly kind: 'closed'; readonly port: SocketPort; readonly code: number; readonly reason: string };

/** See the head of this file. */
export class SocketInbox {
  readonly counters: TransportCounters = {
    datagramsSent: 0,
    datagramsReceived: 0,
    datagramsDropped: 0,
    resent: 0,
  };
  readonly #ports = new Set<SocketPort>();
  #arrivals: Arrival[] = [];

  /** Takes a socket in; `greeting` leaves as soon as it is open. */
  attach(socket: MessageSocket, greeting?: Uint8Array): SocketPort {
    const port = new SocketPort(socket, this.counters);
    this.#ports.add(port);
    socket.listen({
      opened: () => {
        port.hasOpened = true;
        if (greeting !== undefined) port.send(greeting);
      },
      received: (bytes) => this.#received(port, bytes),
      closed: (code, reason) => {
        this.#ports.delete(port);
        if (!port.isClosed) this.#arrivals.push({ kind: 'closed', port, code, reason });
        port.gone();
      },
    });
    return port;
  }

  /** What happened since the last call, in order. */
  take(): readonly Arrival[] {
    const arrivals = this.#arrivals;
    this.#arrivals = [];
    for (const { port } of arrivals) port.waitingFrames = port.waitingBytes = 0;
    return arrivals;
  }

  /** Closes every socket with `code`; resolves when all are gone. */
  async close(code: number): Promise<void> {
    this.#arrivals = [];
    const ports = [...this.#ports];
    for (const port of ports) port.close(code, '');
    await Promise.all(ports.map((port) => port.whenGone));
  }

  #received(port: SocketPort, bytes: Uint8Array | undefined): void {
    if (port.isClosed) return;
    this.counters.datagramsReceived++;
    port.waitingFrames++;
    port.waitingBytes += bytes?.length ?? 0;
    if (port.waitingFrames <= WAITING_FRAMES_MAX && port.waitingBytes <= WAITING_BYTES_MAX) {
      this.#arrivals.push({ kind: 'frame', port, bytes });
    } else {
      this.#arrivals.push({ kind: 'closed', port, code: CLOSE_CODES.overflow, reason: '' });
      port.close(CLOSE_CODES.overflow, '');
    }
  }
}

/** One socket of a {@link SocketInbox}. */
export class SocketPort {
  /** Settles when the socket is gone. */
  readonly whenGone: Promise<void>;
  /** Whether a connection came about. */
  hasOpened = false;
  /** What of it waits for a poll. */
  waitingFrames = 0;
  waitingBytes = 0;
  readonly #socket: MessageSocket;
  readonly #counters: TransportCounters;
  #settle: () => void = () => {};
  #isClosed = false;

  constructor(socket: MessageSocket, counters: TransportCounters) {
    this.#socket = socket;
    this.#counters = counters;
    this.whenGone = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedBytes;
  }

  /** Sends a frame the caller never writes to again. */
  send(frame: Uint8Array): void {
    if (this.#isClosed) return;
    this.#counters.datagramsSent++;
    this.#socket.send(frame);
  }

  /** Says goodbye; nothing is heard of it any more. `sentence` is cut to what a close frame holds. */
  close(code: number, sentence: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.close(code, reasonOf(sentence));
  }

  /** The socket is gone. */
  gone(): void {
    this.#isClosed = true;
    this.#settle();
  }
}
