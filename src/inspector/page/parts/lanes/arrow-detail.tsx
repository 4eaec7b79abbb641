/** The message that was clicked: whose, what is in it, and its bytes. */
import type { Reel } from '../../model/reel.js';
import { timeWords } from '../happened/rows.js';
import { Bytes } from '../value/bytes.jsx';
import { Value } from '../value/value.jsx';
import { arrowSentence } from './arrow-words.js';
import type { Arrow } from './arrows.js';

export function ArrowDetail({ shown, arrow, onClose }: { shown: Reel; arrow: Arrow; onClose: () => void }) {
  const content = arrow.input ?? arrow.sent;
  return (
    <section class="arrow-detail" aria-label="The chosen message" data-detail={arrow.name}>
      <p>
        <b>{arrowSentence(shown, arrow)}</b> <span class="faint">{timeWords(shown, arrow.frame)}</span>
        <button type="button" aria-label="Close the message" onClick={onClose}>
          ✕
        </button>
      </p>
      <div key={arrow.index} class="arrow-content">
        {content && content.value !== null && <Value value={content.value} name={arrow.name} open />}
        {content?.bytes && <Bytes bytes={content.bytes} />}
        {(content === undefined || (content.value === null && !content.bytes)) && (
          <p class="faint">Nothing more is known of it.</p>
        )}
      </div>
    </section>
  );
}
