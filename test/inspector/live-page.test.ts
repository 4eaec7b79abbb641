/** The page follows a match that goes on, in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedEntry } from '../../src/inspector/feed/entry.js';
import type { FeedSubscriber, LiveFeed } from '../../src/inspector/feed/live-feed.js';
import { PIECES_MAX } from '../../src/inspector/page/model/burden.js';
import { serveFeeds } from '../../src/inspector/server.js';
import { lacksChromium, launchChromium, openPage } from '../support/chromium.js';
import { feedOfFile } from '../support/inspector.js';
import { frameOf } from './feeds.js';

const linksAt = (frame: number): FeedEntry => ({
  kind: 'links',
  frame,
  links: [{ peer: 1, roundTripMs: 20, loss: 0, backlog: 0, queued: 0 }],
});

describe.skipIf(lacksChromium)('the page of a running session', () => {
  let browser: Browser;
  let entries: readonly FeedEntry[];
  beforeAll(async () => {
    browser = await launchChromium();
    entries = await feedOfFile();
  });
  afterAll(() => browser?.close());

  /** A feed that tells what the test says, each page from the header on. */
  function spokenFeed() {
    const subscribers = new Set<FeedSubscriber>();
    const header = { ...entries[0], source: 'live' } as FeedEntry;
    const feed: LiveFeed = {
      title: 'match',
      subscribe(subscriber) {
        subscribers.add(subscriber);
        subscriber.entries([header]);
        return () => subscribers.delete(subscriber);
      },
    };
    const tell = (more: readonly FeedEntry[]): void => {
      for (const subscriber of subscribers) subscriber.entries(more);
    };
    return { feed, tell };
  }

  it.each(['127.0.0.1', '0.0.0.0'])(
    'served at %s, grows while it looks, and says how it ended',
    async (address) => {
      const { feed, tell } = spokenFeed();
      const server = await serveFeeds([feed], { address });
      const { page, faults } = await openPage(browser, server.url);
      const sign = page.locator('[data-live]');
      await sign.waitFor();
      expect(await page.locator('[data-actor]').count()).toBe(0);
      tell(entries.slice(1, 30));
      await page.locator('[data-actor]').first().waitFor();
      const before = Number(await sign.getAttribute('data-frame'));
      tell(entries.slice(30));
      await expect.poll(async () => Number(await sign.getAttribute('data-frame'))).toBeGreaterThan(before);
      expect(await sign.getAttribute('data-live')).toBe('running');
      tell([{ kind: 'end', frame: 5000, sentence: 'The host closed it.' }]);
      await page.locator('[data-live=ended]').waitFor();
      expect(await sign.textContent()).toContain('The host closed it.');
      expect(faults).toEqual([]);
      await page.close();
      await server.close();
    },
  );

  it('draws what comes while it looks at a moment of before', async () => {
    const { feed, tell } = spokenFeed();
    const server = await serveFeeds([feed]);
    const { page, faults } = await openPage(browser, server.url);
    await page.locator('[data-live=running]').waitFor();
    tell([...entries.slice(1, 60), linksAt(60)]);
    await page.keyboard.press('3');
    await page.keyboard.press('Home');
    const plots = page.locator('.plot');
    const values = () => plots.evaluateAll((all) => all.map((plot) => Number(plot.dataset.values)));
    const signs = () => page.locator('[data-point]').count();
    await expect.poll(async () => (await values()).at(-1)).toBe(1);
    const signsAtFirst = await signs();
    tell([...entries.slice(60), linksAt(120)]);
    await expect.poll(async () => (await values()).at(-1)).toBe(2);
    expect(await signs()).toBeGreaterThan(signsAtFirst);
    expect(await page.locator('.pictures').getAttribute('data-look')).toBe('0');
    expect(faults).toEqual([]);
    await page.close();
    await server.close();
  });

  it('lets go of the beginning of a match that gets too long, and goes on following', async () => {
    const { feed, tell } = spokenFeed();
    const server = await serveFeeds([feed]);
    const { page, faults } = await openPage(browser, server.url);
    await page.locator('[data-live=running]').waitFor();
    const sign = page.locator('[data-live]');
    for (let frame = 1; frame <= PIECES_MAX + 4; frame++) {
      tell([frameOf(frame, [['text', 'x'.repeat(1024 * 1024)]])]);
      await expect.poll(() => sign.getAttribute('data-frame')).toBe(`${frame}`);
    }
    const playhead = page.locator('.playhead');
    await expect.poll(() => playhead.getAttribute('aria-valuenow')).toBe(`${PIECES_MAX + 4}`);
    expect(Number(await playhead.getAttribute('aria-valuemin'))).toBe(PIECES_MAX / 2 + 1);
    expect(await page.locator('[data-follow]').getAttribute('data-follow')).toBe('true');
    expect(await page.locator('[data-mark-kind=notice]').count()).toBe(1);
    expect(faults).toEqual([]);
    await page.close();
    await server.close();
  });

  it('says that the inspector was closed, and until when it was told', async () => {
    const { feed, tell } = spokenFeed();
    const server = await serveFeeds([feed]);
    const { page } = await openPage(browser, server.url);
    await page.locator('[data-live=running]').waitFor();
    const knowledge = page.locator('.knowledge');
    expect(await knowledge.textContent()).not.toContain('until');
    tell([...entries.slice(1, 10), linksAt(777)]);
    await server.close();
    await page.locator('[data-live=ended]').waitFor();
    expect(await page.locator('[data-live]').textContent()).toBe('■ ended: The inspector was closed.');
    expect(await knowledge.textContent()).toContain('Told by the session until frame 777.');
    await page.close();
  });
});
