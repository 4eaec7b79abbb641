/** The lanes' logic: what crossed a link and what became of it, who was there, how late, what was lost, and where it is drawn. */
import { describe, expect, it } from 'vitest';
import type { FeedEntry } from '../../src/inspector/feed/entry.js';
import { Reel } from '../../src/inspector/page/model/reel.js';
import { arrowLabel, arrowSentence } from '../../src/inspector/page/parts/lanes/arrow-words.js';
import { type Arrow, arrowsOf } from '../../src/inspector/page/parts/lanes/arrows.js';
import { delayNear } from '../../src/inspector/page/parts/lanes/delays.js';
import { placeOfMoment, viewOf } from '../../src/inspector/page/parts/lanes/lane-view.js';
import { LINE_PX, layoutTime } from '../../src/inspector/page/parts/lanes/layout.js';
import { CLIENT_LANE, presenceOf } from '../../src/inspector/page/parts/lanes/presence.js';
import { framesWithin, gapsWithin, tracksOf } from '../../src/inspector/page/parts/lanes/superseded.js';
import { drawnTracks, stripsOf } from '../../src/inspector/page/parts/lanes/track-view.js';
import { NO_FILTERS } from '../../src/inspector/page/store.js';
import { frame, GATE_FEED, HEADER, knock, step } from './happened-feed.js';

function reelOf(entries: readonly FeedEntry[], header = HEADER): Reel {
  const reel = new Reel(header);
  for (const entry of entries) reel.append(entry);
  return reel;
}

const gate = reelOf(GATE_FEED);
const { list } = arrowsOf(gate);
const SIGHT = { width: 700, height: 600, framePx: 2 };
const named = (name: string): Arrow => list.find((arrow) => arrow.name === name) as Arrow;

describe('arrows', () => {
  it('are what came, what was sent because of it, and what was stopped, in order', () => {
    expect(list.map(({ way, name, fate }) => `${way} ${name} ${fate}`)).toEqual([
      'in  taken',
      'in  taken',
      'in  taken',
      'in Knock taken',
      'out Roster taken',
      'out Knock taken',
      'in malformed dropped',
      'in Knock refused',
      'in Roster unmet',
      'in timed-out taken',
    ]);
  });

  it('go to the step that acted on them, or the one that sent them', () => {
    expect(list.map(({ step: at }) => at)).toEqual([3, 2, 3, 4, 4, 4, 5, 6, 6, 8]);
  });

  it('are told in words', () => {
    expect(list.slice(3).map((arrow) => arrowLabel(gate, arrow))).toEqual([
      'Knock',
      '→ Roster to Bo and peer 2',
      '→ passed on Knock to all but 1',
      '✗ Malformed message from player 2 ignored.',
      '✗ Knock: refused by gate/unknown',
      '✗ Roster: no actor acted on it',
      '✗ left: Nothing came for 10 s.',
    ]);
    expect(list.slice(3, 9).map((arrow) => arrowSentence(gate, arrow))).toEqual([
      'Knock came from Bo',
      'Roster was sent to Bo and peer 2',
      'Knock was passed on to all but 1',
      'Malformed message from player 2 ignored.',
      'Knock came from peer 2, refused by gate/unknown',
      'Roster came from Bo, and no actor acted on it',
    ]);
  });

  it('grow with a live match and are told once', () => {
    const reel = new Reel(HEADER);
    for (const entry of GATE_FEED) {
      reel.append(entry);
      arrowsOf(reel);
    }
    expect(arrowsOf(reel).list.map(({ index, name }) => [index, name])).toEqual(
      list.map(({ index, name }) => [index, name]),
    );
  });

  it('are before or after the moment', () => {
    expect(placeOfMoment(list, { frame: 60, step: 3 })).toBe(3);
    expect(placeOfMoment(list, { frame: 60, step: 4 })).toBe(6);
    expect(placeOfMoment(list, { frame: 59, step: 3 })).toBe(3);
    expect(placeOfMoment(list, { frame: 999, step: 8 })).toBe(list.length);
  });
});

describe('presence', () => {
  it('has a beginning and an end with its reason, and another when a peer comes again', () => {
    const reel = reelOf([
      frame(5, { inputs: [{ kind: 'peer-joined', peer: 1, name: '', value: null }] }),
      frame(9, { inputs: [{ kind: 'peer-left', peer: 1, name: 'closed', value: null, sentence: '' }] }),
      frame(20, { inputs: [{ kind: 'peer-joined', peer: 1, name: '', value: null }] }),
    ]);
    expect(presenceOf(reel).staysOf(1)).toEqual([
      { from: 5, to: 9, reason: 'closed' },
      { from: 20, to: undefined, reason: '' },
    ]);
    expect(presenceOf(reel).during(10, 19)).toEqual([]);
    expect(presenceOf(reel).during(9, 9)).toEqual([1]);
  });

  it('is assumed of a peer that nobody announced', () => {
    const reel = reelOf([frame(7, { inputs: [knock(3)] })]);
    expect(presenceOf(reel).staysOf(3)).toEqual([{ from: 0, to: undefined, reason: '' }]);
  });
});

describe('a delay', () => {
  const sample = (at: number, peer: number, roundTripMs: number | null) => ({
    kind: 'links' as const,
    frame: at,
    links: [{ peer, roundTripMs, loss: null, backlog: 0, queued: 0 }],
  });

  it('is half the round trip measured nearest, before or after', () => {
    const links = [sample(0, 1, 100), sample(60, 1, 40), sample(120, 1, null)];
    expect([10, 40, 500].map((at) => delayNear(links, 1, at))).toEqual([50, 20, 20]);
  });

  it('is unknown without a sample of the peer', () => {
    expect(delayNear([sample(0, 1, 100)], 2, 0)).toBeUndefined();
    expect(delayNear([], 1, 0)).toBeUndefined();
  });
});

describe('superseded messages', () => {
  const track = { message: 'Pose', peer: 1, frames: [0, 2, 4, 6, 14, 16, 18, 200, 202] };

  it('have gaps where some did not come, but not where the peer paused', () => {
    expect(gapsWithin(track, 0, 300, 60)).toEqual([{ from: 6, to: 14, missing: 3 }]);
    expect(gapsWithin(track, 15, 300, 60)).toEqual([]);
    expect(gapsWithin(track, 8, 10, 60)).toEqual([{ from: 6, to: 14, missing: 3 }]);
  });

  it('are not called late by the usual unevenness, nor when there are too few to know', () => {
    expect(gapsWithin({ ...track, frames: [0, 2, 5, 6, 9, 11, 13] }, 0, 99, 60)).toEqual([]);
    expect(gapsWithin({ ...track, frames: [0, 2, 30] }, 0, 99, 60)).toEqual([]);
  });

  it('are cut to what is in sight', () => {
    expect(framesWithin(track, 4, 14)).toEqual([4, 6, 14]);
    expect(framesWithin(track, 300, 400)).toEqual([]);
  });

  it('are kept by peer and message, as they come', () => {
    const reel = reelOf([
      { kind: 'superseded', message: 'Pose', frames: [1, 2, 3], peers: [1, 2, 1] },
      { kind: 'superseded', message: 'Pose', frames: [4], peers: [2] },
    ]);
    expect(tracksOf(reel).list.map(({ peer, frames }) => [peer, frames])).toEqual([
      [1, [1, 3]],
      [2, [2, 4]],
    ]);
  });

  it('become strips where ticks would touch, broken at gaps', () => {
    expect(stripsOf([0, 2, 4, 20, 22], [22])).toEqual([
      { top: 0, bottom: 4, count: 3 },
      { top: 20, bottom: 20, count: 1 },
      { top: 22, bottom: 22, count: 1 },
    ]);
  });
});

describe('time', () => {
  const at = { now: 100, nowY: 300, done: 2, framePx: 2 };

  it('runs evenly where little happens', () => {
    const { ys, yOf, frameAt } = layoutTime([50, 90, 130], at);
    expect(ys).toEqual([200, 280, 360]);
    expect([yOf(0), yOf(100), yOf(115), yOf(200)]).toEqual([100, 300, 330, 500]);
    expect([frameAt(100), frameAt(330)]).toEqual([0, 115]);
  });

  it('is stretched so that nothing is drawn on another thing, away from the moment', () => {
    const { ys } = layoutTime([100, 100, 101, 101, 101], at);
    expect(ys).toEqual([300 - LINE_PX, 300, 300 + LINE_PX, 300 + 2 * LINE_PX, 300 + 3 * LINE_PX]);
  });

  it('never runs backwards', () => {
    const frames = [3, 3, 3, 40, 41, 41, 90, 99, 100, 100, 101, 140, 140];
    const { ys, yOf, frameAt } = layoutTime(frames, { ...at, done: 10 });
    for (let i = 1; i < ys.length; i++)
      expect((ys[i] ?? 0) - (ys[i - 1] ?? 0)).toBeGreaterThanOrEqual(LINE_PX);
    for (let one = 0; one < 200; one++) {
      expect(yOf(one + 1)).toBeGreaterThanOrEqual(yOf(one));
      expect(frameAt(one * 3 + 3)).toBeGreaterThanOrEqual(frameAt(one * 3));
    }
  });

  it('runs evenly when nothing happens at all', () => {
    const { yOf, frameAt } = layoutTime([], { ...at, done: 0 });
    expect([yOf(90), frameAt(280)]).toEqual([280, 90]);
  });
});

describe('the view', () => {
  const view = viewOf(gate, list, { frame: 60, step: 5 }, SIGHT);
  const linesOf = (name: string, index = 0) =>
    view.arrows.filter(({ arrow }) => arrow.name === name)[index]?.lines ?? [];

  it('has this machine at the left, and the peers that are in sight', () => {
    expect(view.lanes.map(({ label }) => label)).toEqual(['Ann (host)', 'Bo', 'peer 2']);
    expect(view.lanes[2]?.stays).toMatchObject([{ hasStart: true, hasEnd: true }]);
    expect(viewOf(gate, list, { frame: 5000, step: 8 }, SIGHT).lanes).toHaveLength(2);
  });

  it('slants what came by half the round trip, and draws level what was not measured', () => {
    const [came] = linesOf('Knock');
    expect(came).toMatchObject({ peer: 1, delayMs: 50 });
    expect((came?.y2 ?? 0) - (came?.y1 ?? 0)).toBeCloseTo(0.05 * 60 * SIGHT.framePx);
    const [toBo, toPeer2] = linesOf('Roster');
    expect(toBo?.y2).toBeGreaterThan(toBo?.y1 ?? 0);
    expect(toPeer2).toMatchObject({ delayMs: undefined, y1: toPeer2?.y2 });
  });

  it('understands for whom words mean', () => {
    expect(linesOf('Knock', 1).map(({ peer }) => peer)).toEqual([2]);
  });

  it('ends what was stopped before it is there', () => {
    const own = view.lanes[0]?.x ?? 0;
    expect(linesOf('Knock')[0]?.x2).toBe(own);
    expect(linesOf('Knock', 2)[0]?.x2).toBeGreaterThan(own);
  });

  it('draws no more than fits, however much there is', () => {
    const many = Array.from({ length: 5000 }, (_, i) => ({ ...named('Knock'), index: i, frame: i }));
    const { arrows } = viewOf(gate, many, { frame: 2500, step: 4 }, SIGHT);
    expect(arrows.length).toBeLessThanOrEqual(SIGHT.height / LINE_PX + 1);
    expect(arrows.length).toBeGreaterThan(20);
  });

  it('has the poses beside their lane with what was lost', () => {
    const [track] = drawnTracks(gate, view, NO_FILTERS);
    expect(track).toMatchObject({ peer: 1, message: 'Pose' });
    expect(track?.gaps.map(({ words }) => words)).toEqual(['~3 lost or late']);
    expect(drawnTracks(gate, view, { ...NO_FILTERS, peers: [2] })).toEqual([]);
  });

  it("puts a client's own lane first and the host's beside it", () => {
    const reel = reelOf([frame(3, { inputs: [knock(0)], steps: [step({})] })], { ...HEADER, role: 'client' });
    const { lanes, arrows } = viewOf(reel, arrowsOf(reel).list, { frame: 3, step: 0 }, SIGHT);
    expect(lanes.map(({ peer, label }) => [peer, label])).toEqual([
      [CLIENT_LANE, 'this client'],
      [0, 'the host'],
    ]);
    expect(arrows[0]?.lines[0]?.x2).toBe(lanes[0]?.x);
  });
});
