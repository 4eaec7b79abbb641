/** What happened, in a real browser: read, unfold, filter, follow. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksChromium, launchChromium } from '../support/chromium.js';
import { feedOfFile, goToFrame, openInspector } from '../support/inspector.js';
import { GATE_FEED } from './happened-feed.js';

describe.skipIf(lacksChromium)('what happened', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  const rowOf = (page: Page, step: number) => page.locator(`.happened [data-row="${step}"]`);
  const sentenceOf = (page: Page) => page.locator('.happened .sentence').textContent();
  /** The list draws its window after it was measured. */
  const current = (page: Page, step: number) => page.locator(`[data-row="${step}"][aria-current]`).waitFor();

  it('tells the step that is clicked: sentence, payload, bytes, guards, changes, messages', async () => {
    const { page, close } = await openInspector(browser, [GATE_FEED]);
    await rowOf(page, 4).click();
    expect(await page.locator('aside.happened').getAttribute('data-step')).toBe('4');
    expect(await sentenceOf(page)).toContain('gate went from shut to open, because Knock came from Bo');
    const event = page.locator('[data-section="event"]');
    expect(await event.locator('[data-value="force"]').textContent()).toBe('force: 2.6166666');
    expect(await event.locator('[data-value="force"] [title]').getAttribute('title')).toContain(
      'exactly 2.61666',
    );
    expect(await event.locator('[data-bytes="10"]').textContent()).toContain('..Knock.');
    expect(await page.locator('[data-guard="isKnown"]').textContent()).toBe('✓ isKnown was true');
    expect(await page.locator('[data-path="knocks"]').textContent()).toMatch(
      /~ knocks changed\s+from 0\s+to 1/,
    );
    expect(await page.locator('[data-path="last"]').getAttribute('data-sign')).toBe('added');
    const sent = page.locator('[data-sent="Roster"]');
    expect(await sent.textContent()).toContain('sent Roster to Bo and peer 2');
    await sent.getByRole('button').first().click();
    expect(await sent.locator('[data-value="roster"]').count()).toBe(1);
    await close();
  });

  it('folds and unfolds values, parts and all fields', async () => {
    const { page, close } = await openInspector(browser, [GATE_FEED]);
    await rowOf(page, 4).click();
    const how = page.locator('[data-section="event"] [data-value="how"]');
    expect(await how.getAttribute('data-open')).toBe('false');
    await how.getByRole('button').click();
    expect(await how.locator('[data-value="with"]').textContent()).toBe('with: "fist"');
    await page.locator('[data-section="event"] h2 button').click();
    expect(await page.locator('[data-section="event"] [data-value]').count()).toBe(0);
    const all = page.locator('[data-section="context"] [data-value="roster"]');
    expect(await all.count()).toBe(0);
    await page.locator('[data-all-fields]').click();
    expect(await all.count()).toBe(1);
    await close();
  });

  it('says of every machine where it is, for how long, and goes to why', async () => {
    const { page, close } = await openInspector(browser, [GATE_FEED]);
    await rowOf(page, 7).click();
    const bell = page.locator('[data-machine="bell"]');
    expect(await bell.getAttribute('data-state')).toBe('ringing');
    expect(await bell.textContent()).toContain('for 1.0 s');
    await bell.locator('[data-why]').click();
    expect(await sentenceOf(page)).toContain('bell went from quiet to ringing');
    await close();
  });

  it('shows what came of one input as one chain, and refusals and what nobody acted on as such', async () => {
    const { page, close } = await openInspector(browser, [GATE_FEED]);
    await rowOf(page, 5).click();
    const chain = page.locator('.steps [data-chain="true"]');
    expect(await chain.allInnerTexts()).toEqual([
      expect.stringContaining('Knock from Bo'),
      expect.stringContaining('bell went from quiet to ringing'),
    ]);
    await rowOf(page, 6).click();
    expect(await sentenceOf(page)).toContain('refused Knock from peer 2: gate/unknown');
    expect(await page.locator('[data-guard="isKnown"]').textContent()).toBe('✗ isKnown was false');
    expect(await page.locator('.steps [data-kind="unmet"]').last().textContent()).toContain(
      'no actor acted on it',
    );
    await close();
  });

  it('filters by choices with counts, says how much is shown, and clears', async () => {
    const { page, close } = await openInspector(browser, [GATE_FEED]);
    const bar = page.locator('.happened .filters');
    const output = bar.locator('output');
    expect(await output.textContent()).toBe('12 of 12 steps shown');
    await bar.locator('[data-dimension="actors"]').click();
    expect(await bar.locator('[data-choice="bell"]').textContent()).toBe('bell 2');
    await bar.locator('[data-choice="bell"]').click();
    expect(await output.textContent()).toBe('2 of 12 steps shown');
    expect(await page.locator('.steps [data-row]').count()).toBe(2);
    await bar.locator('[data-dimension="messages"]').click();
    await bar.locator('[data-choice="Knock"]').click();
    expect(await output.textContent()).toBe('1 of 12 steps shown');
    await bar.locator('[data-clear]').click();
    expect(await output.textContent()).toBe('12 of 12 steps shown');
    await close();
  });

  it('follows the moment through a real run, drawing only what is in sight', async () => {
    const { page, close } = await openInspector(browser, [await feedOfFile()]);
    await goToFrame(page, 320);
    await current(page, 28);
    expect(await sentenceOf(page)).toContain('because turn was done, after TurnEnd came from Ann (host)');
    expect(await page.locator('.steps .step-row').count()).toBeLessThan(40);
    expect(await page.locator('[data-machine="run"]').getAttribute('data-state')).toBe('roundEnd');
    await goToFrame(page, 1828);
    await current(page, 106);
    await close();
  });

  it('is used by keyboard alone', async () => {
    const { page, close } = await openInspector(browser, [GATE_FEED]);
    await rowOf(page, 4).click();
    await page.keyboard.press('ArrowDown');
    await current(page, 5);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await current(page, 6);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe('6');
    await page.keyboard.press('PageUp');
    await current(page, 0);
    await page.locator('.happened [data-dimension="kinds"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('.happened [data-choice="refusal"]').focus();
    await page.keyboard.press('Space');
    expect(await page.locator('.happened .filters output').textContent()).toBe('1 of 12 steps shown');
    await close();
  });
});
