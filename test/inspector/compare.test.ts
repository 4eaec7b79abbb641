/** Two matches side by side in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedEntry } from '../../src/inspector/feed/entry.js';
import { lacksChromium, launchChromium } from '../support/chromium.js';
import { openInspector } from '../support/inspector.js';
import { frameOf, longFeed } from './feeds.js';

describe.skipIf(lacksChromium)('two matches', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  const feed = longFeed(300);
  const other: FeedEntry[] = feed.map((entry) =>
    entry.kind === 'frame' && entry.frame === 400
      ? { ...entry, steps: frameOf(400, [['count', 777]]).steps }
      : entry,
  );

  it('show where they part, with the field and both values', async () => {
    const { page, close } = await openInspector(browser, [feed, other]);
    expect(await page.locator('[data-verdict=parts]').textContent()).toContain('frame 400');
    const row = page.locator('[data-differences=parting] [data-difference="context.count"]');
    expect(await row.locator('td').allTextContents()).toEqual(['200', '777']);
    expect(await page.locator('[data-parting="400"]').count()).toBe(1);
    expect(await page.locator('[data-compared=counter]').getAttribute('data-differs')).toBe('false');
    await page.getByRole('button', { name: 'Go there' }).click();
    await page.locator('.moment[data-frame="400"][data-step="200"]').waitFor();
    expect(await page.locator('[data-compared=counter]').getAttribute('data-differs')).toBe('true');
    expect(
      await page.locator('[data-compared=counter] [data-difference=count] td').allTextContents(),
    ).toEqual(['200', '777']);
    await close();
  });

  it('show the chart and time of either', async () => {
    const { page, close } = await openInspector(browser, [feed, other], { hash: '#frame=400' });
    const sides = page.locator('[data-compared=counter] [data-difference=count] td');
    const shown = () => page.locator('.match[data-shown=true]').textContent();
    expect(await shown()).toMatch(/^A.*shown/);
    await page.keyboard.press('4');
    await page.getByRole('button', { name: 'Show B’s chart and time' }).click();
    expect(await shown()).toMatch(/^B.*shown/);
    expect(await page.locator('.moment').getAttribute('data-frame')).toBe('400');
    expect(await page.locator('.happened').textContent()).toContain('777');
    expect(await sides.allTextContents()).toEqual(['200', '777']);
    await page.getByRole('button', { name: 'Show A’s chart and time' }).click();
    expect(await shown()).toMatch(/^A.*shown/);
    expect(await page.locator('.happened').textContent()).not.toContain('777');
    await close();
  });

  it('stop playing there', async () => {
    const { page, close } = await openInspector(browser, [feed, other], { hash: '#frame=380' });
    await page.getByLabel('Speed').selectOption('8');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.locator('.moment[data-frame="400"][data-step="200"]').waitFor();
    await page.getByRole('button', { name: 'Play' }).waitFor();
    expect(await page.locator('.moment').getAttribute('data-frame')).toBe('400');
    await close();
  });

  it('say that they are the same', async () => {
    const { page, close } = await openInspector(browser, [feed, feed]);
    expect(await page.locator('[data-verdict=same]').textContent()).toContain('300 frames');
    await close();
  });

  it('are asked for when one is open', async () => {
    const { page, close } = await openInspector(browser, [feed]);
    await page.keyboard.press('4');
    await page.locator('.compare', { hasText: 'One match is open' }).waitFor();
    await close();
  });
});
