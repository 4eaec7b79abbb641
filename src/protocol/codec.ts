/**
 * What a codec of one message is, and which of the two implementations is used.
 *
 * The generated codec knows only the way things should be: at any doubt it gives up. The closure codec then goes over the
 * same value or bytes and says what is wrong, so every sentence about bad data is made in one place.
 */

/** `write` refused the value. */
export const BAD_VALUE = -1;
/** `write` found fewer bytes than the value needs. */
export const NO_ROOM = -2;

/** Writes and reads one message, the id byte included. `view` covers exactly `bytes`. */
export interface MessageCodec {
  /** Writes `value` at `offset`, nothing at or past `limit`. Returns the end, {@link BAD_VALUE} or {@link NO_ROOM}. */
  write(view: DataView, bytes: Uint8Array, offset: number, limit: number, value: unknown): number;
  /** The value that fills `bytes` exactly, or `undefined`. Never throws, never reads outside. */
  read(view: DataView, bytes: Uint8Array): unknown;
}

/** How a protocol's codecs are made: `generated` code, `closure`s, or the first where the platform allows it. */
export type CodecMode = 'auto' | 'generated' | 'closure';

let generationAllowed: boolean | undefined;

/** Whether this platform compiles code at run time; a browser's content security policy may forbid it. Asked once. */
export function canGenerateCode(): boolean {
  if (generationAllowed === undefined) {
    try {
      generationAllowed = new Function('return true')() === true;
    } catch {
      generationAllowed = false;
    }
  }
  return generationAllowed;
}
