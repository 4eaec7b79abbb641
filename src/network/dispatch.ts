/** From bytes to handlers, for records that arrived and for those that stay here: both are decoded from what was encoded. */
import { invariant } from '../errors.js';
import { HOST_PEER, type PeerId } from '../peers.js';
import type { RecordMessage } from '../protocol/record/define.js';
import type { DecodedRecord } from '../protocol/record/result.js';
import { walkRecords } from '../protocol/record/walk.js';
import type { Description } from './describe.js';
import type { Faults } from './faults.js';

/** What the receiving side is; read again for each record, as a handler may change it. */
export interface Receiver {
  readonly isHost: boolean;
  readonly isOpen: boolean;
}

/** Runs the handlers of one description. */
export class Dispatch {
  readonly #description: Description<unknown>;
  readonly #faults: Faults;

  constructor(description: Description<unknown>, faults: Faults) {
    this.#description = description;
    this.#faults = faults;
  }

  /** Runs the handler of a record this side encoded. Throws what the handler throws, and InvariantError without one. */
  runHere(record: Uint8Array, from: PeerId): void {
    for (const result of walkRecords(this.#description.schema, record)) {
      invariant(result.ok, 'A record was encoded that cannot be decoded.');
      const { id, message, value } = result;
      const handler = this.#description.handlers.get(message);
      invariant(handler !== undefined, `${id} is to run here and has no handler; give it one in describe.`);
      handler(value, from);
    }
  }

  /** Runs what a batch of another peer asks for, in its order, until `receiver` is closed. Never throws. */
  receive(batch: Uint8Array, from: PeerId, receiver: Receiver): void {
    for (const result of walkRecords(this.#description.schema, batch)) {
      if (result.ok) this.#receiveRecord(result, from, receiver);
      else this.#faults.tell({ kind: 'malformed', from, error: result.error });
      if (!receiver.isOpen) return;
    }
  }

  #receiveRecord({ id, message, value }: DecodedRecord, from: PeerId, { isHost }: Receiver): void {
    const handler = this.#description.handlers.get(message);
    if (!isAllowed(message, from, isHost)) this.#faults.tell({ kind: 'rejected', from, message: id });
    else if (handler === undefined) this.#faults.tell({ kind: 'unhandled', from, message: id });
    else this.#faults.guard(id, () => handler(value, from));
  }
}

function isAllowed({ to }: RecordMessage, from: PeerId, isHost: boolean): boolean {
  return to === 'host' ? isHost : from === HOST_PEER;
}
