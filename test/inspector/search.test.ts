/** The search in a real browser: typed, walked through, pressed. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksChromium, launchChromium } from '../support/chromium.js';
import { openInspector } from '../support/inspector.js';
import { longFeed, reelOf, runFeed } from './feeds.js';

describe.skipIf(lacksChromium)('the search', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  const search = async (page: Page, typed: string): Promise<number> => {
    await page.keyboard.press('/');
    await page.locator('#search').fill(typed);
    await page.locator('.search .count[data-share="1"]').waitFor();
    return Number(await page.locator('.search .count').getAttribute('data-hits'));
  };

  it('finds an event, a name and what a field becomes, and goes from hit to hit', async () => {
    const feed = await runFeed();
    const { page, close } = await openInspector(browser, [feed]);
    const steps = reelOf(feed).steps.filter(({ step }) => step.event === 'TurnEnd');
    expect(await search(page, 'TurnEnd')).toBe(steps.length);
    const at = () => page.locator('.moment').getAttribute('data-step');
    await page.keyboard.press('Enter');
    expect(await at()).toBe(`${steps[0]?.index}`);
    await page.locator(`[data-actor="${steps[0]?.step.actor}"][aria-selected=true]`).waitFor();
    await page.keyboard.press('F3');
    expect(await at()).toBe(`${steps[1]?.index}`);
    await page.keyboard.press('Shift+Enter');
    expect(await at()).toBe(`${steps[0]?.index}`);
    expect(await page.locator('.search .count').textContent()).toContain(`1 of ${steps.length}`);
    expect(await page.locator('[data-hit][aria-current=true]').getAttribute('data-step')).toBe(
      `${steps[0]?.index}`,
    );

    expect(await search(page, 'Ann')).toBeGreaterThan(0);
    expect(await search(page, 'outsLeft < 12')).toBeGreaterThan(0);
    const hit = page.locator('[data-hit=field]').first();
    const frame = await hit.getAttribute('data-frame');
    await hit.click();
    expect(await page.locator('.moment').getAttribute('data-frame')).toBe(frame);
    expect(await search(page, 'nothing is called so')).toBe(0);
    await close();
  });

  it('keeps up with typing in a match of 100,000 steps', async () => {
    const { page, close } = await openInspector(browser, [longFeed(100_000)]);
    await page.keyboard.press('/');
    await page.keyboard.type('count = 77777');
    expect(await page.locator('#search').inputValue()).toBe('count = 77777');
    await page.locator('.search .count[data-share="1"]').waitFor();
    await expect.poll(() => page.locator('.search .count').getAttribute('data-hits')).toBe('1');
    await page.keyboard.press('Enter');
    expect(await page.locator('.moment').getAttribute('data-step')).toBe('77777');
    await close();
  });
});
