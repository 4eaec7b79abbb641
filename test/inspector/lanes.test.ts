/** The lane diagram, in a real browser: look, click, scroll, filter, follow. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedEntry } from '../../src/inspector/feed/entry.js';
import { lacksChromium, launchChromium } from '../support/chromium.js';
import { feedOfFile, goToFrame, openInspector } from '../support/inspector.js';
import { GATE_FEED } from './happened-feed.js';

describe.skipIf(lacksChromium)('lanes', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  async function openLanes(feed: readonly FeedEntry[], at: number) {
    const opened = await openInspector(browser, [feed]);
    await goToFrame(opened.page, at);
    await opened.page.getByRole('tab', { name: 'Messages' }).click();
    await opened.page.locator('[data-arrow]').first().waitFor();
    return opened;
  }
  const fates = (page: Page, name: string) =>
    page
      .locator(`[data-arrow="${name}"]`)
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-fate')));

  it('draw lanes by name, arrows with delays, stops, poses and what was lost', async () => {
    const { page, close } = await openLanes(GATE_FEED, 60);
    expect(await page.locator('[data-lane-head]').allTextContents()).toEqual(['Ann (host)', 'Bo', 'peer 2']);
    expect(await fates(page, 'Knock')).toEqual(['taken', 'taken', 'refused']);
    expect(await page.locator('[data-arrow="Knock"] [data-line="1"]').getAttribute('data-delay')).toBe('50');
    expect(
      await page.locator('[data-arrow="Roster"] [data-line="2"]').first().getAttribute('data-delay'),
    ).toBe('unknown');
    expect(await page.locator('[data-level]').textContent()).toContain('no round trip');
    expect(await page.locator('[data-track="Pose"] [data-gap="3"]').textContent()).toBe('~3 lost or late');
    expect(await page.locator('[data-lane="2"] [data-stay]').getAttribute('data-ends')).toBe('true');
    await close();
  });

  it('show a message that is clicked, and go to its step', async () => {
    const { page, close } = await openLanes(GATE_FEED, 140);
    await page.locator('[data-arrow="Knock"][data-fate="refused"] text').click();
    expect(await page.locator('aside.happened').getAttribute('data-step')).toBe('6');
    const detail = page.locator('[data-detail="Knock"]');
    expect(await detail.textContent()).toContain('Knock came from peer 2, refused by gate/unknown');
    expect(await detail.locator('[data-value="times"]').textContent()).toBe('times: 3');
    expect(await detail.locator('[data-bytes]').getAttribute('data-bytes')).toBe('10');
    await detail.getByRole('button', { name: 'Close the message' }).click();
    expect(await detail.count()).toBe(0);
    await close();
  });

  it('follow the moment, and scroll it', async () => {
    const { page, close } = await openLanes(await feedOfFile(), 320);
    const now = page.locator('.moment');
    expect(await page.locator('[data-arrow="TurnEnd"][data-at="320"]').getAttribute('data-past')).toBe(
      'true',
    );
    await page.locator('.lanes-box').hover();
    await page.mouse.wheel(0, 300);
    await expect.poll(async () => Number(await now.getAttribute('data-frame'))).toBeGreaterThan(330);
    await goToFrame(page, 1661);
    await page.locator('[data-arrow="TurnEnd"][data-at="1661"]').waitFor();
    expect(await page.locator('[data-arrow]').count()).toBeLessThan(60);
    await close();
  });

  it('are filtered with the steps, and say how much is shown', async () => {
    const { page, close } = await openLanes(GATE_FEED, 60);
    const bar = page.locator('.lanes .filters');
    await bar.locator('[data-dimension="peers"]').click();
    expect(await bar.locator('[data-choice="1"]').textContent()).toContain('Bo');
    await bar.locator('[data-choice="1"]').click();
    expect(await bar.locator('output').textContent()).toBe('4 of 10 messages shown');
    expect(await page.locator('.happened .filters').getAttribute('data-filtering')).toBe('true');
    await bar.locator('[data-clear]').click();
    expect(await bar.locator('output').textContent()).toBe('10 of 10 messages shown');
    await close();
  });

  it('show more time or less', async () => {
    const { page, close } = await openLanes(await feedOfFile(), 320);
    const frames = async () => {
      const svg = page.locator('.lanes svg');
      return Number(await svg.getAttribute('data-last')) - Number(await svg.getAttribute('data-first'));
    };
    const before = await frames();
    await page.locator('[data-span="15"]').click();
    await expect.poll(frames).toBeGreaterThan(before);
    await close();
  });

  it('are used by keyboard alone', async () => {
    const { page, close } = await openLanes(GATE_FEED, 60);
    await page.locator('[data-span="60"]').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-fate'));
    await expect.poll(focused).toBe('refused');
    expect(await page.locator('aside.happened').getAttribute('data-step')).toBe('6');
    await close();
  });
});
