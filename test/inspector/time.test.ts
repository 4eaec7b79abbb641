/** The timeline and its controls in a real browser: drawn, scrubbed, zoomed, walked and played. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedEntry } from '../../src/inspector/feed/entry.js';
import { lacksChromium, launchChromium } from '../support/chromium.js';
import { type InspectorPage, openInspector } from '../support/inspector.js';
import { frameOf, HEADER, longFeed, runFeed } from './feeds.js';

const LAST_FRAME = 1998;

describe.skipIf(lacksChromium)('the timeline', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  const open = (feed: readonly FeedEntry[], hash = ''): Promise<InspectorPage> =>
    openInspector(browser, [feed], { hash });
  const moment = (page: Page): Locator => page.locator('.moment');
  const frameOfMoment = async (page: Page): Promise<number> =>
    Number(await moment(page).getAttribute('data-frame'));
  const lines = async (page: Page) => {
    const box = await page.locator('.lines').boundingBox();
    if (box === null) throw new RangeError('no timeline is drawn');
    return box;
  };

  it('shows bands by row and marks by glyph, as the feed tells them', async () => {
    const feed = await runFeed();
    const { page, close } = await open(feed);
    for (const row of ['inning', 'turn', 'at-bat'])
      expect(await page.locator(`[data-row=${row}] [data-band]`).count(), row).toBeGreaterThan(0);
    const homeRuns = feed.flatMap((entry) =>
      entry.kind === 'frame' ? entry.sightings.filter(({ kind }) => kind === 'mark') : [],
    ).length;
    const counts = await page
      .locator('[data-mark-kind=seen]')
      .evaluateAll((marks) => marks.map((mark) => Number(mark.getAttribute('data-count'))));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(homeRuns);
    expect(homeRuns).toBeGreaterThan(0);
    expect(await page.locator('[data-mark-kind=joined]').count()).toBeGreaterThan(0);
    await close();
  });

  it('leads to the actor whose step a mark is; the playhead keeps the chosen one', async () => {
    const entries = [5, 10, 15].map((frame) => {
      const seen = { kind: 'mark', label: `at ${frame}`, glyph: '★', tone: 'good' } as const;
      const actor = frame === 10 ? 'other' : 'counter';
      return frameOf(frame, [], { actor, from: frame === 15 ? 'on' : '', sightings: [seen] });
    });
    const { page, close } = await open([HEADER, ...entries]);
    const chosen = (actor: string) => page.locator(`[data-actor="${actor}"][aria-selected=true]`).waitFor();
    await chosen('counter');
    await page.locator('[data-mark="at 10"]').click();
    await chosen('other');
    expect(await frameOfMoment(page)).toBe(10);
    const { x, y } = await lines(page);
    await page.mouse.click(x + 20, y + 10);
    await page.keyboard.press('ArrowRight');
    await chosen('other');
    await page.locator('[data-mark="at 5"]').click();
    await chosen('counter');
    await page.locator('.happened [data-row="1"]').click();
    await chosen('other');
    await close();
  });

  it('goes through marks that are drawn as one, a press each', async () => {
    const { page, close } = await open(longFeed(2000));
    const group = page.locator('[data-mark-kind=seen]:not([data-count="1"])').first();
    const places = [];
    for (let press = 0; press <= Number(await group.getAttribute('data-count')); press++) {
      await group.click();
      places.push(await frameOfMoment(page));
    }
    expect(places.length).toBeGreaterThan(2);
    expect(places.at(-1)).toBe(places[0]);
    expect(new Set(places).size).toBe(places.length - 1);
    await close();
  });

  it('shows notices, refusals and gaps with their words', async () => {
    const feed: FeedEntry[] = [
      ...longFeed(100),
      { kind: 'notice', frame: 60, notice: 'malformed', peer: 2, sentence: 'Too short.' },
      { kind: 'gap', frame: 120, missed: 3 },
    ];
    const { page, close } = await open(feed);
    const notice = page.locator('[data-mark-kind=notice]');
    expect(await notice.getAttribute('aria-label')).toContain('Too short.');
    await notice.hover();
    await page.locator('[role=tooltip]', { hasText: 'malformed (peer 2): Too short.' }).waitFor();
    await notice.click();
    expect(await frameOfMoment(page)).toBe(60);
    expect(await page.locator('[data-mark-kind=gap]').count()).toBe(1);
    await close();
  });

  it('has its playhead reached by keyboard, and focused by a press', async () => {
    const { page, close } = await open(longFeed(10));
    const playhead = page.locator('.playhead');
    const isFocused = () => playhead.evaluate((head) => head === document.activeElement);
    await page.locator('.zoom button:enabled').last().focus();
    await page.keyboard.press('Tab');
    expect(await isFocused()).toBe(true);
    await page.keyboard.press('End');
    expect(await playhead.getAttribute('data-frame')).toBe('18');
    await page.keyboard.press('Shift+Tab');
    expect(await isFocused()).toBe(false);
    const { x, y } = await lines(page);
    await page.mouse.click(x + 200, y + 10);
    expect(await isFocused()).toBe(true);
    await close();
  });

  it('is scrubbed by a click and by dragging', async () => {
    const { page, close } = await open(longFeed(1000));
    const { x, y, width } = await lines(page);
    await page.mouse.click(x + width / 2, y + 10);
    const middle = await frameOfMoment(page);
    expect(Math.abs(middle - LAST_FRAME / 2)).toBeLessThan(LAST_FRAME / 10);
    expect(await page.locator('.playhead').getAttribute('data-frame')).toBe(`${middle}`);
    await page.mouse.move(x + width / 2, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + width - 100, y + 10, { steps: 5 });
    expect(await frameOfMoment(page)).toBeGreaterThan(middle + 100);
    await page.mouse.move(x + width + 200, y - 200, { steps: 3 });
    await page.mouse.up();
    expect(await frameOfMoment(page)).toBe(LAST_FRAME);
    await page.mouse.move(x + 200, y + 10);
    expect(await frameOfMoment(page)).toBe(LAST_FRAME);
    await close();
  });

  it('is zoomed by the wheel, panned by shift, and to a band by a double click', async () => {
    const { page, close } = await open(longFeed(1000));
    const { x, y, width } = await lines(page);
    const stretch = async () => {
      const line = page.locator('.lines');
      return [
        Number(await line.getAttribute('data-from')),
        Number(await line.getAttribute('data-to')),
      ] as const;
    };
    await page.mouse.move(x + width / 2, y + 60);
    await page.mouse.wheel(0, -400);
    await expect.poll(async () => (await stretch())[0]).toBeGreaterThan(0);
    const [from, to] = await stretch();
    await page.keyboard.down('Shift');
    await page.mouse.down();
    await page.mouse.move(x + width / 2 - 100, y + 60, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    const [panned, pannedTo] = await stretch();
    expect(panned).toBeGreaterThan(from);
    expect(Math.abs(pannedTo - panned - (to - from))).toBeLessThanOrEqual(1);
    await page.getByRole('button', { name: 'Whole match' }).click();
    expect(await stretch()).toEqual([0, LAST_FRAME]);
    await page.locator('[data-band="500"]').dblclick();
    const [bandFrom, bandTo] = await stretch();
    expect(bandFrom).toBeLessThanOrEqual(1000);
    expect(bandTo).toBeGreaterThanOrEqual(1200);
    expect(bandTo - bandFrom).toBeLessThan(300);
    await close();
  });

  it('is walked by keys and buttons, in the chosen unit', async () => {
    const { page, close } = await open(longFeed(1000), '#frame=200&step=100');
    const at = async () => [
      Number(await moment(page).getAttribute('data-frame')),
      Number(await moment(page).getAttribute('data-step')),
    ];
    await page.keyboard.press('ArrowRight');
    expect(await at()).toEqual([202, 101]);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await at()).toEqual([198, 99]);
    await page.getByLabel('Unit of a step').selectOption('frame');
    await page.getByRole('button', { name: 'On by the unit' }).click();
    expect(await at()).toEqual([199, 99]);
    await page.getByLabel('Unit of a step').selectOption('row:hundred');
    await page.getByRole('button', { name: 'On by the unit' }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    expect(await at()).toEqual([200, 100]);
    await page.keyboard.press('Shift+ArrowRight');
    expect(await at()).toEqual([400, 200]);
    await page.getByRole('button', { name: 'Back by the unit' }).click();
    expect(await at()).toEqual([200, 100]);
    await page.keyboard.press('End');
    expect(await at()).toEqual([LAST_FRAME, 999]);
    await page.keyboard.press('Home');
    expect(await at()).toEqual([0, -1]);
    await close();
  });

  it('plays at the speed that is chosen, pauses, and stops at the end', async () => {
    const { page, close } = await open(longFeed(1000));
    for (let presses = 0; presses < 6; presses++) await page.keyboard.press(']');
    expect(await page.getByLabel('Speed').inputValue()).toBe('16');
    await page.keyboard.press(' ');
    await expect.poll(() => frameOfMoment(page)).toBeGreaterThan(20);
    await page.keyboard.press(' ');
    const paused = await frameOfMoment(page);
    await page.getByRole('button', { name: 'Play' }).waitFor();
    expect(await frameOfMoment(page)).toBe(paused);
    await page.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => frameOfMoment(page), { timeout: 20_000 }).toBe(LAST_FRAME);
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await close();
  });

  it('draws 100,000 steps and 2,000 marks with few elements', async () => {
    const { page, close } = await open(longFeed(100_000));
    const { x, y, width } = await lines(page);
    expect(await page.locator('.lines *').count()).toBeLessThan(3000);
    await page.mouse.click(x + width / 2, y + 10);
    expect(await frameOfMoment(page)).toBeGreaterThan(50_000);
    for (let turns = 0; turns < 6; turns++) await page.mouse.wheel(0, -600);
    await expect.poll(() => page.locator('[data-band]').count()).toBeLessThan(20);
    expect(await page.locator('.lines *').count()).toBeLessThan(3000);
    await close();
  });

  it('shows a match in which nothing happened', async () => {
    const { page, close } = await open([HEADER]);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    await page.keyboard.press(' ');
    await page.keyboard.press(' ');
    expect(await frameOfMoment(page)).toBe(0);
    await close();
  });
});
