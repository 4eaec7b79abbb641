/** One batter's go and what happens at the plate: who may speak, what is passed on, how outs and scores are counted. */
import { describe, expect, it } from 'vitest';
import type { AtBatContext } from '../../src/machines/at-bat.js';
import type { TurnContext } from '../../src/machines/turn.js';
import type { PeerId } from '../../src/peers.js';
import { homeRunDerbyProtocol } from '../../src/protocol/home-run-derby.js';
import { batter, host, hostRig, ME, PLAYERS, run, shortRules } from './driver.js';
import { message, type Rig } from './harness.js';
import { client, prepared, recipeOf } from './recipes.js';
import { atBatBegin, atBatResult, feed, type MessageName, pitch, samples, turnEnd } from './samples.js';

const turn = (rig: Rig): TurnContext => rig.context<TurnContext>('turn');
const INT32_MAX = 0x7fffffff;

/** Somebody in the run who is not at the plate. */
function other(rig: Rig): PeerId {
  return PLAYERS.find((peer) => peer !== batter(rig)) as PeerId;
}

function relays(rig: Rig) {
  return rig.effects.flatMap((effect) => (effect.type === 'relay' ? [effect] : []));
}

const fromBatter: readonly MessageName[] = ['AtBatBegin', 'AtBatPitch', 'AtBatSwing', 'AtBatResult'];

describe('relays', () => {
  it.each([
    ['AtBatBegin', 'turn:awaitingAtBat'],
    ['AtBatPitch', 'at-bat:ready'],
    ['AtBatSwing', 'at-bat:pitch.inFlight'],
    ['AtBatResult', 'at-bat:pitch.swung'],
    ['AtBatResult', 'at-bat:pitch.inFlight'],
  ] as const)('%s of the batter in %s goes to the others byte for byte', (name, leaf) => {
    const rig = prepared(recipeOf(leaf));
    const before = relays(rig).length;
    const bytes = homeRunDerbyProtocol.encode(name, samples[name](200) as never);
    rig.deliver({ kind: 'message', peer: batter(rig), bytes });
    expect(relays(rig).slice(before)).toEqual([{ type: 'relay', to: { except: batter(rig) }, bytes }]);
  });

  it.each([
    'run:intro',
    'turn:awaitingAtBat',
    'at-bat:ready',
    'at-bat:pitch.inFlight',
    'at-bat:pitch.swung',
    'at-bat:resolved',
    'turn:finishing',
    'run:roundEnd',
    'run:shop',
  ])('in %s nothing of 40–44 or PlayFeed of anybody else is passed on', (leaf) => {
    const rig = prepared(recipeOf(leaf));
    const { length } = rig.effects;
    const atPlate = rig.state('turn') === undefined ? -1 : batter(rig);
    for (const peer of [0, ...PLAYERS, 77].filter((one) => one !== atPlate)) {
      for (const name of [...fromBatter, 'PlayFeed', 'TurnEnd'] as const) {
        const steps = rig.deliverAtOnce(message(peer, name, samples[name](peer) as never));
        expect(
          steps.map(({ kind }) => kind),
          `${name} of ${peer}`,
        ).toEqual(['refusal']);
      }
    }
    expect(rig.effects).toHaveLength(length);
  });

  it('a pose is passed on at once only from the batter, and only while the at-bat is on', () => {
    const pose = homeRunDerbyProtocol.byName('AtBatPose');
    const relayed = (rig: Rig) =>
      [0, ...PLAYERS, 77].filter((peer) => pose && rig.game.host.relayNow(rig.kernel.lookup, peer, pose));
    for (const leaf of ['lobby:gathering', 'run:intro', 'turn:awaitingAtBat', 'turn:finishing', 'run:shop'])
      expect(relayed(prepared(recipeOf(leaf))), leaf).toEqual([]);
    for (const leaf of ['at-bat:ready', 'at-bat:pitch.inFlight', 'at-bat:pitch.swung', 'at-bat:resolved']) {
      const rig = prepared(recipeOf(leaf));
      expect(relayed(rig), leaf).toEqual([batter(rig)]);
    }
  });

  it('a client passes its own messages on to the host, and nobody else’s', () => {
    const rig = prepared(recipeOf('client-session:lobby'));
    client.startAtBat(rig, ME);
    const own = [message(ME, 'AtBatPitch', pitch()), message(ME, 'AtBatSwing', { pressTime: 1 })];
    rig.deliver(...own, message(0, 'AtBatResult', atBatResult()), message(1, 'AtBatResult', atBatResult()));
    const bytes = [message(ME, 'AtBatBegin', atBatBegin(ME)), ...own].map((input) =>
      input.kind === 'message' ? input.bytes : undefined,
    );
    expect(relays(rig)).toEqual(bytes.map((one) => ({ type: 'relay', to: 0, bytes: one })));
    expect(rig.state('at-bat')).toBe('pitch.swung');
  });
});

describe('PlayFeed', () => {
  it('is the sender’s, whatever it says, and goes to the others', () => {
    const rig = hostRig();
    host.startAtBat(rig);
    const play = feed({ batter: 77, headline: 'OUT', wasOut: true, distanceFt: 12.5 });
    rig.deliver(message(batter(rig), 'PlayFeed', play));
    expect(rig.sent('PlayFeed')).toEqual([
      { to: { except: batter(rig) }, name: 'PlayFeed', value: { ...play, batter: batter(rig) } },
    ]);
    expect(turn(rig)).toMatchObject({ outs: 1, longestFt: 12.5 });
  });

  it('counts outs to the turn’s limit: the last one ends the batting, a further one is refused', () => {
    const rig = hostRig();
    host.makeOuts(rig);
    expect(rig.state('turn')).toBe('finishing');
    expect(turn(rig).outs).toBe(2);
    expect(rig.state('at-bat')).toBeUndefined();
    const steps = rig.deliver(message(batter(rig), 'PlayFeed', feed({ wasOut: true })));
    expect(steps).toMatchObject([{ kind: 'refusal', rule: 'turn/no-play-from-there' }]);
    expect(turn(rig).outs).toBe(2);
  });

  it('costs the team no more outs than it has: outs never fall below 0', () => {
    const rig = hostRig();
    host.startInning(rig);
    const outsLeft = [run(rig).outsLeft];
    for (let turns = 0; turns < 3; turns++) {
      const at = batter(rig);
      rig.deliver(message(at, 'AtBatBegin', atBatBegin(at)));
      rig.deliver(...Array.from({ length: 5 }, () => message(at, 'PlayFeed', feed({ wasOut: true }))));
      rig.deliver(message(at, 'TurnEnd', turnEnd(0)));
      outsLeft.push(run(rig).outsLeft);
    }
    expect(outsLeft).toEqual([6, 4, 2, 0]);
    expect(rig.state('run')).toBe('roundEnd');
    expect(rig.sent('RoundEnd').at(-1)?.value).toEqual({ cleared: false, teamScore: 0, outsLeft: 0 });
  });

  it('before the at-bat begins there is no play', () => {
    const rig = hostRig();
    host.startInning(rig);
    expect(rig.deliver(message(batter(rig), 'PlayFeed', feed()))).toMatchObject([
      { kind: 'refusal', rule: 'turn/no-play-from-there' },
    ]);
  });
});

describe('scores', () => {
  it('TurnEnd adds to the team’s score and is told with the next turn', () => {
    const rig = hostRig();
    host.startInning(rig);
    host.endTurn(rig, 30);
    host.endTurn(rig, 12);
    expect(run(rig).teamScore).toBe(42);
    expect(rig.sent('TurnStart').at(-1)?.value).toMatchObject({ teamScore: 42, turnIndex: 2, outsLeft: 6 });
  });

  it('a negative gain counts as none', () => {
    const rig = hostRig();
    host.startInning(rig);
    host.endTurn(rig, 30);
    host.endTurn(rig, -0x80000000);
    expect(run(rig).teamScore).toBe(30);
  });

  it('never pass what the wire can carry', () => {
    const rig = hostRig();
    host.startInning(rig);
    host.endTurn(rig, 60);
    host.endTurn(rig, INT32_MAX);
    expect(run(rig).teamScore).toBe(INT32_MAX);
    rig.advance(shortRules.waits.roundEndMs);
    host.everybody(rig, 'ShopReady');
    const at = batter(rig);
    rig.deliver(message(at, 'AtBatBegin', atBatBegin(at)));
    rig.deliver(message(at, 'PlayFeed', feed({ teamScore: INT32_MAX })));
    host.endTurn(rig, INT32_MAX);
    expect(run(rig).teamScore).toBe(INT32_MAX);
  });

  it('a feed that shows less than the team has takes nothing away', () => {
    const rig = hostRig();
    host.startInning(rig);
    host.endTurn(rig, 50);
    const at = batter(rig);
    rig.deliver(message(at, 'AtBatBegin', atBatBegin(at)));
    rig.deliver(message(at, 'PlayFeed', feed({ teamScore: -0x80000000 })));
    expect(turn(rig).scoreGained).toBe(0);
  });

  it('the best hits of a run are its five longest', () => {
    const rig = hostRig();
    host.startInning(rig);
    for (const distanceFt of [300, 0, 410.26, 120]) {
      const at = batter(rig);
      rig.deliver(message(at, 'AtBatBegin', atBatBegin(at)));
      rig.deliver(message(at, 'PlayFeed', feed({ distanceFt })), message(at, 'TurnEnd', turnEnd()));
    }
    expect(run(rig).bestHits.map((hit) => hit.distanceFt)).toEqual([410.3, 300, 120]);
  });
});

describe('a turn ends', () => {
  const endings: readonly (readonly [string, (rig: Rig) => void, number])[] = [
    ['when its batter sends nothing', host.startInning, shortRules.waits.batterMs],
    ['when no pitch follows', host.startAtBat, shortRules.waits.pitchMs],
    ['when TurnEnd does not follow the last out', host.makeOuts, shortRules.waits.batterMs],
  ];

  it.each(endings)('%s, and the next batter is up', (_, play, waitMs) => {
    const rig = hostRig();
    play(rig);
    rig.advance(waitMs);
    const [first, second] = run(rig).setup.battingOrder;
    expect(rig.sent('TurnStart').map(({ value }) => (value as { batter: number }).batter)).toEqual([
      first,
      second,
    ]);
    expect(rig.state('turn')).toBe('awaitingAtBat');
  });

  it('when it lasts longer than a turn may, although its batter goes on pitching', () => {
    const rig = hostRig();
    host.startAtBat(rig);
    const first = batter(rig);
    for (let ms = 0; ms < shortRules.waits.turnMs; ms += 10_000) {
      expect(batter(rig)).toBe(first);
      rig.deliver(message(first, 'AtBatPitch', pitch()));
      rig.advance(10_000);
    }
    expect(batter(rig)).not.toBe(first);
  });
});

describe('the plate', () => {
  const plate = (rig: Rig): AtBatContext => rig.context<AtBatContext>('at-bat');

  it('a pitch without a result is given up on 4 s after its arrival', () => {
    const rig = hostRig();
    host.pitch(rig);
    rig.advance(4_900);
    expect(rig.state('at-bat')).toBe('pitch.inFlight');
    rig.advance(200);
    expect(rig.state('at-bat')).toBe('ready');
  });

  it.each([
    ['far too long', 1e30, 34_000],
    ['negative', -1e30, 4_000],
  ])('a flight that is %s does not hold the plate', (_, flightTime, giveUpMs) => {
    const rig = hostRig();
    host.startAtBat(rig);
    rig.deliver(message(batter(rig), 'AtBatPitch', pitch({ flightTime })));
    expect(plate(rig).giveUpMs).toBe(giveUpMs);
    rig.advance(giveUpMs + 20);
    expect(rig.state('at-bat')).toBe('ready');
  });

  it('a swing or a result without its pitch is refused: who joins mid-pitch skips it', () => {
    const rig = hostRig();
    host.startAtBat(rig);
    const rule = 'at-bat/no-pitch-in-flight-or-not-the-batter';
    const at = batter(rig);
    expect(
      rig.deliver(message(at, 'AtBatSwing', { pressTime: 1 }), message(at, 'AtBatResult', atBatResult())),
    ).toMatchObject([{ rule }, { rule }]);
  });

  it('the batter may skip ahead: the next pitch ends the flight of the last', () => {
    const rig = hostRig();
    host.resolve(rig);
    rig.deliver(message(batter(rig), 'AtBatPitch', pitch({ pitchTypeId: 'fast' })));
    expect(rig.state('at-bat')).toBe('pitch.inFlight');
    expect(plate(rig)).toMatchObject({
      pitches: 2,
      swings: 1,
      contacts: 1,
      homeRuns: 1,
      longestFt: 400,
      pitchTypeId: 'fast',
    });
  });

  it('a message of anybody but the batter is refused in every state', () => {
    for (const leaf of ['at-bat:ready', 'at-bat:pitch.inFlight', 'at-bat:pitch.swung', 'at-bat:resolved']) {
      const rig = prepared(recipeOf(leaf));
      const before = rig.snapshot('at-bat');
      for (const name of ['AtBatPitch', 'AtBatSwing', 'AtBatResult'] as const)
        rig.deliverAtOnce(message(other(rig), name, samples[name](1) as never));
      expect(rig.snapshot('at-bat'), leaf).toBe(before);
    }
  });
});
