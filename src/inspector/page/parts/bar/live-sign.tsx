/** Says whether a match goes on, and why it does not. */
import type { Reel } from '../../model/reel.js';
import { growth } from '../../store.js';

export function LiveSign({ reel }: { readonly reel: Reel }) {
  void growth.value;
  const { ended, lastFrame, header } = reel;
  if (header.source === 'log')
    return (
      <span class="live-sign">
        ■ log of {lastFrame} frames{ended && `: ${ended}`}
      </span>
    );
  const isOver = ended !== undefined;
  return (
    <span class="live-sign" role="status" data-live={isOver ? 'ended' : 'running'} data-frame={lastFrame}>
      {isOver ? `■ ended: ${ended}` : `● live, frame ${lastFrame}`}
    </span>
  );
}
