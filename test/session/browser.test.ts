import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import { expect, it } from 'vitest';
import { bundleScript } from '../support/page.js';

const PAGE = fileURLToPath(new URL('./fixtures/page.mjs', import.meta.url));

/** What a page may use here; nothing of Node. */
const BROWSER_GLOBALS = {
  ...{ TextEncoder, TextDecoder, WebAssembly, performance, crypto, AbortController, AbortSignal },
  ...{ setTimeout, clearTimeout, queueMicrotask, URL },
};

it('runs in a page: bundled for the browser, without anything of Node', { timeout: 60_000 }, async () => {
  const code = await bundleScript(PAGE);
  expect(code).not.toMatch(/node:|__vite-browser-external|\brequire\(/);
  const page = createContext({ ...BROWSER_GLOBALS });
  page.self = page;
  new Script(code).runInContext(page);
  expect(page.process).toBeUndefined();
  expect(await page.played).toEqual({
    names: ['Ann', 'Bo'],
    gate: 'intro',
    verdict: 'identical',
    ending: 'left',
  });
});
