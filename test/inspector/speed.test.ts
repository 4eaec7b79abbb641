/** How fast a whole run opens, and how fast any moment of it is shown. Figures are printed; asserted is what is drawn. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedEntry } from '../../src/inspector/feed/entry.js';
import { feedOfLog } from '../../src/inspector/feed/of-log.js';
import { homeRunDerby } from '../../src/machines/home-run-derby.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { openLog } from '../../src/store/open-log.js';
import { simulateRun } from '../../src/testing/index.js';
import { lacksChromium, launchChromium } from '../support/chromium.js';
import { openInspector } from '../support/inspector.js';
import { longFeed, reelOf } from './feeds.js';

const SEED = 7;
const LOOKS = 20;
/** A hundred thousand steps take their time to be made, sent and read on a busy machine, ms. */
const PATIENCE_MS = 120_000;

/** Nine innings, as their host logged them. */
async function wholeRun(): Promise<FeedEntry[]> {
  const store = createMemoryStore();
  await simulateRun({ seed: SEED, store });
  return feedOfLog(await openLog(store, 'session'), `seed ${SEED}`, homeRunDerby);
}

describe.skipIf(lacksChromium)('the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each([
    ['a whole run', wholeRun],
    ['a match of 100,000 steps', async () => longFeed(100_000)],
  ])(
    'of %s opens, and shows every moment as its steps say',
    async (name, feedOf) => {
      const feed = await feedOf();
      const reel = reelOf(feed);
      const { page, close } = await openInspector(browser, [feed]);
      await page.addInitScript(() => {
        const look = () => {
          if (document.querySelector('.playhead'))
            document.documentElement.dataset.drawn = `${performance.now()}`;
          else requestAnimationFrame(look);
        };
        look();
      });
      await page.reload();
      await page.locator('[data-drawn]').waitFor();
      const opened = Number(await page.locator('html').getAttribute('data-drawn'));

      const times: number[] = [];
      for (let count = 0; count < LOOKS; count++) {
        // Far from the one before, and each another.
        const step = Math.floor((((count * 17) % LOOKS) / LOOKS) * reel.steps.length);
        const frame = reel.steps[step]?.frame ?? 0;
        times.push(await page.evaluate(showMoment, { frame, step }));
        for (const { id, state } of reel.actorsAt(step))
          expect(await page.locator(`.tree [data-actor="${id}"]`).getAttribute('data-state'), id).toBe(state);
      }
      times.sort((a, b) => a - b);
      const [median, worst] = [times[LOOKS >> 1] ?? 0, times.at(-1) ?? 0];
      process.stdout.write(
        `${name}, ${reel.steps.length} steps: first drawn after ${opened.toFixed(0)} ms, ` +
          `a moment after ${median.toFixed(0)} ms (median of ${LOOKS}), ${worst.toFixed(0)} ms (worst)\n`,
      );
      await close();
    },
    PATIENCE_MS,
  );
});

/** In the page: goes to a moment by its link, and gives the ms until it was painted. */
async function showMoment({ frame, step }: { frame: number; step: number }): Promise<number> {
  const started = performance.now();
  location.hash = `frame=${frame}&step=${step}`;
  const isShown = () =>
    document.querySelector(`.moment[data-frame="${frame}"][data-step="${step}"]`) !== null;
  while (!isShown()) await new Promise((resolve) => setTimeout(resolve));
  // What is asked for in one frame of the screen is painted when the next begins.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return performance.now() - started;
}
