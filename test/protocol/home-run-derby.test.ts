import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type HomeRunDerbyMessages,
  homeRunDerbyProtocol,
  type PlayerInfo,
} from '../../src/protocol/home-run-derby.js';
import type { WireProtocol } from '../../src/protocol/message.js';

describe('the Home Run Derby table', () => {
  it('has every message of the live game under its name', () => {
    expect(homeRunDerbyProtocol.name).toBe('HRD-COOP-7');
    expect(homeRunDerbyProtocol.messages.map(({ id }) => id)).toEqual([
      1, 2, 10, 11, 12, 13, 14, 15, 16, 30, 31, 32, 33, 34, 35, 36, 37, 38, 40, 41, 42, 43, 44,
    ]);
  });

  it('sends only the pose unreliably, and lets only the newest pose of a frame count', () => {
    const special = homeRunDerbyProtocol.messages.filter(
      ({ delivery, superseded }) => delivery !== 'reliable' || superseded,
    );
    expect(special.map(({ name, delivery, superseded }) => ({ name, delivery, superseded }))).toEqual([
      { name: 'AtBatPose', delivery: 'unreliable', superseded: true },
    ]);
  });

  it('relays what the batter sends', () => {
    const relayed = homeRunDerbyProtocol.messages.filter(({ relay }) => relay);
    expect(relayed.map(({ id }) => id)).toEqual([32, 40, 41, 42, 43, 44]);
    expect(relayed.every(({ from, to }) => from === 'either' && to === 'everyone')).toBe(true);
  });

  it('makes a pose 41 bytes, always', () => {
    const pose = homeRunDerbyProtocol.byName('AtBatPose');
    expect([pose?.bytesMin, pose?.bytesMax]).toEqual([41, 41]);
    const bytes = homeRunDerbyProtocol.encode('AtBatPose', {
      t: 12.5,
      aim: [0.25, -0.5],
      hands: [1, 2, 3],
      direction: [0, 0, 1],
      twist: -0,
    });
    expect(bytes.length).toBe(41);
  });

  it('gives values their types', () => {
    expectTypeOf<HomeRunDerbyMessages['AtBatPose']['hands']>().toEqualTypeOf<
      readonly [number, number, number]
    >();
    expectTypeOf<HomeRunDerbyMessages['Roster']['players']>().toEqualTypeOf<readonly PlayerInfo[]>();
    expectTypeOf<PlayerInfo>().toEqualTypeOf<{
      readonly id: number;
      readonly name: string;
      readonly batterId: string;
      readonly cosmeticIds: readonly string[];
      readonly connected: boolean;
    }>();
    expectTypeOf<HomeRunDerbyMessages['Leave']>().toEqualTypeOf<Record<string, never>>();
    type Hit = Extract<HomeRunDerbyMessages['AtBatResult'], { madeContact: true }>;
    type Miss = Extract<HomeRunDerbyMessages['AtBatResult'], { madeContact: false }>;
    expectTypeOf<Hit['score']>().toEqualTypeOf<number>();
    expectTypeOf<Miss>().not.toHaveProperty('score');
    expectTypeOf(homeRunDerbyProtocol).toExtend<WireProtocol>();
  });

  it('narrows a decoded message by its name', () => {
    const result = homeRunDerbyProtocol.decode(Uint8Array.of(11, 7));
    expect(result).toEqual({ ok: true, decoded: { id: 11, name: 'Welcome', value: { playerId: 7 } } });
    if (result.ok && result.decoded.name === 'Welcome') {
      expectTypeOf(result.decoded.value).toEqualTypeOf<{ readonly playerId: number }>();
    }
  });
});
