/** Says of a match that is followed whether it goes on, and why it does not. */
import { growth, reel } from '../../store.js';

export function LiveSign() {
  void growth.value;
  const shown = reel.value;
  if (shown?.header.source !== 'live') return null;
  const { ended, lastFrame } = shown;
  const isOver = ended !== undefined;
  return (
    <span class="live-sign" role="status" data-live={isOver ? 'ended' : 'running'} data-frame={lastFrame}>
      {isOver ? `■ ended: ${ended}` : `● live, frame ${lastFrame}`}
    </span>
  );
}
