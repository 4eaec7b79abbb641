/**
 * The types a declaration gives: a message with its fields, the values of a protocol's messages, the typed protocol.
 */
import type { Fields, ValueOfFields } from './field.js';
import type { MessageDeclaration, WireError, WireProtocol } from './message.js';

/** A declared message with its fields. `bytesMin` and `bytesMax` follow from them. */
export interface Message<Name extends string = string, F extends Fields = Fields> extends MessageDeclaration {
  readonly name: Name;
  readonly fields: F;
}

/** From message name to value type. */
export type MessageValues<L extends readonly Message[]> = {
  [M in L[number] as M['name']]: ValueOfFields<M['fields']>;
};

/** A decoded message of `M`, told apart by `name`. */
export type DecodedOf<M> = {
  [N in keyof M & string]: { readonly id: number; readonly name: N; readonly value: M[N] };
}[keyof M & string];

/** What decoding gives: a message of `M`, or what is wrong with the bytes. */
export type DecodeResultOf<M> =
  | { readonly ok: true; readonly decoded: DecodedOf<M> }
  | { readonly ok: false; readonly error: WireError };

/** A protocol whose messages have the names and value types of `M`. */
export interface Protocol<M> extends WireProtocol {
  readonly messages: readonly Message[];
  byId(id: number): Message | undefined;
  byName(name: string): Message | undefined;
  decode(bytes: Uint8Array): DecodeResultOf<M>;
  encode<N extends keyof M & string>(name: N, value: M[N]): Uint8Array;
  /**
   * Encodes into `target` from `offset` and returns the end; allocates nothing, and does not look for undeclared fields.
   * On a throw, the bytes from `offset` on are undefined.
   *
   * @throws SessionError `wire/unknown-message`, `wire/bad-value` (also when `target` ends too soon).
   */
  encodeInto<N extends keyof M & string>(name: N, value: M[N], target: Uint8Array, offset: number): number;
}
