/**
 * A host and its clients in one conformance case: every event is written down, and time moves on until a condition holds.
 * Waiting has a limit in frames; passing it fails the case with what was being waited for.
 */
import { invariant } from '../../errors.js';
import type { Delivery, PeerId } from '../../peers.js';
import type { LinkEnd, Transport } from '../../transports/transport.js';
import type { ConformanceRun, ConformanceSubject } from './case.js';

/** Frames a condition may take. At 60 a second: about a minute. */
const FRAMES_MAX = 4000;
/** Frames after which something that must not happen has not. */
const QUIET_FRAMES = 60;

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

/** One transport and all it said. */
export class Witness {
  readonly opened: PeerId[] = [];
  readonly received: Received[] = [];
  readonly closed: Closed[] = [];
  readonly transport: Transport;
  #isPolling = false;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  poll(): void {
    const check = () => invariant(this.#isPolling, 'An event was handed over outside poll.');
    this.#isPolling = true;
    this.transport.poll({
      opened: (peer) => {
        check();
        this.opened.push(peer);
      },
      received: (peer, bytes, delivery) => {
        check();
        this.received.push({ peer, bytes, delivery });
      },
      closed: (peer, end, sentence) => {
        check();
        this.closed.push({ peer, end, sentence });
      },
    });
    this.#isPolling = false;
  }

  /** The numbers that {@link numbered} put into the messages received from `peer`. */
  numbersFrom(peer: PeerId): number[] {
    return this.received.filter((message) => message.peer === peer).map(({ bytes }) => numberOf(bytes));
  }

  /** Ends told so far, e.g. `1 left`. */
  get ends(): string[] {
    return this.closed.map(({ peer, end }) => `${peer} ${end}`);
  }
}

/** See the head of this file. */
export class Gathering {
  readonly host: Witness;
  readonly #subject: ConformanceSubject;
  readonly #witnesses: Witness[];

  private constructor(subject: ConformanceSubject, host: Witness) {
    this.host = host;
    this.#subject = subject;
    this.#witnesses = [host];
  }

  /** Opens a host with nobody there, does `work`, and closes everything. */
  static async with(
    { subject }: ConformanceRun,
    work: (gathering: Gathering) => Promise<void>,
    options?: { readonly playersMax?: number },
  ): Promise<void> {
    const gathering = new Gathering(subject, new Witness(await subject.createHost(options)));
    try {
      await work(gathering);
    } finally {
      for (const { transport } of gathering.#witnesses) await transport.close();
    }
  }

  /** A client that has asked to be let in. */
  async knock(): Promise<Witness> {
    const client = new Witness(await this.#subject.createClient(this.host.transport));
    this.#witnesses.push(client);
    return client;
  }

  /** A client whose link is up on both sides. */
  async join(): Promise<Witness> {
    const client = await this.knock();
    const before = this.host.opened.length;
    await this.until('a client joined', () => client.opened.length > 0 && this.host.opened.length > before);
    return client;
  }

  /** One frame: everybody polls and flushes, then time passes. */
  async frame(): Promise<void> {
    for (const witness of this.#witnesses) witness.poll();
    for (const { transport } of this.#witnesses) transport.flush();
    await this.#subject.advance();
  }

  /** Frames until `condition`; `what` completes "Waited in vain until …". */
  async until(what: string, condition: () => boolean): Promise<void> {
    for (let frame = 0; frame < FRAMES_MAX; frame++) {
      if (condition()) return;
      await this.frame();
    }
    invariant(condition(), `Waited in vain until ${what}.`);
  }

  /** Enough frames for anything that still might happen. */
  async settle(): Promise<void> {
    for (let frame = 0; frame < QUIET_FRAMES; frame++) await this.frame();
  }

  /** As {@link settle}, with nobody polling or flushing. */
  async idle(): Promise<void> {
    for (let frame = 0; frame < QUIET_FRAMES; frame++) await this.#subject.advance();
  }
}

/** The client's id, once its link is up. */
export function idOf(client: Witness): PeerId {
  const { localPeer } = client.transport;
  invariant(localPeer !== undefined, 'A client whose link is up must know its own id.');
  return localPeer;
}

/** A message of 4 bytes that says `number`. */
export function numbered(number: number): Uint8Array {
  return Uint8Array.of(number, number >> 8, number >> 16, number >> 24);
}

/** What {@link numbered} said. */
export function numberOf(bytes: Uint8Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return a | (b << 8) | (c << 16) | (d << 24);
}

/** The numbers from `first` on. */
export function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Fails unless both print alike. */
export function expectSame(actual: unknown, expected: unknown, what: string): void {
  const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  invariant(seen === wanted, `${what}: expected ${wanted}, got ${seen}.`);
}

/** The code of the error that `work` throws; fails when it throws none. */
export function codeThrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
  return 'nothing thrown';
}
