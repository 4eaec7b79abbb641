/** What a case of the event store suite is, and how one is made. */
import { invariant } from '../../errors.js';
import type { EventStore } from '../../store/event-store.js';
import { appendAll } from './checks.js';

/** An empty place to keep logs in, for one case. */
export interface StoreSubject {
  /** Creates a store; all stores of one subject share one place, as processes share a disk. */
  createStore(): EventStore;
  /** Replaces the stored bytes of a session's log, as a crash or a bad disk would. Only for stores that keep bytes. */
  editLog?(session: string, edit: (bytes: Uint8Array) => Uint8Array): Promise<void>;
}

/** One case of the suite: it throws when `subject` breaks the rule in `id`. */
export interface StoreCase {
  /** The rule it proves, `ST1` to `ST7`. */
  readonly id: string;
  readonly title: string;
  /** Whether it needs {@link StoreSubject.editLog}. */
  readonly needsEditLog: boolean;
  run(subject: StoreSubject): Promise<void>;
}

export const SESSION = 'run-1';

/** A case that needs no damage. */
export function storeCase(id: string, title: string, run: StoreCase['run']): StoreCase {
  return { id, title, needsEditLog: false, run };
}

/** A case that edits the stored bytes. */
export function damageCase(
  id: string,
  title: string,
  run: (subject: Required<StoreSubject>) => Promise<void>,
): StoreCase {
  return {
    id,
    title,
    needsEditLog: true,
    run({ createStore, editLog }) {
      invariant(editLog !== undefined, 'this case needs a subject with editLog');
      return run({ createStore, editLog });
    },
  };
}

/** Writes a whole log and closes the store. */
export async function writeLog(store: EventStore, records: readonly Uint8Array[]): Promise<void> {
  await store.open(SESSION);
  await appendAll(store, SESSION, records);
  await store.close();
}
