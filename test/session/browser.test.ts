import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import { build } from 'vite';
import { expect, it } from 'vitest';

const PAGE = fileURLToPath(new URL('./fixtures/page.mjs', import.meta.url));

/** What a page may use here; nothing of Node. */
const BROWSER_GLOBALS = {
  ...{ TextEncoder, TextDecoder, WebAssembly, performance, crypto, AbortController, AbortSignal },
  ...{ setTimeout, clearTimeout, queueMicrotask, URL },
};

async function bundlePage(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: PAGE, output: { format: 'iife' } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (output === undefined || !('output' in output)) throw new RangeError('vite gave no bundle');
  return output.output[0].code;
}

it('runs in a page: bundled for the browser, without anything of Node', { timeout: 60_000 }, async () => {
  const code = await bundlePage();
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
