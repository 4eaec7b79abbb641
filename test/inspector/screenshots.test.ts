/**
 * A whole run of nine innings over a network with delay and loss, looked at in a real browser at the hit that won it: what the page
 * says there of every machine, and the pictures that the README shows. `UPDATE_DOCS=1` writes those anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedEntry, FeedFrame } from '../../src/inspector/feed/entry.js';
import { lacksChromium, launchChromium } from '../support/chromium.js';
import { openInspector } from '../support/inspector.js';
import { feedOfWholeRun } from '../support/whole-run.js';

const SIZE = { width: 1280, height: 800 };
const PNG_SIGNATURE = '89504e470d0a1a0a';

describe.skipIf(lacksChromium)('a whole run', () => {
  let browser: Browser;
  let feed: FeedEntry[];
  beforeAll(async () => {
    [browser, feed] = await Promise.all([launchChromium(), feedOfWholeRun()]);
  }, 60_000);
  afterAll(() => browser?.close());

  const shows = async (page: Page, name: string): Promise<void> => {
    const path = `docs/inspector-${name}.png`;
    const shot = await page.screenshot();
    if (process.env.UPDATE_DOCS === '1') writeFileSync(path, shot);
    const kept = readFileSync(path);
    expect(kept.subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE);
    expect([kept.readUInt32BE(16), kept.readUInt32BE(20)]).toEqual([SIZE.width, SIZE.height]);
  };

  it('says at the hit that won it what state each machine is in', async () => {
    const { frame, states } = winningHit(feed);
    const { page, close } = await openInspector(browser, [feed], {
      ...SIZE,
      hash: `#frame=${frame}&actor=run`,
    });
    for (const [actor, state] of states) {
      await page.locator(`.tree [data-actor="${actor}"][data-state="${state}"]`).waitFor();
    }
    await page.locator('[data-chart="run"] [data-active="true"]').first().waitFor();
    await shows(page, 'charts');
    await page.getByRole('tab', { name: 'Messages' }).click();
    await page.locator('.lanes').waitFor();
    await shows(page, 'messages');
    await page.getByRole('tab', { name: 'Pictures' }).click();
    await page.locator('[data-picture="spray"] [data-point]').first().waitFor();
    await shows(page, 'pictures');
    await close();
  });
});

/** The last home run of the run, and where every actor is at the end of its frame, from the feed itself. */
function winningHit(feed: readonly FeedEntry[]): { frame: number; states: Map<string, string> } {
  const frames = feed.filter((entry): entry is FeedFrame => entry.kind === 'frame');
  const isHit = ({ inputs }: FeedFrame) =>
    inputs.some(({ name, value }) => name === 'PlayFeed' && (value as { homeRun: boolean }).homeRun);
  const hit = frames.findLast(isHit);
  if (hit === undefined) throw new RangeError('nobody hit one');
  const states = new Map<string, string>();
  for (const { steps } of frames.slice(0, frames.indexOf(hit) + 1)) {
    for (const { actor, event, kind, to } of steps) {
      if (event === 'xstate.stop') states.delete(actor);
      else if (kind === 'transition') states.set(actor, to);
    }
  }
  return { frame: hit.frame, states };
}
