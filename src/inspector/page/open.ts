/** Opens what the server has: matches that are over, and matches that go on, which the page then follows. */
import { fetchList, fetchReel } from './feed.js';
import { followReel } from './follow.js';
import type { Reel } from './model/reel.js';
import { goToFrame, growth, look, reels } from './store.js';

/** Fills the store's reels. @throws SessionError `inspector/unreadable-feed`. */
export async function openReels(): Promise<void> {
  const list = await fetchList(`feeds${location.search}`);
  const opened = list.map(({ live }, index) =>
    live
      ? followReel(`feeds/${index}/live${location.search}`, () => grow(index))
      : fetchReel(`feeds/${index}${location.search}`),
  );
  reels.value = await Promise.all(opened);
  goToFrame(list[0]?.live ? Number.MAX_SAFE_INTEGER : 0);
}

/** Where the end was when it was last told of more. */
let endedAt = 0;

/** Who looks at the end goes on looking at it. */
function grow(index: number): void {
  const reel: Reel | undefined = reels.value[index];
  if (reel === undefined) return;
  const looksAtEnd = index === 0 && look.value.frame >= endedAt;
  if (index === 0) endedAt = reel.lastFrame;
  growth.value++;
  if (looksAtEnd) goToFrame(reel.lastFrame);
}
