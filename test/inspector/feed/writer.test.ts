/** One writer for logs and live sessions: bases, notes by hand, links, superseded messages, ends. */
import { describe, expect, it } from 'vitest';
import type { FeedEntry, FeedFrame } from '../../../src/inspector/feed/entry.js';
import { FeedWriter } from '../../../src/inspector/feed/writer.js';
import { homeRunDerby } from '../../../src/machines/home-run-derby.js';
import { createHeader } from '../../../src/session/header.js';
import type { StepNote } from '../../../src/session/observe.js';
import type { Batch } from '../../../src/store/batch.js';

const header = createHeader({
  role: 'host',
  game: homeRunDerby,
  gameOptions: null,
  seed: 1,
  frameRate: 60,
  session: 's',
});
const about = { source: 'live', title: 'match', knowledge: { code: true, sentence: 'Told.' } } as const;
const writer = (): FeedWriter => new FeedWriter({ header, game: homeRunDerby, ...about });
const bytesOf = (name: string, value: unknown): Uint8Array => homeRunDerby.protocol.encode(name, value);
const note = (effects: StepNote['effects'], chart = 'turn'): StepNote => ({
  chart,
  guards: [['isFromBatter', true]],
  effects,
  next: [['TurnEnd', 'depends']],
  delays: [['xstate.after.x', 500]],
});
const pose = bytesOf('AtBatPose', { t: 1, aim: [0, 0], hands: [0, 1, 0], direction: [0, 1, 0], twist: 0 });

/** A batch of one message and one step that it caused. */
function batchOf(frame: number, bytes: Uint8Array, actor = 'some'): Batch {
  return {
    frame,
    inputs: [{ kind: 'message', peer: 2, bytes }],
    steps: [
      { kind: 'transition', cause: 1, actor, event: 'X', from: 'a', to: 'a', changes: [['ip', '1.2.3.4']] },
    ],
    draws: [],
  };
}
const frameOf = (entries: readonly FeedEntry[]): FeedFrame =>
  entries.find((entry) => entry.kind === 'frame') as FeedFrame;

describe('the writer', () => {
  it('tells notes, with what was sent to whom', () => {
    const feed = writer();
    feed.base(10, [{ id: 'some', chart: 'turn', state: 'a', context: { hostAddress: 'h', outs: 1 } }]);
    const swing = bytesOf('AtBatSwing', { pressTime: 2 });
    const effects: StepNote['effects'] = [
      { type: 'relay', to: { except: 2 }, bytes: swing },
      { type: 'relay', to: 3, bytes: bytesOf('Leave', {}) },
      { type: 'send', to: 'all', message: 'Refuse', value: { reason: 'No.', token: 'x' } },
      { type: 'disconnect', peer: 3, sentence: 'Bye 10.0.0.1.' },
    ];
    const step = () => frameOf(feed.batch(batchOf(11, swing), [note(effects)])).steps[0];
    expect(step()).toEqual({
      ...{ kind: 'transition', cause: 1, actor: 'some', chart: 'turn', event: 'X', from: 'a', to: 'a' },
      changes: [['ip', '‹secret›']],
      guards: [['isFromBatter', true]],
      next: [['TurnEnd', 'depends']],
      delays: [['xstate.after.x', 500]],
      sent: [
        { kind: 'relay', message: 'AtBatSwing', value: { pressTime: 2 }, to: 'all but 2' },
        { kind: 'relay', message: 'Leave', value: {}, to: [3], bytes: Uint8Array.of(16) },
        { kind: 'send', message: 'Refuse', value: { reason: 'No.', token: '‹secret›' }, to: 'all' },
        { kind: 'disconnect', message: '', value: 'Bye ‹address›.', to: [3] },
      ],
    });
    const link = { roundTripMs: 20, loss: null, backlog: 0, queued: 1 };
    const links = [3, 2, 1].map((peer) => ({ peer, ...link }));
    expect(feed.links(12, links)).toEqual([{ kind: 'links', frame: 12, links }]);
    expect(step()?.sent?.map(({ to }) => to)).toEqual([[1, 3], [3], [1, 2, 3], [3]]);
  });

  it('begins with a base, cleared', () => {
    const actor = { id: 'some', chart: 'turn', state: 'a', context: { hostAddress: 'h', outs: 1 } };
    expect(writer().base(10, [actor])).toEqual({
      kind: 'base',
      frame: 10,
      actors: [{ ...actor, context: { hostAddress: '‹secret›', outs: 1 } }],
    });
  });

  it('gathers superseded messages, and lets none wait for ever', () => {
    const feed = writer();
    const entries: FeedEntry[] = [];
    for (let frame = 0; frame < 200; frame += 2) entries.push(...feed.superseded(frame, 2, pose));
    expect(entries.length).toBe(3);
    entries.push(...feed.end(200, 'Over at 10.0.0.1.'));
    const told = entries.filter((entry) => entry.kind === 'superseded');
    expect(told.flatMap(({ frames }) => frames)).toEqual(
      Array.from({ length: 100 }, (_, index) => 2 * index),
    );
    expect(told.every(({ message }) => message === 'AtBatPose')).toBe(true);
    expect(entries.at(-1)).toEqual({ kind: 'end', frame: 200, sentence: 'Over at ‹address›.' });
  });

  it('tells what cannot be read as such', () => {
    const input = frameOf(writer().batch(batchOf(1, Uint8Array.of(250, 1, 2)))).inputs[0];
    expect(input).toMatchObject({
      name: 'message 250',
      value: null,
      sentence: expect.stringContaining('250'),
    });
    expect(input).not.toHaveProperty('bytes');
    const short = frameOf(writer().batch(batchOf(1, Uint8Array.of(43)))).inputs[0];
    expect(short).toMatchObject({ name: 'AtBatSwing', value: null, bytes: Uint8Array.of(43) });
    expect(short?.sentence).toBeTruthy();
  });
});
