/** Says whether a match goes on, why it does not, and where what the page knows comes from. */
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

/** By whom the match was told; a session that is gone tells nothing any more. */
export function Knowledge({ reel }: { readonly reel: Reel }) {
  void growth.value;
  const { ended, lastFrame, header } = reel;
  const { code, sentence } = header.knowledge;
  const isGone = header.source === 'live' && ended !== undefined;
  return (
    <span class="knowledge" data-code={code}>
      {code ? '✓' : '○'} {isGone ? `Told by the session until frame ${lastFrame}.` : sentence}
    </span>
  );
}
