import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeFrame,
  encodeAccept,
  encodeAck,
  encodeHello,
  encodeJoined,
  encodeLeft,
  encodeMessage,
  encodePing,
  encodePong,
  joinPackets,
  type Packet,
  WEBSOCKET_VERSION,
} from '../../../src/transports/websocket/framing.js';

const bytes = (...values: number[]) => Uint8Array.from(values);

/** Every kind: its bytes, and what they mean. */
const PACKETS: readonly (readonly [Uint8Array, readonly number[], Packet])[] = [
  [
    encodeHello(WEBSOCKET_VERSION, 0x8090a0b0, 'öl'),
    [1, 8, 1, 0xb0, 0xa0, 0x90, 0x80, 0xc3, 0xb6, 0x6c],
    { kind: 'hello', version: 1, schemaHash: 0x8090a0b0, session: 'öl' },
  ],
  [encodeAccept(255, [1, 7]), [2, 3, 255, 1, 7], { kind: 'accept', peer: 255, others: [1, 7] }],
  [
    encodeMessage('reliable', bytes(9, 8)),
    [3, 2, 9, 8],
    { kind: 'message', delivery: 'reliable', payload: bytes(9, 8) },
  ],
  [encodeMessage('sequenced', bytes()), [4, 0], { kind: 'message', delivery: 'sequenced', payload: bytes() }],
  [
    encodeMessage('unreliable', bytes(0)),
    [5, 1, 0],
    { kind: 'message', delivery: 'unreliable', payload: bytes(0) },
  ],
  [encodeAck(0xfffffffe), [6, 4, 0xfe, 0xff, 0xff, 0xff], { kind: 'ack', count: 0xfffffffe }],
  [encodePing(), [7, 0], { kind: 'ping' }],
  [encodePong(), [8, 0], { kind: 'pong' }],
  [encodeJoined(3), [9, 1, 3], { kind: 'joined', peer: 3 }],
  [encodeLeft(3, 'timed-out'), [10, 2, 3, 1], { kind: 'left', peer: 3, end: 'timed-out' }],
];

describe('a packet', () => {
  it.each(PACKETS)('has these bytes and this meaning: %j', (encoded, wanted, packet) => {
    expect([...encoded]).toEqual(wanted);
    expect(decodeFrame(encoded)).toEqual([packet]);
  });

  it('shares a frame with others, in order', () => {
    const frame = joinPackets(PACKETS.map(([encoded]) => encoded));
    expect(decodeFrame(frame)).toEqual(PACKETS.map(([, , packet]) => packet));
  });

  it('says its length in one byte more for each 7 bits', () => {
    for (const [length, header] of [
      [127, [3, 0x7f]],
      [128, [3, 0x80, 1]],
      [16_384, [3, 0x80, 0x80, 1]],
      [2_097_152, [3, 0x80, 0x80, 0x80, 1]],
    ] as const) {
      const encoded = encodeMessage('reliable', new Uint8Array(length));
      expect([...encoded.subarray(0, header.length)]).toEqual(header);
      const [packet] = decodeFrame(encoded) ?? [];
      expect(packet?.kind === 'message' && packet.payload.length).toBe(length);
    }
  });
});

describe('a frame that is not ours', () => {
  it('is none when any byte of it is cut off', () => {
    const whole = joinPackets(PACKETS.map(([encoded]) => encoded));
    const ends = PACKETS.map((_, index) =>
      PACKETS.slice(0, index + 1).reduce((sum, [packet]) => sum + packet.length, 0),
    );
    for (let length = 0; length < whole.length; length++) {
      const isWhole = ends.includes(length);
      expect([length, decodeFrame(whole.subarray(0, length)) !== undefined]).toEqual([length, isWhole]);
    }
  });

  it.each([
    ['an unknown kind', [11, 0]],
    ['kind 0', [0, 0]],
    ['a length of five bytes', [3, 0x80, 0x80, 0x80, 0x80, 0]],
    ['a hello without its hash', [1, 4, 1, 0, 0, 0]],
    ['a hello whose session is not UTF-8', [1, 7, 1, 0, 0, 0, 0, 0xc3, 0x28]],
    ['an empty hello', [1, 0]],
    ['a hello with too long a session', [1, 0x85, 2, 1, ...new Array(260).fill(0x61)]],
    ['an accept of nobody', [2, 0]],
    ['an accept of peer 0', [2, 1, 0]],
    ['an accept that names one twice', [2, 3, 1, 2, 2]],
    ['a ping with a body', [7, 1, 0]],
    ['a pong with a body', [8, 1, 0]],
    ['an ack of three bytes', [6, 3, 0, 0, 0]],
    ['the host joining', [9, 1, 0]],
    ['a left without an end', [10, 1, 3]],
    ['a left with an unknown end', [10, 2, 3, 6]],
  ])('is none: %s', (_, frame) => {
    expect(decodeFrame(Uint8Array.from(frame))).toBeUndefined();
  });

  it('never throws, and never shows a byte from outside', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (frame) => {
        const roomy = new Uint8Array(frame.length + 64).fill(0xee);
        roomy.set(frame, 32);
        const packets = decodeFrame(roomy.subarray(32, 32 + frame.length));
        expect(packets).toEqual(decodeFrame(frame));
      }),
      { numRuns: 2000 },
    );
  });
});

it('knows of a hello of another version only which one it is', () => {
  expect(decodeFrame(bytes(1, 3, 9, 200, 201))).toEqual([
    { kind: 'hello', version: 9, schemaHash: 0, session: '' },
  ]);
});
