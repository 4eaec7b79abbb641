/** A peer leaves in each state of each machine: the session goes on to a right state, and no wait is stuck. */
import { describe, expect, it } from 'vitest';
import type { LobbyContext } from '../../src/machines/lobby.js';
import type { LinkEnd, PeerId } from '../../src/peers.js';
import { batter, host, hostRig, PLAYERS, playOn, run, shortRules } from './driver.js';
import { command, left, message, type Rig } from './harness.js';
import { client, prepared, recipeOf, recipes } from './recipes.js';
import { samples } from './samples.js';

const hostRecipes = recipes.filter(({ role, leaf }) => role === 'host' && !leaf.startsWith('session:clos'));
const clientRecipes = recipes.filter(
  ({ role, leaf }) => role === 'client' && !/session:(left|refused|lost)$/.test(leaf),
);
/** Frame time within which a run of short rules in which nobody acts is over: each wait once a turn, and the gates. */
const IDLE_MS = 60 * 60 * 1000;

const connected = (rig: Rig): readonly PeerId[] =>
  rig
    .context<LobbyContext>('lobby')
    .roster.filter((player) => player.connected)
    .map(({ id }) => id);

function expectAtRest(rig: Rig): void {
  expect(rig.state('session')).toBe('open.lobby');
  expect(rig.state('lobby')).toBe('gathering');
  expect(rig.context<LobbyContext>('lobby')).toMatchObject({ strangers: [], setup: null });
  expect(rig.context<LobbyContext>('lobby').roster.every((player) => player.connected)).toBe(true);
  const { length } = rig.batches;
  rig.advance(IDLE_MS);
  expect(rig.batches.length, 'nothing is waited for').toBe(length);
}

describe('leaving the host', () => {
  describe.each(hostRecipes)('in $leaf', (recipe) => {
    const reasons: readonly LinkEnd[] = ['left', 'timed-out'];

    it.each(PLAYERS)('player %i leaves, the others play the run to its end', (peer) => {
      const rig = prepared(recipe);
      const others = connected(rig).filter((other) => other !== peer);
      rig.deliver(left(peer, reasons[peer % 2]));
      expect(connected(rig)).toEqual(others);
      playOn(rig);
      rig.advance(shortRules.waits.helloMs);
      expectAtRest(rig);
      expect(connected(rig)).toEqual(others);
    });

    it('each batter leaves in turn until nobody is left', () => {
      const rig = prepared(recipe);
      const present = new Set(connected(rig));
      while (present.size > 0) {
        const next = rig.state('run') === undefined ? [...present][0] : batter(rig);
        const leaver = present.has(next ?? 0) ? (next as PeerId) : ([...present][0] as PeerId);
        present.delete(leaver);
        rig.deliver(left(leaver));
      }
      expect(rig.state('run')).toBeUndefined();
      rig.advance(shortRules.waits.helloMs);
      expectAtRest(rig);
      expect(connected(rig)).toEqual([]);
    });

    it('all leave in one frame', () => {
      const rig = prepared(recipe);
      rig.deliver(...PLAYERS.map((peer) => left(peer)));
      expect(rig.state('run')).toBeUndefined();
      rig.advance(shortRules.waits.helloMs);
      expectAtRest(rig);
    });

    it('nobody leaves and nobody acts: every wait ends by its limit', () => {
      const rig = prepared(recipe);
      rig.advance(IDLE_MS);
      expectAtRest(rig);
    });

    it('a batter who left does not hold up players who do not act', () => {
      const rig = prepared(recipe);
      rig.deliver(left(rig.state('run') === undefined ? 1 : batter(rig)));
      rig.advance(IDLE_MS);
      expectAtRest(rig);
    });

    it('the host closes: the session ends, whoever leaves meanwhile', () => {
      const rig = prepared(recipe);
      rig.deliver(command('close'));
      expect(rig.sent('Leave')).toHaveLength(1);
      rig.deliver(left(1), left(2));
      rig.advance(shortRules.waits.closingMs);
      expect(rig.kernel.isOver).toBe(true);
    });
  });

  it('the last player waited for in the intro leaves: the inning starts', () => {
    const rig = hostRig();
    host.startRun(rig);
    rig.deliver(message(1, 'IntroDone', {}), message(2, 'IntroDone', {}));
    expect(rig.state('run')).toBe('intro');
    rig.deliver(left(3));
    expect(rig.state('run')).toBe('inning.batting');
    expect(rig.sent('IntroProgress').at(-1)?.value).toEqual({ done: 2, total: 2, playerIds: [] });
  });

  it('the last player waited for in the shop leaves: the next inning starts', () => {
    const rig = hostRig();
    host.openShop(rig);
    rig.deliver(message(3, 'ShopReady', {}), message(1, 'ShopReady', {}));
    expect(rig.state('run')).toBe('shop');
    rig.deliver(left(2));
    expect(rig.state('run')).toBe('inning.batting');
    expect(run(rig).inningIndex).toBe(1);
  });

  it('a ready player who leaves is not counted as ready', () => {
    const rig = hostRig();
    host.startRun(rig);
    rig.deliver(message(1, 'IntroDone', {}), left(1));
    expect(run(rig)).toMatchObject({ connected: expect.not.arrayContaining([1]), ready: [] });
    expect(rig.sent('IntroProgress').at(-1)?.value).toMatchObject({ done: 0, total: 2 });
  });

  it('what the feed showed of a batter who left stays the team’s; the outs stay spent', () => {
    const rig = hostRig();
    host.startAtBat(rig);
    const first = batter(rig);
    const play = { ...samples.PlayFeed(first), teamScore: 40, distanceFt: 412.34 };
    rig.deliver(message(first, 'PlayFeed', play), message(first, 'PlayFeed', { ...play, wasOut: true }));
    rig.deliver(left(first));
    expect(run(rig)).toMatchObject({ teamScore: 40, outsLeft: 5, turnIndex: 1 });
    expect(run(rig).bestHits).toEqual([{ batter: first, distanceFt: 412.3, inningIndex: 0 }]);
    expect(batter(rig)).not.toBe(first);
  });

  it('a player who left in a run is out of the roster after it, and marked until then', () => {
    const rig = hostRig();
    host.startRun(rig);
    rig.deliver(left(2));
    const during = rig.sent('Roster').at(-1)?.value as { players: { id: number; connected: boolean }[] };
    expect(during.players.map((one) => [one.id, one.connected])).toEqual([
      [1, true],
      [2, false],
      [3, true],
    ]);
    playOn(rig);
    const after = rig.sent('Roster').at(-1)?.value as typeof during;
    expect(after.players.map(({ id }) => id)).toEqual([1, 3]);
  });
});

describe('the host goes', () => {
  const sentences: readonly (readonly [LinkEnd, string])[] = [
    ['host-gone', 'The host closed the session.'],
    ['timed-out', 'The host fell silent.'],
    ['left', 'The host closed the session.'],
  ];

  describe.each(clientRecipes)('in $leaf', (recipe) => {
    it.each(sentences)('%s: the client is lost and says why', (reason, sentence) => {
      const rig = prepared(recipe);
      rig.deliver(left(0, reason));
      expect(rig.state('session')).toBe('lost');
      expect(rig.context('session')).toMatchObject({ ending: sentence });
      expect(rig.kernel.isOver).toBe(true);
      expect(rig.kernel.actorIds).toEqual(['session']);
    });

    it('says Leave: the client is lost and says why', () => {
      const rig = prepared(recipe);
      rig.deliver(message(0, 'Leave', {}));
      expect(rig.context('session')).toMatchObject({ ending: 'The host closed the session.' });
      expect(rig.lastRecorded('session')).toBe('lost');
    });

    it('another peer that goes is none of the client’s business', () => {
      const rig = prepared(recipe);
      const state = rig.state('session');
      const steps = rig.deliverAtOnce(left(5));
      expect(steps).toMatchObject([{ kind: 'refusal', rule: 'session/not-now' }]);
      expect(rig.state('session')).toBe(state);
    });

    it('the client leaves: it says so and is left', () => {
      const rig = prepared(recipe);
      rig.deliver(command('close'));
      expect(rig.state('session')).toBe('left');
      expect(rig.sent('Leave')).toMatchObject([{ to: 0 }]);
    });
  });

  it('a host that does not answer a Hello is given up on', () => {
    const rig = prepared(recipeOf('client-session:hello'));
    rig.advance(shortRules.waits.helloMs);
    expect(rig.state('session')).toBe('lost');
    expect(rig.context('session')).toMatchObject({ ending: 'The host did not answer.' });
  });

  it('a refusal is told in the host’s words, by message or by the link', () => {
    for (const refuse of [message(0, 'Refuse', { reason: 'Full.' }), left(0, 'refused', 'Full.')]) {
      const rig = prepared(recipeOf('client-session:hello'));
      rig.deliver(refuse);
      expect(rig.state('session')).toBe('refused');
      expect(rig.context('session')).toMatchObject({ ending: 'Full.' });
    }
  });

  it('a client whose clock is behind follows the host into the next inning', () => {
    const rig = prepared(recipeOf('client-session:connecting'));
    client.endInning(rig, true);
    expect(rig.state('run')).toBe('roundEnd');
    client.startInning(rig, 1);
    expect(rig.state('run')).toBe('inning.betweenTurns');
  });
});
