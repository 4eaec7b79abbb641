/** A cursor that reads and one that writes, little-endian, for datagrams of p2p. Reading never throws: {@link ByteReader.isPast} tells. */
import { DATAGRAM_BYTES_MAX } from './constants.js';

/** A text's length is one byte on the wire. */
const TEXT_BYTES_MAX = 255;

const encoder = new TextEncoder();
/** What is not UTF-8 reads as U+FFFD: a name is for people, not worth a refusal. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads from the front; past the end everything is 0 or empty. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #offset: number;
  #isPast = false;

  constructor(bytes: Uint8Array, offset = 0) {
    this.#bytes = bytes;
    this.#offset = offset;
  }

  /** Whether more was asked for than is there: nothing that was read then counts. */
  get isPast(): boolean {
    return this.#isPast;
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  u8(): number {
    const value = this.#bytes[this.#offset++];
    if (value === undefined) this.#isPast = true;
    return value ?? 0;
  }

  u16(): number {
    return this.u8() | (this.u8() << 8);
  }

  u32(): number {
    return (this.u16() | (this.u16() << 16)) >>> 0;
  }

  /** A view of the next `length` bytes. */
  view(length: number): Uint8Array {
    const start = this.#offset;
    this.#offset += length;
    if (this.#offset > this.#bytes.length) this.#isPast = true;
    return this.#bytes.subarray(start, this.#offset);
  }

  text(): string {
    return decoder.decode(this.view(this.u8()));
  }
}

/** Writes from the front into room for `bytesMax`; the caller sees to it that it fits. */
export class ByteWriter {
  readonly #bytes: Uint8Array;
  #length = 0;

  constructor(bytesMax: number = DATAGRAM_BYTES_MAX) {
    this.#bytes = new Uint8Array(bytesMax);
  }

  u8(value: number): this {
    this.#bytes[this.#length++] = value;
    return this;
  }

  u16(value: number): this {
    return this.u8(value).u8(value >> 8);
  }

  u32(value: number): this {
    return this.u16(value).u16(value >>> 16);
  }

  bytes(value: Uint8Array): this {
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
    return this;
  }

  /** A text, cut between characters to what its length can say. */
  text(value: string): this {
    const start = this.#length + 1;
    const { written } = encoder.encodeInto(value, this.#bytes.subarray(start, start + TEXT_BYTES_MAX));
    this.u8(written);
    this.#length += written;
    return this;
  }

  /** What was written. Call last. */
  finish(): Uint8Array {
    return this.#length === this.#bytes.length ? this.#bytes : this.#bytes.slice(0, this.#length);
  }
}
