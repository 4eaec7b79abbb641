/** The Home Run Derby extended: messages added, rules replaced, one machine swapped; its logs replay, its layouts stay locked. */
import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { emit } from 'xstate';
import { InvariantError } from '../../src/errors.js';
import { createHomeRunDerby, extendHomeRunDerby, homeRunDerby } from '../../src/machines/home-run-derby.js';
import { defineMessage } from '../../src/protocol/define.js';
import { string, u8 } from '../../src/protocol/field.js';
import { addToLock, compareToLock, type ProtocolLock } from '../../src/protocol/lock.js';
import { chartsOf } from '../../src/session/chart.js';
import { joinSession } from '../../src/session/client.js';
import { createHost } from '../../src/session/host.js';
import { verify } from '../../src/session/replay.js';
import type { Session, TypesOf } from '../../src/session/session.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { openLog } from '../../src/store/open-log.js';
import { createDerbyBot } from '../../src/testing/bots/derby-bot.js';
import { createLoopback } from '../../src/transports/loopback/loopback.js';
import { hostRig, host as moves, shortRules } from './driver.js';
import { joined, type Rig } from './harness.js';
import { hello } from './samples.js';

const messages = [
  defineMessage(100, 'Taunt', { sound: u8 }, { from: 'either', to: 'everyone' }),
  defineMessage(101, 'Whisper', { text: string({ bytesMax: 64 }) }, { from: 'either', to: 'host' }),
  defineMessage(102, 'Notice', { text: string({ bytesMax: 64 }) }, { from: 'host', to: 'clients' }),
  defineMessage(
    103,
    'Cursor',
    { player: u8, x: u8 },
    { from: 'either', to: 'everyone', delivery: 'unreliable', relay: true, superseded: true },
  ),
] as const;
const extended = extendHomeRunDerby({ protocol: 'HRD-COOP-7 TAUNTS-1', messages, rules: shortRules });
type Extended = Session<TypesOf<typeof extended>>;

const seat = (name: string) => ({ version: '1', player: { name, batterId: 'rookie', cosmeticIds: [] } });

async function table() {
  const [wire, store] = [createLoopback(), createMemoryStore()];
  const common = { game: extended, seed: 7, loop: 'manual', checkPlain: true, checkPure: true } as const;
  const ann = await createHost({ ...common, transport: wire.host, store, options: seat('Ann') });
  const bo = await joinSession({ ...common, transport: wire.connect(), options: seat('Bo') });
  const cy = await joinSession({ ...common, transport: wire.connect(), options: seat('Cy') });
  const all: readonly Extended[] = [ann, bo, cy];
  const heard = all.map((session) => {
    const names: string[] = [];
    session.received$.subscribe(({ name, value }) => {
      if (name === 'Taunt' || name === 'Whisper' || name === 'Notice')
        names.push(`${name} ${Object.values(value)}`);
    });
    return names;
  });
  let now = 0;
  const run = (frames: number) => {
    for (let frame = 0; frame < frames; frame++, now += 1000 / 60) for (const side of all) side.frame(now);
  };
  run(10);
  return { ann, bo, cy, heard, run, store };
}

describe('messages added to the Home Run Derby', () => {
  it('travel as they were declared, and their log replays', async () => {
    const { ann, bo, cy, heard, run, store } = await table();
    expect(bo.send('Taunt', { sound: 3 })).toEqual({ ok: true });
    expect(cy.send('Whisper', { text: 'psst' })).toEqual({ ok: true });
    expect(ann.send('Notice', { text: 'rain' })).toEqual({ ok: true });
    expect(bo.send('Notice', { text: 'no rain' })).toMatchObject({ rule: 'session/not-host' });
    run(10);
    expect(heard).toEqual([['Taunt 3', 'Whisper psst'], ['Notice rain'], ['Notice rain', 'Taunt 3']]);
    await Promise.all([bo.close(), cy.close(), ann.close()]);
    const log = await openLog(store, 'session');
    expect(verify({ log, game: extended })).toMatchObject({ verdict: 'identical' });
    expect(() => verify({ log, game: homeRunDerby })).toThrow("The log's messages have the schema");
  });

  it('are shown at once where only the newest counts, of players only', async () => {
    const { ann, bo, cy, run, store } = await table();
    const cursors = () => [ann, bo, cy].map((session) => session.shown('Cursor')?.x);
    expect(cursors()).toEqual([undefined, undefined, undefined]);
    for (const x of [1, 2, 3]) bo.send('Cursor', { player: 1, x });
    run(5);
    expect(cursors()).toEqual([3, undefined, 3]);
    expect(ann.send('Cursor', { player: 0, x: 9 })).toEqual({ ok: true });
    run(5);
    expect(cursors()).toEqual([3, 9, 9]);
    const stranger = hostRig(extended);
    stranger.deliver(joined(4));
    const cursor = extended.protocol.byName('Cursor');
    expect(cursor && extended.host.relayNow(stranger.kernel.lookup, 4, cursor)).toBe(false);
    await Promise.all([bo.close(), cy.close(), ann.close()]);
    expect(verify({ log: await openLog(store, 'session'), game: extended }).verdict).toBe('identical');
  });

  it('are not acted on before their sender said Hello', () => {
    const rig = hostRig(extended);
    rig.deliver(joined(4));
    const bytes = extended.protocol.encode('Taunt', { sound: 1 });
    expect(rig.deliver({ kind: 'message', peer: 4, bytes })).toMatchObject([
      { kind: 'refusal', rule: 'lobby/not-now' },
    ]);
    expect(rig.effects).toEqual([]);
  });

  it('a wrong payload does not compile', () => {
    const send = (session: Extended) => {
      session.send('Taunt', { sound: 1 });
      session.send('ShopReady', {});
      // @ts-expect-error a sound is a number
      session.send('Taunt', { sound: 'boo' });
    };
    expect(send).toBeTypeOf('function');
  });

  it('are handled with their types, by lobby and client session', async () => {
    const louder = extendHomeRunDerby({
      protocol: 'HRD-COOP-7 TAUNTS-1',
      messages,
      rules: shortRules,
      machines: {
        lobby: (lobby) =>
          lobby.provide({
            actions: {
              onAdded: emit(({ event }) => {
                if (event.type !== 'Taunt')
                  return { type: 'send', to: 'all', message: 'Notice', value: { text: '' } };
                expectTypeOf(event.message).toEqualTypeOf<{ readonly sound: number }>();
                // @ts-expect-error a Taunt has no text
                const none: undefined = event.message.text;
                const text = `${event.peer} sounds ${event.message.sound}${none ?? ''}`;
                return { type: 'send', to: 'all', message: 'Notice', value: { text } };
              }),
            },
          }),
        clientSession: (session) =>
          session.provide({
            actions: {
              onAdded: ({ event }) => {
                // @ts-expect-error nobody added a Shout
                if (event.type === 'Shout') return;
                if (event.type === 'Notice') expectTypeOf(event.message.text).toEqualTypeOf<string>();
              },
            },
          }),
      },
    });
    const rig = hostRig(louder);
    const say = (name: string, value: unknown) =>
      rig.deliver({ kind: 'message', peer: 4, bytes: louder.protocol.encode(name, value) });
    rig.deliver(joined(4));
    say('Hello', { ...hello(4), protocol: louder.protocol.name });
    say('Taunt', { sound: 9 });
    expect(rig.sent('Notice')).toEqual([{ to: 'all', name: 'Notice', value: { text: '4 sounds 9' } }]);
    expect(verify({ log: rig.log(), game: louder })).toMatchObject({ verdict: 'identical' });
  });

  it('leave the bots a session they can play', async () => {
    const { ann } = await table();
    expectTypeOf(createDerbyBot).toBeCallableWith(ann, { seed: 1 });
    expect(() => createDerbyBot(ann, { seed: 1 }).frame()).not.toThrow();
    await ann.close();
  });

  it('need ids of their own, and another protocol name, which keeps the lock right', () => {
    const taken = [defineMessage(32, 'Taunt', {}, { from: 'either', to: 'host' })] as const;
    expect(() => extendHomeRunDerby({ protocol: 'MINE-1', messages: taken })).toThrow(
      'Id 32 is declared by both',
    );
    expect(() => extendHomeRunDerby({ messages })).toThrow(InvariantError);
    expect(() => extendHomeRunDerby({ protocol: 'HRD-COOP-7', messages })).toThrow(
      'needs another name than HRD-COOP-7',
    );
    const file = new URL('../golden/protocol-lock.json', import.meta.url);
    const lock = JSON.parse(readFileSync(file, 'utf8')) as ProtocolLock;
    const longer = addToLock(extended.protocol, lock);
    expect(compareToLock(extended.protocol, longer)).toEqual([]);
    expect(longer['HRD-COOP-7']).toEqual(lock['HRD-COOP-7']);
  });
});

describe('a machine swapped through provide', () => {
  const strict = extendHomeRunDerby({
    rules: shortRules,
    machines: {
      turn: (turn) =>
        turn.provide({
          delays: { batterWait: 1_000 },
          actions: { relay: emit({ type: 'send', to: 'all', message: 'Pong', value: { sendTime: 1 } }) },
        }),
    },
  });
  const outcomeOf = (rig: Rig) => {
    moves.startAtBat(rig);
    return rig.sent('Pong').length;
  };

  it('decides, and the others stay', () => {
    const plain = createHomeRunDerby(shortRules);
    expect(outcomeOf(hostRig(plain))).toBe(0);
    const rig = hostRig(strict);
    expect(outcomeOf(rig)).toBe(1);
    expect(chartsOf(strict.host.root)).toEqual(chartsOf(plain.host.root));
  });

  it('its log replays, and is told from a log of the game as it was', () => {
    const rig = hostRig(strict);
    moves.startInning(rig);
    rig.advance(1_500);
    expect(verify({ log: rig.log(), game: strict })).toMatchObject({ verdict: 'identical' });
    const { firstDivergence } = verify({ log: rig.log(), game: createHomeRunDerby(shortRules) });
    expect(firstDivergence).toMatchObject({ actor: 'turn' });
  });

  it('stays swapped when a log brings its own rules', () => {
    const rig = hostRig(strict);
    moves.startInning(rig);
    rig.advance(1_500);
    const byOtherRules = extendHomeRunDerby({
      machines: { turn: (turn) => turn.provide({ delays: { batterWait: 1_000 } }) },
    });
    expect(verify({ log: rig.log(), game: byOtherRules }).firstDivergence?.actor).not.toBe('turn');
  });
});
