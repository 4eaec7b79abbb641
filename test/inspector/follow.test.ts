/** A page sticks to the end of a running match until somebody looks elsewhere, and again when it is told to. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedEntry } from '../../src/inspector/feed/entry.js';
import type { FeedSubscriber, LiveFeed } from '../../src/inspector/feed/live-feed.js';
import { serveFeeds } from '../../src/inspector/server.js';
import { lacksChromium, launchChromium, openPage } from '../support/chromium.js';
import { longFeed } from './feeds.js';

describe.skipIf(lacksChromium)('a page of a running match', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it('follows it, leaves off, and follows again', async () => {
    const [header, ...entries] = longFeed(300, 'live');
    let page: FeedSubscriber | undefined;
    const feed: LiveFeed = {
      title: 'counters',
      subscribe(subscriber) {
        page = subscriber;
        subscriber.entries([header as FeedEntry]);
        return () => undefined;
      },
    };
    const server = await serveFeeds([feed]);
    const { page: shown, faults } = await openPage(browser, server.url);
    const follow = shown.locator('[data-follow]');
    const moment = (frame: number) => shown.locator(`.moment[data-frame="${frame}"]`);
    await shown.locator('[data-follow=true]').waitFor();
    page?.entries(entries.slice(0, 100));
    await moment(198).waitFor();

    await shown.keyboard.press('ArrowLeft');
    await moment(196).waitFor();
    expect(await follow.getAttribute('data-follow')).toBe('false');
    page?.entries(entries.slice(100, 200));
    await shown.locator('.moment', { hasText: 'of 398' }).waitFor();
    expect(await moment(196).count()).toBe(1);

    await follow.click();
    await moment(398).waitFor();
    page?.entries(entries.slice(200));
    await moment(598).waitFor();
    expect(await shown.locator('[data-band]').last().getAttribute('data-to')).toBe('598');

    page?.entries([{ kind: 'end', frame: 700, sentence: 'The host closed it.' }]);
    await follow.waitFor({ state: 'detached' });
    await shown.locator('.live-sign', { hasText: 'The host closed it.' }).waitFor();
    expect(faults).toEqual([]);
    await shown.close();
    await server.close();
  });
});
