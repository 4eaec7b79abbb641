import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Transport, TransportEvents } from '../../../src/transports/transport.js';
import { type HostWebSocketOptions, hostWebSocket } from '../../../src/transports/websocket/index.js';
import { lacksChromium, launchChromium, openPage } from '../../support/chromium.js';
import { bundleScript, type PageServer, servePage } from '../../support/page.js';
import { waitFor } from '../../support/spawn.js';

const PAGE = fileURLToPath(new URL('./fixtures/page.mjs', import.meta.url));
const DEADLINE_MS = 20_000;

let browser: Browser;
let pages: PageServer;
const opened: { close(): Promise<void> }[] = [];

/** A host that plays along 60 times a second, and all it was told. */
async function openHost(options: HostWebSocketOptions = {}) {
  const transport = await hostWebSocket({ server: pages.server, path: '/session', ...options });
  const told: string[] = [];
  const received: { bytes: Uint8Array; delivery: string }[] = [];
  const events: TransportEvents = {
    opened: (peer) => told.push(`opened ${peer}`),
    received: (_peer, bytes, delivery) => received.push({ bytes, delivery }),
    closed: (peer, end) => told.push(`closed ${peer} ${end}`),
  };
  const loop = setInterval(() => {
    transport.poll(events);
    transport.flush();
  }, 1000 / 60);
  opened.push({
    close: () => {
      clearInterval(loop);
      return transport.close();
    },
  });
  return { transport, told, received };
}

async function openClient(url: string, from = pages): Promise<{ page: Page; faults: string[] }> {
  const { page, faults } = await openPage(browser, from.url);
  opened.push(page);
  await page.evaluate((options) => globalThis.join(options), { url });
  return { page, faults };
}

/** Waits until the page was told so many things, and gives them. */
async function toldTo(page: Page, count: number): Promise<string[]> {
  await page.waitForFunction((least) => globalThis.told().length >= least, count, { timeout: DEADLINE_MS });
  return page.evaluate(() => globalThis.told());
}

const checksum = (bytes: Uint8Array) => bytes.reduce((sum, byte) => (sum * 31 + byte) | 0, 7);
const patterned = (length: number, salt: number) =>
  Uint8Array.from({ length }, (_, index) => (index * salt) & 0xff);

describe.skipIf(lacksChromium)('the client in Chromium', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    browser = await launchChromium();
    pages = await servePage(await bundleScript(PAGE));
  }, 60_000);

  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
  });

  afterAll(async () => {
    await browser?.close();
    await pages?.close();
  });

  it('joins, sends and receives bytes of every delivery, also a megabyte, and leaves', async () => {
    const { transport, told, received } = await openHost();
    const { page, faults } = await openClient(transport.url);
    expect(await toldTo(page, 1)).toEqual(['opened 0']);
    await waitFor(() => told.length === 1, DEADLINE_MS, 'the host to be told');
    const most = transport.limits.reliable;
    for (const delivery of ['sequenced', 'unreliable', 'reliable'] as const) {
      await page.evaluate((given) => globalThis.sendMany(300, given, 3), delivery);
      transport.send(1, patterned(300, 5), delivery);
    }
    await page.evaluate((length) => globalThis.sendMany(length, 'reliable', 7), most);
    transport.send(1, patterned(most, 11), 'reliable');
    await page.waitForFunction(() => globalThis.received().length >= 4, undefined, { timeout: DEADLINE_MS });
    await waitFor(() => received.length >= 4, DEADLINE_MS, 'four messages');
    expect(received.map(({ delivery, bytes }) => `${delivery} ${bytes.length} ${checksum(bytes)}`)).toEqual([
      ...['sequenced', 'unreliable', 'reliable'].map((name) => `${name} 300 ${checksum(patterned(300, 3))}`),
      `reliable ${most} ${checksum(patterned(most, 7))}`,
    ]);
    expect(await page.evaluate(() => globalThis.received())).toEqual([
      ...['sequenced', 'unreliable', 'reliable'].map((name) => `${name} 300 ${checksum(patterned(300, 5))}`),
      `reliable ${most} ${checksum(patterned(most, 11))}`,
    ]);
    await page.waitForFunction(() => globalThis.backlog() === 0, undefined, { timeout: DEADLINE_MS });
    expect((await page.evaluate(() => globalThis.quality()))?.roundTripMs).toBeGreaterThan(0);
    await page.evaluate(() => globalThis.close());
    await waitFor(() => told.length === 2, DEADLINE_MS, 'the end');
    expect(told).toEqual(['opened 1', 'closed 1 left']);
    expect(faults).toEqual([]);
  });

  it('is told that another came and how it went, and that the host is gone', async () => {
    const { transport, told } = await openHost();
    const { page } = await openClient(transport.url);
    await toldTo(page, 1);
    const other = await openClient(transport.url);
    await toldTo(other.page, 2);
    // The page goes, and with it the browser says goodbye.
    await other.page.close();
    await toldTo(page, 3);
    await transport.close();
    expect(await toldTo(page, 4)).toEqual(['opened 0', 'joined 2', 'left 2 left', 'closed 0 host-gone']);
    expect(told).toEqual(['opened 1', 'opened 2', 'closed 2 left']);
  });

  it('is told the sentence when it is put out', async () => {
    const { transport } = await openHost();
    const { page } = await openClient(transport.url);
    await toldTo(page, 1);
    transport.disconnect(1, 'Du warst zu lange weg – „schade“.');
    expect((await toldTo(page, 2))[1]).toBe('closed 0 refused: Du warst zu lange weg – „schade“.');
  });

  it('gets in only from pages that may', async () => {
    const elsewhere = await servePage(await bundleScript(PAGE));
    opened.push(elsewhere);
    const { transport, told } = await openHost();
    const { page } = await openClient(transport.url, elsewhere);
    expect((await toldTo(page, 1))[0]).toMatch(/^closed 0 host-gone: No WebSocket came about at ws:/);
    expect([told, transport.stats.datagramsDropped]).toEqual([[], 1]);
    const welcoming = await openHost({ path: '/welcoming', origins: [elsewhere.url.replace(/\/$/, '')] });
    const guest = await openClient(welcoming.transport.url, elsewhere);
    expect(await toldTo(guest.page, 1)).toEqual(['opened 0']);
  });

  it('drops what is old news while its socket is backed up, and nothing reliable', async () => {
    const { transport, received } = await openHost();
    const { page } = await openClient(transport.url);
    await toldTo(page, 1);
    const stats = await page.evaluate(() => globalThis.flood(200, 16 * 1024));
    await waitFor(
      () => received.filter(({ delivery }) => delivery === 'reliable').length >= 200,
      DEADLINE_MS,
      '200',
    );
    const numbersOf = (delivery: string) =>
      received
        .filter((one) => one.delivery === delivery)
        .map(({ bytes }) => new DataView(bytes.buffer).getUint8(0));
    expect(numbersOf('reliable')).toEqual(Array.from({ length: 200 }, (_, number) => number));
    const sequenced = numbersOf('sequenced');
    expect(sequenced.length).toBeLessThan(20);
    expect(sequenced.at(-1)).toBe(199);
    expect(numbersOf('unreliable').length).toBeLessThan(20);
    expect(stats.datagramsDropped).toBeGreaterThan(300);
  });
});

/** What fixtures/page.mjs gives its page. */
declare global {
  var join: (options: { url: string }) => Promise<void>;
  var told: () => string[];
  var received: () => string[];
  var sendMany: (length: number, delivery: string, salt: number) => void;
  var flood: (count: number, length: number) => Transport['stats'];
  var quality: () => { roundTripMs: number | undefined } | undefined;
  var backlog: () => number;
}
