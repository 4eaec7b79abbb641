/** The inspector's page in a real browser, on feeds of a test's choice. The page is the built one: `npm test` builds first. */
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { FeedEntry } from '../../src/inspector/feed/entry.js';
import { feedOfLog } from '../../src/inspector/feed/of-log.js';
import { serveFeeds } from '../../src/inspector/server.js';
import { homeRunDerby } from '../../src/machines/home-run-derby.js';
import { openLogFile } from '../../src/store/open-log-file.js';
import { openPage } from './chromium.js';

/** A run of the derby, as a host logged it. */
export const GOLDEN_RUN = 'test/golden/logs/home-run-derby-0.1.0.dugout';

/** The feed of a logged run of the derby, with its code. */
export async function feedOfFile(path = GOLDEN_RUN): Promise<FeedEntry[]> {
  return feedOfLog(await openLogFile(path), path.split('/').at(-1) ?? path, homeRunDerby);
}

/** An open page. */
export interface InspectorPage {
  readonly page: Page;
  readonly url: string;
  /** Fails the test when the page threw or logged an error; closes page and server. */
  close(): Promise<void>;
}

/** Serves `feeds` and opens the page on them, once it shows a match. */
export async function openInspector(
  browser: Browser,
  feeds: readonly (readonly FeedEntry[])[],
  { width = 1280, height = 800, hash = '' }: { width?: number; height?: number; hash?: string } = {},
): Promise<InspectorPage> {
  const server = await serveFeeds(feeds);
  const { page, faults } = await openPage(browser, 'about:blank');
  await page.setViewportSize({ width, height });
  await page.goto(`${server.url}${hash}`);
  await page.locator('.page').waitFor();
  return {
    page,
    url: server.url,
    close: async () => {
      await page.close();
      await server.close();
      expect(faults).toEqual([]);
    },
  };
}

/** Goes to a frame by the page's address, as a link does. */
export async function goToFrame(page: Page, frame: number): Promise<void> {
  await page.evaluate((value) => {
    location.hash = `frame=${value}`;
  }, frame);
  await page.locator(`.moment[data-frame="${frame}"]`).waitFor();
}
