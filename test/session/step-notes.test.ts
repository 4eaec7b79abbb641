/** What is noted of steps beside the log: guards, effects, delays, what could come next; and that noting changes nothing. */
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, and, assign, emit, enqueueActions, not, or, setup } from 'xstate';
import { createMemoryStore, openLog, verify } from '../../src/index.js';
import { homeRunDerby } from '../../src/machines/home-run-derby.js';
import { type RandomStream, randomOf } from '../../src/random.js';
import type { StepNote } from '../../src/session/observe.js';
import { STOP_EVENT } from '../../src/session/recorder.js';
import { annotate } from '../../src/session/replay.js';
import { decodeBatch, type StepRecord } from '../../src/store/batch.js';
import type { Log } from '../../src/store/log.js';
import { NameTable } from '../../src/store/names.js';
import { openLogFile } from '../../src/store/open-log-file.js';
import { createDerbyBot } from '../../src/testing/index.js';
import { command, Rig } from '../machines/harness.js';
import { editLog } from './edited-log.js';
import { joinOn, setTable } from './table.js';
import { nudge, type TinyOptions, tinyGame } from './tiny-game.js';

const GOLDEN = 'test/golden/logs/home-run-derby-0.1.0.dugout';

/** A rig of one root whose notes are taken from its first frame. */
function notedRig(root: AnyStateMachine, options: TinyOptions & { readonly checkPure?: boolean } = {}): Rig {
  const { checkPure = false, ...more } = options;
  return new Rig({ game: tinyGame(root, more), role: 'host', checkPure, notes: true });
}

/** The notes on the steps of the last frame, with their steps. */
function lastOf(rig: Rig): readonly (StepNote & { readonly step: StepRecord })[] {
  const steps = rig.batches.at(-1)?.steps ?? [];
  const notes = rig.committed.at(-1)?.notes ?? [];
  expect(notes).toHaveLength(steps.length);
  return notes.map((note, index) => ({ ...note, step: steps[index] as StepRecord }));
}

/** An effect that any protocol allows, told from others by its sentence. */
const letGo = (sentence: string) => emit({ type: 'disconnect', peer: 1, sentence } as never);

describe('guards', () => {
  it('are noted in the order asked, also those that did not hold, by name and with their results', () => {
    const root = setup({
      types: {} as { context: { count: number } },
      guards: {
        isMany: ({ context }) => context.count > 2,
        isAtLeast: ({ context }, least: number) => context.count >= least,
        isNever: () => false,
      },
    }).createMachine({
      id: 'counter',
      context: { count: 0 },
      initial: 'few',
      states: {
        few: {
          always: { guard: 'isMany', target: 'many' },
          on: {
            Nudge: [
              { guard: 'isNever', target: 'many' },
              { guard: { type: 'isAtLeast', params: 0 }, actions: assign({ count: 3 }) },
            ],
          },
        },
        many: {},
      },
    });
    const rig = notedRig(root);
    expect(lastOf(rig)).toMatchObject([{ chart: 'counter', guards: [['isMany', false]] }]);
    rig.deliver(nudge());
    expect(lastOf(rig)).toMatchObject([
      {
        step: { kind: 'transition', from: 'few', to: 'many' },
        guards: [
          ['isNever', false],
          ['isAtLeast', true],
          ['isMany', true],
        ],
      },
    ]);
  });

  it('combined ones are noted by their named parts; inline ones are not', () => {
    const root = setup({
      guards: { yes: () => true, no: () => false, both: and(['yes', 'no']) },
    }).createMachine({
      id: 'combined',
      on: {
        Nudge: [
          { guard: () => false },
          { guard: 'both' },
          { guard: or([not('yes'), 'no']) },
          { actions: enqueueActions(({ check }) => void check('yes')) },
        ],
      },
    });
    const rig = notedRig(root);
    rig.deliver(nudge());
    const names = lastOf(rig).flatMap(({ guards }) => guards.map(([name, holds]) => `${name} ${holds}`));
    expect(names).toEqual(['yes true', 'no false', 'yes true', 'no false', 'yes true']);
  });

  it('a refusal has those that forbade it, once, though the recorder and the session ask again', () => {
    const root = setup({ guards: { isOpen: () => false } }).createMachine({
      id: 'door',
      on: { Nudge: { guard: 'isOpen' } },
    });
    const rig = notedRig(root, { route: (input) => [input.kind === 'command' ? 'nobody' : 'session'] });
    rig.kernel.refusalOf(nudge());
    rig.deliver(nudge(), command('knock'));
    expect(lastOf(rig)).toMatchObject([
      { step: { kind: 'refusal' }, chart: 'door', guards: [['isOpen', false]] },
      { step: { kind: 'refusal', actor: 'nobody' }, chart: '', guards: [], next: [] },
    ]);
  });
});

describe('effects and delays', () => {
  const child = setup({
    delays: { wait: ({ context }) => (context as { wait: number }).wait },
  }).createMachine({
    id: 'child',
    context: { wait: 250 },
    entry: letGo('born'),
    initial: 'waiting',
    states: {
      waiting: { after: { wait: 'done' }, exit: letGo('left') },
      done: { type: 'final' },
    },
  });
  const root = setup({ actors: { child } }).createMachine({
    id: 'parent',
    initial: 'idle',
    states: {
      idle: { entry: letGo('ready'), on: { Nudge: { target: 'busy', actions: letGo('going') } } },
      busy: {
        invoke: { src: 'child', id: 'the-child', onDone: { target: 'idle' } },
        after: { 9000: 'idle' },
      },
    },
  });
  const sentBy = (note: StepNote) => note.effects.map((effect) => 'sentence' in effect && effect.sentence);

  it('belong to the step that began them, a start too; a child’s start comes behind the step that started it', () => {
    const rig = notedRig(root);
    expect(lastOf(rig).map(sentBy)).toEqual([['ready']]);
    rig.deliver(nudge());
    const notes = lastOf(rig);
    expect(notes.map(({ chart, step }) => [chart, step.event])).toEqual([
      ['parent', 'Nudge'],
      ['child', 'xstate.init'],
    ]);
    expect(notes.map(sentBy)).toEqual([['going'], ['born']]);
    expect(notes.map(({ delays }) => delays)).toEqual([
      [['xstate.after.9000.parent.busy', 9000]],
      [['xstate.after.wait.child.waiting', 250]],
    ]);
    rig.advance(300);
    expect(lastOf(rig).map(({ chart, step }) => [chart, step.event])).toEqual([
      ['child', 'xstate.after.wait.child.waiting'],
      ['parent', 'xstate.done.actor.the-child'],
    ]);
    expect(lastOf(rig).map(sentBy)).toEqual([['left'], ['ready']]);
  });

  it('all effects of a run are noted, each once and in the order in which they leave', () => {
    const rig = notedRig(root);
    for (let count = 0; count < 5; count++) {
      rig.deliver(nudge());
      rig.advance(300);
    }
    const noted = rig.committed.flatMap(({ notes }) => notes.flatMap(({ effects }) => effects));
    expect(noted).toEqual(rig.effects);
    expect(noted.length).toBe(21);
  });
});

describe('what could come next', () => {
  const asked: string[] = [];
  let stream: RandomStream | undefined;
  const root = setup({
    types: {} as { context: { isOpen: boolean } },
    guards: {
      isOpen: ({ context }) => {
        asked.push('isOpen');
        return context.isOpen;
      },
      isMine: ({ event }) => (event as { peer?: number }).peer === 1,
      hasPeer: ({ event }) => 'peer' in event,
      swallows: ({ event }) => {
        try {
          return (event as { peer?: number }).peer === 1;
        } catch {
          return true;
        }
      },
      fails: () => {
        throw new RangeError('a guard of the game failed');
      },
      isLucky: () => stream?.unit() !== 2,
      isChance: () => Math.random() < 2,
    },
  }).createMachine({
    id: 'gate',
    context: { isOpen: false },
    entry: assign(({ system }) => {
      stream = randomOf(system, 'luck');
      return {};
    }),
    on: {
      free: {},
      open: { guard: 'isOpen' },
      'command.open': { actions: assign({ isOpen: true }) },
      mine: { guard: 'isMine' },
      peer: { guard: 'hasPeer' },
      swallowed: { guard: 'swallows' },
      failing: { guard: 'fails' },
      lucky: { guard: 'isLucky' },
      chance: { guard: 'isChance' },
      either: [{ guard: 'isMine' }, { guard: 'isOpen' }],
      'any.*': { guard: 'isOpen' },
    },
    initial: 'inner',
    states: { inner: { on: { open: { guard: not('isOpen') } }, after: { 50: { guard: 'isOpen' } } } },
  });

  it('is told for every event with a guard of the active states: taken, forbidden, or it depends', () => {
    const rig = notedRig(root);
    const verdicts = () => Object.fromEntries(lastOf(rig)[0]?.next ?? []);
    const always = {
      mine: 'depends',
      peer: 'depends',
      swallowed: 'depends',
      failing: 'depends',
      lucky: 'depends',
      either: 'depends',
      chance: 'taken',
    };
    expect(verdicts()).toEqual({
      ...always,
      open: 'taken',
      'xstate.after.50.gate.inner': 'forbidden',
    });
    rig.deliver(command('open'));
    expect(verdicts()).toEqual({
      ...always,
      open: 'taken',
      'xstate.after.50.gate.inner': 'taken',
    });
    expect(lastOf(rig)[0]?.next.filter(([event]) => event === 'open')).toHaveLength(1);
  });

  it('is asked without a trace: no guard noted, nothing drawn, no fault where machines are watched', () => {
    asked.length = 0;
    const rig = notedRig(root, { checkPure: true });
    rig.deliver(command('open'));
    expect(asked.length).toBeGreaterThan(3);
    expect(lastOf(rig)[0]?.guards).toEqual([]);
    expect(rig.batches.flatMap(({ draws }) => draws)).toEqual([]);
    expect(stream?.unit()).toBeGreaterThanOrEqual(0);
    expect(() => rig.deliver({ kind: 'command', name: 'open', value: null })).not.toThrow();
  });

  it('is nothing once an actor is done', () => {
    const rig = notedRig(
      setup({ guards: { yes: () => true } }).createMachine({
        id: 'short',
        initial: 'on',
        on: { Nudge: { guard: 'yes', target: '.off' } },
        states: { on: {}, off: { type: 'final' } },
      }),
    );
    expect(lastOf(rig)[0]?.next).toEqual([['Nudge', 'taken']]);
    rig.deliver(nudge());
    expect(lastOf(rig)[0]?.next).toEqual([]);
  });
});

describe('switching notes', () => {
  const root = setup({ guards: { yes: () => true } }).createMachine({
    id: 'root',
    on: { Nudge: { guard: 'yes', actions: letGo('nudged') } },
  });

  it('works while running, from the next frame on, and leaves the log as it is', () => {
    const rig = new Rig({ game: tinyGame(root), role: 'host' });
    const plain = new Rig({ game: tinyGame(root), role: 'host' });
    for (const isOn of [false, true, false, true]) {
      rig.kernel.takeNotes(isOn);
      for (const one of [rig, plain]) one.deliver(nudge(), nudge());
      const { notes } = rig.committed.at(-1) ?? { notes: [] };
      expect(notes.map(({ guards, effects }) => [guards, effects.length])).toEqual(
        isOn ? Array(2).fill([[['yes', true]], 1]) : [],
      );
    }
    expect(rig.kernel.digest).toBe(plain.kernel.digest);
  });

  it('asked for in the middle of a frame begins with the next batch', () => {
    const nosy = setup({
      actions: { switch: () => rig.kernel.takeNotes(true) },
      guards: { yes: () => true },
    }).createMachine({ id: 'root', on: { Nudge: { guard: 'yes', actions: 'switch' } } });
    const rig = new Rig({ game: tinyGame(nosy), role: 'host' });
    rig.deliver(nudge(), nudge());
    expect(rig.committed.at(-1)?.notes).toEqual([]);
    rig.deliver(nudge(), nudge());
    expect(lastOf(rig).map(({ guards }) => guards)).toEqual(Array(2).fill([['yes', true]]));
  });
});

/** Steps and notes of a log side by side, checked to belong together. */
function checkNotes(log: Log, notes: readonly (readonly StepNote[])[]): number {
  const names = new NameTable(log.header.core.names);
  expect(notes).toHaveLength(log.batches.length);
  let count = 0;
  for (const [index, logged] of log.batches.entries()) {
    const { steps } = decodeBatch(logged.bytes, names, logged.seq);
    expect(notes[index]).toHaveLength(steps.length);
    for (const [at, step] of steps.entries()) {
      const note = notes[index]?.[at] as StepNote;
      count++;
      if (note.chart !== '') expect(log.header.core.charts).toHaveProperty(note.chart);
      if (step.kind === 'transition' && step.event === STOP_EVENT) expect(note.next).toEqual([]);
    }
  }
  return count;
}

describe('annotate', () => {
  it('notes every step of the golden log and reports as verify does', async () => {
    const log = await openLogFile(GOLDEN);
    const { report, notes } = annotate({ log, game: homeRunDerby });
    expect(report).toEqual(verify({ log, game: homeRunDerby }));
    expect(report.verdict).toBe('identical');
    expect(checkNotes(log, notes)).toBeGreaterThan(100);
    const all = notes.flat();
    expect(new Set(all.map(({ chart }) => chart)).size).toBeGreaterThan(4);
    expect(all.some(({ guards }) => guards.some(([name, holds]) => name === 'isLastOut' && holds))).toBe(
      true,
    );
    expect(new Set(all.flatMap(({ next }) => next.map(([, verdict]) => verdict)))).toEqual(
      new Set(['taken', 'forbidden', 'depends']),
    );
  });

  it('notes a run of four bots, host and client, in any steps, and the digest is the same', async () => {
    const stores = { host: createMemoryStore(), client: createMemoryStore() };
    const table = await setTable({ names: ['Ann', 'Bo', 'Cy'], store: stores.host });
    const dee = await joinOn(table.loopback.connect(), { name: 'Dee', store: stores.client });
    table.seat(dee);
    const seats = [table.host, ...table.clients, dee];
    const bots = seats.map((session, seat) => createDerbyBot(session, { seed: seat + 1 }));
    table.runUntil(() => table.host.view.roster.length === 4);
    table.host.command('startRun', null);
    for (let frame = 0; frame < 6000; frame++) {
      table.run(1);
      for (const bot of bots) bot.frame();
    }
    const closing = seats.slice(1).map((session) => session.close());
    await Promise.resolve();
    table.run(10);
    await Promise.all(closing);
    await table.host.close();
    for (const store of Object.values(stores)) {
      const log = await openLog(store, 'session');
      const { report, notes } = annotate({ log, game: homeRunDerby });
      expect(report).toMatchObject({ verdict: 'identical', digest: log.digest });
      expect(checkNotes(log, notes)).toBeGreaterThan(100);
      expect(annotate({ log, game: homeRunDerby, framesPerStep: 7 }).notes).toEqual(notes);
      expect(notes.flat().flatMap(({ effects }) => effects).length).toBeGreaterThan(
        store === stores.host ? 100 : 0,
      );
    }
  });

  it('stops at the first divergence with the notes up to there', () => {
    const root = setup({ types: {} as { context: { count: number } } }).createMachine({
      id: 'root',
      context: { count: 0 },
      on: { Nudge: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
    });
    const rig = new Rig({ game: tinyGame(root), role: 'host' });
    for (let count = 0; count < 9; count++) rig.deliver(nudge());
    const log = rig.log();
    const edited = editLog(log, (batch, index) =>
      index === 5
        ? { ...batch, steps: batch.steps.map((step) => ({ ...step, changes: [['count', 99]] as const })) }
        : batch,
    );
    const { report, notes } = annotate({ log: edited, game: rig.game });
    expect(report.verdict).toBe('diverged');
    expect(notes).toHaveLength(5);
    expect(notes).toEqual(annotate({ log, game: rig.game }).notes.slice(0, 5));
  });
});
