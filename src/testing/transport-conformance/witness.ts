/** One transport in a case, and all it said. Something said outside `poll` is kept as a fault, so that no case misses it (TR1). */
import type { Delivery, PeerId } from '../../peers.js';
import type { LinkEnd, Transport, TransportEvents } from '../../transports/transport.js';
import { numberOf } from './checks.js';

interface Received {
  readonly peer: PeerId;
  readonly bytes: Uint8Array;
  readonly delivery: Delivery;
}

interface Closed {
  readonly peer: PeerId;
  readonly end: LinkEnd;
  readonly sentence: string;
}

/** See the head of this file. */
export class Witness {
  opened: PeerId[] = [];
  received: Received[] = [];
  closed: Closed[] = [];
  /** What it said of other clients, e.g. `joined 2` or `left 2 timed-out`. */
  ofOthers: string[] = [];
  readonly faults: string[] = [];
  readonly transport: Transport;
  #isPolling = false;
  readonly #events: TransportEvents = {
    opened: (peer) => {
      this.#check(`opened ${peer}`);
      this.opened.push(peer);
    },
    received: (peer, bytes, delivery) => {
      this.#check(`a message of ${peer}`);
      this.received.push({ peer, bytes, delivery });
    },
    closed: (peer, end, sentence) => {
      this.#check(`closed ${peer}`);
      this.closed.push({ peer, end, sentence });
    },
    joined: (peer) => {
      this.#check(`joined ${peer}`);
      this.ofOthers.push(`joined ${peer}`);
    },
    left: (peer, end) => {
      this.#check(`left ${peer}`);
      this.ofOthers.push(`left ${peer} ${end}`);
    },
  };

  constructor(transport: Transport) {
    this.transport = transport;
  }

  poll(): void {
    this.#isPolling = true;
    this.transport.poll(this.#events);
    this.#isPolling = false;
  }

  /** Starts anew. */
  forget(): void {
    this.opened = [];
    this.received = [];
    this.closed = [];
    this.ofOthers = [];
  }

  /** The numbers in the messages received from `peer`, optionally of one delivery as they were sent, told by `isMeant`. */
  numbersFrom(peer: PeerId, isMeant: (bytes: Uint8Array) => boolean = () => true): number[] {
    return this.received
      .filter((message) => message.peer === peer && isMeant(message.bytes))
      .map(({ bytes }) => numberOf(bytes));
  }

  /** Ends told so far, e.g. `1 left`. */
  get ends(): string[] {
    return this.closed.map(({ peer, end }) => `${peer} ${end}`);
  }

  #check(what: string): void {
    if (!this.#isPolling) this.faults.push(`${this.transport.role}: ${what}`);
  }
}
