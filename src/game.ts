/**
 * Leaf: what a game is to the engine. `session/` is given one `GameDefinition` and knows nothing else of the game.
 *
 * Actors live in one tree per session and are addressed by id; ids are unique in the tree.
 */
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { InspectionDefinition } from './inspection.js';
import type { LinkEnd, PeerId, Recipients } from './peers.js';
import type { Decoded, MessageDeclaration, WireProtocol } from './protocol/message.js';

/** Values that survive the log unchanged: no functions, no class instances, no `undefined`. */
export type Plain =
  | null
  | boolean
  | number
  | string
  | Uint8Array
  | readonly Plain[]
  | { readonly [key: string]: Plain };

/** The two ends of a session. */
export type Role = 'host' | 'client';

/** Anything that enters the kernel, in the order it entered. Message bytes are the raw wire bytes. */
export type Input =
  | { readonly kind: 'peer-joined'; readonly peer: PeerId }
  | { readonly kind: 'peer-left'; readonly peer: PeerId; readonly reason: LinkEnd; readonly sentence: string }
  | {
      readonly kind: 'message';
      readonly peer: PeerId;
      readonly bytes: Uint8Array;
      /** The decoded message when it was decoded on the way in; a replay decodes `bytes`. Not logged. */
      readonly decoded?: Decoded;
    }
  | { readonly kind: 'command'; readonly name: string; readonly value: Plain };

/** A message as an actor sees it: its name is the event's type. `peer` is who sent it, on a client as well as on the host. */
export interface MessageEvent<Name extends string, Value> {
  readonly type: Name;
  readonly peer: PeerId;
  readonly message: Value;
  /** The raw wire bytes, for a relay byte for byte. */
  readonly bytes: Uint8Array;
}

/** The union of message events of a name → value map. */
export type MessageEventOf<Messages> = {
  [Name in keyof Messages & string]: MessageEvent<Name, Messages[Name]>;
}[keyof Messages & string];

/** A link that opened or ended, as an actor sees it. */
export type PeerEvent =
  | { readonly type: 'peer.joined'; readonly peer: PeerId }
  | {
      readonly type: 'peer.left';
      readonly peer: PeerId;
      readonly reason: LinkEnd;
      readonly sentence: string;
    };

/** A command of the local player: `session.command('startRun', value)` arrives as `{ type: 'command.startRun', value }`. */
export interface CommandEvent<Name extends string, Value> {
  readonly type: `command.${Name}`;
  readonly value: Value;
}

export type { Recipients } from './peers.js';

/** What an actor may `emit`. The kernel collects these; they leave only after their cause is in the log (RP4). */
export type Effect =
  | { readonly type: 'send'; readonly to: Recipients; readonly message: string; readonly value: unknown }
  | { readonly type: 'relay'; readonly to: Recipients; readonly bytes: Uint8Array }
  | { readonly type: 'disconnect'; readonly peer: PeerId; readonly sentence: string };

/** Why an event changed nothing, by event type; `*` for all others. Names a rule, such as `turn/not-your-turn`. */
export type Refusals = Readonly<Record<string, string>>;

/** Reads the live actors by id, e.g. `actors('run')?.context`. */
export type ActorLookup = (id: string) => AnyMachineSnapshot | undefined;

/** A message that some actor acted on: the local player's and everybody's. */
export interface ActedMessage {
  readonly name: string;
  readonly peer: PeerId;
  readonly value: unknown;
}

/** What a root machine gets as its XState `input`. */
export interface SessionInput {
  readonly seed: number;
  /** The local player's start values, or whatever else the game wants logged from its options. */
  readonly options: Plain;
}

/** The types of a game, inferred by `createHost` and `joinSession` from its definition. */
export interface GameTypes {
  /** What the game shows. */
  readonly view: unknown;
  /** What the game wants to know when hosting, and when joining. Plain data: it is logged. */
  readonly hostOptions: unknown;
  readonly clientOptions: unknown;
  /** From message name to value. */
  readonly messages: object;
  /** From command name to value. */
  readonly commands: object;
}

/** One side's machines and how inputs find their actors. */
export interface GameSide<View, Options = unknown> {
  readonly root: AnyStateMachine;
  /** Ids of the actors an input is for, in order. Unknown ids and ids not running are refused as `actor/not-running`. */
  route(input: Input, message: MessageDeclaration | undefined): readonly string[];
  /**
   * What the game shows. Called after a frame in which something changed, with the messages that were acted on in it; keep
   * unchanged parts identical.
   */
  view(actors: ActorLookup, previous: View | undefined, acted: readonly ActedMessage[]): View;
  /** Messages the local player sends as soon as the session runs (the host's own Hello: peer 0 joins as everybody does). */
  greeting(options: Options): readonly { readonly name: string; readonly value: unknown }[];
  /** True for a linked peer that gets what goes to `all`; others get only what is addressed to them. Default: every linked peer. */
  isMember?(actors: ActorLookup, peer: PeerId): boolean;
  /** True when a superseded message (a pose) of `peer` is to be passed on at once. */
  relayNow(actors: ActorLookup, peer: PeerId, message: MessageDeclaration): boolean;
}

/** A spectator's delayed playback: which messages are shown late, and by what time stamp. Times are seconds. */
export interface PlaybackDefinition {
  /** The sender's clock time of a message, or `undefined` when it is not played late. */
  timeOf(name: string, value: unknown): number | undefined;
  /** A message that starts something new: whatever is still waiting is dropped. */
  resets(name: string): boolean;
  /** The value between two superseded messages, `t` in 0–1. */
  interpolate(earlier: unknown, later: unknown, t: number): unknown;
}

/** A game, as given to `createHost`, `joinSession` and `replay`. */
export interface GameDefinition<T extends GameTypes = GameTypes> {
  readonly id: string;
  /** Version of the game's machines and rules, for people: logs carry it. */
  readonly version: string;
  readonly protocol: WireProtocol;
  readonly host: GameSide<T['view'], T['hostOptions']>;
  readonly client: GameSide<T['view'], T['clientOptions']>;
  /** Which of the three ways a received message goes. */
  laneOf(message: MessageDeclaration): 'link' | 'session' | 'run';
  /** Refusal rules by machine id, then by event type. */
  readonly refusals: Readonly<Record<string, Refusals>>;
  /** The rules' values as plain data, for the log's header. */
  readonly rules: Plain;
  /** This game by the rules that a log's header holds; without it, logs of other numbers diverge. */
  byRules?(rules: Plain): GameDefinition<T>;
  readonly playback?: PlaybackDefinition;
  /** How the inspector shows a match of this game; without it, by its charts alone. */
  readonly inspection?: InspectionDefinition;
  /** Only for the compiler: carries the game's types. */
  readonly types?: T;
}

export type { AnyMachineSnapshot };
