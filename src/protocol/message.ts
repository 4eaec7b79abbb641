/**
 * What a declared message looks like from outside. `defineProtocol` (see `define.ts`) makes these from declarations.
 */
import type { Delivery } from '../peers.js';

/** Who may send a message: a `client`, the `host`, or `either`. */
export type Sender = 'client' | 'host' | 'either';

/** What is wrong with bytes from outside. Closed set; each names the first fault found. */
export type WireErrorCode =
  | 'wire/empty'
  | 'wire/unknown-id'
  | 'wire/too-short'
  | 'wire/too-long'
  | 'wire/count-too-large'
  | 'wire/string-too-long'
  | 'wire/bad-utf8'
  | 'wire/bad-bool'
  | 'wire/not-finite'
  | 'wire/message-too-large';

/** A fault in received bytes: data, never thrown. `field` is a path such as `players[2].name`, `atByte` an offset. */
export interface WireError {
  readonly code: WireErrorCode;
  readonly sentence: string;
  readonly message?: string;
  readonly field?: string;
  readonly atByte?: number;
}

/** A decoded message: its id, its name, and its plain-data value. */
export interface Decoded {
  readonly id: number;
  readonly name: string;
  readonly value: unknown;
}

/** A message, or what is wrong with its bytes. */
export type DecodeResult =
  | { readonly ok: true; readonly decoded: Decoded }
  | { readonly ok: false; readonly error: WireError };

/** The declaration of one message, as everything else of the engine sees it. */
export interface MessageDeclaration {
  readonly id: number;
  readonly name: string;
  readonly from: Sender;
  readonly to: 'host' | 'clients' | 'everyone';
  readonly delivery: Delivery;
  /** The host forwards the same bytes to every player except the sender. */
  readonly relay: boolean;
  /** Newest of a frame counts; goes to the log's side track instead of the kernel (the pose). */
  readonly superseded: boolean;
  /** The payload's layout as one line of canonical text, such as `foot:u8 power:f32`. */
  readonly layout: string;
  /** Smallest and largest encoded size, bytes, the id included. */
  readonly bytesMin: number;
  readonly bytesMax: number;
}

/** A protocol: what `streams` and `session` need to know of it. The typed `Protocol<M>` of `define.ts` extends this. */
export interface WireProtocol {
  /** The protocol string peers compare, e.g. `SOCCER-1`. */
  readonly name: string;
  /** Digest of every declaration's layout, 16 hex digits. Changes when any byte on the wire could. */
  readonly schemaHash: string;
  /** The low 32 bits of it, for a wire whose handshake has room for no more. */
  readonly schemaHash32: number;
  /** All declarations by ascending id. */
  readonly messages: readonly MessageDeclaration[];
  byId(id: number): MessageDeclaration | undefined;
  byName(name: string): MessageDeclaration | undefined;
  /** Never throws, never reads outside `bytes`, bounds every count before it allocates. */
  decode(bytes: Uint8Array): DecodeResult;
  /**
   * Encodes into fresh bytes.
   * @throws SessionError `wire/unknown-message`, `wire/bad-value` (a field missing, of the wrong kind or out of range, named by path).
   */
  encode(name: string, value: unknown): Uint8Array;
}
