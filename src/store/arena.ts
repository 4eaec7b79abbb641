/**
 * Small byte arrays cut from large blocks: to allocate a typed array costs more than to fill it. Bytes once handed out are
 * never used again; a block goes when nobody holds a part of it.
 */

/** Bytes of a block: some hundred batches. Whoever keeps one small part keeps this much. */
const BLOCK_BYTES = 16 * 1024;

export class Arena {
  #block = new Uint8Array(0);
  #view = new DataView(this.#block.buffer);
  #used = 0;

  /** Zeroed room for `length` bytes: `block` from `start`, and a view of the whole block. */
  take(length: number): { readonly block: Uint8Array; readonly view: DataView; readonly start: number } {
    if (length > this.#block.length - this.#used) {
      this.#block = new Uint8Array(Math.max(BLOCK_BYTES, length));
      this.#view = new DataView(this.#block.buffer);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += length;
    return { block: this.#block, view: this.#view, start };
  }
}
