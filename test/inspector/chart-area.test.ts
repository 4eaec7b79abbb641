/** The chart area and the actor tree in a real browser, checked against what the reel says. */
import { readdir, readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activeLeaves, activeStates } from '../../src/inspector/charts/active.js';
import type { FeedEntry } from '../../src/inspector/feed/entry.js';
import { lastAtMost } from '../../src/inspector/page/model/ascending.js';
import { lacksChromium, launchChromium } from '../support/chromium.js';
import { feedOfFile, openInspector } from '../support/inspector.js';
import { largeChart, state, transition } from './charts/charts.js';
import { frame, headerOf, indexed, step } from './charts/reels.js';

/** Numbers from a seed: xorshift. */
function numbers(seed: number): (below: number) => number {
  let now = seed;
  return (below) => {
    now ^= now << 13;
    now ^= now >>> 17;
    now ^= now << 5;
    return (now >>> 0) % below;
  };
}

const SEED = 20_261_130;

const chooseActor = (page: Page, id: string) => page.locator(`[role="treeitem"][data-actor="${id}"]`).click();

/** Goes to the end of a frame by the page's address. */
async function goTo(page: Page, at: number): Promise<void> {
  await page.evaluate((value) => {
    location.hash = `frame=${value}`;
  }, at);
  await page.locator(`.chart[data-frame="${at}"]`).waitFor();
}

/** What is drawn, read at once. */
const drawn = (page: Page) =>
  page.evaluate(() => {
    const all = (selector: string, key: string) =>
      [...document.querySelectorAll<SVGElement>(selector)].map((element) => element.dataset[key] ?? '');
    const visits = [...document.querySelectorAll<SVGElement>('.chart-sheet [data-visits]')].map((element) => [
      element.dataset.state === undefined ? 'arrow' : 'state',
      element.dataset.state ?? element.dataset.transition ?? '',
      element.dataset.visits ?? '',
      element.dataset.never === 'true',
    ]);
    return {
      active: all('.chart-sheet [data-active="true"]', 'state').sort(),
      last: all('.chart-sheet [data-last="true"]', 'transition').sort(),
      next: all('.chart-sheet [data-verdict]', 'transition').sort(),
      visits,
    };
  });

describe.skipIf(lacksChromium)('the chart area', () => {
  let browser: Browser;
  let feed: FeedEntry[];
  beforeAll(async () => {
    browser = await launchChromium();
    feed = await feedOfFile();
  });
  afterAll(() => browser?.close());

  const open = async (entries: readonly FeedEntry[], size = {}) => {
    const opened = await openInspector(browser, [entries], size);
    await opened.page.locator('.chart-sheet').waitFor({ timeout: 30_000 });
    return opened;
  };

  it('draws at 60 moments what the reel says', async () => {
    const { reel, visits } = indexed(feed);
    const { page, close } = await open(feed);
    const random = numbers(SEED);
    for (let round = 0; round < 60; round++) {
      const id = reel.actorIds[random(reel.actorIds.length)] ?? '';
      const at = random(reel.lastFrame + 1);
      await chooseActor(page, id);
      await goTo(page, at);
      const now = reel.stepAtFrame(at);
      const actor = reel.actorAt(id, now);
      const chart = actor?.chart ?? id;
      await page.locator(`.chart[data-chart="${chart}"] .chart-sheet`).waitFor({ timeout: 30_000 });
      const graph = visits.graphOf(chart);
      if (graph === undefined) throw new RangeError(`no chart ${chart}`);
      const where = `seed ${SEED}, round ${round}: ${id} in frame ${at}`;
      const seen = await drawn(page);
      const active = [...activeStates(activeLeaves(graph, actor?.state ?? '-'))].map(({ path }) => path);
      expect(seen.active, where).toEqual(active.sort());
      const last = actor && visits.traceOf(actor.step)?.arrows.map(({ id: arrow }) => arrow);
      expect(seen.last, where).toEqual([...new Set(last)].sort());
      expect(seen.visits.length, where).toBe(graph.nodes.size - 1 + graph.arrows.size);
      for (const [kind, what, text, never] of seen.visits) {
        const steps = visits.of(chart, kind as 'state' | 'arrow', String(what));
        expect(text, `${where}, ${what}`).toBe(`${lastAtMost(steps, now) + 1}/${steps.length}`);
        expect(never, `${where}, ${what}`).toBe(steps.length === 0);
      }
    }
    await close();
  }, 120_000);

  it('goes from visit to visit of what is clicked', async () => {
    const { visits } = indexed(feed);
    const { page, close } = await open(feed);
    await chooseActor(page, 'run');
    await page.locator('.chart[data-chart="run"] [data-transition="inning.batting#3"]').press('Enter');
    const steps = visits.of('run', 'arrow', 'inning.batting#3');
    expect(steps.length).toBeGreaterThan(1);
    const visited = (count: number) =>
      page.locator(`.chart-chosen[data-visits="${count}/${steps.length}"]`).waitFor({ timeout: 5000 });
    const flashes = page.locator('[data-transition="inning.batting#3"][data-flash="true"]');
    await visited(0);
    for (const [place, index] of steps.entries()) {
      await page.locator('[data-jump="next"]').click();
      await visited(place + 1);
      expect(await flashes.count(), `step ${index}`).toBe(1);
    }
    expect(await page.locator('[data-jump="next"]').isDisabled()).toBe(true);
    await page.locator('[data-jump="previous"]').click();
    await visited(steps.length - 1);
    expect(await flashes.count()).toBe(1);
    await close();
  });

  it('shows verdicts of guards and the time left of delays', async () => {
    const shut = state({
      transitions: [
        { event: 'open', targets: ['open'], guard: 'isUnlocked', actions: [] },
        { event: 'kick', targets: ['open'], guard: 'isStrong', actions: [] },
        { event: 'ask', targets: [], guard: 'isKnown', actions: [] },
        { event: 'xstate.after.rot.door.shut', targets: ['open'], actions: [], delay: 'rot' },
      ],
    });
    const door = state({ initial: 'shut', states: { shut, open: state() } });
    const first = step('door', 'xstate.init', '', 'shut', {
      next: [
        ['open', 'taken'],
        ['kick', 'forbidden'],
        ['ask', 'depends'],
      ],
      delays: [['xstate.after.rot.door.shut', 2000]],
    });
    const { page, close } = await open([headerOf({ door }), frame(0, first), frame(90)]);
    await goTo(page, 30);
    const verdicts = await page
      .locator('.chart-sheet [data-verdict]')
      .evaluateAll((found) =>
        found.map((one) => [one.getAttribute('data-transition'), one.getAttribute('data-verdict')]),
      );
    expect(Object.fromEntries(verdicts)).toEqual({
      'shut#0': 'taken',
      'shut#1': 'forbidden',
      'shut#2': 'depends',
      'shut#3': 'open',
    });
    const text = (id: string) => page.locator(`[data-transition="${id}"]`).textContent();
    expect(await text('shut#0')).toContain('✓');
    expect(await text('shut#1')).toContain('✗');
    expect(await page.locator('[data-transition="shut#3"]').getAttribute('data-due-frame')).toBe('120');
    expect(await text('shut#3')).toContain('◷ 1.5 s');
    expect(await page.locator('[data-pending]').textContent()).toContain('in 1.5 s (frame 120)');
    expect(await page.locator('[data-state="open"]').getAttribute('data-never')).toBe('true');
    await close();
  });

  it('zooms and pans by keys, wheel and drag', async () => {
    const { page, close } = await open(feed);
    const transform = async () => (await page.locator('.chart-sheet').getAttribute('transform')) ?? '';
    const scale = async () => Number(/scale\(([\d.]+)\)/.exec(await transform())?.[1]);
    const pane = page.locator('.chart-pane');
    await pane.focus();
    const before = await scale();
    await page.keyboard.press('+');
    expect(await scale()).toBeCloseTo(before * 1.25);
    await page.keyboard.press('-');
    expect(await scale()).toBeCloseTo(before);
    const still = await transform();
    await page.keyboard.press('ArrowLeft');
    expect(await transform()).not.toBe(still);
    const box = await pane.boundingBox();
    if (box === null) throw new RangeError('the pane is not drawn');
    await page.mouse.move(box.x + 20, box.y + box.height - 20);
    await page.mouse.wheel(0, -300);
    await expect.poll(scale).toBeGreaterThan(before * 1.2);
    const zoomed = await transform();
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + box.height - 60, { steps: 4 });
    await page.mouse.up();
    expect(await transform()).not.toBe(zoomed);
    await page.keyboard.press('0');
    const [sheet, window] = [await page.locator('.chart-sheet').boundingBox(), await pane.boundingBox()];
    if (sheet === null || window === null) throw new RangeError('the chart is not drawn');
    expect(sheet.width).toBeLessThanOrEqual(window.width);
    expect(sheet.height).toBeLessThanOrEqual(window.height);
    await close();
  });

  it('chooses actors by keys, and any chart by name', async () => {
    const { page, close } = await open(feed);
    await chooseActor(page, 'session');
    await page.locator('.tree-list').press('ArrowDown');
    await page.locator('.chart[data-chart-actor="lobby"][data-chart="lobby"]').waitFor();
    await page.getByLabel('Chart', { exact: true }).selectOption('chart turn');
    await page.locator('.chart[data-chart="turn"] .chart-sheet').waitFor({ timeout: 30_000 });
    expect(await page.locator('.chart-sheet [data-active]').count()).toBe(0);
    await chooseActor(page, 'run');
    await page.locator('.chart[data-chart-actor="run"]').waitFor();
    await close();
  });

  it('tells of actors before their start and after their end', async () => {
    const { reel } = indexed(feed);
    const { page, close } = await open(feed);
    await goTo(page, 0);
    const turn = page.locator('[role="treeitem"][data-actor="turn"]');
    expect(await turn.getAttribute('data-phase')).toBe('not-yet');
    expect(await turn.textContent()).toContain('not yet');
    await goTo(page, reel.lastFrame);
    expect(await turn.getAttribute('data-phase')).toBe('ended');
    expect(await turn.getAttribute('data-parent')).toBe('run');
    await close();
  });

  it('keeps 500 actors usable', async () => {
    const worker = state({ initial: 'a', states: { a: state({ transitions: [transition('x')] }) } });
    const starts = Array.from({ length: 500 }, (_, number) =>
      step(`worker ${number}`, 'xstate.init', '', 'a', { chart: 'worker' }),
    );
    const { page, close } = await open([headerOf({ worker }), frame(0, ...starts)]);
    expect(await page.locator('[role="treeitem"]').count()).toBeLessThan(60);
    await page.getByLabel('Filter actors').fill('worker 49');
    await expect.poll(() => page.locator('[role="treeitem"]').count()).toBe(11);
    await page.getByLabel('Filter actors').fill('');
    await page.locator('.tree-list').press('End');
    await page.locator('.chart[data-chart-actor="worker 499"]').waitFor();
    await close();
  });

  it('draws 300 states nested deep in a worker, and names that look like markup as text', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    const hostile = state({ initial: evil, states: { [evil]: state({ entry: [evil] }) } });
    const large = largeChart(300, 8);
    const feedOf = [
      headerOf({ hostile, large }),
      frame(0, step('hostile', 'xstate.init', '', evil), step('large', 'xstate.init', '', 'group0.state0')),
    ];
    const { page, close } = await open(feedOf);
    expect(await page.locator('.chart-sheet').textContent()).toContain(evil);
    expect(await page.locator('.chart-sheet img').count()).toBe(0);
    await chooseActor(page, 'large');
    // The worker is at work: the page answers meanwhile.
    await page.getByText('Laying out the chart…').waitFor();
    await chooseActor(page, 'hostile');
    await page.locator('.chart[data-chart="hostile"] .chart-sheet').waitFor({ timeout: 1000 });
    await chooseActor(page, 'large');
    await page.locator('.chart[data-chart="large"] .chart-sheet').waitFor({ timeout: 45_000 });
    expect(await page.locator('.chart-sheet [data-state]').count()).toBeGreaterThan(300);
    expect(await page.locator('[data-active="true"]').count()).toBe(2);
    await close();
  }, 90_000);

  it('ships the layout engine as it is, with its licence', async () => {
    const assets = await readdir('dist/page/assets');
    const shipped = async (start: string) =>
      readFile(`dist/page/assets/${assets.find((name) => name.startsWith(start))}`);
    expect(
      (await shipped('elk-worker')).equals(await readFile('node_modules/elkjs/lib/elk-worker.min.js')),
    ).toBe(true);
    expect((await shipped('LICENSE')).equals(await readFile('node_modules/elkjs/LICENSE.md'))).toBe(true);
  });
});
