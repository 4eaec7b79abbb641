/** The commands over every wire: what a host says is what `join` takes, and what a run over it leaves is a log that replays. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { startNode, waitFor } from '../support/spawn.js';
import { dugout, MAIN, objectOf } from './dugout.js';

const directory = mkdtempSync(join(tmpdir(), 'dugout-wires-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const DEADLINE = { deadlineMs: 60_000 };
const SHORT = ['--innings', '1', '--speed', '40'];
const WHERE = {
  'local-udp': /^127\.0\.0\.1:\d+$/,
  p2p: /^[2-9A-HJKMNP-Z]{10}$/,
  websocket: /^ws:\/\/127\.0\.0\.1:\d+\/$/,
};
let logs = 0;
const newLog = (): string => join(directory, `${++logs}.dugout`);
const hasNetwork = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ family, internal }) => family === 'IPv4' && !internal),
);

async function startHost(transport: string, more: readonly string[] = []) {
  const args = ['host', '--transport', transport, '--players', '2', ...SHORT, '--out', newLog(), ...more];
  const host = startNode([MAIN, ...args], DEADLINE);
  const said = /dugout join (\S+)/;
  await waitFor(() => said.test(host.stderr()), DEADLINE.deadlineMs, 'how to join');
  return { host, where: said.exec(host.stderr())?.[1] ?? '' };
}

describe.each(Object.entries(WHERE))('over %s', (transport, place) => {
  it('a host says what to type, and who types it plays', async () => {
    const { host, where } = await startHost(transport, ['--address', '127.0.0.1', '--port', '0', '--json']);
    expect(where).toMatch(place);
    // A code may be typed in small letters and in groups.
    const typed = transport === 'p2p' ? `${where.slice(0, 5)}-${where.slice(5)}`.toLowerCase() : where;
    const joined = await dugout(['join', typed, ...SHORT, '--json'], DEADLINE);
    const hosted = await host.finished;
    expect([hosted.exitCode, joined.exitCode], hosted.stderr + joined.stderr).toEqual([0, 0]);
    const { outcome, teamScore, verdict } = objectOf(hosted);
    expect(objectOf(joined)).toMatchObject({ outcome, teamScore });
    expect(verdict).toBe('identical');
  });

  it('a run between processes replays identically', async () => {
    const args = ['play', '--transport', transport, '--players', '3', ...SHORT, '--out', newLog(), '--json'];
    const finished = await dugout(args, DEADLINE);
    expect(finished.exitCode, finished.stderr).toBe(0);
    expect(objectOf(finished)).toMatchObject({ verdict: 'identical', innings: 1 });
    expect(finished.stderr).toContain('3 processes');
  });
});

describe('dugout play --transport loopback', () => {
  it('is the run that --in-process plays', async () => {
    const play = async (...how: string[]) =>
      objectOf(await dugout(['play', ...how, ...SHORT, '--seed', '5', '--out', newLog(), '--json']));
    const [long, short] = [await play('--transport', 'loopback'), await play('--in-process')];
    expect(long.digest).toBe(short.digest);
  });
});

describe('dugout discover', () => {
  it('lists a session hosted on the local network, and nobody when there is none', async () => {
    const nobody = await dugout(['discover', '--wait', '100', '--json']);
    expect(objectOf(nobody)).toEqual({ sessions: [] });
    const { host, where } = await startHost('p2p', ['--name', 'Kitchen']);
    const found = await dugout(['discover', '--json']);
    host.kill('SIGTERM');
    expect((await host.finished).exitCode).toBe(143);
    // A machine without a network has nobody to announce a session to.
    const session = { code: where, name: 'Kitchen', players: 1, playersMax: 8, isFull: false };
    expect(objectOf(found)).toEqual({ sessions: hasNetwork ? [session] : [] });
  });
});

describe('a place to join', () => {
  it.each([
    ['nowhere', 'is no place to join'],
    ['127.0.0.1:0', 'is no place to join'],
    ['127.0.0.1:65536', 'is no place to join'],
    ['A2DB93HWE', 'is no join code'],
    ['A2DB93HWE0', 'never 0, 1, I, L or O'],
    ['http://127.0.0.1:80/', 'a session is at a ws:// or wss:// one'],
    ['ws://', 'must look like ws://host:port/path'],
  ])('that is none, %s, is told, exit code 2', async (where, sentence) => {
    const finished = await dugout(['join', where]);
    expect(finished.exitCode).toBe(2);
    expect(finished.stderr).toContain(sentence);
  });

  it('is given once: a place or --address and --port', async () => {
    const finished = await dugout(['join', '127.0.0.1:5', '--port', '6']);
    expect(finished.exitCode).toBe(2);
    expect(finished.stderr).toContain('leave --address and --port out');
  });

  it('cannot steer the terminal by what it says', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    server.on('connection', (socket) => socket.close(4000, '\u001b[2JGo away.'));
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const finished = await dugout(['join', `ws://127.0.0.1:${port}/`]);
    server.close();
    expect(finished.stderr).toContain('\ufffd[2JGo away.');
    expect(finished.stderr).not.toContain('\u001b');
  });

  it('that refuses says why: another game than the host plays', async () => {
    const { host, where } = await startHost('websocket', ['--port', '0']);
    const other = await dugout(['join', where, '--innings', '3'], DEADLINE);
    host.kill('SIGTERM');
    await host.finished;
    expect(other.exitCode).toBe(2);
    expect(other.stderr).toContain('The host refused: This game has version bots-1, 1 innings');
  });
});
