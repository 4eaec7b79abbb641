/** What an observer of a running session is given, and that it can neither change nor end it. */
import { describe, expect, it } from 'vitest';
import {
  createLoopback,
  createMemoryStore,
  type LinkSample,
  type Notice,
  type Observation,
  type ObservedActor,
  type ObservedBatch,
  openLog,
  type SessionObserver,
} from '../../src/index.js';
import { STOP_EVENT } from '../../src/session/recorder.js';
import { decodeBatch } from '../../src/store/batch.js';
import { NameTable } from '../../src/store/names.js';
import { createDerbyBot } from '../../src/testing/index.js';
import { type DerbySession, hostOn, joinOn, setTable, startRun, startTurn, type Table } from './table.js';

/** An observer that keeps all it is given, in order. */
class Witness implements SessionObserver {
  readonly batches: ObservedBatch[] = [];
  readonly poses: { frame: number; peer: number; bytes: Uint8Array }[] = [];
  readonly samples: { frame: number; samples: readonly LinkSample[] }[] = [];
  readonly notices: { frame: number; notice: Notice }[] = [];
  readonly ends: number[] = [];

  batch(batch: ObservedBatch): void {
    this.batches.push(batch);
  }

  superseded(frame: number, peer: number, bytes: Uint8Array): void {
    this.poses.push({ frame, peer, bytes: bytes.slice() });
  }

  links(frame: number, samples: readonly LinkSample[]): void {
    this.samples.push({ frame, samples });
  }

  notice(frame: number, notice: Notice): void {
    this.notices.push({ frame, notice });
  }

  ended(frame: number): void {
    this.ends.push(frame);
  }
}

async function closeAll({ host, clients, run }: Table): Promise<void> {
  const closing = clients.map((client) => client.close());
  await Promise.resolve();
  run(10);
  await Promise.all(closing);
  await host.close();
}

/** A table whose players are bots that play for `frames`. */
async function playedTable(frames: number, watched?: (table: Table) => void) {
  const store = createMemoryStore();
  const table = await setTable({ store });
  watched?.(table);
  const bots = [table.host, ...table.clients].map((one, seat) => createDerbyBot(one, { seed: seat + 1 }));
  table.runUntil(() => table.host.view.roster.length === 2);
  table.host.command('startRun', null);
  for (let frame = 0; frame < frames; frame++) {
    table.run(1);
    for (const bot of bots) bot.frame();
  }
  return { table, store };
}

/** The actors that `batches` lead to from where an observation began. */
function actorsAfter(observation: Observation, batches: readonly ObservedBatch[]) {
  const names = new NameTable(observation.names);
  const actors = new Map<string, Pick<ObservedActor, 'state' | 'context'>>(
    observation.actors.map(({ id, state, context }) => [id, { state, context }]),
  );
  for (const [index, { bytes, notes }] of batches.entries()) {
    const { steps } = decodeBatch(bytes, names, index);
    expect(notes).toHaveLength(steps.length);
    for (const step of steps) {
      if (step.kind === 'refusal') continue;
      const before = step.from === '' ? {} : actors.get(step.actor)?.context;
      const context = { ...before, ...Object.fromEntries(step.changes) };
      if (step.event === STOP_EVENT) actors.delete(step.actor);
      else actors.set(step.actor, { state: step.to, context });
    }
  }
  return actors;
}

describe('an observer', () => {
  it('is given every batch of the log from then on, by reference and with notes, on a host and on a client', async () => {
    const stores = { host: createMemoryStore(), client: createMemoryStore() };
    const table = await setTable({ names: ['Ann', 'Bo', 'Cy'], store: stores.host });
    const dee = await joinOn(table.loopback.connect(), { name: 'Dee', store: stores.client });
    table.seat(dee);
    table.runUntil(() => dee.view.phase === 'lobby');
    const witnesses = { host: new Witness(), client: new Witness() };
    const { frame } = dee.observe(witnesses.client);
    expect(frame).toBe(dee.frameNumber);
    table.host.observe(witnesses.host);
    startRun(table);
    for (const session of [table.host, ...table.clients, dee]) session.send('IntroDone', {});
    table.runUntil(() => dee.view.turn !== null);
    await closeAll(table);
    await dee.close();
    for (const side of ['host', 'client'] as const) {
      const { batches } = await openLog(stores[side], 'session');
      const seen = witnesses[side].batches;
      expect(seen.length).toBeGreaterThanOrEqual(5);
      expect(batches.length).toBeGreaterThan(seen.length);
      expect(seen.map(({ bytes }) => bytes)).toEqual(batches.slice(-seen.length).map(({ bytes }) => bytes));
      expect(seen.every((batch) => batch.frame > frame && batch.notes.length > 0)).toBe(true);
    }
  });

  it('can follow every actor from what was there to what is there, also when it looks again', async () => {
    const witness = new Witness();
    const { table } = await playedTable(400);
    const observation = table.host.observe(witness);
    expect(observation.header.core.game).toBe('home-run-derby');
    expect(observation.game.id).toBe('home-run-derby');
    expect(observation.actors.map(({ id }) => id)).toContain('turn');
    for (let round = 0; round < 3; round++) {
      table.run(150);
      const look = observation.look();
      expect(look.frame).toBe(table.host.frameNumber);
      const followed = actorsAfter(observation, witness.batches);
      for (const { id, state, context } of look.actors)
        expect(followed.get(id), `actor ${id}`).toEqual({ state, context });
    }
    expect(observation.names).not.toBe(observation.look().names);
    await closeAll(table);
  });

  it('hears poses, links about once a second, notices and the end', async () => {
    const witness = new Witness();
    const { table } = await playedTable(1200, ({ host }) => host.observe(witness));
    table.loopback.connect().close();
    await closeAll(table);
    expect(witness.poses.length).toBeGreaterThan(50);
    expect(new Set(witness.poses.map(({ peer }) => peer))).toEqual(new Set([0, 1]));
    expect(witness.poses.every(({ bytes }) => bytes[0] === witness.poses[0]?.bytes[0])).toBe(true);
    expect(witness.samples.length).toBeGreaterThanOrEqual(19);
    expect(witness.samples.length).toBeLessThanOrEqual(22);
    for (const { samples } of witness.samples) {
      expect(samples).toEqual([
        {
          peer: 1,
          roundTripMs: samples[0]?.roundTripMs ?? null,
          loss: 0,
          backlog: 0,
          queued: expect.any(Number),
        },
      ]);
    }
    expect(witness.samples.at(-1)?.samples[0]?.roundTripMs).toBeGreaterThan(0);
    expect(witness.notices.map(({ notice }) => notice.kind)).toContain('link-ended');
    expect(witness.ends).toEqual([table.host.frameNumber]);
  });

  it('leaves the log as it is without one', async () => {
    const watched = await playedTable(600, ({ host }) => host.observe(new Witness()));
    const alone = await playedTable(600);
    expect(watched.table.host.log).toEqual(alone.table.host.log);
    for (const { table } of [watched, alone]) await closeAll(table);
    expect(watched.store.readAll('session').slice(1)).toEqual(alone.store.readAll('session').slice(1));
  });

  it('that stopped hears nothing more, and the others do', async () => {
    const { table } = await playedTable(200);
    const [first, second] = [new Witness(), new Witness()];
    const observation = table.host.observe(first);
    table.host.observe(second);
    table.run(200);
    observation.stop();
    observation.stop();
    const { length } = first.batches;
    await closeAll(table);
    expect(first.batches).toHaveLength(length);
    expect(first.ends).toEqual([]);
    expect(second.batches.length).toBeGreaterThan(length);
    expect(second.ends).toHaveLength(1);
    observation.stop();
  });

  it('may begin and stop inside what it is told', async () => {
    const { table } = await playedTable(100);
    const inner = new Witness();
    const outer = new Witness();
    const observation = table.host.observe({
      ...blank,
      batch: () => {
        if (inner.batches.length === 0 && outer.batches.length === 0) table.host.observe(inner);
        observation.stop();
      },
    });
    table.host.observe(outer);
    await closeAll(table);
    expect(outer.batches.length).toBeGreaterThan(1);
    expect(inner.batches).toEqual(outer.batches.slice(1));
  });
});

const blank: SessionObserver = {
  batch: () => undefined,
  superseded: () => undefined,
  links: () => undefined,
  notice: () => undefined,
  ended: () => undefined,
};

const boom = (): never => {
  throw new RangeError('a full disk, say');
};

describe('an observer that throws', () => {
  it.each(['batch', 'superseded', 'links', 'notice', 'ended'] as const)(
    'in %s is told of as a fault and let go, and the session goes on',
    async (way) => {
      const other = new Witness();
      let calls = 0;
      const faults: Notice[] = [];
      const { table, store } = await playedTable(900, ({ host }) => {
        host.observe({
          ...blank,
          [way]: () => {
            calls++;
            boom();
          },
        });
        host.observe(other);
        host.notice$.subscribe((notice) => notice.kind === 'fault' && faults.push(notice));
        if (way === 'notice') host.observe({ ...blank, batch: boom });
      });
      expect(table.host.isOver).toBe(false);
      await closeAll(table);
      expect(calls).toBe(1);
      if (way !== 'ended')
        expect(faults[0]).toMatchObject({ sentence: 'An observer threw: a full disk, say' });
      expect(other.ends).toHaveLength(1);
      expect(other.batches.at(-1)?.bytes).toEqual((await openLog(store, 'session')).batches.at(-1)?.bytes);
    },
  );

  it('something that is no error is let go too', async () => {
    const { table } = await playedTable(10, ({ host }) =>
      host.observe({
        ...blank,
        batch: () => {
          throw { toString: boom };
        },
      }),
    );
    expect(table.notices.map(({ sentence }) => sentence)).toContain(
      'An observer threw: something that is no error',
    );
    await closeAll(table);
  });
});

describe('observing', () => {
  it('works on a session that is continued', async () => {
    const store = createMemoryStore();
    const table = await setTable({ store });
    startTurn(table);
    const again: DerbySession = await hostOn(createLoopback().host, {
      name: 'Ann',
      store: createMemoryStore(new Map([['session', store.readAll('session').map(({ bytes }) => bytes)]])),
    });
    const witness = new Witness();
    const observation = again.observe(witness);
    expect(observation.header.core.seed).toBe(7);
    expect(observation.actors.map(({ id }) => id)).toContain('turn');
    for (let frame = 0; frame < 120; frame++) again.frame((frame * 1000) / 60 + 0.01);
    const followed = actorsAfter(observation, witness.batches);
    expect(witness.batches.length).toBeGreaterThan(0);
    for (const { id, state, context } of observation.look().actors)
      expect(followed.get(id)).toEqual({ state, context });
    await again.close();
    await closeAll(table);
  });

  it('is refused once the session is closed', async () => {
    const { table } = await playedTable(1);
    await closeAll(table);
    expect(() => table.host.observe(new Witness())).toThrow(
      expect.objectContaining({ code: 'session/closed' }),
    );
  });
});
