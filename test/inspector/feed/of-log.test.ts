/** The feed of a log: what its code knows, what the log alone knows, and what is said when they disagree. */
import { encode } from '@msgpack/msgpack';
import { beforeAll, describe, expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import { defineGame } from '../../../src/define-game.js';
import type { GameDefinition } from '../../../src/game.js';
import type { FeedEntry, FeedFrame, FeedHeader, FeedStep } from '../../../src/inspector/feed/entry.js';
import { feedOfLog } from '../../../src/inspector/feed/of-log.js';
import { homeRunDerby } from '../../../src/machines/home-run-derby.js';
import { defineMessage, defineProtocol } from '../../../src/protocol/define.js';
import { string, u8 } from '../../../src/protocol/field.js';
import { createHost } from '../../../src/session/host.js';
import { findNotPlain } from '../../../src/session/plain.js';
import { LinkTrackWriter } from '../../../src/store/link-track.js';
import type { Log } from '../../../src/store/log.js';
import { createMemoryStore } from '../../../src/store/memory-store.js';
import { openLog } from '../../../src/store/open-log.js';
import { openLogFile } from '../../../src/store/open-log-file.js';
import { createLoopback } from '../../../src/transports/loopback/loopback.js';

const framesOf = (feed: readonly FeedEntry[]): readonly FeedFrame[] =>
  feed.filter((entry) => entry.kind === 'frame');
const stepsOf = (feed: readonly FeedEntry[]): readonly FeedStep[] =>
  framesOf(feed).flatMap(({ steps }) => steps);
const headerOf = (feed: readonly FeedEntry[]): FeedHeader => feed[0] as FeedHeader;

let derby: Log;
beforeAll(async () => {
  derby = await openLogFile('test/golden/logs/home-run-derby-0.1.0.dugout');
});

describe('with the code of the game', () => {
  let feed: FeedEntry[];
  beforeAll(() => {
    feed = feedOfLog(derby, 'match.dugout', homeRunDerby);
  });

  it('is plain data that msgpack takes', () => {
    expect(findNotPlain(feed, 'feed')).toBeUndefined();
    expect(encode(feed).length).toBeLessThan(200_000);
    expect(headerOf(feed).knowledge).toEqual({
      code: true,
      sentence: 'Run again with its code, which did the same in every frame.',
    });
  });

  it('has a chart, guards, what was sent and what could come next for every step', () => {
    const steps = stepsOf(feed);
    expect(steps.length).toBeGreaterThan(100);
    for (const step of steps) {
      expect(Object.keys(headerOf(feed).charts)).toContain(step.chart);
      expect(step).toMatchObject({
        guards: expect.anything(),
        sent: expect.anything(),
        next: expect.anything(),
      });
    }
    const pitch = steps.find(({ event }) => event === 'AtBatPitch');
    expect(pitch?.guards).toContainEqual(['isFromBatter', true]);
  });

  it('says whom a message reached, and decodes what was passed on without repeating its bytes', () => {
    const sent = stepsOf(feed).flatMap((step) => step.sent ?? []);
    const rosters = sent.filter(({ message }) => message === 'Roster').map(({ to }) => to);
    // The host's own player joins first; the others, in one frame, are both there at its end.
    expect(rosters.slice(0, 3)).toEqual([[], [1, 2], [1, 2]]);
    const relayed = sent.filter(({ kind, message }) => kind === 'relay' && message === 'AtBatPitch');
    expect(relayed.length).toBeGreaterThan(5);
    for (const { value, to, bytes } of relayed) {
      expect(value).toHaveProperty('pitchTypeId');
      // All but the one at the plate, and never the host itself.
      expect([[1], [2], [1, 2]]).toContainEqual(to);
      expect(bytes).toBeUndefined();
    }
    expect(sent.find(({ message }) => message === 'Welcome')).toMatchObject({ kind: 'send', to: [0] });
  });

  it('has every superseded message, in entries of many', () => {
    const entries = feed.filter((entry) => entry.kind === 'superseded');
    const frames = entries.flatMap((entry) => entry.frames);
    expect(frames.length).toBeGreaterThan(500);
    expect(entries.length).toBeLessThan(frames.length / 10);
    expect(frames).toEqual([...frames].sort((one, other) => one - other));
  });
});

describe('links', () => {
  it('are told with their frames, all of one frame together, and change nobody who hears', () => {
    const track = new LinkTrackWriter();
    const sample = { roundTripMs: 12.5, loss: null, backlog: 1, queued: 0 };
    track.add(60, [
      { peer: 1, ...sample },
      { peer: 2, ...sample },
    ]);
    track.add(120, [{ peer: 2, ...sample }]);
    const links = [track.take() ?? new Uint8Array()];
    const feed = feedOfLog({ ...derby, links }, 'match', homeRunDerby);
    const told = feed.filter((entry) => entry.kind === 'links');
    expect(told.map(({ frame, links }) => [frame, links.map(({ peer }) => peer)])).toEqual([
      [60, [1, 2]],
      [120, [2]],
    ]);
    expect(told[1]?.links[0]).toEqual({ peer: 2, ...sample });
    const frames = feed.flatMap((entry) =>
      entry.kind === 'frame' || entry.kind === 'links' ? [entry.frame] : [],
    );
    expect(frames).toEqual([...frames].sort((one, other) => one - other));
    expect(stepsOf(feed)).toEqual(stepsOf(feedOfLog(derby, 'match', homeRunDerby)));
  });
});

describe('links of a session that was continued', () => {
  it('are told once a frame and peer, as they were when it went on', () => {
    const block = (frame: number, backlog: number) => {
      const track = new LinkTrackWriter();
      track.add(frame, [{ peer: 2, roundTripMs: null, loss: null, backlog, queued: 0 }]);
      return track.take() ?? new Uint8Array();
    };
    const links = [block(120, 9), block(180, 9), block(120, 1)];
    const told = feedOfLog({ ...derby, links }, 'match').filter((entry) => entry.kind === 'links');
    expect(told.map(({ frame, links }) => [frame, links.map(({ backlog }) => backlog)])).toEqual([
      [120, [1]],
      [180, [9]],
    ]);
  });
});

describe('with code that does something else', () => {
  it('tells notes up to there, and where and what', () => {
    const { batches } = derby;
    // The same inputs, without one of them: what follows is another match.
    const log = { ...derby, batches: batches.filter((_, index) => index !== 20) };
    const feed = feedOfLog(log, 'match', homeRunDerby);
    const { code, sentence } = headerOf(feed).knowledge;
    expect(code).toBe(true);
    expect(sentence).toMatch(/does something else\. .+ are told up to frame \d+\.$/);
    const steps = framesOf(feed)
      .slice(0, 20)
      .flatMap((frame) => frame.steps);
    expect(steps.every((step) => step.guards !== undefined)).toBe(true);
    expect(framesOf(feed).at(-1)?.steps[0]?.guards).toBeUndefined();
    expect(framesOf(feed)).toHaveLength(batches.length - 1);
  });
});

describe('without the code', () => {
  it('reads payloads by their layouts, finds charts, and says how to give the code', () => {
    const alone = feedOfLog(derby, 'match');
    const known = feedOfLog(derby, 'match', homeRunDerby);
    const { knowledge, rows } = headerOf(alone);
    expect(knowledge.code).toBe(false);
    expect(knowledge.sentence).toContain('--game MODULE');
    expect(framesOf(alone).map(({ inputs }) => inputs)).toEqual(framesOf(known).map(({ inputs }) => inputs));
    expect(stepsOf(alone).map(({ chart }) => chart)).toEqual(stepsOf(known).map(({ chart }) => chart));
    expect(stepsOf(alone).some((step) => 'guards' in step || 'sent' in step)).toBe(false);
    expect(rows.map(({ id }) => id)).toEqual(['session', 'lobby', 'run', 'turn', 'at-bat']);
    const labels = framesOf(alone).flatMap(({ sightings }) =>
      sightings.flatMap((one) => (one.kind === 'band' && one.row === 'run' ? [one.label] : [])),
    );
    expect([labels[0], labels.at(-1)]).toEqual(['intro', 'won']);
  });

  it('says so when the code that is here speaks otherwise', () => {
    const protocol = { ...homeRunDerby.protocol, name: 'OTHER-2', schemaHash: '0'.repeat(16) };
    const feed = feedOfLog(derby, 'match', { ...homeRunDerby, protocol });
    expect(headerOf(feed).knowledge).toMatchObject({ code: false });
    expect(headerOf(feed).knowledge.sentence).toContain('OTHER-2');
  });
});

describe('a game whose own look at the match throws', () => {
  const throwing = (when: 'at once' | 'later'): GameDefinition => ({
    ...homeRunDerby,
    inspection: {
      rows: [],
      pictures: [],
      read: () => {
        if (when === 'at once') throw new TypeError('no look from 10.1.2.3');
        return ({ frame }) => {
          if (frame > 100) throw new TypeError('no look from 10.1.2.3');
          return [{ kind: 'mark', label: 'seen', glyph: '·', tone: 'plain' }];
        };
      },
    },
  });

  it.each(['at once', 'later'] as const)('is told of once, %s', (when) => {
    const feed = feedOfLog(derby, 'match', throwing(when));
    const notices = feed.filter(({ kind }) => kind === 'notice');
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatchObject({
      notice: 'inspection',
      sentence: expect.stringContaining('‹address›'),
    });
    const seen = framesOf(feed).flatMap(({ sightings }) => sightings);
    expect(seen.length > 0).toBe(when === 'later');
    expect(framesOf(feed)).toHaveLength(derby.batches.length);
  });

  it('is told only what it declared, and what can be drawn', () => {
    const feed = feedOfLog(derby, 'match', {
      ...homeRunDerby,
      inspection: {
        rows: [{ id: 'row', title: 'Row' }],
        pictures: [],
        read: () => () => [
          { kind: 'band', row: 'other', label: 'x', tone: 'good' },
          { kind: 'point', picture: 'none', series: 's', x: 1, y: Number.NaN, label: '' },
          { kind: 'band', row: 'row', label: 'y'.repeat(5000), tone: 'good' },
        ],
      },
    });
    const [first, ...others] = framesOf(feed)[0]?.sightings ?? [];
    expect(others).toEqual([]);
    expect(first).toMatchObject({ kind: 'band', row: 'row' });
    expect(first?.kind === 'band' && first.label.length).toBe(200);
  });
});

describe('a game with secrets', () => {
  const HIDDEN = ['hunter2', 'ticket-4711', '10.9.8.7', 'shoe-44'];
  const Enter = defineMessage(
    1,
    'Enter',
    { name: string({ bytesMax: 32 }), authTicket: string({ bytesMax: 64 }) },
    { from: 'either', to: 'host' },
  );
  const Wave = defineMessage(2, 'Wave', { hands: u8 }, { from: 'either', to: 'host' });
  const machine = setup({
    types: {} as {
      context: { names: string[]; lastTicket: string; inner: { hostAddress: string; shoe: string } };
      events:
        | { type: 'Enter'; message: { name: string; authTicket: string } }
        | { type: 'Wave' }
        | { type: 'command.setPassword'; value: string };
    },
  }).createMachine({
    id: 'door',
    context: { names: [], lastTicket: '', inner: { hostAddress: '10.9.8.7', shoe: 'shoe-44' } },
    initial: 'open',
    states: {
      open: {
        on: {
          Enter: {
            actions: assign({
              names: ({ context, event }) => [...context.names, event.message.name],
              lastTicket: ({ event }) => event.message.authTicket,
            }),
          },
          Wave: 'open',
          'command.setPassword': 'open',
        },
      },
    },
  });
  const side = { root: machine, view: () => null };
  const game = defineGame({
    id: 'door',
    version: '1',
    protocol: defineProtocol({ name: 'DOOR-1', messages: [Enter, Wave] }),
    host: side,
    client: side,
    rules: { apiKey: 'hunter2', size: 3 },
    types: {} as { commands: { setPassword: string } },
  });

  it('tells none of them, with and without its code', async () => {
    const store = createMemoryStore();
    const host = await createHost({
      game,
      transport: createLoopback().host,
      store,
      loop: 'manual',
      options: null,
    });
    host.frame(0);
    host.send('Enter', { name: 'Ann', authTicket: 'ticket-4711' });
    host.send('Wave', { hands: 2 });
    host.command('setPassword', 'hunter2');
    for (let frame = 1; frame < 10; frame++) host.frame(frame * 20);
    await host.close();
    const log = await openLog(store, 'session');
    for (const given of [game, undefined]) {
      const feed = feedOfLog(log, 'match', given, { secrets: ['shoe'] });
      const text = Buffer.from(encode(feed)).toString('latin1');
      for (const hidden of HIDDEN) expect(text).not.toContain(hidden);
      expect(text).toContain('Ann');
      const inputs = framesOf(feed).flatMap((frame) => frame.inputs);
      const enter = inputs.find(({ name }) => name === 'Enter');
      expect(enter).toMatchObject({ value: { name: 'Ann', authTicket: '‹secret›' } });
      expect(enter).not.toHaveProperty('bytes');
      expect(inputs.find(({ name }) => name === 'Wave')).toMatchObject({
        bytes: Uint8Array.of(2, 2),
        value: { hands: 2 },
      });
      expect(inputs.find(({ name }) => name === 'setPassword')?.value).toBe('‹secret›');
      expect(headerOf(feed).rules).toEqual({ apiKey: '‹secret›', size: 3 });
    }
  });
});
