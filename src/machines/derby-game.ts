/**
 * The Home Run Derby put together: its machines by its rules, which actor an input is for, and what it shows; with what a game
 * that extends it adds or swaps.
 */
import { defineGame } from '../define-game.js';
import { invariant, SessionError } from '../errors.js';
import type { ActorLookup, GameDefinition, Input, Refusals } from '../game.js';
import { HOST_PEER, type PeerId } from '../peers.js';
import type { HomeRunDerbyMessages } from '../protocol/home-run-derby.js';
import type { MessageDeclaration } from '../protocol/message.js';
import type { Protocol } from '../protocol/typed-protocol.js';
import { atBatRefusals, createAtBatMachine } from './at-bat.js';
import { clientRunRefusals, createClientRunMachine } from './client-run.js';
import {
  type ClientSessionContext,
  clientSessionRefusals,
  createClientSessionMachine,
  type DerbyClientOptions,
} from './client-session.js';
import { derbyInspection } from './derby-inspection.js';
import type { DerbyMachines, DerbySwaps } from './derby-machines.js';
import { createHostSessionMachine, type DerbyHostOptions, hostSessionRefusals } from './host-session.js';
import { createLobbyMachine, type LobbyContext, lobbyRefusals, type StartRunCommand } from './lobby.js';
import { playback } from './playback.js';
import { withId } from './players.js';
import { type DerbyRules, describeRules, rulesProblem, withNumbers } from './rules.js';
import { createRunMachine, type RunContext, runRefusals } from './run.js';
import { createTurnMachine, turnRefusals } from './turn.js';
import { clientView, type DerbyView, hostView } from './view.js';

/** The types of this game: what `createHost` and `joinSession` infer from it. */
export interface DerbyTypes {
  readonly view: DerbyView;
  readonly hostOptions: DerbyHostOptions;
  readonly clientOptions: DerbyClientOptions;
  readonly messages: HomeRunDerbyMessages;
  readonly commands: { readonly startRun: StartRunCommand | null; readonly close: null };
}

/** The Home Run Derby's definition with its types. */
export type HomeRunDerby = GameDefinition<DerbyTypes>;

/** What the game is made of. */
export interface DerbyParts {
  readonly rules: DerbyRules;
  /** The derby's messages, and those that were added. */
  readonly protocol: Protocol<HomeRunDerbyMessages>;
  readonly added: readonly MessageDeclaration[];
  readonly swaps: DerbySwaps;
}

/** Ids below this are the lobby's, the others the run's. Source: net messages seed, Routing. */
const FIRST_RUN_ID = 30;
/** Ping and Pong. */
const LAST_LINK_ID = 2;

const refusals: Readonly<Record<string, Refusals>> = {
  session: hostSessionRefusals,
  lobby: lobbyRefusals,
  run: runRefusals,
  turn: turnRefusals,
  'at-bat': atBatRefusals,
  'client-session': clientSessionRefusals,
  'client-run': clientRunRefusals,
};

/** Where each message goes on the host; the others are for clients only. */
const hostRoutes: Readonly<Record<string, readonly string[]>> = {
  Hello: ['lobby'],
  SetBatter: ['lobby'],
  Leave: ['lobby'],
  IntroDone: ['run'],
  ShopReady: ['run'],
  AtBatBegin: ['turn'],
  PlayFeed: ['turn'],
  TurnEnd: ['turn'],
  AtBatPitch: ['at-bat'],
  AtBatSwing: ['at-bat'],
  AtBatResult: ['at-bat'],
};

const atBatMessages = new Set(['AtBatPitch', 'AtBatSwing', 'AtBatResult']);

function routeOnHost(input: Input, message: MessageDeclaration | undefined): readonly string[] {
  switch (input.kind) {
    case 'peer-joined':
      return ['lobby'];
    case 'peer-left':
      return ['lobby', 'run'];
    case 'command':
      return input.name === 'startRun' ? ['lobby'] : ['session'];
    case 'message':
      return hostRoutes[message?.name ?? ''] ?? ['session'];
  }
}

function routeOnClient(input: Input, message: MessageDeclaration | undefined): readonly string[] {
  if (input.kind !== 'message' || message === undefined || message.id < FIRST_RUN_ID) return ['session'];
  return atBatMessages.has(message.name) ? ['at-bat'] : ['run'];
}

function machinesOf({ rules, protocol, added: all, swaps }: DerbyParts): DerbyMachines {
  // What is superseded, no machine hears.
  const added = all.filter(({ superseded }) => !superseded);
  const swapped = <Name extends keyof DerbyMachines>(
    name: Name,
    machine: DerbyMachines[Name],
  ): DerbyMachines[Name] => swaps[name]?.(machine) ?? machine;
  const atBat = swapped('atBat', createAtBatMachine(rules));
  const turn = swapped('turn', createTurnMachine(rules, atBat));
  const run = swapped('run', createRunMachine(rules, turn));
  const lobby = swapped('lobby', createLobbyMachine(rules, added));
  const clientRun = swapped('clientRun', createClientRunMachine(rules, atBat));
  const session = swapped('session', createHostSessionMachine(rules, protocol.name, { lobby, run }));
  const clientSession = swapped(
    'clientSession',
    createClientSessionMachine(rules, protocol.name, { run: clientRun }, added),
  );
  return { session, lobby, run, turn, atBat, clientSession, clientRun };
}

function isMember(actors: ActorLookup, peer: PeerId): boolean {
  const lobby = actors('lobby')?.context as LobbyContext | undefined;
  return lobby === undefined || withId(lobby.roster, peer)?.connected === true;
}

/** Builds the game. @throws InvariantError when the rules cannot be played: see {@link DerbyRules}. */
export function buildDerby(parts: DerbyParts): HomeRunDerby {
  const { rules, protocol, added } = parts;
  const problem = rulesProblem(rules);
  invariant(problem === undefined, problem ?? '');
  const { session, clientSession } = machinesOf(parts);
  const isAdded = (message: MessageDeclaration | undefined): boolean =>
    message !== undefined && added.includes(message);
  const description = describeRules(rules);
  const game: HomeRunDerby = defineGame({
    types: {} as DerbyTypes,
    id: 'home-run-derby',
    version: '1',
    protocol,
    refusals,
    playback,
    inspection: derbyInspection,
    rules: description,
    byRules(data) {
      if (JSON.stringify(data) === JSON.stringify(description)) return game;
      const logged = withNumbers(rules, data);
      const fault = rulesProblem(logged);
      if (fault)
        throw new SessionError(
          'store/corrupt-record',
          `The rules in the log's header cannot be played. ${fault}`,
        );
      return buildDerby({ ...parts, rules: logged });
    },
    laneOf: ({ id }) => (id <= LAST_LINK_ID ? 'link' : id < FIRST_RUN_ID ? 'session' : 'run'),
    host: {
      root: session,
      // What a game adds is the lobby's, which knows who is here.
      route: (input, message) => (isAdded(message) ? ['lobby'] : routeOnHost(input, message)),
      view: hostView,
      greeting: ({ version, player }) => {
        if (player === null) return [];
        const value = {
          protocol: protocol.name,
          version,
          player: { ...player, id: HOST_PEER, connected: true },
        };
        return [{ name: 'Hello', value }];
      },
      // Before its Hello a peer hears nothing of the game; the goodbye, when the lobby is gone, is for everybody.
      isMember,
      // An at-bat is live only while an inning is played, and only the current batter's bat is shown.
      relayNow: (actors, peer, message) =>
        isAdded(message)
          ? isMember(actors, peer)
          : actors('at-bat') !== undefined &&
            (actors('run')?.context as RunContext | undefined)?.batter === peer,
    },
    client: {
      root: clientSession,
      route: (input, message) => (isAdded(message) ? ['session'] : routeOnClient(input, message)),
      view: clientView,
      // A client's own bat goes to the host while it is at the plate.
      relayNow: (actors, peer, message) => {
        const session = actors('session')?.context as ClientSessionContext | undefined;
        if (isAdded(message)) return session?.me === peer;
        const run = actors('run')?.context as { me?: PeerId; batter?: PeerId | null } | undefined;
        return run?.me === peer && run.batter === peer && actors('at-bat') !== undefined;
      },
    },
  });
  return game;
}
