/** Raw bytes in hex, with offsets and what is readable of them. */
import { useState } from 'preact/hooks';
import { hexRows, ROW_BYTES } from './hex.js';
import './value.css';

const ROWS_AT_ONCE = 16;

export function Bytes({ bytes }: { bytes: Uint8Array }) {
  const [limit, setLimit] = useState(ROWS_AT_ONCE);
  const left = bytes.length - limit * ROW_BYTES;
  return (
    <div class="bytes" data-bytes={bytes.length}>
      {hexRows(bytes, limit).map(({ offset, hex, text }) => (
        <div key={offset} class="bytes-row">
          <span class="bytes-offset">{offset}</span> <span>{hex}</span> <span class="bytes-text">{text}</span>
        </div>
      ))}
      {left > 0 && (
        <button type="button" class="value-more" onClick={() => setLimit(limit + ROWS_AT_ONCE)}>
          … {left} more bytes
        </button>
      )}
    </div>
  );
}
