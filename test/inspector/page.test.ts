/** The page opens on a real log, in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksChromium, launchChromium } from '../support/chromium.js';
import { feedOfFile, openInspector } from '../support/inspector.js';

describe.skipIf(lacksChromium)('the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it('shows the actors of the first moment', async () => {
    const { page, close } = await openInspector(browser, [await feedOfFile()]);
    expect(await page.locator('[data-actor]').count()).toBeGreaterThan(0);
    await close();
  });

  it('says what a press on the theme does', async () => {
    const { page, close } = await openInspector(browser, [await feedOfFile()]);
    const button = page.locator('[data-theme-now]');
    const says = { dark: '☀ Light', light: '☾ Dark' } as const;
    const first = (await button.getAttribute('data-theme-now')) === 'dark' ? 'dark' : 'light';
    expect(await button.textContent()).toBe(says[first]);
    await button.click();
    expect(await button.textContent()).toBe(says[first === 'dark' ? 'light' : 'dark']);
    await close();
  });
});
