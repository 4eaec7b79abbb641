/**
 * Who is here, on the host: gathering → starting → in run → gathering. A peer that says Hello with the right protocol and
 * version, while there is room and no run, becomes a player; everybody else is refused with a sentence and let go. Before its
 * Hello nothing else of a peer is acted on.
 */
import { assertEvent, assign, emit, enqueueActions, sendParent, setup } from 'xstate';
import type { CommandEvent, Effect, MessageEvent, PeerEvent, Refusals } from '../game.js';
import { HOST_PEER, type PeerId } from '../peers.js';
import type { HomeRunDerbyMessages, PlayerInfo } from '../protocol/home-run-derby.js';
import type { MessageDeclaration } from '../protocol/message.js';
import { utf8Length } from '../protocol/utf8.js';
import { randomOf } from '../random.js';
import { type RunSetup, withId, withItem, without } from './players.js';
import type { DerbyRules } from './rules.js';

export interface LobbyInput {
  readonly protocol: string;
  /** The game's version; a Hello with another one is refused. */
  readonly version: string;
}

export interface LobbyContext extends LobbyInput {
  /** Linked peers that have not said Hello. */
  readonly strangers: readonly PeerId[];
  readonly roster: readonly PlayerInfo[];
  readonly setup: RunSetup | null;
}

/** What the host chooses for a run; the rest is drawn from the session's seed. */
export interface StartRunCommand {
  readonly parkId?: string;
  /** 0–255. */
  readonly difficulty?: number;
}

type LobbyMessage<Name extends 'Hello' | 'SetBatter' | 'Leave'> = MessageEvent<
  Name,
  HomeRunDerbyMessages[Name]
>;
type LobbyEvent =
  | PeerEvent
  | LobbyMessage<'Hello'>
  | LobbyMessage<'SetBatter'>
  | LobbyMessage<'Leave'>
  | CommandEvent<'startRun', StartRunCommand | null>
  | { readonly type: 'hello.overdue'; readonly peer: PeerId }
  | { readonly type: 'run.over' };

export const lobbyRefusals: Refusals = {
  Hello: 'lobby/hello-from-a-player',
  SetBatter: 'lobby/not-a-player-or-not-now',
  Leave: 'lobby/not-a-guest',
  'peer.joined': 'lobby/already-here',
  'peer.left': 'lobby/not-here',
  'command.startRun': 'lobby/not-now-or-bad-setup',
  'hello.overdue': 'lobby/hello-came',
  '*': 'lobby/not-now',
};

/** StartRun carries no longer one. */
const PARK_ID_BYTES_MAX = 64;

const helloTimer = (peer: PeerId): string => `hello of ${peer}`;

export function createLobbyMachine(rules: DerbyRules, added: readonly MessageDeclaration[] = []) {
  /** Why a Hello is refused, for the player to read; `undefined` when it is welcome. */
  const objection = (
    context: LobbyContext,
    { protocol, version, player }: HomeRunDerbyMessages['Hello'],
  ): string | undefined => {
    if (protocol !== context.protocol)
      return `This game speaks ${context.protocol}, yours speaks ${protocol}.`;
    if (version !== context.version) return `This game has version ${context.version}, yours has ${version}.`;
    if (context.roster.length >= rules.playersMax) return `The game is full: ${rules.playersMax} players.`;
    return objectionToLook(player.name, player.batterId, player.cosmeticIds);
  };

  const objectionToLook = (
    name: string,
    batterId: string,
    cosmeticIds: readonly string[],
  ): string | undefined => {
    const { nameBytesMax, idBytesMax, cosmeticsMax } = rules;
    if (name.trim() === '' || utf8Length(name) > nameBytesMax)
      return `A name has 1 to ${nameBytesMax} bytes.`;
    if ([batterId, ...cosmeticIds].some((id) => utf8Length(id) > idBytesMax))
      return `An id has at most ${idBytesMax} bytes.`;
    if (cosmeticIds.length > cosmeticsMax) return `A player wears at most ${cosmeticsMax} cosmetics.`;
    return undefined;
  };

  const onAdded: Record<never, never> = Object.fromEntries(
    added.map(({ name }) => [name, { guard: 'isPlayer', actions: 'onAdded' }]),
  );

  return setup({
    types: {} as { context: LobbyContext; events: LobbyEvent; input: LobbyInput; emitted: Effect },
    guards: {
      isNew: ({ context, event }) =>
        'peer' in event &&
        !context.strangers.includes(event.peer) &&
        !withId(context.roster, event.peer)?.connected,
      isStranger: ({ context, event }) => 'peer' in event && context.strangers.includes(event.peer),
      isPlayer: ({ context, event }) =>
        'peer' in event && withId(context.roster, event.peer)?.connected === true,
      // The host's own player has no link that could end: it leaves by closing the session.
      isGuest: ({ context, event }) =>
        'peer' in event && event.peer !== HOST_PEER && withId(context.roster, event.peer)?.connected === true,
      isWelcome: ({ context, event }) =>
        event.type === 'Hello' &&
        context.strangers.includes(event.peer) &&
        objection(context, event.message) === undefined,
      isFairLook: ({ context, event }) =>
        event.type === 'SetBatter' &&
        withId(context.roster, event.peer)?.connected === true &&
        objectionToLook('any', event.message.batterId, event.message.cosmeticIds) === undefined,
      isFairSetup: ({ context, event }) =>
        event.type === 'command.startRun' && context.roster.length > 0 && isFairSetup(event.value),
      isNobodyLeft: ({ context }) => context.roster.length === 0,
    },
    delays: { helloWait: rules.waits.helloMs, startShown: rules.waits.startMs },
    actions: {
      meet: enqueueActions(({ context, event, enqueue }) => {
        assertEvent(event, 'peer.joined');
        enqueue.assign({ strangers: withItem(context.strangers, event.peer) });
        enqueue.raise(
          { type: 'hello.overdue', peer: event.peer },
          { id: helloTimer(event.peer), delay: 'helloWait' },
        );
      }),
      forgetStranger: enqueueActions(({ context, event, enqueue }) => {
        if (!('peer' in event)) return;
        enqueue.cancel(helloTimer(event.peer));
        enqueue.assign({ strangers: without(context.strangers, event.peer) });
      }),
      admit: assign(({ context, event }) => {
        assertEvent(event, 'Hello');
        const { name, batterId, cosmeticIds } = event.message.player;
        const player: PlayerInfo = { id: event.peer, name, batterId, cosmeticIds, connected: true };
        const others = context.roster.filter(({ id }) => id !== event.peer);
        return { roster: [...others, player].sort((one, other) => one.id - other.id) };
      }),
      welcome: emit(({ event }) => {
        assertEvent(event, 'Hello');
        return { type: 'send', to: event.peer, message: 'Welcome', value: { playerId: event.peer } };
      }),
      refuse: enqueueActions(({ context, event, enqueue }, reason?: string) => {
        assertEvent(event, 'Hello');
        const sentence = reason ?? objection(context, event.message) ?? '';
        enqueue.emit({ type: 'send', to: event.peer, message: 'Refuse', value: { reason: sentence } });
        enqueue.emit({ type: 'disconnect', peer: event.peer, sentence });
      }),
      letGo: emit(({ event }) => ({
        type: 'disconnect',
        peer: 'peer' in event ? event.peer : HOST_PEER,
        sentence: '',
      })),
      setLook: assign(({ context, event }) => {
        assertEvent(event, 'SetBatter');
        const { batterId, cosmeticIds } = event.message;
        return {
          roster: context.roster.map((player) =>
            player.id === event.peer ? { ...player, batterId, cosmeticIds } : player,
          ),
        };
      }),
      removePlayer: assign(({ context, event }) => {
        assertEvent(event, 'peer.left');
        return { roster: context.roster.filter(({ id }) => id !== event.peer) };
      }),
      markDisconnected: assign(({ context, event }) => {
        assertEvent(event, 'peer.left');
        return {
          roster: context.roster.map((player) =>
            player.id === event.peer ? { ...player, connected: false } : player,
          ),
        };
      }),
      removeDisconnected: assign({
        roster: ({ context }) => context.roster.filter(({ connected }) => connected),
      }),
      drawSetup: assign(({ event, system }) => {
        assertEvent(event, 'command.startRun');
        const seed = randomOf(system, 'run seed').integer(-0x80000000, 0x7fffffff);
        const { parkId = 'sandlot', difficulty = 1 } = event.value ?? {};
        // A log gives −0 back as 0.
        return { setup: { seed, battingOrder: [], parkId, difficulty: difficulty + 0 } };
      }),
      /** At the last moment, so that nobody who left meanwhile is in it. */
      drawOrder: assign(({ context, system }) => {
        const players = context.roster.map(({ id }) => id);
        const battingOrder = randomOf(system, 'batting order').shuffle(players);
        return { setup: context.setup && { ...context.setup, battingOrder } };
      }),
      dropSetup: assign({ setup: null }),
      sendRoster: emit(({ context }) => ({
        type: 'send',
        to: 'all',
        message: 'Roster',
        value: { players: context.roster },
      })),
      sendStartRun: emit(({ context }) => ({
        type: 'send',
        to: 'all',
        message: 'StartRun',
        value: context.setup,
      })),
      /** What becomes of a message that a game added, unless it provides another action. */
      onAdded: enqueueActions(({ event, enqueue }) => {
        const message = added.find(({ name }) => name === event.type);
        if (message === undefined || message.to === 'host' || !('bytes' in event)) return;
        enqueue.emit({ type: 'relay', to: { except: event.peer }, bytes: event.bytes });
      }),
      tellSession: sendParent(({ context }: { context: LobbyContext }) => ({
        type: 'run.start',
        setup: context.setup,
      })),
    },
  }).createMachine({
    id: 'lobby',
    context: ({ input }) => ({ ...input, strangers: [], roster: [], setup: null }),
    initial: 'gathering',
    on: {
      'peer.joined': { guard: 'isNew', actions: 'meet' },
      'hello.overdue': { guard: 'isStranger', actions: ['letGo', 'forgetStranger'] },
      // The link's end, which follows, takes the player out; letting go here makes sure that it does.
      Leave: [
        { guard: 'isGuest', actions: 'letGo' },
        { guard: 'isStranger', actions: ['letGo', 'forgetStranger'] },
      ],
      ...onAdded,
      Hello: {
        guard: 'isStranger',
        actions: [{ type: 'refuse', params: 'A run is being played; try again after it.' }, 'forgetStranger'],
      },
      'peer.left': [
        { guard: 'isStranger', actions: 'forgetStranger' },
        { guard: 'isPlayer', actions: ['removePlayer', 'sendRoster'] },
      ],
    },
    states: {
      gathering: {
        on: {
          Hello: [
            { guard: 'isWelcome', actions: ['forgetStranger', 'admit', 'welcome', 'sendRoster'] },
            { guard: 'isStranger', actions: ['refuse', 'forgetStranger'] },
          ],
          SetBatter: { guard: 'isFairLook', actions: ['setLook', 'sendRoster'] },
          'command.startRun': { guard: 'isFairSetup', target: 'starting', actions: 'drawSetup' },
        },
      },
      starting: {
        always: { guard: 'isNobodyLeft', target: 'gathering', actions: 'dropSetup' },
        after: { startShown: { target: 'inRun', actions: ['drawOrder', 'sendStartRun', 'tellSession'] } },
      },
      inRun: {
        on: {
          'peer.left': [
            { guard: 'isStranger', actions: 'forgetStranger' },
            { guard: 'isPlayer', actions: ['markDisconnected', 'sendRoster'] },
          ],
          'run.over': { target: 'gathering', actions: ['dropSetup', 'removeDisconnected', 'sendRoster'] },
        },
      },
    },
  });
}

function isFairSetup(command: StartRunCommand | null): boolean {
  if (typeof command !== 'object') return false;
  const { parkId = '', difficulty = 1 } = command ?? {};
  // A park id that is no Unicode has no length: it could not be sent.
  const parkIdBytes = typeof parkId === 'string' ? utf8Length(parkId) : -1;
  return (
    parkIdBytes >= 0 &&
    parkIdBytes <= PARK_ID_BYTES_MAX &&
    Number.isInteger(difficulty) &&
    difficulty >= 0 &&
    difficulty <= 255
  );
}
