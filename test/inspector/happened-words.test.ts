/** What happened, told from a reel: sentences, differences, waits, and the rows of the list. */
import { describe, expect, it } from 'vitest';
import type { FeedEntry } from '../../src/inspector/feed/entry.js';
import { type ActorMoment, Reel, type ReelStep } from '../../src/inspector/page/model/reel.js';
import { secondsWords } from '../../src/inspector/page/model/time.js';
import { happeningsOf } from '../../src/inspector/page/parts/filters/happenings.js';
import { peerNames } from '../../src/inspector/page/parts/filters/peer-names.js';
import { DIFFERENCES_MAX, differencesOf } from '../../src/inspector/page/parts/happened/context-diff.js';
import { eventLabel, listWords } from '../../src/inspector/page/parts/happened/event-words.js';
import { receiptsOf } from '../../src/inspector/page/parts/happened/receipts.js';
import { causeWords, rowsOf } from '../../src/inspector/page/parts/happened/rows.js';
import { arrivalOf, becauseOf, sentenceOf } from '../../src/inspector/page/parts/happened/sentence.js';
import { waitsOf } from '../../src/inspector/page/parts/happened/waits.js';
import { feedOfFile } from '../support/inspector.js';
import { frame, GATE_FEED, HEADER, step } from './happened-feed.js';

function reelOf(entries: readonly FeedEntry[]): Reel {
  const reel = new Reel(HEADER);
  for (const entry of entries) reel.append(entry);
  return reel;
}

const gate = reelOf(GATE_FEED);
const stepAt = (reel: Reel, index: number): ReelStep => reel.steps[index] as ReelStep;
const gateAt = (index: number): ActorMoment => gate.actorAt('gate', index) as ActorMoment;

describe('a sentence', () => {
  it('says what began, and that the session did', () => {
    expect(sentenceOf(gate, stepAt(gate, 0))).toBe('gate started in shut, because the session began.');
  });

  it('says who came and what that changed', () => {
    expect(sentenceOf(gate, stepAt(gate, 2))).toBe(
      'gate stayed in shut and changed roster, because Bo joined.',
    );
  });

  it('says from where to where, because of whose message, and what the guards said', () => {
    expect(sentenceOf(gate, stepAt(gate, 4))).toBe(
      'gate went from shut to open, because Knock came from Bo; guard isKnown was true.',
    );
  });

  it('tells what another actor made of a message apart from the message', () => {
    expect(becauseOf(gate, stepAt(gate, 5))).toBe('it was told ring, after Knock came from Bo');
  });

  it('names the rule that refused', () => {
    expect(sentenceOf(gate, stepAt(gate, 6))).toBe('gate refused Knock from peer 2: gate/unknown.');
  });

  it('says how long a delay was when its beginning tells', () => {
    expect(sentenceOf(gate, stepAt(gate, 7))).toBe(
      'gate went from open to shut, because 1.0 s passed (openFor).',
    );
  });

  it('says why a peer left', () => {
    expect(becauseOf(gate, stepAt(gate, 8))).toBe('peer 2 left (Nothing came for 10 s.)');
  });

  it('measures a delay that nothing tells from when the state was entered, its inner states included', () => {
    const reel = reelOf([
      frame(0, { steps: [step({ cause: 0, event: 'xstate.init', from: '', to: 'a' })] }),
      frame(60, { steps: [step({ cause: 0, event: 'go', from: 'a', to: 'b.x' })] }),
      frame(90, { steps: [step({ cause: 0, event: 'go', from: 'b.x', to: 'b.y' })] }),
      frame(180, { steps: [step({ cause: 0, event: 'xstate.after.limit.gate.b', from: 'b.y', to: 'a' })] }),
      frame(200, { steps: [step({ cause: 0, event: 'xstate.after.4000.gate.a', from: 'a', to: 'b.x' })] }),
    ]);
    expect(becauseOf(reel, stepAt(reel, 3))).toBe('≈ 2.0 s passed (limit)');
    expect(becauseOf(reel, stepAt(reel, 4))).toBe('4.0 s passed');
  });

  it('tells how every step of a real run came about', async () => {
    const reel = new Reel(HEADER);
    for (const entry of await feedOfFile()) reel.append(entry);
    const sentences = reel.steps.map((done) => sentenceOf(reel, done));
    expect(sentences).toContain(
      'run went from inning.batting to roundEnd, because turn was done, after TurnEnd came from Ann (host); guard isTargetReached was true.',
    );
    expect(sentences).toContain('lobby went from starting to inRun, because 1.0 s passed (startShown).');
    expect(sentences.filter((sentence) => /undefined|xstate/.test(sentence))).toEqual([]);
  });
});

describe('where a machine is', () => {
  it('is told by the step that brought it there, not by those that left it there', () => {
    expect(arrivalOf(gate, gateAt(8))?.index).toBe(7);
    expect(arrivalOf(gate, gateAt(3))?.index).toBe(0);
  });
});

describe('what a machine waits for', () => {
  it('is what its active states name, with what would become of it', () => {
    expect(waitsOf(gate, gateAt(7), 120)).toEqual([
      { event: 'Knock', guards: ['isKnown'], verdict: 'depends' },
      { event: 'Push', guards: ['isStrong'], verdict: 'forbidden' },
      { event: 'peer.left', guards: [] },
    ]);
  });

  it('includes its delays with the time left', () => {
    expect(waitsOf(gate, gateAt(5), 75)[0]).toEqual({
      event: 'xstate.after.openFor.gate.open',
      guards: [],
      leftMs: 750,
    });
  });

  it('is nothing for a chart that the feed does not have', () => {
    expect(waitsOf(gate, { ...gateAt(5), chart: 'none' }, 75)).toEqual([]);
  });
});

describe('differences of contexts', () => {
  it('point to the path that changed', () => {
    const before = { a: 1, list: [{ x: 1 }, { x: 2 }], gone: true };
    const after = { a: 1, list: [{ x: 1 }, { x: 3 }], come: null };
    expect(differencesOf(before, after)).toEqual([
      { path: 'list[1].x', sign: 'changed', before: 2, after: 3 },
      { path: 'gone', sign: 'removed', before: true },
      { path: 'come', sign: 'added', after: null },
    ]);
  });

  it('find what was taken out of the middle of a list, and put in', () => {
    expect(differencesOf({ l: [1, 2, 3] }, { l: [1, 3] })).toEqual([
      { path: 'l[1]', sign: 'removed', before: 2 },
    ]);
    expect(differencesOf({ l: [1, 3] }, { l: [1, 2, 3] })).toEqual([
      { path: 'l[1]', sign: 'added', after: 2 },
    ]);
  });

  it('compare bytes by what is in them, and see a value become a tree', () => {
    expect(differencesOf({ b: new Uint8Array([1]) }, { b: new Uint8Array([1]) })).toEqual([]);
    expect(differencesOf({ b: new Uint8Array([1]) }, { b: new Uint8Array([2]) })).toHaveLength(1);
    expect(differencesOf({ b: null }, { b: {} })).toEqual([
      { path: 'b', sign: 'changed', before: null, after: {} },
    ]);
  });

  it('have a limit', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}`, i]));
    expect(differencesOf({}, many)).toHaveLength(DIFFERENCES_MAX);
  });
});

describe('peers', () => {
  it('are called by the names in contexts, or by their numbers', () => {
    const names = peerNames(gate);
    expect([0, 1, 2].map((peer) => names.labelOf(peer, 8))).toEqual(['Ann (host)', 'Bo', 'peer 2']);
  });

  it('are called by the name of the moment when an id goes to another player', () => {
    const named = (name: string) => [['list', [{ id: 3, name }]]] as const;
    const reel = reelOf([
      frame(0, { steps: [step({ cause: 0, changes: named('Cy') })] }),
      frame(9, { steps: [step({ cause: 0, changes: named('Dee') })] }),
    ]);
    expect([0, 1].map((at) => peerNames(reel).labelOf(3, at))).toEqual(['Cy', 'Dee']);
  });

  it('are known from where a live feed began', () => {
    const context = { players: { all: [{ id: 4, name: 'Eve' }] } };
    const reel = reelOf([
      { kind: 'base', frame: 500, actors: [{ id: 'gate', chart: 'gate', state: 'shut', context }] },
    ]);
    expect(peerNames(reel).labelOf(4, -1)).toBe('Eve');
  });
});

describe('the list', () => {
  const { list } = happeningsOf(gate);

  it('has every step, every input that nobody acted on, and every notice, in order', () => {
    expect(list.map(({ done, input, notice }) => done?.index ?? notice?.notice ?? input?.name)).toEqual([
      0,
      1,
      '',
      2,
      3,
      4,
      5,
      'malformed',
      6,
      'Roster',
      7,
      8,
    ]);
  });

  it('keeps what came of one input together', () => {
    const rows = rowsOf(list, 0, list.length, { frame: 60, cause: 1 });
    const chain = rows.filter(({ isOfChain }) => isOfChain);
    expect(chain.map(({ place, happening }) => [place, happening.done?.step.actor])).toEqual([
      ['first', 'gate'],
      ['last', 'bell'],
    ]);
    expect(rows.map(({ happening }) => causeWords(gate, happening)).slice(5, 10)).toEqual([
      'Knock from Bo',
      'Knock from Bo',
      'notice: malformed',
      'Knock from peer 2',
      'Roster from Bo',
    ]);
  });

  it('grows with a live match and tells nothing twice', () => {
    const reel = new Reel(HEADER);
    for (const entry of GATE_FEED) {
      reel.append(entry);
      happeningsOf(reel);
    }
    expect(happeningsOf(reel).list.map(({ done, cause }) => [done?.index, cause])).toEqual(
      list.map(({ done, cause }) => [done?.index, cause]),
    );
  });
});

describe('a message that was sent', () => {
  it('is found where it came in with the same bytes, and not elsewhere', () => {
    const roster = {
      kind: 'send' as const,
      message: 'Roster',
      value: null,
      to: [1],
      bytes: new Uint8Array([9, 2]),
    };
    const reel = reelOf([
      frame(1, { steps: [step({ cause: 0, sent: [roster] })] }),
      frame(2, {
        inputs: [
          { kind: 'message', peer: 1, name: 'Roster', value: null, bytes: new Uint8Array([9, 3]) },
          { kind: 'message', peer: 1, name: 'Roster', value: null, bytes: new Uint8Array([9, 2]) },
        ],
        steps: [step({ cause: 1, event: 'Roster' }), step({ cause: 2, event: 'Roster' })],
      }),
    ]);
    expect(receiptsOf(reel).of(roster, 0)).toBe(2);
    expect(receiptsOf(reel).of({ ...roster, bytes: new Uint8Array([7]) }, 0)).toBeUndefined();
    expect(receiptsOf(reel).of(roster, 2)).toBeUndefined();
  });
});

describe('words', () => {
  it('need no knowledge of how XState names events', () => {
    const events = [
      'xstate.init',
      'xstate.stop',
      'xstate.after.4000.a',
      'xstate.done.actor.t',
      'xstate.done.state.a.b',
    ];
    expect(events.map(eventLabel)).toEqual([
      'start',
      'stop',
      'timer 4.0 s',
      't done',
      'everything in a.b done',
    ]);
    expect([eventLabel(''), eventLabel('xstate.error.actor.t')]).toEqual(['at once', 't failed']);
  });

  it('are those of people', () => {
    expect([0.44, 59.9, 59.97, 200].map(secondsWords)).toEqual([
      '440 ms',
      '59.9 s',
      '1 min 0 s',
      '3 min 20 s',
    ]);
    expect([['a'], ['a', 'b'], ['a', 'b', 'c']].map(listWords)).toEqual(['a', 'a and b', 'a, b and c']);
  });
});
