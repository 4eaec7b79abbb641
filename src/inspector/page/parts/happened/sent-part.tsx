/** What a step sent, and to whom; with a way to where it came in, if that was seen. */
import { useSignal } from '@preact/signals';
import type { FeedSent } from '../../../feed/entry.js';
import type { Reel, ReelStep } from '../../model/reel.js';
import { goToStepOf, reel } from '../../store.js';
import { peerNames } from '../filters/peer-names.js';
import { Bytes } from '../value/bytes.jsx';
import { Value } from '../value/value.jsx';
import { listWords } from './event-words.js';
import { receiptsOf } from './receipts.js';
import { Section } from './section.jsx';

export function SentPart({ done }: { done: ReelStep }) {
  const sent = done.step.sent;
  if (sent === undefined || reel.value === undefined) return null;
  return (
    <Section id="sent" title="Sent because of it" note={sent.length === 0 ? 'nothing' : `${sent.length}`}>
      <ul class="plain">
        {sent.map((one, at) => (
          <Sent key={`${done.index} ${at}`} shown={reel.value as Reel} sent={one} from={done.index} />
        ))}
      </ul>
    </Section>
  );
}

function Sent({ shown, sent, from }: { shown: Reel; sent: FeedSent; from: number }) {
  const open = useSignal(false);
  const receipt = receiptsOf(shown).of(sent, from);
  return (
    <li data-sent={sent.message} data-sent-kind={sent.kind}>
      <button
        type="button"
        class="link"
        aria-expanded={open.value}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        <span aria-hidden="true">{open.value ? '▾' : '▸'}</span> {sentWords(shown, sent, from)}
      </button>
      {receipt !== undefined && (
        <button type="button" class="link" data-receipt={receipt} onClick={() => goToStepOf(receipt)}>
          {' '}
          → received in frame {shown.steps[receipt]?.frame}
        </button>
      )}
      {open.value && (
        <div>
          {sent.value !== null && <Value value={sent.value} name={sent.message} open />}
          {sent.bytes && <Bytes bytes={sent.bytes} />}
          {sent.value === null && !sent.bytes && <p class="faint">Nothing more is known of it.</p>}
        </div>
      )}
    </li>
  );
}

/** Such as `sent Roster to Ann (host) and Bo`. */
export function sentWords(shown: Reel, { kind, message, to }: FeedSent, step: number): string {
  const names = peerNames(shown);
  const whom = typeof to === 'string' ? to : listWords(to.map((peer) => names.labelOf(peer, step)));
  if (kind === 'disconnect') return `✗ closed the link to ${whom}`;
  return `${kind === 'relay' ? '⇉ passed on' : '→ sent'} ${message} to ${whom === '' ? 'nobody' : whom}`;
}
