/**
 * What peers are called. The page knows no game, but people have names: wherever a context holds a list of things with a number
 * `id` and a text `name`, those are taken for the players of the peers with these ids.
 */
import { HOST_PEER } from '../../../../peers.js';
import { lastAtMost } from '../../model/ascending.js';
import type { Reel } from '../../model/reel.js';
import { type Growing, perReel } from './per-reel.js';

/** How deep in a context a roster is looked for, and how long one may be: ids are one byte. */
const [DEPTH_MAX, PLAYERS_MAX] = [3, 256];

interface Names {
  /** Indexes of the steps after which each name was known, ascending. */
  readonly steps: number[];
  readonly names: string[];
}

export class PeerNames implements Growing {
  readonly #reel: Reel;
  readonly #peers = new Map<number, Names>();
  #steps = 0;
  #gaps = -1;

  constructor(reel: Reel) {
    this.#reel = reel;
  }

  grow(): void {
    const { steps, gaps } = this.#reel;
    // A base tells contexts that no step told: at the beginning, and after a gap.
    if (this.#gaps !== gaps.length) {
      this.#gaps = gaps.length;
      for (const { context } of this.#reel.actorsAt(this.#steps - 1)) this.#read(context, this.#steps - 1, 0);
    }
    for (; this.#steps < steps.length; this.#steps++)
      for (const [, value] of steps[this.#steps]?.step.changes ?? []) this.#read(value, this.#steps, 1);
  }

  /** The player's name after step `step`; the first one heard of when that was later; `undefined` when there never was one. */
  nameOf(peer: number, step: number): string | undefined {
    const known = this.#peers.get(peer);
    return known?.names[Math.max(0, lastAtMost(known.steps, step))];
  }

  /** Such as `Bo`, `Ann (host)`, `the host` or `peer 3`. */
  labelOf(peer: number, step: number): string {
    const name = this.nameOf(peer, step);
    if (peer === HOST_PEER) return name === undefined ? 'the host' : `${name} (host)`;
    return name ?? `peer ${peer}`;
  }

  #read(value: unknown, step: number, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > DEPTH_MAX || value instanceof Uint8Array)
      return;
    const parts: readonly unknown[] = Array.isArray(value)
      ? value.slice(0, PLAYERS_MAX)
      : Object.values(value);
    for (const part of parts)
      if (Array.isArray(value) && isPlayer(part)) this.#note(part.id, part.name, step);
      else this.#read(part, step, depth + 1);
  }

  #note(peer: number, name: string, step: number): void {
    const known = this.#peers.get(peer) ?? { steps: [], names: [] };
    this.#peers.set(peer, known);
    if (known.names.at(-1) === name) return;
    known.steps.push(step);
    known.names.push(name);
  }
}

function isPlayer(value: unknown): value is { readonly id: number; readonly name: string } {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('name' in value)) return false;
  return Number.isInteger(value.id) && typeof value.name === 'string' && value.name !== '';
}

/** The names in a reel, up to date. */
export const peerNames = perReel((reel) => new PeerNames(reel));
