/** The client follows the host: what it says, what it takes over, and that its own clock never puts it out of step for good. */
import { describe, expect, it } from 'vitest';
import type { ClientRunContext } from '../../src/machines/client-run.js';
import type { ClientSessionContext } from '../../src/machines/client-session.js';
import { clientRig, ME, shortRules } from './driver.js';
import { joined, left, message, type Rig } from './harness.js';
import { client, prepared, recipeOf } from './recipes.js';
import { feed, hello, pitch, player, samples, turnEnd } from './samples.js';

const root = (rig: Rig): ClientSessionContext => rig.context<ClientSessionContext>('session');
const run = (rig: Rig): ClientRunContext => rig.context<ClientRunContext>('run');
const { waits } = shortRules;

describe('joining', () => {
  it('says Hello when the link is there, and is in the lobby after Welcome', () => {
    const rig = clientRig();
    expect(rig.sent()).toEqual([]);
    rig.deliver(joined(0));
    const said = hello(0, { player: { ...player(ME), id: 0 } });
    expect(rig.sent()).toEqual([{ to: 0, name: 'Hello', value: said }]);
    rig.deliver(message(0, 'Welcome', { playerId: ME }), message(0, 'Roster', { players: [player(ME)] }));
    expect(rig.state('session')).toBe('lobby');
    expect(root(rig)).toMatchObject({ me: ME, roster: [player(ME)] });
  });

  it('only the host’s word counts', () => {
    const rig = prepared(recipeOf('client-session:hello'));
    const { length } = rig.effects;
    for (const name of ['Welcome', 'Refuse', 'Roster', 'Leave'] as const) {
      expect(rig.deliver(message(5, name, samples[name](ME) as never))).toMatchObject([{ kind: 'refusal' }]);
    }
    expect(rig.effects).toHaveLength(length);
  });

  it('a link that ends for want of room says so', () => {
    const rig = prepared(recipeOf('client-session:lobby'));
    rig.deliver(left(0, 'overflow', 'Too many messages wait for peer 0.'));
    expect(root(rig).ending).toBe('Too many messages wait for peer 0.');
  });
});

describe('following a run', () => {
  it.each([
    ['StartRun', 'client-session:lobby'],
    ['StartRun', 'client-session:run'],
    ['Roster', 'client-session:run'],
    ['IntroProgress', 'client-run:intro'],
    ['RoundStart', 'client-run:intro'],
    ['TurnStart', 'client-run:inning.betweenTurns'],
    ['RoundEnd', 'client-run:inning.betweenTurns'],
    ['AtBatBegin', 'client-run:inning.watching.awaitingAtBat'],
    ['PlayFeed', 'client-run:inning.watching.atBat'],
    ['AtBatPitch', 'client-run:inning.watching.atBat'],
    ['ReadyState', 'client-run:shop'],
  ] as const)('%s in %s counts from the host, from nobody else', (name, leaf) => {
    const rig = prepared(recipeOf(leaf));
    const say = (peer: number) => rig.deliverAtOnce(message(peer, name, samples[name](0) as never));
    for (const peer of [ME, 5]) expect(say(peer).map(({ kind }) => kind)).toEqual(['refusal']);
    expect(say(0)).toContainEqual(expect.objectContaining({ kind: 'transition', event: name }));
  });

  it('goes where the host’s messages say, and keeps what they carry', () => {
    const rig = clientRig();
    client.startAtBat(rig, 0);
    rig.deliver(message(0, 'PlayFeed', feed({ batter: 0, wasOut: true, headline: 'OUT' })));
    expect(run(rig)).toMatchObject({ batter: 0, outs: 1 });
    rig.deliver(message(0, 'TurnStart', samples.TurnStart(ME)));
    expect(rig.state('run')).toBe('inning.batting.awaitingAtBat');
    expect(run(rig)).toMatchObject({ batter: ME, outs: 0 });
    rig.deliver(message(ME, 'TurnEnd', turnEnd(30)));
    expect(rig.state('run')).toBe('inning.betweenTurns');
    rig.deliver(message(0, 'RoundEnd', { cleared: true, teamScore: 100, outsLeft: 3 }));
    expect(run(rig).innings).toEqual([
      { index: 0, target: 100, pool: 6, outsLeft: 3, teamScore: 100, cleared: true },
    ]);
  });

  it.each([
    ['won', 1, true],
    ['lost', 0, false],
  ] as const)('a run that is %s leads back to the lobby with its result', (outcome, inningIndex, cleared) => {
    const rig = clientRig();
    client.endInning(rig, cleared, inningIndex);
    rig.advance(waits.roundEndMs);
    expect(rig.state('session')).toBe('lobby');
    expect(root(rig).lastRun).toMatchObject({ outcome, teamScore: 100 });
  });

  it('knows its result also when the host closes while the last inning is still shown', () => {
    const rig = clientRig();
    client.endInning(rig, true, 0);
    expect(root(rig).lastRun).toBeNull();
    const last = clientRig();
    client.endInning(last, true, 1);
    last.deliver(message(0, 'Leave', {}));
    expect(last.state('session')).toBe('lost');
    expect(root(last).lastRun).toMatchObject({ outcome: 'won', teamScore: 100 });
  });

  it('waits in the shop as long as the host does, and for whom the host says', () => {
    const rig = prepared(recipeOf('client-run:shop'));
    expect(run(rig).waitingFor).toEqual([0, ME]);
    rig.deliver(message(ME, 'ShopReady', {}), message(0, 'ReadyState', { playerIds: [ME] }));
    expect(run(rig).waitingFor).toEqual([0]);
    rig.advance(waits.shopMs * 2);
    expect(rig.state('run')).toBe('shop');
    client.startInning(rig, 1);
    expect(rig.state('run')).toBe('inning.betweenTurns');
  });

  it('who has left is not waited for', () => {
    const rig = prepared(recipeOf('client-run:intro'));
    const players = [{ ...player(0), connected: false }, player(ME)];
    rig.deliver(message(0, 'Roster', { players }));
    expect(run(rig)).toMatchObject({ connected: [ME], waitingFor: [ME] });
  });

  it('a host that starts the next run ends the one that is still shown', () => {
    const rig = clientRig();
    client.startAtBat(rig, 0);
    rig.deliver(message(0, 'StartRun', samples.StartRun(ME)));
    expect(rig.kernel.actorIds).toEqual(['session', 'run']);
    expect(rig.state('run')).toBe('intro');
    client.startAtBat(rig, ME);
    expect(rig.state('at-bat')).toBe('ready');
  });

  it.each([0, ME])('the plate of batter %i stays open until the host ends the turn', (batter) => {
    const rig = clientRig();
    client.startAtBat(rig, batter);
    rig.advance(waits.pitchMs * 3);
    rig.deliver(message(batter, 'AtBatPitch', pitch()));
    expect(rig.state('at-bat')).toBe('pitch.inFlight');
  });
});
