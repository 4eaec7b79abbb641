/** What is drawn of a match's pictures, and what a click on it does. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PictureDeclaration, Sighting, Stroke } from '../../src/inspection.js';
import type { FeedEntry, FeedFrame } from '../../src/inspector/feed/entry.js';
import { Reel } from '../../src/inspector/page/model/reel.js';
import { alignedLines } from '../../src/inspector/page/parts/pictures/aligned-lines.js';
import { LINK_MEASURES, linkLines, peersOf } from '../../src/inspector/page/parts/pictures/links.js';
import { contentOf, lastSeen, placeAlong } from '../../src/inspector/page/parts/pictures/points.js';
import { scaleOf, ticksBetween } from '../../src/inspector/page/parts/pictures/scale.js';
import { lacksChromium, launchChromium } from '../support/chromium.js';
import { feedOfFile, openInspector } from '../support/inspector.js';

const axis = (label: string, unit: string) => ({ label, unit });
const series = [
  { id: 'far', label: 'far', tone: 'good' },
  { id: 'near', label: 'near', tone: 'bad' },
] as const;
const PICTURES: readonly PictureDeclaration[] = [
  { id: 'growth', title: 'Growth', kind: 'lines', x: axis('round', ''), y: axis('points', ''), series },
  { id: 'pairs', title: 'Pairs', kind: 'scatter', x: axis('speed', 'mph'), y: axis('angle', '°'), series },
  {
    ...{ id: 'field', title: 'Field', kind: 'polar', x: axis('angle', '°'), y: axis('distance', 'ft') },
    ...{ series, rings: [100, 200, 300] },
  },
  {
    id: 'strokes',
    title: 'Strokes',
    kind: 'sweep',
    x: axis('place', 'm'),
    y: axis('place', 'm'),
    series: [],
  },
];

const point = (picture: string, x: number, y: number, of = 'far'): Sighting => ({
  ...{ kind: 'point', picture, series: of, x, y, label: `${picture} ${x}, ${y}` },
});
const strokes: readonly Stroke[] = [-0.2, -0.1, 0, 0.1].map((t) => [t, 0, 1, 0, Math.sin(t), 1, Math.cos(t)]);

/** The golden run with sightings and link samples of this test's own. */
async function feed(): Promise<FeedEntry[]> {
  const [header, ...entries] = await feedOfFile();
  if (header?.kind !== 'header') throw new RangeError('no header');
  const frames = entries.filter((entry): entry is FeedFrame => entry.kind === 'frame');
  const sighted = frames.map((frame, index) => ({ ...frame, sightings: SIGHTINGS[index] ?? [] }));
  const links = [1, 2, 3].map((second) => ({
    kind: 'links' as const,
    frame: second * 60,
    links: [
      { peer: 1, roundTripMs: 20 + second, loss: 0.1, backlog: second, queued: 0 },
      { peer: 2, roundTripMs: null, loss: null, backlog: 0, queued: 1 },
    ],
  }));
  return [{ ...header, pictures: PICTURES }, ...sighted, ...links];
}

const SIGHTINGS: Readonly<Record<number, readonly Sighting[]>> = {
  5: [point('growth', 1, 10), point('field', -30, 120, 'near'), point('pairs', 80, 20, 'near')],
  9: [point('growth', 2, 30), point('field', 10, 290), point('pairs', 101, 31)],
  12: [{ kind: 'sweep', picture: 'strokes', label: 'first', strokes }],
  15: [{ kind: 'sweep', picture: 'strokes', label: 'second', strokes }],
};

describe('what a picture is made of', () => {
  it('sorts sightings by picture, each once however often it is asked', async () => {
    const [header, ...entries] = await feed();
    if (header?.kind !== 'header') throw new RangeError('no header');
    const reel = new Reel(header);
    for (const entry of entries.slice(0, 8)) reel.append(entry);
    expect(contentOf(reel, 'field').points).toHaveLength(1);
    for (const entry of entries.slice(8)) reel.append(entry);
    expect(contentOf(reel, 'field').points.map(({ y }) => y)).toEqual([120, 290]);
    expect(contentOf(reel, 'strokes').sweeps.map(({ label }) => label)).toEqual(['first', 'second']);
    expect(contentOf(reel, 'unheard of').points).toEqual([]);
    const { points } = contentOf(reel, 'field');
    const odd = [
      point('field', Number.NaN, 1),
      point('field', 1, Number.POSITIVE_INFINITY),
      { ...{ kind: 'sweep', picture: 'strokes', label: 'odd' }, strokes: [[0, 0, Number.NaN, 0, 0, 0, 0]] },
    ] as Sighting[];
    reel.append({ kind: 'frame', frame: 9999, inputs: [], steps: [], draws: [], sightings: odd });
    expect(contentOf(reel, 'field').points).toHaveLength(2);
    expect(contentOf(reel, 'strokes').sweeps.at(-1)?.strokes).toEqual([]);
    expect(lastSeen(points, (points[0]?.at ?? 0) - 1)).toBe(-1);
    expect(lastSeen(points, points[0]?.at ?? 0)).toBe(0);
  });

  it('places a frame between the points around it', () => {
    const points = [
      { at: 100, x: 1 },
      { at: 100, x: 1 },
      { at: 200, x: 3 },
    ];
    expect([50, 100, 150, 200, 300].map((frame) => placeAlong(points, frame))).toEqual([
      undefined,
      1,
      2,
      3,
      3,
    ]);
  });

  it('aligns lines over all their x, in order', () => {
    const told = [point('p', 2, 5), point('p', 1, 4), point('p', 2, 6), point('p', 3, 9, 'near')].map(
      (one) => ({
        ...(one as Extract<Sighting, { kind: 'point' }>),
        at: 0,
        step: 0,
      }),
    );
    expect(alignedLines(told, series)).toEqual([
      [1, 2, 3],
      [4, 6, null],
      [null, null, 9],
    ]);
  });

  it('gives each peer a line, with holes where nothing was measured', async () => {
    const samples = (await feed()).filter((entry) => entry.kind === 'links');
    expect(peersOf(samples)).toEqual([1, 2]);
    expect(linkLines(samples, [1, 2], LINK_MEASURES[0], 60)).toEqual([
      [1, 2, 3],
      [21, 22, 23],
      [null, null, null],
    ]);
    expect(linkLines(samples, [1], LINK_MEASURES[1], 60)[1]).toEqual([10, 10, 10]);
  });

  it('puts round numbers on axes, also where all values are one, or none is', () => {
    expect(ticksBetween(0, 10)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(ticksBetween(-0.31, 0.29)).toEqual([-0.2, 0, 0.2]);
    expect(ticksBetween(Number.NEGATIVE_INFINITY, 3)).toEqual([]);
    for (const values of [[], [7], [0, 0], [-3, 12]]) {
      const scale = scaleOf(values, [0, 100]);
      for (const value of values) {
        expect(scale(value)).toBeGreaterThanOrEqual(0);
        expect(scale(value)).toBeLessThanOrEqual(100);
      }
    }
  });
});

describe.skipIf(lacksChromium)('the pictures in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  const picture = (page: Page, id: string) => page.locator(`[data-picture="${id}"]`);

  it('draws every kind, and goes to the moment of what is clicked', async () => {
    const { page, close } = await openInspector(browser, [await feed()]);
    await page.getByRole('tab', { name: 'Pictures' }).click();
    await expect.poll(() => picture(page, 'growth').locator('canvas').count()).toBe(1);
    expect(await picture(page, 'field').locator('[data-ring]').count()).toBe(3);
    const points = picture(page, 'field').locator('[data-point]');
    expect(await points.evaluateAll((all) => all.map((one) => one.getAttribute('data-later')))).toEqual([
      'true',
      'true',
    ]);
    await points.nth(1).click();
    await expect.poll(() => points.nth(1).getAttribute('data-later')).toBe('false');
    expect(await picture(page, 'pairs').locator('[data-later="false"]').count()).toBe(2);
    await close();
  });

  it('turns over sweeps, the one of the moment first', async () => {
    const { page, close } = await openInspector(browser, [await feed()]);
    await page.getByRole('tab', { name: 'Pictures' }).click();
    const sweeps = picture(page, 'strokes');
    expect(await sweeps.locator('[data-sweep="0"] [data-stroke]').count()).toBe(2 * strokes.length);
    await sweeps.getByRole('button', { name: 'Later' }).click();
    await sweeps.locator('[data-sweep="1"]').waitFor();
    await sweeps.getByRole('button', { name: 'second' }).click();
    await sweeps.locator('[data-sweep="1"]').waitFor();
    await close();
  });

  it('draws a line a peer of what the links did, and a click goes to that second', async () => {
    const { page, close } = await openInspector(browser, [await feed()]);
    await page.getByRole('tab', { name: 'Pictures' }).click();
    const plot = picture(page, 'roundTripMs').locator('.plot');
    await expect.poll(() => plot.getAttribute('data-lines')).toBe('2');
    expect(await plot.getAttribute('data-values')).toBe('3');
    const over = plot.locator('.u-over');
    const width = await over.evaluate((element) => element.clientWidth);
    await over.click({ position: { x: width - 3, y: 40 } });
    await expect.poll(() => page.locator('[data-look]').getAttribute('data-look')).toBe('180');
    await close();
  });
});
