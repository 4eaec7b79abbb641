// Serves the page and hosts its session on one port; when the run is over, replays the log of it.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createHost, createMemoryStore, openLog, verify } from 'dugout';
import { hostWebSocket } from 'dugout/transports/websocket';
import { build } from 'vite';
import { game, SESSION_PATH, version } from './game.mjs';

const options = { port: { type: 'string', default: '8080' }, players: { type: 'string', default: '1' } };
const values = readFlags();

function readFlags() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${error.message}. Known are --port and --players.`);
    process.exit(2);
  }
}

/** The page's script and all it imports, as one file. */
async function bundle() {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: fileURLToPath(new URL('page.mjs', import.meta.url)) },
    },
  });
  return [result].flat()[0].output[0].code;
}

const files = {
  '/': ['text/html', readFileSync(new URL('index.html', import.meta.url))],
  '/page.js': ['text/javascript', await bundle()],
};
const server = createServer((request, response) => {
  const [type, body] = files[request.url.split('?')[0]] ?? [];
  response.writeHead(body ? 200 : 404, type && { 'content-type': `${type}; charset=utf-8` }).end(body);
});
server.once('error', (error) => {
  console.error(`No page can be served: ${error.message}. Another port: --port 9000`);
  process.exit(2);
});
await new Promise((resolve) => server.listen(Number(values.port), '127.0.0.1', resolve));
console.log(`Open http://127.0.0.1:${server.address().port}/ in a browser.`);

const store = createMemoryStore();
const host = await createHost({
  game,
  store,
  // Pages of this very server may join, no others.
  transport: await hostWebSocket({ server, path: SESSION_PATH }),
  options: { version, player: null },
});
host
  .select((view) => view.roster.map(({ name }) => name).join(', '))
  .subscribe((names) => {
    if (names !== '') console.log('Here:', names);
  });
host.select((view) => view.feed.at(-1)).subscribe((play) => play && console.log(play.headline));

await host.until((view) => view.roster.filter(({ connected }) => connected).length >= Number(values.players));
host.command('startRun', null);
const { lastRun } = await host.until((view) => view.lastRun !== null);
console.log(`The run is ${lastRun.outcome} with ${lastRun.teamScore} points.`);
await host.until((view) => view.phase === 'lobby');
await host.close();
server.close();
server.closeAllConnections();

const { verdict } = verify({ log: await openLog(store, 'session'), game });
console.log(`Its log replays ${verdict}.`);
