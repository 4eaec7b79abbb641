/** Pages on running sessions: real processes, real sockets, a real browser; and what becomes of the pages when the host dies. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAIN } from '../cli/dugout.js';
import { lacksChromium, launchChromium, openPage } from '../support/chromium.js';
import { type Running, startNode, waitFor } from '../support/spawn.js';

const DEADLINE_MS = 60_000;

describe.skipIf(lacksChromium)('a running session', () => {
  const directory = mkdtempSync(join(tmpdir(), 'dugout-live-'));
  const running: Running[] = [];
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(() => {
    for (const one of running.splice(0)) one.kill('SIGKILL');
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  /** Starts a command; resolves with what `pattern` finds in its output. */
  async function start(args: readonly string[], pattern: RegExp) {
    const started = startNode([MAIN, ...args], { deadlineMs: DEADLINE_MS });
    running.push(started);
    const output = (): string => started.stdout() + started.stderr();
    await waitFor(() => pattern.test(output()), DEADLINE_MS, `${pattern} of ${args[0]}`);
    return { started, output, found: pattern.exec(output())?.[1] ?? '' };
  }

  const frameOf = async (page: Page): Promise<number> =>
    Number(await page.locator('[data-live]').getAttribute('data-frame'));

  async function expectGrowth(page: Page): Promise<void> {
    await page.locator('[data-live=running]').waitFor();
    await page.locator('[data-actor]').first().waitFor();
    const before = await frameOf(page);
    await expect.poll(() => frameOf(page), { timeout: DEADLINE_MS }).toBeGreaterThan(before);
  }

  it('is followed on host and client, near and through another inspector, until it dies', {
    timeout: 3 * DEADLINE_MS,
  }, async () => {
    const log = join(directory, 'host.dugout');
    // Longer than any machine takes to open three pages.
    const run = ['--innings', '99', '--speed', '5'];
    const host = await start(
      ['host', '--players', '2', '--port', '0', '--out', log, '--inspect', '0', ...run],
      /dugout join (\S+)/,
    );
    const at = /inspector at (\S+)/.exec(host.output())?.[1] ?? '';
    const client = await start(['join', host.found, '--inspect', ...run], /inspector at (\S+)/);
    const relay = await start(['inspect', '--no-open', '--connect', at], /(http:\S+)/);
    const pages: Page[] = [];
    for (const url of [at, client.found, relay.found]) pages.push((await openPage(browser, url)).page);
    for (const page of pages) await expectGrowth(page);

    host.started.kill('SIGKILL');
    for (const page of pages) await page.locator('[data-live=ended]').waitFor({ timeout: DEADLINE_MS });
    const told = await Promise.all(pages.map((page) => page.locator('[data-live]').textContent()));
    expect(told[0]).toContain('The connection to the session is lost');
    expect(told[2]).toContain('is gone');
    await Promise.all(pages.map((page) => page.close()));
  });

  it('stays when it was played to its end, as its log', async () => {
    const log = join(directory, 'play.dugout');
    const args = [
      '--players',
      '2',
      '--innings',
      '1',
      '--speed',
      '20',
      '--inspect',
      '--no-open',
      '--out',
      log,
    ];
    const play = await start(['play', ...args], /inspector at (\S+)/);
    const { page, faults } = await openPage(browser, play.found);
    await page.locator('[data-live=ended]').waitFor({ timeout: DEADLINE_MS });
    expect(await page.locator('[data-live]').textContent()).toContain('The session is over.');
    await waitFor(() => play.output().includes('until Ctrl-C'), DEADLINE_MS, 'the end of the run');
    await page.reload();
    await page.locator('[data-source=log]').waitFor();
    expect(faults).toEqual([]);
    play.started.kill('SIGINT');
    expect((await play.started.finished).exitCode).toBe(0);
    await page.close();
  });

  it('played in one process is looked at afterwards', async () => {
    const args = [
      '--in-process',
      '--innings',
      '1',
      '--inspect',
      '--no-open',
      '--out',
      join(directory, 'in.dugout'),
    ];
    const play = await start(['play', ...args], /stays at (\S+)/);
    const { page } = await openPage(browser, play.found);
    await page.locator('[data-source=log]').waitFor();
    play.started.kill('SIGTERM');
    expect((await play.started.finished).exitCode).toBe(0);
    await page.close();
  });
});
