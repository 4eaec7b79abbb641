/**
 * A host and its clients in one conformance case: time moves on until a condition holds, and waiting has a limit in frames;
 * passing it fails the case with what was being waited for. In the end everything is closed, and must have left nothing open.
 */
import { invariant } from '../../errors.js';
import { HOST_PEER } from '../../peers.js';
import type { ConformanceRun, Mismatch } from './case.js';
import { expectSame, idOf, numbered } from './checks.js';
import { Witness } from './witness.js';

/** Frames a condition may take. At 60 a second: about a minute. */
const FRAMES_MAX = 4000;
/** Frames after which something that must not happen has not. */
const QUIET_FRAMES = 60;
/** Frames in a second of the subject's time. */
export const FRAMES_A_SECOND = 60;

/** What a case does in its gathering. */
export type Work = (gathering: Gathering, run: ConformanceRun) => Promise<void>;

interface Options {
  readonly playersMax?: number;
}

/** A case's `run`: opens a host with nobody there, does `work`, closes everything. */
export function gathered(work: Work, options?: Options): (run: ConformanceRun) => Promise<void> {
  return (run) => Gathering.with(run, work, options);
}

/** See the head of this file. */
export class Gathering {
  readonly host: Witness;
  readonly #run: ConformanceRun;
  /** All there ever were, and those that poll and flush. */
  readonly #everybody: Witness[];
  #active: Witness[];

  private constructor(run: ConformanceRun, host: Witness) {
    this.host = host;
    this.#run = run;
    this.#everybody = [host];
    this.#active = [host];
  }

  static async with(run: ConformanceRun, work: Work, options?: Options): Promise<void> {
    const { subject, mode } = run;
    const gathering = new Gathering(run, new Witness(await subject.createHost(options)));
    const everybody = gathering.#everybody;
    try {
      if (mode === 'second') await gathering.#playFirst();
      await work(gathering, run);
    } finally {
      for (const { transport } of everybody) await transport.close();
    }
    const faults = everybody.flatMap((witness) => witness.faults);
    expectSame(faults, [], 'what was handed over outside poll');
    expectSame(subject.openHandles?.() ?? 0, 0, 'sockets and timers left when all was closed');
  }

  /** A client that has asked to be let in. */
  async knock(mismatch?: Mismatch): Promise<Witness> {
    const options = mismatch === undefined ? {} : { mismatch };
    const client = new Witness(await this.#run.subject.createClient(this.host.transport, options));
    this.#everybody.push(client);
    this.#active.push(client);
    return client;
  }

  /** A client whose link is up on both sides. */
  async join(): Promise<Witness> {
    const client = await this.knock();
    await this.until(
      'a client joined',
      () => client.opened.length > 0 && this.host.transport.peers.includes(idOf(client)),
    );
    return client;
  }

  /** Closes a client and waits until the host was told. */
  async leave(client: Witness): Promise<void> {
    const ended = this.host.closed.length;
    await client.transport.close();
    await this.until('the host was told that a client left', () => this.host.closed.length > ended);
    this.ignore(client);
  }

  /** From now on `witness` neither polls nor flushes. */
  ignore(witness: Witness): void {
    this.#active = this.#active.filter((other) => other !== witness);
  }

  /** It does again. */
  heed(witness: Witness): void {
    this.#active.push(witness);
  }

  /** One frame: everybody polls and flushes, then time passes. */
  async frame(): Promise<void> {
    for (const witness of this.#active) witness.poll();
    for (const { transport } of this.#active) transport.flush();
    await this.#run.subject.advance();
  }

  /** So many seconds of frames, `each` before every one. */
  async seconds(seconds: number, each: (frame: number) => void = () => {}): Promise<void> {
    for (let frame = 0; frame < seconds * FRAMES_A_SECOND; frame++) {
      each(frame);
      await this.frame();
    }
  }

  /** Frames until `condition`; `what` completes "Waited in vain until …". */
  async until(what: string, condition: () => boolean, framesMax = FRAMES_MAX): Promise<void> {
    for (let frame = 0; frame < framesMax; frame++) {
      if (condition()) return;
      await this.frame();
    }
    invariant(condition(), `Waited in vain until ${what}.`);
  }

  /** Frames until neither host nor `client` waits for an acknowledgement of the other. */
  drained(client: Witness, framesMax = FRAMES_MAX): Promise<void> {
    const id = idOf(client);
    return this.until(
      'everything was acknowledged',
      () => this.host.transport.backlog(id) === 0 && client.transport.backlog(HOST_PEER) === 0,
      framesMax,
    );
  }

  /** Enough frames for anything that still might happen. */
  async settle(): Promise<void> {
    for (let frame = 0; frame < QUIET_FRAMES; frame++) await this.frame();
  }

  /** As {@link settle}, with nobody polling or flushing. */
  async idle(): Promise<void> {
    for (let frame = 0; frame < QUIET_FRAMES; frame++) await this.#run.subject.advance();
  }

  /** Mode `second`: another client joins, talks in all deliveries and leaves, and nothing more is said of it. */
  async #playFirst(): Promise<void> {
    const first = await this.join();
    const [host, client] = [this.host.transport, first.transport];
    for (let number = 0; number < 10; number++) {
      for (const delivery of ['reliable', 'sequenced', 'unreliable'] as const) {
        host.send(idOf(first), numbered(number), delivery);
        client.send(HOST_PEER, numbered(number), delivery);
      }
      await this.frame();
    }
    await this.drained(first);
    await this.leave(first);
    await this.settle();
    this.host.forget();
  }
}
