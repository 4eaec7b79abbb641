/** A page in a real browser joins a network that Node hosts: declared messages both ways, and another build is refused. */
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createNetwork, float32, string, uint16 } from '../../src/network/index.js';
import { webSocketWire } from '../../src/transports/websocket/index.js';
import { lacksChromium, launchChromium, openPage } from '../support/chromium.js';
import { bundleScript, type PageServer, servePage } from '../support/page.js';
import { waitFor } from '../support/spawn.js';

const PAGE = fileURLToPath(new URL('./fixtures/page.mjs', import.meta.url));
const DEADLINE_MS = 20_000;

let browser: Browser;
let pages: PageServer;
const opened: { close(): Promise<void> }[] = [];

/** A host that plays 60 frames a second; its messages are the page's, declared once more. */
async function openHost() {
  const said: string[] = [];
  const network = createNetwork({
    wire: webSocketWire({ host: { server: pages.server, path: '/session' } }),
    describe(net) {
      const fire = net.message('fire', { angle: float32, name: string() });
      const scored = net.message('scored', { points: uint16 }, { to: 'clients' });
      const ended = net.signal('ended', { to: 'everyone' });
      net.on(fire, ({ angle, name }, from) => said.push(`${name} fired ${angle} from ${from}`));
      net.on(ended, (from) => said.push(`ended from ${from}`));
      return { fire, scored, ended };
    },
  });
  const { id } = await network.host();
  const loop = setInterval(() => {
    network.poll();
    network.flush();
  }, 1000 / 60);
  opened.push({
    close: () => {
      clearInterval(loop);
      return network.leave();
    },
  });
  return { network, said, url: id };
}

async function openClient(url: string, extra: readonly string[] = []) {
  const { page, faults } = await openPage(browser, pages.url);
  opened.push(page);
  const answer = await page.evaluate(([to, ids]) => globalThis.enter(to, ids), [url, extra] as const);
  return { page, faults, answer };
}

describe.skipIf(lacksChromium)('a page in Chromium', { timeout: 60_000 }, () => {
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

  it('joins, and declared messages and signals run at the end they are for', async () => {
    const { network, said, url } = await openHost();
    const { page, faults, answer } = await openClient(url);
    expect(answer).toBe('joined as 1');
    await page.evaluate(() => globalThis.fire(1.5, 'Zoë ⚾'));
    await waitFor(() => said.length === 1, DEADLINE_MS, 'the page to fire');
    network.messages.scored.sendTo(1, { points: 300 });
    network.messages.ended();
    await page.waitForFunction(() => globalThis.said().length === 2, undefined, { timeout: DEADLINE_MS });
    expect(await page.evaluate(() => globalThis.said())).toEqual(['scored 300 from 0', 'ended from 0']);
    expect([said, faults]).toEqual([['Zoë ⚾ fired 1.5 from 1', 'ended from 0'], []]);
  });

  it('is refused with both hashes when its messages are others, and the host hears nothing of it', async () => {
    const { network, url } = await openHost();
    const { answer } = await openClient(url, ['more']);
    const hostHash = `0x${network.schema.hash.toString(16).padStart(8, '0')}`;
    expect(answer).toMatch(new RegExp(`^session/refused: .*${hostHash}, .*0x[0-9a-f]{8}`));
    expect(new Set(answer.match(/0x[0-9a-f]{8}/g)).size).toBe(2);
    expect(network.session?.peerCount).toBe(0);
  });
});

/** What fixtures/page.mjs gives its page. */
declare global {
  var enter: (url: string, extra: readonly string[]) => Promise<string>;
  var said: () => string[];
  var fire: (angle: number, name: string) => void;
}
