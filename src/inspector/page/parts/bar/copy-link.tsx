/** A link to the moment, for the clipboard; where there is none, in a field to copy it from. */
import { signal } from '@preact/signals';
import { linkToMoment } from '../../links.js';
import { look } from '../../store.js';

/** What became of the last copy, and of which moment that was. */
const copied = signal<
  { readonly look: unknown; readonly link: string; readonly isDone: boolean } | undefined
>(undefined);

export function CopyLink() {
  const last = copied.value?.look === look.value ? copied.value : undefined;
  return (
    <span class="copy-link">
      <button type="button" data-copied={last?.isDone ?? false} onClick={copy}>
        {last?.isDone ? '✓ Copied' : 'Copy link'}
      </button>
      {last && !last.isDone && (
        <input
          readOnly
          aria-label="Link to this moment"
          value={last.link}
          ref={(field) => {
            field?.focus();
            field?.select();
          }}
        />
      )}
    </span>
  );
}

async function copy(): Promise<void> {
  const link = linkToMoment();
  const moment = look.value;
  try {
    await navigator.clipboard.writeText(link);
    copied.value = { look: moment, link, isDone: true };
  } catch {
    // No clipboard for a page of another machine, or none allowed: people copy it themselves.
    copied.value = { look: moment, link, isDone: false };
  }
}
