/**
 * The one pass in which a game declares its messages and who handles them. What comes out is sealed: the order of the
 * declarations is the protocol, so none may come later.
 */
import { invariant } from '../errors.js';
import type { PeerId } from '../peers.js';
import {
  defineRecord,
  type RecordMessage,
  type RecordPayload,
  type RecordRouting,
} from '../protocol/record/define.js';
import type { NoFields, RecordFields, ValueOfRecord } from '../protocol/record/kind.js';
import { createRecordSchema, type RecordSchema } from '../protocol/record/schema.js';

/** A declared message: call it to send it. A signal is called with nothing. */
export interface NetworkMessage<M extends RecordMessage = RecordMessage> {
  /**
   * Sends it to whoever its declaration says, or runs the handler here when that is this side. Nobody to send to is no error.
   *
   * @throws SessionError `wire/bad-value`, `transport/too-large` (also with nobody there). Nothing is sent then.
   * @throws InvariantError on a client whose message only the host may send. What the handler throws when it runs here.
   */
  (...payload: RecordPayload<M>): void;
  /**
   * Sends it to one peer, or runs the handler here when that is this side. A peer that has left is no error.
   *
   * @throws as the call does; also InvariantError on a client, for a peer that is not the host: there is no link.
   */
  sendTo(peer: PeerId, ...payload: RecordPayload<M>): void;
  readonly declaration: M;
}

/** What handles a message, on the side its declaration says. A signal's gets only who sent it. */
export type MessageHandler<M extends RecordMessage> = [keyof M['fields']] extends [never]
  ? (from: PeerId) => void
  : (value: ValueOfRecord<M['fields']>, from: PeerId) => void;

/** What `describe` is given. All of it throws InvariantError once `describe` has returned. */
export interface NetworkDescriptor {
  /**
   * Declares a message. `id` is what two peers agree on and is never sent; by default it goes to the host, reliably.
   *
   * @throws InvariantError when the id is empty or another message's, a field's name cannot be used, or a field, target or
   * delivery is none of ours.
   */
  message<const Id extends string, F extends RecordFields>(
    id: Id,
    fields: F,
    routing?: RecordRouting,
  ): NetworkMessage<RecordMessage<Id, F>>;
  /** Declares a message without fields: two bytes on the wire. @throws as {@link NetworkDescriptor.message}. */
  signal<const Id extends string>(
    id: Id,
    routing?: RecordRouting,
  ): NetworkMessage<RecordMessage<Id, NoFields>>;
  /** Sets the one handler of a message declared here. @throws InvariantError when it has one, or is not declared here. */
  on<M extends RecordMessage>(message: NetworkMessage<M>, handler: MessageHandler<M>): void;
}

/** A handler as it is kept; that of a signal ignores the value. */
export type AnyHandler = (value: unknown, from: PeerId) => void;

/** What one declaring pass gave. */
export interface Description<R> {
  readonly messages: R;
  readonly schema: RecordSchema;
  readonly handlers: ReadonlyMap<RecordMessage, AnyHandler>;
}

/** Sends `value`, to one peer or to whoever the message says. */
export type SendMessage = (message: RecordMessage, value: unknown, to: PeerId | undefined) => void;

/** Runs `describe` and seals what it declared; messages go out by `send`. */
export function runDescribe<R>(describe: (net: NetworkDescriptor) => R, send: SendMessage): Description<R> {
  const declared = new Map<string, RecordMessage>();
  const handlers = new Map<RecordMessage, AnyHandler>();
  let isSealed = false;
  const checkNotSealed = (what: string): void => {
    invariant(!isSealed, `${what} comes too late: the messages are sealed. Do it in describe.`);
  };

  const message: NetworkDescriptor['message'] = (id, fields, routing) => {
    checkNotSealed(`Declaring ${id}`);
    invariant(
      !declared.has(id),
      `Two messages have the id ${id}; an id is what peers tell messages apart by.`,
    );
    const declaration = defineRecord(id, fields, routing);
    declared.set(id, declaration);
    const sendAny = (value: unknown, to: PeerId | undefined): void => {
      invariant(isSealed, `${id} was called in describe, before the messages are sealed.`);
      send(declaration, value, to);
    };
    return Object.assign((...[value]: readonly unknown[]) => sendAny(value, undefined), {
      sendTo: (peer: PeerId, ...[value]: readonly unknown[]) => sendAny(value, peer),
      declaration,
    });
  };

  const messages = describe({
    message,
    signal: (id, routing) => message(id, {}, routing),
    on({ declaration }, handler) {
      const { id, fields } = declaration;
      checkNotSealed(`A handler of ${id}`);
      invariant(declared.get(id) === declaration, `${id} has a handler but is not declared here.`);
      invariant(!handlers.has(declaration), `${id} has a handler already; a message has one.`);
      handlers.set(declaration, asAnyHandler(handler as AnyHandler, Object.keys(fields).length === 0));
    },
  });
  isSealed = true;
  return { messages, schema: createRecordSchema([...declared.values()]), handlers };
}

function asAnyHandler(handler: AnyHandler, isSignal: boolean): AnyHandler {
  return isSignal ? (_, from) => (handler as (from: PeerId) => void)(from) : handler;
}
