/**
 * A real browser for tests: Debian's Chromium, driven by playwright-core, which brings no browser of its own. Where there is
 * none, tests that need it are skipped and say so; under CI its absence fails them.
 */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = [process.env.CHROMIUM ?? '', ...PATHS].find((path) => existsSync(path));
const HOW = 'install it (Debian: apt-get install chromium) or set CHROMIUM to its path';

/** No sandbox: containers have none to give. Nothing that calls home. */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

/** Whether tests that need a browser must be skipped here: `it.skipIf(lacksChromium)`. Says so once. */
export const lacksChromium = executablePath === undefined && (process.env.CI ?? '') === '';
if (lacksChromium) process.stdout.write(`No Chromium here, so tests in a browser are skipped; ${HOW}.\n`);

/** Starts Chromium; close it when done. */
export async function launchChromium(): Promise<Browser> {
  if (executablePath === undefined) throw new Error(`There is no Chromium; ${HOW}.`);
  return await chromium.launch({ executablePath, args: FLAGS });
}

/** Opens `url`; what the page throws or logs as an error ends up in `faults`. */
export async function openPage(browser: Browser, url: string): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.goto(url);
  return { page, faults };
}
