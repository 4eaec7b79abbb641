import { expect, it } from 'vitest';
import { lacksChromium, launchChromium, openPage } from '../support/chromium.js';
import { startNode, waitFor } from '../support/spawn.js';

const DEADLINE_MS = 30_000;

it.skipIf(lacksChromium)(
  'a page joins a Node host and bats; the log replays',
  { timeout: 90_000 },
  async () => {
    const host = startNode(['examples/browser/host.mjs', '--port', '0'], { deadlineMs: 80_000 });
    const browser = await launchChromium();
    try {
      await waitFor(() => host.stdout().includes('/ in a browser.'), DEADLINE_MS, 'the address');
      const url = /http:\S+/.exec(host.stdout())?.[0] ?? '';
      const { page, faults } = await openPage(browser, url);
      page.setDefaultTimeout(DEADLINE_MS);
      await page.fill('#name', 'Zoë');
      await page.click('#join button');
      await page.waitForSelector('#roster li');
      expect(await page.textContent('#roster')).toBe('Zoë (you)');

      await page.click('#ready:enabled');
      await page.waitForSelector('#roster .batting');
      expect(await page.textContent('#score')).toMatch(/^0 of \d+ points, outs left: 3$/);

      expect(await page.textContent('#phase')).toBe('You bat. Swing when the ball is at the plate.');

      // Too early, so it is an out.
      for (let out = 1; out <= 2; out++) {
        await page.click('#swing:enabled');
        await page.waitForSelector(`#feed li:nth-child(${out})`);
      }
      // In time, as far as this machine draws in time: a home run wins the inning, a hit that is caught loses it.
      await page.evaluate(swingAtThePlate);
      await page.waitForSelector('#result:not(:empty)');
      const plays = await page.locator('#feed li').allTextContents();
      const result = (await page.textContent('#result')) ?? '';
      expect(plays.slice(0, 2)).toEqual(['Swings and misses', 'Swings and misses']);
      expect(plays[2]).toMatch(/^(HOME RUN! 4\d\d ft|Out at \d+ ft)$/);
      expect(result).toMatch(
        plays[2]?.startsWith('HOME')
          ? /^The run is won with 4\d\d points\.$/
          : /^The run is lost with 0 points\.$/,
      );
      const { exitCode, stdout, stderr } = await host.finished;
      expect([exitCode, stderr]).toEqual([0, '']);
      const lines = ['Here: Zoë', ...plays, result, 'Its log replays identical.', ''];
      expect(stdout.split('\n').slice(1)).toEqual(lines);
      await page.waitForSelector('#again:not([hidden])');
      expect(await page.isVisible('#swing')).toBe(false);
      expect(await page.textContent('#phase')).toBe('The host closed the session.');
      expect(faults).toEqual([]);
    } finally {
      host.kill('SIGKILL');
      await browser.close();
    }
  },
);

/** In the page: swings when the ball is at the plate. */
function swingAtThePlate(): void {
  const isThere = () => {
    const ball = document.querySelector<HTMLElement>('#ball');
    return ball?.hidden === false && Number.parseFloat(ball.style.left) >= 79;
  };
  const look = () => {
    if (isThere()) document.querySelector<HTMLElement>('#swing')?.click();
    else requestAnimationFrame(look);
  };
  look();
}
