/** A part of what happened, with a heading that folds it. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export function Section({
  id,
  title,
  note = '',
  children,
}: {
  id: string;
  title: string;
  /** What is said beside the title, such as a count. */
  note?: string;
  children: ComponentChildren;
}) {
  const open = useSignal(true);
  return (
    <section class={`part part-${id}`} data-section={id} data-open={open.value}>
      <h2>
        <button
          type="button"
          aria-expanded={open.value}
          onClick={() => {
            open.value = !open.value;
          }}
        >
          <span aria-hidden="true">{open.value ? '▾' : '▸'}</span> {title}
          {note !== '' && <small class="aside"> {note}</small>}
        </button>
      </h2>
      {open.value && children}
    </section>
  );
}
