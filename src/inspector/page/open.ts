/** Opens what the server has: matches that are over, and matches that go on, which the page then follows. */
import { onScreenFrame } from './clock.js';
import { fetchList, fetchReel } from './feed.js';
import { followReel } from './follow.js';
import type { Reel } from './model/reel.js';
import { goOnWith } from './playback.js';
import { growth, reels } from './store.js';

/** Matches that can be looked at beside each other. */
const REELS_MAX = 2;

/** Fills the store's reels. @throws SessionError `inspector/unreadable-feed`. */
export async function openReels(): Promise<void> {
  const list = await fetchList(`feeds${location.search}`);
  // However often a match speaks, it is drawn once a frame.
  const grew = onScreenFrame(() => {
    growth.value++;
  });
  // One may be replaced before the other has come.
  const opened: Reel[] = [];
  const opening = list.slice(0, REELS_MAX).map(async ({ live }, index) => {
    const shed = (whole: Reel, rest: Reel): void => {
      opened[index] = rest;
      goOnWith(whole, rest);
    };
    opened[index] = live
      ? await followReel(`feeds/${index}/live${location.search}`, { grew, shed })
      : await fetchReel(`feeds/${index}${location.search}`);
  });
  await Promise.all(opening);
  reels.value = opened;
}
