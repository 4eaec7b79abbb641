import fc from 'fast-check';
import { map } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, it } from 'vitest';
import {
  createJudge,
  judged,
  type Packet,
  type RouteOptions,
  senderAllowed,
} from '../../src/streams/route.js';
import { bytesOf, CODEC_BUG, declarationOf, fakeProtocol, laneOf } from './fake-protocol.js';

function packet(...bytes: number[]): Packet {
  return { peer: 5, bytes: Uint8Array.from(bytes), delivery: 'reliable' };
}

/** A host that judges the fake protocol. */
const options: RouteOptions = { protocol: fakeProtocol, role: 'host', laneOf };

it('gives each message the lane the game lays for it, asking once a declaration', () => {
  const asked: string[] = [];
  const judge = createJudge({
    ...options,
    laneOf: (declaration) => {
      asked.push(declaration.name);
      return laneOf(declaration);
    },
  });
  const names = ['Ping', 'Hello', 'Swing', 'Swing'];
  const lanes = names.map((name) => judge(packet(...bytesOf(name))));
  expect(lanes).toMatchObject([{ lane: 'link' }, { lane: 'session' }, { lane: 'run' }, { lane: 'run' }]);
  expect(asked).toEqual(fakeProtocol.messages.map(({ name }) => name));
});

it.each([
  ['host', 1, 'Roster', false],
  ['host', 0, 'Roster', true],
  ['host', 1, 'Hello', true],
  ['host', 1, 'Swing', true],
  ['client', 0, 'Roster', true],
  ['client', 0, 'Hello', true],
] as const)('on a %s, peer %i may send %s: %s', (role, peer, name, allowed) => {
  expect(senderAllowed(role, peer, declarationOf(name))).toBe(allowed);
});

it('gives one verdict a packet and ends with the stream, not before', () => {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(
    ({ cold, expectObservable }) => {
      const packets = { m: packet(43, 1), x: packet(43), b: packet(CODEC_BUG), d: packet(13, 0) };
      const verdict$ = cold('mxbdm|', packets).pipe(judged(options));
      const kinds = { m: 'message', x: 'malformed', b: 'fault', d: 'dropped' };
      expectObservable(verdict$.pipe(map(({ kind }) => kind))).toBe('mxbdm|', kinds);
    },
  );
});

it('says which peer, how many bytes and what is wrong', () => {
  const judge = createJudge(options);
  expect(judge(packet(77, 1, 2))).toEqual({
    kind: 'malformed',
    peer: 5,
    bytesLength: 3,
    error: { code: 'wire/unknown-id', sentence: 'unknown id' },
    sentence: 'Malformed message from player 5 ignored',
  });
});

it('takes an id the protocol decodes but does not declare for malformed', () => {
  const decode = () => ({ ok: true, decoded: { id: 99, name: 'Ghost', value: 0 } }) as const;
  const judge = createJudge({ ...options, protocol: { ...fakeProtocol, decode } });
  expect(judge(packet(99))).toMatchObject({ kind: 'malformed', error: { code: 'wire/unknown-id' } });
});

it('names a codec that throws', () => {
  expect(createJudge(options)(packet(CODEC_BUG))).toEqual({
    kind: 'fault',
    where: 'decode',
    peer: 5,
    error: new RangeError('codec bug'),
  });
});

it('for all bytes, judges the same twice and never throws', () => {
  const judge = createJudge(options);
  const kinds = new Set<string>();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4 }), (bytes) => {
      const verdict = judge(packet(...bytes));
      kinds.add(verdict.kind);
      expect(judge(packet(...bytes))).toEqual(verdict);
    }),
    { examples: [[Uint8Array.of(43, 1)], [Uint8Array.of(13, 1)], [Uint8Array.of(CODEC_BUG)]] },
  );
  expect([...kinds].sort()).toEqual(['dropped', 'fault', 'malformed', 'message']);
});
