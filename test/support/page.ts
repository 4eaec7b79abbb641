/** A page's script, bundled for a browser, and a server that serves it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'vite';

/** Bundles the script at `path` and all it imports into one classic script. */
export async function bundleScript(path: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: path, output: { format: 'iife' } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (output === undefined || !('output' in output)) throw new RangeError('vite gave no bundle');
  return output.output[0].code;
}

/** A server of one page. */
export interface PageServer {
  readonly server: Server;
  /** Where the page is. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a page that runs `script`, at a free port of this machine. */
export async function servePage(script: string): Promise<PageServer> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    const type = isScript ? 'text/javascript' : 'text/html';
    response.writeHead(request.url === '/favicon.ico' ? 204 : 200, {
      'content-type': `${type}; charset=utf-8`,
    });
    response.end(isScript ? script : '<!doctype html><title>page</title><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
