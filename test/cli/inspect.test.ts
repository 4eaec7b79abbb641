/** `dugout inspect` as the process it is: what it serves, how it ends, and what it says to what it cannot show. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { decodeMulti } from '@msgpack/msgpack';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { FeedEntry, FeedHeader } from '../../src/inspector/feed/entry.js';
import type { FeedSubscriber } from '../../src/inspector/feed/live-feed.js';
import { serveFeeds } from '../../src/inspector/server.js';
import { connectFeeds } from '../../src/inspector/server-remote.js';
import { feedOfFile, GOLDEN_RUN } from '../support/inspector.js';
import { type Running, startNode, waitFor } from '../support/spawn.js';
import { dugout, dugoutEach, MAIN } from './dugout.js';

const directory = mkdtempSync(join(tmpdir(), 'dugout-inspect-'));
const running: Running[] = [];
afterEach(() => {
  for (const one of running.splice(0)) one.kill('SIGKILL');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Starts `dugout inspect`; resolves with the page's address. */
async function inspect(args: readonly string[], env: Record<string, string> = {}) {
  const started = startNode([MAIN, 'inspect', '--no-open', ...args], { deadlineMs: 60_000, env });
  running.push(started);
  await waitFor(() => started.stdout().includes('Ctrl-C ends this.'), 20_000, 'the address of the page');
  const url = /http:\S+/.exec(started.stdout())?.[0] ?? '';
  return { started, url };
}

const listAt = async (url: string): Promise<unknown> => (await fetch(new URL('feeds', url))).json();

describe('dugout inspect', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('serves a log until %s, with a page looking on', async (signal) => {
    const { started, url } = await inspect([GOLDEN_RUN]);
    expect(await listAt(url)).toEqual([{ title: 'home-run-derby-0.1.0.dugout', live: false }]);
    const feed = new Uint8Array(await (await fetch(new URL('feeds/0', url))).arrayBuffer());
    expect([...decodeMulti(feed)].length).toBeGreaterThan(60);
    expect((await fetch(url)).status).toBe(200);
    started.kill(signal);
    expect(await started.finished).toMatchObject({ exitCode: 0, stderr: '' });
    await expect(fetch(url)).rejects.toThrow();
  });

  it('serves two logs side by side, and warns of a torn one', async () => {
    const torn = join(directory, 'torn.dugout');
    writeFileSync(torn, readFileSync(GOLDEN_RUN).subarray(0, -7));
    const { started, url } = await inspect([GOLDEN_RUN, torn]);
    expect(await listAt(url)).toMatchObject([{ live: false }, { title: 'torn.dugout', live: false }]);
    expect(started.stderr()).toContain(`${JSON.stringify(torn)} has a torn tail`);
  });

  it('says what it cannot show, and ends', async () => {
    const file = (name: string, bytes: string | Uint8Array): string => {
      const path = join(directory, name);
      writeFileSync(path, bytes);
      return path;
    };
    const golden = readFileSync(GOLDEN_RUN);
    const edited = Uint8Array.from(golden);
    edited[9_000] = (edited[9_000] ?? 0) ^ 1;
    const cases: readonly (readonly [args: readonly string[], code: string])[] = [
      [[], 'cli/usage'],
      [[join(directory, 'none.dugout')], 'cli/unreadable-file'],
      [[directory], 'cli/unreadable-file'],
      [[file('empty.dugout', '')], 'store/not-a-log'],
      [[file('foreign.dugout', 'a poem, not a log\n')], 'store/not-a-log'],
      [[file('edited.dugout', edited)], 'store/corrupt-record'],
      [[GOLDEN_RUN, '--connect', 'http://127.0.0.1:9/'], 'cli/usage'],
      [['--connect', 'somewhere'], 'cli/usage'],
      [['--connect', 'http://127.0.0.1:9/'], 'session/unreachable'],
      [[GOLDEN_RUN, '--game', join(directory, 'no-game.mjs')], 'cli/unreadable-file'],
    ];
    const all = await dugoutEach(cases.map(([args]) => ['inspect', '--no-open', ...args]));
    expect(all[3]?.stderr).toContain('empty.dugout": The log is empty');
    for (const [index, [args, code]] of cases.entries()) {
      expect(all[index], args.join(' ')).toMatchObject({ exitCode: 2, stdout: '' });
      expect(all[index]?.stderr, args.join(' ')).toContain(`(${code})`);
    }
  });

  it('says that a port is taken', async () => {
    const { url } = await inspect([GOLDEN_RUN]);
    const finished = await dugout(['inspect', GOLDEN_RUN, '--no-open', '--port', new URL(url).port]);
    expect(finished.exitCode).toBe(2);
    expect(finished.stderr).toMatch(/it is taken; choose another.*\(inspector\/not-served\)/);
  });

  it('wants a token where others could ask', async () => {
    const { url } = await inspect([GOLDEN_RUN, '--address', '0.0.0.0']);
    expect(url).toContain('?token=');
    expect((await fetch(new URL('feeds', url))).status).toBe(403);
    expect((await fetch(url)).status).toBe(200);
  });

  it.skipIf(process.platform !== 'linux')('opens the browser, and lives without one', async () => {
    const bin = mkdtempSync(join(directory, 'bin-'));
    const opened = join(bin, 'opened');
    writeFileSync(
      join(bin, 'xdg-open'),
      `#!/bin/sh\nprintf %s "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`,
    );
    chmodSync(join(bin, 'xdg-open'), 0o755);
    const open = async (path: string) => {
      const env = { PATH: path, DISPLAY: ':9' };
      const started = startNode([MAIN, 'inspect', GOLDEN_RUN], { deadlineMs: 60_000, env });
      running.push(started);
      await waitFor(() => started.stdout().includes('Ctrl-C'), 20_000, 'the address of the page');
      return started;
    };
    const withBrowser = await open([bin, process.env.PATH].join(delimiter));
    await waitFor(
      () => execFileSync('ls', [bin], { encoding: 'utf8' }).includes('opened\n'),
      10_000,
      'the browser',
    );
    expect(withBrowser.stdout()).toContain(readFileSync(opened, 'utf8'));
    const without = await open('/nowhere');
    without.kill('SIGINT');
    expect(await without.finished).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('dugout inspect --connect', () => {
  const servers: { close(): unknown }[] = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  /** A session's inspector that a test speaks through. */
  async function remote(address = '127.0.0.1') {
    const [header] = await feedOfFile();
    const subscribers = new Set<FeedSubscriber>();
    const server = await serveFeeds(
      [
        {
          title: 'their match',
          subscribe(subscriber) {
            subscribers.add(subscriber);
            subscriber.entries([header as FeedHeader]);
            return () => subscribers.delete(subscriber);
          },
        },
        await feedOfFile(),
      ],
      { address },
    );
    servers.push(server);
    return { server, subscribers };
  }

  /** What a page would be told. */
  async function follow(url: string) {
    const told: FeedEntry[] = [];
    const [feed] = await connectFeeds(url);
    if (feed === undefined || !('subscribe' in feed)) throw new RangeError('not live');
    feed.subscribe({ entries: (entries) => told.push(...entries) });
    await waitFor(() => told.length > 0, 10_000, 'the header');
    return told;
  }

  it('passes on what a session tells, and that it is gone', async () => {
    const { server, subscribers } = await remote('0.0.0.0');
    const { url } = await inspect(['--connect', server.url]);
    expect(await listAt(url)).toMatchObject([{ title: 'their match', live: true }, { live: false }]);
    const told = await follow(url.replace('http', 'ws'));
    await waitFor(() => subscribers.size > 0, 10_000, 'the page to be followed there');
    for (const { entries } of subscribers)
      entries([{ kind: 'notice', frame: 77, notice: 'refused', sentence: 'No.' }]);
    await waitFor(() => told.length === 2, 10_000, 'the notice');
    await server.close();
    await waitFor(() => told.length === 3, 10_000, 'the end');
    expect(told.map(({ kind }) => kind)).toEqual(['header', 'notice', 'end']);
    expect(told[2]).toMatchObject({ frame: 77, sentence: expect.stringContaining('is gone: it was closed') });
    const late = await follow(url);
    await waitFor(() => late.length === 2, 10_000, 'the end, for a late page');
    expect(late[1]).toMatchObject({ kind: 'end', sentence: expect.stringContaining('is gone') });
  });

  it('asks for the token', async () => {
    const { server } = await remote('0.0.0.0');
    const finished = await dugout(['inspect', '--connect', new URL(server.url).origin]);
    expect(finished.exitCode).toBe(2);
    expect(finished.stderr).toMatch(/it answers 403.*token.*\(inspector\/unreadable-feed\)/);
  });

  it('tells an inspector from another server', async () => {
    for (const body of ['<html>', '[]x', '{"feeds":1}', '[{"title":1}]', '[{"title":"x","live":true}]']) {
      const stranger = createServer((_request, response) => response.end(body));
      await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
      servers.push(stranger);
      const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`;
      await expect(connectFeeds(url), body).rejects.toMatchObject({ code: 'inspector/unreadable-feed' });
      stranger.closeAllConnections();
    }
  });

  it('ends at once while a page follows', async () => {
    const { server } = await remote();
    const { started, url } = await inspect(['--connect', server.url]);
    const page = new WebSocket(`${url.replace('http', 'ws')}feeds/0/live`);
    await new Promise((resolve) => page.once('message', resolve));
    started.kill('SIGINT');
    expect((await started.finished).exitCode).toBe(0);
  });
});
