/**
 * Declaring messages and protocols. Everything said about a message is said here, once; the rest is derived.
 */
import { invariant } from '../errors.js';
import type { Delivery } from '../peers.js';
import type { CodecMode } from './codec.js';
import { checkFields, type Fields } from './field.js';
import { fieldsBytes, fieldsLayout } from './layout.js';
import type { MessageDeclaration, Sender } from './message.js';
import { createProtocol } from './protocol.js';
import type { Message, MessageValues, Protocol } from './typed-protocol.js';

/** Who sends a message to whom, and how it travels; by default reliable, not relayed, not superseded. */
export interface Routing {
  readonly from: Sender;
  readonly to: MessageDeclaration['to'];
  readonly relay?: boolean;
  readonly delivery?: Delivery;
  readonly superseded?: boolean;
}

/**
 * Declares one message: the first byte on the wire is `id` (0 to 255), then come `fields` in order.
 *
 * Throws InvariantError when the id, the name or a field's name cannot be used.
 */
export function defineMessage<const Name extends string, F extends Fields>(
  id: number,
  name: Name,
  fields: F,
  { from, to, relay = false, delivery = 'reliable', superseded = false }: Routing,
): Message<Name, F> {
  invariant(Number.isInteger(id) && id >= 0 && id <= 255, `A message's id must be 0 to 255, found ${id}.`);
  invariant(/^[A-Za-z]\w*$/.test(name), `A message's name must be letters, digits and _, found "${name}".`);
  checkFields(fields);
  const { bytesMin, bytesMax } = fieldsBytes(fields);
  invariant(
    !superseded || bytesMin === bytesMax,
    `${name} is superseded, so the log keeps it by stride: its size must be fixed.`,
  );
  return {
    id,
    name,
    from,
    to,
    delivery,
    relay,
    superseded,
    layout: fieldsLayout(fields),
    bytesMin: 1 + bytesMin,
    bytesMax: 1 + bytesMax,
    fields,
  };
}

/**
 * Makes a protocol of declared messages. `name` is the string peers compare; ids and names must be unique.
 *
 * Throws InvariantError otherwise. `codec` forces one implementation of the codec, for tests.
 */
export function defineProtocol<const L extends readonly Message[]>(options: {
  readonly name: string;
  readonly messages: L;
  readonly codec?: CodecMode;
}): Protocol<MessageValues<L>> {
  return createProtocol(options) as Protocol<MessageValues<L>>;
}
