/** Links to a moment, the theme and the keys in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksChromium, launchChromium } from '../support/chromium.js';
import { openInspector } from '../support/inspector.js';
import { longFeed, reelOf, runFeed } from './feeds.js';

describe.skipIf(lacksChromium)('the page as a whole', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it('opens at the moment that a link names, and keeps the moment in its address', async () => {
    const feed = await runFeed();
    const { steps } = reelOf(feed);
    // A moment between two steps of one frame.
    const { index = 0, frame = 0 } =
      steps.find((step) => step.frame > 50 && steps[step.index + 1]?.frame === step.frame) ?? {};
    const { page, url, close } = await openInspector(browser, [feed], { hash: `#step=0&frame=${frame}` });
    await page.locator('[role=alert]', { hasText: `step 0 is not in frame ${frame}` }).waitFor();
    await page.goto(`${url}#frame=${frame}&step=${index}&actor=run&tab=pictures`);
    await page.locator(`.moment[data-frame="${frame}"][data-step="${index}"]`).waitFor();
    expect(await page.locator('[data-tab=pictures]').count()).toBe(1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('1');
    await page.waitForURL(new RegExp(`#frame=${frame}&step=${index + 1}&actor=run&tab=chart$`));
    await page.reload();
    await page.locator(`.moment[data-frame="${frame}"][data-step="${index + 1}"]`).waitFor();
    await close();
  });

  it('says what is wrong with a link', async () => {
    const hash = '#frame=99999999&actor=nobody&tab=nowhere';
    const { page, close } = await openInspector(browser, [longFeed(10)], { hash });
    const alert = page.locator('[role=alert]');
    await alert.waitFor();
    for (const words of ['99999999', 'nobody', 'nowhere']) expect(await alert.textContent()).toContain(words);
    await alert.getByRole('button').click();
    expect(await alert.count()).toBe(0);
    await close();
  });

  it('copies a link, or shows it to be copied', async () => {
    const { page, close } = await openInspector(browser, [longFeed(10)], { hash: '#frame=6&step=3' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.locator('[data-copied=true]').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/#frame=6&step=3&/);
    await page.keyboard.press('ArrowRight');
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('button', { name: 'Copy link' }).click();
    const field = page.getByLabel('Link to this moment');
    await field.waitFor();
    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/#frame=8&step=4&/);
    expect(await field.inputValue()).toBe(page.url());
    await close();
  });

  it('is as dark as the system until somebody chooses, and then stays so', async () => {
    const { page, close } = await openInspector(browser, [longFeed(10)]);
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(theme).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(theme).toBe('light');
    await page.keyboard.press('t');
    expect(await theme()).toBe('dark');
    await page.reload();
    await page.locator('.page').waitFor();
    expect(await theme()).toBe('dark');
    await close();
  });

  it('shows its keys, and leaves those of fields to the fields', async () => {
    const { page, close } = await openInspector(browser, [longFeed(10)]);
    await page.keyboard.press('?');
    await page.locator('dialog[open]', { hasText: 'play or pause' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await page.keyboard.press('3');
    expect(await page.locator('main').getAttribute('data-tab')).toBe('pictures');
    await page.keyboard.press('/');
    await page.keyboard.type('t 1');
    expect(await page.locator('#search').inputValue()).toBe('t 1');
    expect(await page.locator('main').getAttribute('data-tab')).toBe('pictures');
    await close();
  });

  it.each([
    [1280, 800],
    [640, 800],
  ])('fits into %i×%i: nothing of the frame is out of reach', async (width, height) => {
    const { page, close } = await openInspector(browser, [await runFeed()], { width, height });
    await page.locator('[data-band]').first().waitFor();
    const boxesOf = (selector: string) =>
      page.locator(selector).evaluateAll((elements) =>
        elements.map((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          return { left, top, right, bottom };
        }),
      );
    for (const { left, right } of await boxesOf('.page > *:not(dialog)')) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width + 1);
    }
    // The rest may need scrolling on half a screen; these never do.
    for (const { top, bottom } of await boxesOf(
      '.bar button, .controls button, .controls select, .tabs button',
    )) {
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(height + 1);
    }
    for (const part of ['.tree', '.happened']) {
      await page.locator(part).scrollIntoViewIfNeeded();
      expect((await page.locator(part).boundingBox())?.height).toBeGreaterThan(300);
    }
    const area = await page.locator('main.area').boundingBox();
    expect(area?.height).toBeGreaterThan(150);
    await close();
  });
});
