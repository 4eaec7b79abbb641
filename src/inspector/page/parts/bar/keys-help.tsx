/** What the keys do. */
import { useEffect, useRef } from 'preact/hooks';
import { isHelpOpen, KEY_USES } from '../../keys.js';

export function KeysHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const shows = isHelpOpen.value;
  useEffect(() => {
    if (shows) dialog.current?.showModal();
    else dialog.current?.close();
  }, [shows]);
  const close = () => {
    isHelpOpen.value = false;
  };
  return (
    <dialog ref={dialog} class="keys-help" aria-label="Keys" onClose={close}>
      <h2>Keys</h2>
      <dl>
        {KEY_USES.map(({ name, does }) => (
          <div key={name}>
            <dt>
              <kbd>{name}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>
        On the timeline: drag to scrub, wheel to zoom, shift and drag or wheel to move, double click a band to
        see it alone and anything else to see the whole match.
      </p>
      <button type="button" onClick={close}>
        Close
      </button>
    </dialog>
  );
}
