/**
 * Declaring records and signals. A declaration is plain data: the string two peers agree on, fields, who handles it, how it
 * travels. Its place on the wire is its position in the schema (`schema.ts`); how it is sent and handled is not said here.
 */
import { invariant } from '../../errors.js';
import { isRecordField, type NoFields, type RecordFields, type ValueOfRecord } from './kind.js';

/** Who handles a message: the host, every client, or both. `clients` and `everyone` only the host may send. */
export type RecordTarget = 'host' | 'clients' | 'everyone';

/** `reliable` arrives once and in order; `unreliable` may be lost, and never arrives older after newer. */
export type RecordDelivery = 'reliable' | 'unreliable';

const TARGETS: readonly RecordTarget[] = ['host', 'clients', 'everyone'];
const DELIVERIES: readonly RecordDelivery[] = ['reliable', 'unreliable'];

/** Who handles a message and how it travels; by default the host, reliably. */
export interface RecordRouting {
  readonly to?: RecordTarget;
  readonly delivery?: RecordDelivery;
}

/** One declared message. */
export interface RecordMessage<Id extends string = string, F extends RecordFields = RecordFields> {
  readonly id: Id;
  readonly fields: F;
  readonly to: RecordTarget;
  readonly delivery: RecordDelivery;
}

/** A declared message without fields. */
export type RecordSignal<Id extends string = string> = RecordMessage<Id, NoFields>;

/** What a message is sent with: one value, a signal nothing or the empty one. */
export type RecordPayload<M extends RecordMessage> = M extends RecordMessage
  ? [keyof M['fields']] extends [never]
    ? [value?: Record<string, never>]
    : [value: ValueOfRecord<M['fields']>]
  : never;

/**
 * Declares one message. `id` is what two peers agree on: change it to turn old peers away, rename anything else freely.
 *
 * Throws InvariantError when the id is empty, a field's name cannot be used, or a field, target or delivery is none of ours.
 */
export function defineRecord<const Id extends string, F extends RecordFields>(
  id: Id,
  fields: F,
  { to = 'host', delivery = 'reliable' }: RecordRouting = {},
): RecordMessage<Id, F> {
  invariant(id.length > 0, 'A message needs an id that is not empty.');
  invariant(TARGETS.includes(to), `${id} may be for ${TARGETS.join(', ')}, not "${to}".`);
  invariant(DELIVERIES.includes(delivery), `${id} may be ${DELIVERIES.join(' or ')}, not "${delivery}".`);
  for (const [name, field] of Object.entries(fields)) {
    invariant(
      isRecordField(field),
      `${id}.${name} is no field of a record; see the kinds that dugout/network exports.`,
    );
    invariant(
      /^[A-Za-z]\w*$/.test(name) && !(name in Object.prototype),
      `The name of a field of ${id} must be letters, digits and _, and not one every object has, found "${name}".`,
    );
  }
  return Object.freeze({ id, fields: Object.freeze({ ...fields }), to, delivery });
}

/** Declares a message without fields: two bytes on the wire. Throws InvariantError when the id is empty. */
export function defineSignal<const Id extends string>(id: Id, routing?: RecordRouting): RecordSignal<Id> {
  return defineRecord(id, {}, routing);
}
