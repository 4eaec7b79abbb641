/** How much of a match a page holds, by the bytes in which it came; and what to let go of when that is too much. */

/** Where a cut is possible: every so many bytes. */
const PIECE_BYTES = 1024 * 1024;
/** As many pieces are held at most. Unpacked they take about four times as much memory. */
export const PIECES_MAX = 32;

export class Burden {
  readonly #piece: number;
  /** The last frame of each piece that is full. */
  #ends: number[] = [];
  #bytes = 0;

  constructor(pieceBytes = PIECE_BYTES) {
    this.#piece = pieceBytes;
  }

  /** Takes in `bytes` that reach up to `frame`. Gives the first frame to keep when half has to go. */
  add(bytes: number, frame: number): number | undefined {
    this.#bytes += bytes;
    if (this.#bytes < this.#piece) return undefined;
    this.#bytes = 0;
    this.#ends.push(frame);
    if (this.#ends.length < PIECES_MAX) return undefined;
    const kept = this.#ends.splice(0, PIECES_MAX / 2).at(-1) ?? frame;
    return kept < frame ? kept + 1 : undefined;
  }
}
