/** A table to play at: a host and its clients in one process, with frames run by hand. */
import {
  createHost,
  createLoopback,
  createMemoryStore,
  type EventStore,
  joinSession,
  type Loopback,
  type LoopbackOptions,
  type MemoryStore,
  type Notice,
  type ReplayReport,
  readLog,
  type Session,
  type SessionOptions,
  type Transport,
  verify,
} from '../../src/index.js';
import { type DerbyTypes, type HomeRunDerby, homeRunDerby } from '../../src/machines/home-run-derby.js';
import { loadHashes } from '../../src/store/hashes.js';

export type DerbySession = Session<DerbyTypes>;

const FRAME_MS = 1000 / 60;
const hashes = await loadHashes();

export const player = (name: string) => ({ name, batterId: 'slugger', cosmeticIds: [] });

export interface TableOptions {
  readonly names?: readonly string[];
  readonly game?: HomeRunDerby;
  readonly store?: EventStore;
  readonly loopback?: LoopbackOptions;
  readonly host?: Partial<SessionOptions>;
}

export interface Table {
  readonly loopback: Loopback;
  readonly host: DerbySession;
  readonly clients: readonly DerbySession[];
  /** What the host told. */
  readonly notices: Notice[];
  /** Runs frames of everybody, the host first. */
  run(frames: number): void;
  /** Runs frames until `condition` holds; throws after `framesMax`. */
  runUntil(condition: () => boolean, framesMax?: number): void;
  /** Adds a session to those whose frames are run. */
  seat(session: DerbySession): void;
  now(): number;
}

/** A host called Ann and a client for each further name, not yet run a frame. */
export async function setTable(options: TableOptions = {}): Promise<Table> {
  const { names = ['Ann', 'Bo'], game = homeRunDerby, store, loopback: wire, host: more } = options;
  const loopback = createLoopback(wire);
  const host = await hostOn(loopback.host, {
    game,
    name: names[0] ?? 'Ann',
    ...(store && { store }),
    ...more,
  });
  const clients: DerbySession[] = [];
  for (const name of names.slice(1)) clients.push(await joinOn(loopback.connect(), { game, name }));
  const seated = [host, ...clients];
  const notices: Notice[] = [];
  host.notice$.subscribe((notice) => notices.push(notice));
  let frame = 0;
  const now = (): number => frame * FRAME_MS + 0.01;
  const run = (frames: number): void => {
    for (let count = 0; count < frames; count++) {
      for (const session of seated) session.frame(now());
      frame++;
    }
  };
  run(1);
  return {
    loopback,
    host,
    clients,
    notices,
    now,
    run,
    seat: (session) => seated.push(session),
    runUntil(condition, framesMax = 5_000) {
      for (let frames = 0; !condition(); frames++) {
        if (frames >= framesMax) throw new RangeError(`waited ${framesMax} frames in vain for ${condition}`);
        run(1);
      }
    },
  };
}

type Seat = Partial<SessionOptions> & { readonly name: string; readonly game?: HomeRunDerby };

export function hostOn(transport: Transport, seat: Seat): Promise<DerbySession> {
  const { name, game = homeRunDerby, ...options } = seat;
  return createHost({
    game,
    transport,
    options: { version: '1', player: player(name) },
    seed: 7,
    loop: 'manual',
    checkPlain: true,
    ...options,
  });
}

export function joinOn(transport: Transport, seat: Seat & { version?: string }): Promise<DerbySession> {
  const { name, game = homeRunDerby, version = '1', ...options } = seat;
  return joinSession({
    game,
    transport,
    options: { version, player: player(name) },
    seed: 8,
    loop: 'manual',
    checkPlain: true,
    ...options,
  });
}

/** Runs a table into a run's intro. */
export function startRun(table: Table): void {
  table.runUntil(() => table.clients.every(({ view }) => view.phase === 'lobby'));
  table.host.command('startRun', null);
  table.runUntil(() => [table.host, ...table.clients].every(({ view }) => view.phase === 'intro'));
}

/** Runs a table into the first turn. */
export function startTurn(table: Table): void {
  startRun(table);
  for (const session of [table.host, ...table.clients]) session.send('IntroDone', {});
  table.runUntil(() => [table.host, ...table.clients].every(({ view }) => view.turn !== null));
}

/** The session whose player bats. */
export function batterOf({ host, clients }: Table): DerbySession {
  const session = [host, ...clients].find(({ view }) => view.me === host.view.turn?.batter);
  if (session === undefined) throw new RangeError('nobody is at the plate');
  return session;
}

/** Replays what a memory store holds. */
export function verifyStore(store: MemoryStore, session = 'session', game = homeRunDerby): ReplayReport {
  return verify({ log: readLog(store.readAll(session), hashes), game });
}

/** A peer that speaks raw bytes, and notes what it hears. */
export interface RawPeer {
  readonly transport: Transport;
  /** The host's messages by name, and how the link ended. */
  readonly heard: string[];
  send(...messages: readonly Uint8Array[]): void;
  poll(): void;
}

export function rawPeer(transport: Transport): RawPeer {
  const heard: string[] = [];
  const poll = (): void =>
    transport.poll({
      opened: () => heard.push('opened'),
      received: (_peer, bytes) => heard.push(homeRunDerby.protocol.byId(bytes[0] ?? 0)?.name ?? '?'),
      closed: (_peer, end, sentence) => heard.push(`closed ${end}${sentence && `: ${sentence}`}`),
    });
  return {
    transport,
    heard,
    poll,
    send(...messages) {
      poll();
      for (const bytes of messages) transport.send(0, bytes, 'reliable');
      transport.flush();
    },
  };
}

/** A Hello as bytes. */
export function hello(name: string, changes: { protocol?: string; version?: string } = {}): Uint8Array {
  const { protocol = homeRunDerby.protocol.name, version = '1' } = changes;
  const value = { protocol, version, player: { ...player(name), id: 0, connected: true } };
  return homeRunDerby.protocol.encode('Hello', value);
}

export const freshStore = (): MemoryStore => createMemoryStore();
