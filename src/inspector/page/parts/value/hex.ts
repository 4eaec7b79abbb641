/** Bytes as people read them: rows of eight, which fit a narrow column, with their offset and what is readable of them. */

export const ROW_BYTES = 8;
const [SPACE, TILDE] = [0x20, 0x7e];

export interface HexRow {
  /** Of the first byte, in hex. */
  readonly offset: string;
  /** Two digits a byte, a space between bytes. */
  readonly hex: string;
  /** Printable ASCII; a dot for everything else. */
  readonly text: string;
}

/** The first `rowsMax` rows. */
export function hexRows(bytes: Uint8Array, rowsMax = Number.POSITIVE_INFINITY): HexRow[] {
  const rows: HexRow[] = [];
  for (let at = 0; at < bytes.length && rows.length < rowsMax; at += ROW_BYTES) {
    const row = [...bytes.subarray(at, at + ROW_BYTES)];
    rows.push({
      offset: at.toString(16).padStart(4, '0'),
      hex: row.map(hexOf).join(' '),
      text: row.map((byte) => (byte >= SPACE && byte <= TILDE ? String.fromCharCode(byte) : '.')).join(''),
    });
  }
  return rows;
}

export const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');
