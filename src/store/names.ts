/** Interns the names of a log (actors, events, states, fields, rules), so that a record holds small numbers. */
import { SessionError } from '../errors.js';

/** Distinct names a log may hold; far above what charts need, so a hostile log cannot grow it without end. */
const NAMES_MAX = 65_536;

export class NameTable {
  readonly #names: string[] = [];
  readonly #ids = new Map<string, number>();
  #announced = 0;

  /** Names known from the start (the header's) need no announcement. */
  constructor(known: readonly string[] = []) {
    this.add(known);
    this.#announced = this.#names.length;
  }

  idOf(name: string): number {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = this.#names.length;
    this.#names.push(name);
    this.#ids.set(name, id);
    return id;
  }

  nameOf(id: unknown): string {
    const name = typeof id === 'number' ? this.#names[id] : undefined;
    if (name === undefined) {
      throw new SessionError(
        'store/corrupt-batch',
        `A batch names entry ${String(id)} of a table of ${this.#names.length} names.`,
      );
    }
    return name;
  }

  /** Names first used since the last call: the batch that uses them carries them. */
  takeFresh(): string[] {
    const fresh = this.#names.slice(this.#announced);
    this.#announced = this.#names.length;
    return fresh;
  }

  /** Adds names announced by a batch that is being read. */
  add(names: readonly string[]): void {
    if (this.#names.length + names.length > NAMES_MAX) {
      throw new SessionError(
        'store/corrupt-batch',
        `A log may hold ${NAMES_MAX} names; this one holds more.`,
      );
    }
    for (const name of names) this.idOf(name);
    this.#announced = this.#names.length;
  }

  all(): readonly string[] {
    return this.#names;
  }
}
