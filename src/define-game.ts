/**
 * Leaf: `defineGame`, which makes a `GameDefinition` of what a game says of itself: takes the types from its machines, messages
 * and view, fills in everything that has a sensible default, refuses machines that no log could follow.
 */
import type { AnyMachineSnapshot, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';
import { invariant } from './errors.js';
import type {
  ActedMessage,
  ActorLookup,
  GameDefinition,
  GameSide,
  GameTypes,
  Input,
  Plain,
  PlaybackDefinition,
  Refusals,
} from './game.js';
import type { InspectionDefinition } from './inspection.js';
import { checkMachines } from './machine-checks.js';
import { isNamedBy, machinesOf, ROOT_ACTOR, type TreeMachine } from './machine-tree.js';
import type { PeerId } from './peers.js';
import type { MessageDeclaration } from './protocol/message.js';
import type { Protocol } from './protocol/typed-protocol.js';

/** Reads the live actors by id; the root, `session`, is always there, also when it has ended. */
export interface ActorsOf<Root extends AnyStateMachine> {
  (id: typeof ROOT_ACTOR): SnapshotFrom<Root>;
  (id: string): AnyMachineSnapshot | undefined;
}

/** What a game says of one side: its machines and what it shows; the rest has defaults. */
export interface SideDeclaration<Root extends AnyStateMachine, View, Options> {
  /** The machine of the actor `session`; it owns all others. */
  readonly root: Root;
  /** See {@link GameSide.view}. */
  view(actors: ActorsOf<Root>, previous: View | undefined, acted: readonly ActedMessage[]): View;
  /** @default every invoked machine that names the event; when none does, the root */
  readonly route?: (input: Input, message: MessageDeclaration | undefined) => readonly string[];
  /** @default nothing */
  readonly greeting?: (options: Options) => readonly { readonly name: string; readonly value: unknown }[];
  /** @default every linked peer */
  readonly isMember?: (actors: ActorLookup, peer: PeerId) => boolean;
  /** @default whenever its sender is a member */
  readonly relayNow?: (actors: ActorLookup, peer: PeerId, message: MessageDeclaration) => boolean;
}

/** The types of a game that nothing else tells: `types: {} as { hostOptions: …; commands: … }`. */
export type DeclaredTypes = Partial<GameTypes>;

type CommandNameOf<Event> = Event extends { readonly type: `command.${infer Name}` } ? Name : never;

/** From command name to value, as the events of a machine say. */
export type CommandsOf<Root extends AnyStateMachine> = {
  [Name in CommandNameOf<EventFromLogic<Root>>]: Extract<
    EventFromLogic<Root>,
    { readonly type: `command.${Name}`; readonly value: unknown }
  >['value'];
};

type TypeIn<Declared, Key extends keyof GameTypes, Default> = Key extends keyof Declared
  ? Declared[Key]
  : Default;

/** The types of a declared game. Without others, options are `null` and commands those that the roots name. */
export interface TypesOfDeclaration<
  Declared extends DeclaredTypes,
  View,
  Messages,
  Host extends AnyStateMachine,
  Client extends AnyStateMachine,
> extends GameTypes {
  readonly view: View;
  readonly messages: TypeIn<Declared, 'messages', Messages> & object;
  readonly hostOptions: TypeIn<Declared, 'hostOptions', null>;
  readonly clientOptions: TypeIn<Declared, 'clientOptions', null>;
  readonly commands: TypeIn<Declared, 'commands', CommandsOf<Host> & CommandsOf<Client>> & object;
}

/** What a game says of itself. */
export interface GameDeclaration<
  Declared extends DeclaredTypes,
  View,
  Messages,
  Host extends AnyStateMachine,
  Client extends AnyStateMachine,
> {
  readonly id: string;
  /** Of machines and rules, for people: logs carry it. */
  readonly version: string;
  readonly protocol: Protocol<Messages>;
  readonly host: SideDeclaration<Host, View, TypeIn<Declared, 'hostOptions', null>>;
  readonly client: SideDeclaration<Client, View, TypeIn<Declared, 'clientOptions', null>>;
  /** The rules' values, for the log's header. @default null */
  readonly rules?: Plain;
  /** See {@link GameDefinition.byRules}. */
  readonly byRules?: (
    rules: Plain,
  ) => GameDefinition<TypesOfDeclaration<Declared, View, Messages, Host, Client>>;
  /** Refusal rules by machine id, then by event type. @default `ID/not-now` for each machine */
  readonly refusals?: Readonly<Record<string, Refusals>>;
  /** @default `link` for Ping and Pong, `run` for all others */
  readonly laneOf?: GameDefinition['laneOf'];
  readonly playback?: PlaybackDefinition;
  /** See {@link GameDefinition.inspection}. */
  readonly inspection?: InspectionDefinition;
  /** Only for the compiler. */
  readonly types?: Declared;
}

/**
 * Declares a game for `createHost`, `joinSession` and `replay`.
 *
 * @throws SessionError `machine/unrecorded-actor`, `machine/unnamed-actor`, `machine/impure` for machines that no log could follow.
 * @throws InvariantError when two machines of a side have one id, or refusals are of a machine that is not there.
 */
export function defineGame<
  Messages,
  View,
  Host extends AnyStateMachine,
  Client extends AnyStateMachine,
  Declared extends DeclaredTypes = Record<never, never>,
>(
  declared: GameDeclaration<Declared, View, Messages, Host, Client>,
): GameDefinition<TypesOfDeclaration<Declared, View, Messages, Host, Client>> {
  const {
    id,
    version,
    protocol,
    rules = null,
    byRules,
    playback,
    inspection,
    laneOf = defaultLane,
  } = declared;
  const trees = { host: machinesOf(declared.host.root), client: machinesOf(declared.client.root) };
  for (const tree of Object.values(trees)) checkMachines(tree);
  return {
    id,
    version,
    protocol,
    rules,
    laneOf,
    refusals: withDefaults(declared.refusals ?? {}, [...trees.host, ...trees.client]),
    host: sideOf(declared.host, trees.host),
    client: sideOf(declared.client, trees.client),
    ...(byRules && { byRules }),
    ...(playback && { playback }),
    ...(inspection && { inspection }),
  };
}

function sideOf<Root extends AnyStateMachine, View, Options>(
  declared: SideDeclaration<Root, View, Options>,
  tree: readonly TreeMachine[],
): GameSide<View, Options> {
  const { root, view, isMember, greeting = () => [], route = routeByCharts(tree) } = declared;
  const { relayNow = (actors, peer) => isMember?.(actors, peer) ?? true } = declared;
  return {
    root,
    route,
    greeting,
    relayNow,
    // The kernel keeps the root to be looked at, whatever became of it.
    view: (actors, previous, acted) => view(actors as ActorsOf<Root>, previous, acted),
    ...(isMember && { isMember }),
  };
}

/** An input goes to every actor whose machine names it; the root refuses what nobody names. */
function routeByCharts(tree: readonly TreeMachine[]): GameSide<unknown>['route'] {
  const byType = new Map<string, readonly string[]>();
  return (input, message) => {
    const type = eventTypeOf(input, message);
    let ids = byType.get(type);
    if (ids === undefined) {
      ids = tree.filter(({ machine }) => isNamedBy(machine, type)).flatMap(({ actorIds }) => actorIds);
      if (ids.length === 0) ids = [ROOT_ACTOR];
      if (input.kind !== 'command') byType.set(type, ids);
    }
    return ids;
  };
}

function eventTypeOf(input: Input, message: MessageDeclaration | undefined): string {
  switch (input.kind) {
    case 'peer-joined':
      return 'peer.joined';
    case 'peer-left':
      return 'peer.left';
    case 'command':
      return `command.${input.name}`;
    case 'message':
      return message?.name ?? '';
  }
}

function defaultLane({ name }: MessageDeclaration): 'link' | 'run' {
  return name === 'Ping' || name === 'Pong' ? 'link' : 'run';
}

function withDefaults(
  refusals: Readonly<Record<string, Refusals>>,
  tree: readonly TreeMachine[],
): Readonly<Record<string, Refusals>> {
  const ids = [...new Set(tree.map(({ machine }) => machine.id))];
  for (const id of Object.keys(refusals)) {
    invariant(ids.includes(id), `There are refusals of "${id}"; the machines are ${ids.join(', ')}.`);
  }
  return Object.fromEntries(ids.map((id) => [id, { '*': `${id}/not-now`, ...refusals[id] }]));
}
