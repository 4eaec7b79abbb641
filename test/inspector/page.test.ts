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
});
