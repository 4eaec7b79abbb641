/**
 * Writes msgpack straight into large blocks, and cuts each record from them: to allocate a typed array costs more than to fill
 * it. Writes by itself what records are made of, small numbers, short texts, bytes and arrays; all else it leaves to
 * @msgpack/msgpack, whose bytes are the same. Bytes once handed out are never written again.
 */
import { Encoder } from '@msgpack/msgpack';

/** Bytes of a block: some hundred records. Whoever keeps one of them keeps this much. */
const BLOCK_BYTES = 16 * 1024;

/** Arrays nested deeper are left to the library, which has a limit for values that contain themselves. */
const DEPTH_MAX = 8;

export class PackWriter {
  readonly #encoder = new Encoder();
  #block = new Uint8Array(BLOCK_BYTES);
  #view = new DataView(this.#block.buffer);
  /** Where the record being written starts, and where its next byte goes. */
  #start = 0;
  #end = 0;

  /** Bytes of the record so far. */
  get length(): number {
    return this.#end - this.#start;
  }

  /** The record so far; it may still be written to. */
  get written(): Uint8Array {
    return this.#block.subarray(this.#start, this.#end);
  }

  /** Starts a record; one that was never taken is written over. */
  begin(): void {
    this.#end = this.#start;
  }

  /** Ends the record and hands it over. */
  take(): Uint8Array {
    const record = this.written;
    this.#start = this.#end;
    return record;
  }

  u8(value: number): void {
    this.#reserve(1);
    this.#block[this.#end++] = value;
  }

  u32(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.#end, value, true);
    this.#end += 4;
  }

  u64(value: bigint): void {
    this.#reserve(8);
    this.#view.setBigUint64(this.#end, value, true);
    this.#end += 8;
  }

  /** Replaces four bytes already written, `at` bytes into the record. */
  setU32(at: number, value: number): void {
    this.#view.setUint32(this.#start + at, value, true);
  }

  /** The head of a msgpack array; its `length` items follow. */
  array(length: number): void {
    if (length < 0x10) this.u8(0x90 | length);
    else if (length < 0x10000) this.#head16(0xdc, length);
    else {
      this.u8(0xdd);
      this.#reserve(4);
      this.#view.setUint32(this.#end, length);
      this.#end += 4;
    }
  }

  /** Any msgpack value. */
  value(value: unknown, depth = 0): void {
    if (typeof value === 'number' && (value & 0xffff) === value) this.#count(value);
    else if (typeof value === 'string' && value.length < 0x20 && this.#shortText(value)) return;
    else if (Array.isArray(value) && value.length <= 0xffff && depth < DEPTH_MAX) {
      this.array(value.length);
      for (let index = 0; index < value.length; index++) this.value(value[index], depth + 1);
    } else if (value instanceof Uint8Array && value.length <= 0xff) {
      this.#head8(0xc4, value.length);
      this.#bytes(value);
    } else this.#bytes(this.#encoder.encodeSharedRef(value));
  }

  #count(value: number): void {
    if (value < 0x80) this.u8(value);
    else if (value < 0x100) this.#head8(0xcc, value);
    else this.#head16(0xcd, value);
  }

  /** Writes a text of ASCII; writes nothing and says so when it is another. */
  #shortText(text: string): boolean {
    this.#reserve(1 + text.length);
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > 0x7f) return false;
      this.#block[this.#end + 1 + index] = unit;
    }
    this.#block[this.#end] = 0xa0 | text.length;
    this.#end += 1 + text.length;
    return true;
  }

  #head8(kind: number, value: number): void {
    this.#reserve(2);
    this.#block[this.#end++] = kind;
    this.#block[this.#end++] = value;
  }

  #head16(kind: number, value: number): void {
    this.#reserve(3);
    this.#block[this.#end] = kind;
    this.#view.setUint16(this.#end + 1, value);
    this.#end += 3;
  }

  #bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#block.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  /** Makes room, in a new block when this one is full; the record moves there with it. */
  #reserve(count: number): void {
    if (this.#end + count <= this.#block.length) return;
    const begun = this.written;
    this.#block = new Uint8Array(Math.max(BLOCK_BYTES, 2 * (begun.length + count)));
    this.#view = new DataView(this.#block.buffer);
    this.#block.set(begun);
    this.#start = 0;
    this.#end = begun.length;
  }
}
