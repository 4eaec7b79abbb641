/**
 * Leaf: seeded, named random streams, the only source of chance in a machine (RP5).
 *
 * Every stream is its own generator, derived from the session's seed and the stream's name, so one more draw in one place
 * moves nothing elsewhere. Draws are counted; the counts are part of the log.
 */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { invariant } from './errors.js';

/** One named stream. */
export interface RandomStream {
  /** A uniform integer between `from` and `to`, both included. */
  integer(from: number, to: number): number;
  /** A uniform number in [0, 1) with 32 random bits. */
  unit(): number;
  /** A shuffled copy of `items` (Fisher–Yates). */
  shuffle<T>(items: readonly T[]): T[];
}

/** All streams of one session and how often each was drawn from. */
export interface RandomStreams {
  stream(name: string): RandomStream;
  /** Cumulative draw counts by stream name, in order of first use. */
  readonly draws: ReadonlyMap<string, number>;
  /** While true, a draw throws: something is asked that must leave no trace. */
  isShut: boolean;
}

/** Creates the streams of a session from its 32-bit `seed`. */
export function createRandomStreams(seed: number): RandomStreams {
  const streams = new Map<string, RandomStream>();
  const draws = new Map<string, number>();
  const streamsOfSession: RandomStreams = {
    draws,
    isShut: false,
    stream(name) {
      let stream = streams.get(name);
      if (stream === undefined) {
        stream = createStream(mix(seed, name), () => {
          invariant(
            !streamsOfSession.isShut,
            `The random stream "${name}" was drawn from while guards are asked.`,
          );
          draws.set(name, (draws.get(name) ?? 0) + 1);
        });
        streams.set(name, stream);
      }
      return stream;
    },
  };
  return streamsOfSession;
}

function createStream(seed: number, onDraw: () => void): RandomStream {
  const generator = xoroshiro128plus(seed);
  // The low bits of the first outputs still show the seed's shape; a jump leaves them behind.
  generator.jump();
  const integer = (from: number, to: number): number => {
    onDraw();
    return uniformInt(generator, from, to);
  };
  return {
    integer,
    unit: () => integer(0, 0xffffffff) / 0x100000000,
    shuffle(items) {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const pick = integer(0, last);
        const held = shuffled[last] as (typeof shuffled)[number];
        shuffled[last] = shuffled[pick] as (typeof shuffled)[number];
        shuffled[pick] = held;
      }
      return shuffled;
    },
  };
}

/** 32-bit FNV-1a of the name, folded into the seed. Source: Fowler, Noll, Vo. */
function mix(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash | 0;
}

const bySystem = new WeakMap<object, RandomStreams>();

/** Gives the actors of `system` their streams. The kernel calls it once, before the root starts. */
export function bindRandom(system: object, streams: RandomStreams): void {
  bySystem.set(system, streams);
}

/** The stream `name` of the actor system that an action runs in: `({ system }) => randomOf(system, 'turn-order')`. */
export function randomOf(system: object, name: string): RandomStream {
  const streams = bySystem.get(system);
  invariant(streams, `The random stream "${name}" was drawn from outside a started session.`);
  return streams.stream(name);
}
