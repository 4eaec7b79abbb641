/**
 * Every (state × event) pair: in each state, each event, from each kind of sender, is either acted on or refused by a rule of
 * that machine's own table, and a refused one changes nothing. Once by the game's routes, once with every event at every actor.
 */
import { describe, expect, it } from 'vitest';
import type { AnyMachineSnapshot, GameDefinition, Input } from '../../src/game.js';
import type { PeerId } from '../../src/peers.js';
import { homeRunDerbyProtocol } from '../../src/protocol/home-run-derby.js';
import type { WireProtocol } from '../../src/protocol/message.js';
import { NOT_RUNNING_RULE } from '../../src/session/recorder.js';
import type { StepRecord } from '../../src/store/batch.js';
import { ME, shortDerby } from './driver.js';
import { command, joined, left, type Rig } from './harness.js';
import { prepared, type Recipe, recipes } from './recipes.js';
import { messageNames, samples } from './samples.js';

/** Events between actors that carry no more than a peer, and one that nobody knows; ids above those of the protocol. */
const INNER_EVENTS = ['batter.left', 'run.over', 'hello.overdue', 'nobody.knows.this'] as const;
const FIRST_INNER_ID = 200;
const ALL_ACTORS = ['session', 'lobby', 'run', 'turn', 'at-bat'];

/** Everything a peer can be to the state it speaks in: the host, the players, a stranger, and nobody who is linked. */
const SENDERS: readonly PeerId[] = [0, 1, 2, 3, 77];

interface Case {
  readonly title: string;
  readonly input: Input;
}

const messageCases: readonly Case[] = SENDERS.flatMap((peer) =>
  messageNames.map((name) => ({
    title: `${name} from ${peer}`,
    input: { kind: 'message', peer, bytes: homeRunDerbyProtocol.encode(name, samples[name](ME) as never) },
  })),
);

const otherCases: readonly Case[] = [
  ...SENDERS.flatMap((peer) => [
    { title: `${peer} joined`, input: joined(peer) },
    { title: `${peer} left`, input: left(peer) },
    { title: `${peer} timed out`, input: left(peer, 'timed-out') },
    { title: `${peer} refused`, input: left(peer, 'refused', 'The game is full.') },
  ]),
  { title: 'startRun', input: command('startRun') },
  {
    title: 'startRun of a hard game',
    input: command('startRun', { parkId: 'x'.repeat(64), difficulty: 255 }),
  },
  { title: 'startRun with a bad difficulty', input: command('startRun', { difficulty: 1.5 }) },
  { title: 'startRun with a bad park', input: command('startRun', { parkId: 7 }) },
  { title: 'startRun with a number', input: command('startRun', 7) },
  { title: 'close', input: command('close') },
  { title: 'unknown command', input: command('dance', { to: 'music' }) },
];

const innerCases: readonly Case[] = SENDERS.flatMap((peer) =>
  INNER_EVENTS.map((name, index) => ({
    title: `${name} of ${peer}`,
    input: { kind: 'message', peer, bytes: Uint8Array.of(FIRST_INNER_ID + index) },
  })),
);

const erased: GameDefinition = shortDerby;

/** The game with every route leading everywhere, and a protocol that also carries the inner events. */
const everywhere: GameDefinition = {
  ...erased,
  protocol: withInnerEvents(erased.protocol),
  host: { ...erased.host, route: () => ALL_ACTORS },
  client: { ...erased.client, route: () => ALL_ACTORS },
};

function withInnerEvents(protocol: WireProtocol): WireProtocol {
  const { name, schemaHash, schemaHash32, messages } = protocol;
  return {
    name,
    schemaHash,
    schemaHash32,
    messages,
    byId: (id) => protocol.byId(id),
    byName: (messageName) => protocol.byName(messageName),
    encode: (messageName, value) => protocol.encode(messageName, value),
    decode(bytes) {
      const id = bytes[0] as number;
      const inner = INNER_EVENTS[id - FIRST_INNER_ID];
      return inner === undefined
        ? protocol.decode(bytes)
        : { ok: true, decoded: { id, name: inner, value: {} } };
    },
  };
}

/** Delivers `input` and says whether any actor acted on it. */
function deliverChecked(rig: Rig, input: Input): boolean {
  const before = new Map(rig.kernel.actorIds.map((id) => [id, rig.snapshot(id)] as const));
  const steps = rig.deliverAtOnce(input);
  expect(steps.length, 'somebody answers').toBeGreaterThan(0);
  const refusals = steps.filter((step) => step.kind === 'refusal');
  for (const step of refusals) expectNamed(rig, step, before.get(step.actor) ?? rig.snapshot(step.actor));
  const acted = new Set(steps.filter((step) => step.kind === 'transition').map(({ actor }) => actor));
  for (const [id, snapshot] of before) {
    if (!acted.has(id)) expect(rig.snapshot(id), `${id} is unchanged`).toBe(snapshot);
  }
  return acted.size > 0;
}

function expectNamed(
  rig: Rig,
  step: StepRecord & { kind: 'refusal' },
  snapshot: AnyMachineSnapshot | undefined,
): void {
  if (step.rule === NOT_RUNNING_RULE) return;
  const table = rig.game.refusals[snapshot?.machine.id ?? ''] ?? {};
  expect(Object.values(table), `${step.actor} refused ${step.event}`).toContain(step.rule);
}

/** Delivers all `cases` in the recipe's state, on a fresh rig after each that was acted on. Returns how many were. */
function deliverAll(recipe: Recipe, game: GameDefinition, cases: readonly Case[]): number {
  let rig = prepared(recipe, game);
  let actedOn = 0;
  for (const { title, input } of cases) {
    const state = rig.state(recipe.actor);
    try {
      if (!deliverChecked(rig, input)) {
        expect(rig.state(recipe.actor)).toBe(state);
        continue;
      }
    } catch (cause) {
      expect.fail(`${title}: ${String(cause)}`);
    }
    actedOn++;
    rig = prepared(recipe, game);
  }
  return actedOn;
}

/** A session that closes or is over acts on nothing any more. */
const isDeaf = ({ leaf }: Recipe): boolean => /session:(closing|closed|left|refused|lost)$/.test(leaf);

describe('state × event', () => {
  it('knows every event of every machine that can come without an output or a setup', () => {
    const known = new Set([...messageNames, ...INNER_EVENTS, 'peer.joined', 'peer.left'] as string[]);
    const roots = [shortDerby.host.root, shortDerby.client.root];
    const all = new Set(roots.flatMap((root) => [root, ...childrenOf(root)]).flatMap(({ events }) => events));
    const rest = [...all].filter((event) => !known.has(event) && !event.startsWith('xstate.'));
    // `run.start` carries the setup of the lobby that sends it, `run.decided` a run's result: the recipes play them.
    expect(rest.sort()).toEqual(['command.close', 'command.startRun', 'run.decided', 'run.start']);
  });

  it.each(recipes)('by its route, $role $leaf', (recipe) => {
    const actedOn = deliverAll(recipe, shortDerby, [...messageCases, ...otherCases]);
    if (isDeaf(recipe)) expect(actedOn).toBe(0);
    else expect(actedOn).toBeGreaterThan(0);
  });

  it.each(recipes)('at every actor, $role $leaf', (recipe) => {
    const actedOn = deliverAll(recipe, everywhere, [...messageCases, ...otherCases, ...innerCases]);
    if (isDeaf(recipe)) expect(actedOn).toBe(0);
  });
});

function childrenOf(machine: GameDefinition['host']['root']): GameDefinition['host']['root'][] {
  const children = Object.values(machine.implementations.actors) as GameDefinition['host']['root'][];
  return children.flatMap((child) => [child, ...childrenOf(child)]);
}
