/** What the filters let through, kept up as a live match goes on: only what is new is looked at. */
import { countWhile } from '../../model/ascending.js';
import type { Filters } from '../../store.js';
import { type Facets, passes } from './facets.js';

export class Shown<Item extends { readonly facets: Facets }> {
  readonly list: Item[] = [];
  readonly #source: readonly Item[];
  readonly #filters: Filters;
  #seen = 0;

  constructor(source: readonly Item[], filters: Filters) {
    this.#source = source;
    this.#filters = filters;
    this.grow();
  }

  isOf(source: readonly Item[], filters: Filters): boolean {
    return this.#source === source && this.#filters === filters;
  }

  grow(): void {
    for (; this.#seen < this.#source.length; this.#seen++) {
      const item = this.#source[this.#seen] as Item;
      if (passes(item.facets, this.#filters)) this.list.push(item);
    }
  }
}

/** Remembers what was let through last, so that only other filters or another match begin anew. */
export function createShown<Item extends { readonly facets: Facets }>(): (
  source: readonly Item[],
  filters: Filters,
) => readonly Item[] {
  let last: Shown<Item> | undefined;
  return (source, filters) => {
    if (last?.isOf(source, filters)) last.grow();
    else last = new Shown(source, filters);
    return last.list;
  };
}

/** Where an item is in a match. */
interface Placed {
  readonly frame: number;
  readonly step: number;
  /** Present when the item is the step itself. */
  readonly done?: unknown;
}

/** Place of the item that a look is at: its step when that is among them, or else the last thing before; −1 when there is none. */
export function placeOfLook(items: readonly Placed[], { frame, step }: Placed): number {
  let place =
    countWhile(items.length, (at) => {
      const item = items[at] as Placed;
      return item.step < step || (item.step === step && item.frame <= frame);
    }) - 1;
  // What no actor acted on comes after the last step of its frame, and is no reason to pass that one over.
  while (items[place]?.done === undefined && isSameLook(items[place - 1], items[place])) place--;
  return place;
}

/** Place of the next item in a direction that is another moment than `place` is; stays where there is none. */
export function placeBeside(items: readonly Placed[], place: number, by: number): number {
  const last = items.length - 1;
  let next = Math.max(0, Math.min(place + by, last));
  while (isSameLook(items[next], items[place]) && next + Math.sign(by) >= 0 && next < last)
    next += Math.sign(by);
  return next;
}

const isSameLook = (a: Placed | undefined, b: Placed | undefined): boolean =>
  a !== undefined && b !== undefined && a.step === b.step && a.frame === b.frame;
