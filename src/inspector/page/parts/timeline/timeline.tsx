/** The match from end to end, and where in it the page looks. */
import { goToFrame, look, reel } from '../../store.js';

export function Timeline() {
  return (
    <section class="timeline" aria-label="Time">
      <input
        type="range"
        aria-label="Frame"
        min={reel.value?.firstFrame}
        max={reel.value?.lastFrame}
        value={look.value.frame}
        onInput={(event) => goToFrame(event.currentTarget.valueAsNumber)}
      />
      <output>{look.value.frame}</output>
    </section>
  );
}
