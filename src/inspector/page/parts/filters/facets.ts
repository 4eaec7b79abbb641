/** What can be filtered by: who and what something is about. Pure; the store keeps what is chosen. */
import type { Filters } from '../../store.js';

export type Dimension = keyof Filters;
export type Kind = Filters['kinds'][number];

export const DIMENSIONS: readonly { readonly id: Dimension; readonly title: string }[] = [
  { id: 'actors', title: 'Actors' },
  { id: 'peers', title: 'Peers' },
  { id: 'messages', title: 'Messages' },
  { id: 'kinds', title: 'Kinds' },
];

/** What something is about, in every dimension. */
export interface Facets {
  readonly actors: readonly string[];
  readonly peers: readonly number[];
  readonly messages: readonly string[];
  readonly kinds: readonly Kind[];
}

/** Whether something is let through: in each dimension in which anything is chosen, it is about one of the choices. */
export const passes = (facets: Facets, filters: Filters): boolean =>
  meets(facets.actors, filters.actors) &&
  meets(facets.peers, filters.peers) &&
  meets(facets.messages, filters.messages) &&
  meets(facets.kinds, filters.kinds);

const meets = <Choice>(mine: readonly Choice[], chosen: readonly Choice[]): boolean =>
  chosen.length === 0 || mine.some((choice) => chosen.includes(choice));

export const isFiltering = (filters: Filters): boolean => DIMENSIONS.some(({ id }) => filters[id].length > 0);

/** The filters with one choice put in or taken out. */
export function toggled(filters: Filters, dimension: Dimension, choice: string | number): Filters {
  const chosen: readonly (string | number)[] = filters[dimension];
  const next = chosen.includes(choice) ? chosen.filter((other) => other !== choice) : [...chosen, choice];
  return { ...filters, [dimension]: next };
}

/** How many things each choice would show. */
export class FacetCounts {
  readonly #counts: Readonly<Record<Dimension, Map<string | number, number>>> = {
    actors: new Map(),
    peers: new Map(),
    messages: new Map(),
    kinds: new Map(),
  };

  count(facets: Facets): void {
    for (const { id } of DIMENSIONS) {
      const choices: readonly (string | number)[] = facets[id];
      const counts = this.#counts[id];
      // A choice that is named twice counts once. The lists are short: sets would cost more than looking.
      choices.forEach((choice, at) => {
        if (choices.indexOf(choice) === at) counts.set(choice, (counts.get(choice) ?? 0) + 1);
      });
    }
  }

  /** Choices of a dimension with their counts: numbers ascending, names in the order in which they first came. */
  of(dimension: Dimension): readonly (readonly [choice: string | number, count: number])[] {
    const counts = [...this.#counts[dimension]];
    return dimension === 'peers' ? counts.sort(([a], [b]) => Number(a) - Number(b)) : counts;
  }
}
