import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodePacket,
  encodeAccept,
  encodeAck,
  encodeConnect,
  encodeDisconnect,
  encodeHeartbeat,
  encodeRefuse,
  encodeReliable,
  encodeUnreliable,
  PACKET_BYTES_MAX,
  RELIABLE_PAYLOAD_MAX,
  UNRELIABLE_PAYLOAD_MAX,
} from '../../../src/transports/local-udp/framing.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const unhex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

describe('framing of local-udp', () => {
  it.each([
    [
      'Connect',
      encodeConnect(),
      '01 0b00 4852442d4c4f43414c2d31',
      { kind: 'connect', version: 'HRD-LOCAL-1' },
    ],
    ['Accept', encodeAccept(200), '02 c8', { kind: 'accept', peer: 200 }],
    ['Refuse', encodeRefuse('né'), '03 0300 6ec3a9', { kind: 'refuse', sentence: 'né' }],
    [
      'Unreliable',
      encodeUnreliable(unhex('29ff')),
      '04 29ff',
      { kind: 'unreliable', payload: unhex('29ff') },
    ],
    [
      'Reliable',
      encodeReliable(-2, unhex('0a')),
      '05 feffffff 0a',
      { kind: 'reliable', sequence: -2, payload: unhex('0a') },
    ],
    ['Ack', encodeAck(0x01020304), '06 04030201', { kind: 'ack', sequence: 0x01020304 }],
    ['Heartbeat', encodeHeartbeat(), '07', { kind: 'heartbeat' }],
    ['Disconnect', encodeDisconnect(), '08', { kind: 'disconnect' }],
  ])('%s has the bytes of the seed and reads back', (_name, encoded, bytes, packet) => {
    expect(hex(encoded)).toBe(bytes.replaceAll(' ', ''));
    expect(decodePacket(encoded)).toEqual({ ok: true, packet });
  });

  it.each([
    ['', 'too-short'],
    ['00', 'unknown-kind'],
    ['09', 'unknown-kind'],
    ['01', 'too-short'],
    ['010b00', 'too-short'],
    ['01000000', 'too-long'],
    ['030200c328', 'bad-utf8'],
    ['02', 'too-short'],
    ['0200', 'bad-peer'],
    ['020101', 'too-long'],
    ['05000000', 'too-short'],
    ['0600', 'too-short'],
    ['060000000000', 'too-long'],
    ['0700', 'too-long'],
    ['0800', 'too-long'],
    [`04${'00'.repeat(1200)}`, 'too-long'],
  ])('TR10: %s is %s', (bytes, fault) => {
    expect(decodePacket(unhex(bytes))).toEqual({ ok: false, fault });
  });

  it('fills a datagram of 1200 bytes exactly', () => {
    expect(encodeReliable(0, new Uint8Array(RELIABLE_PAYLOAD_MAX))).toHaveLength(PACKET_BYTES_MAX);
    expect(encodeUnreliable(new Uint8Array(UNRELIABLE_PAYLOAD_MAX))).toHaveLength(PACKET_BYTES_MAX);
  });

  it('cuts a sentence that is too long between characters', () => {
    const encoded = encodeRefuse('é'.repeat(1000));
    expect(encoded).toHaveLength(PACKET_BYTES_MAX - 1);
    expect(decodePacket(encoded)).toEqual({
      ok: true,
      packet: { kind: 'refuse', sentence: 'é'.repeat(598) },
    });
  });

  it('TR10: answers any bytes without throwing', () => {
    const datagrams = fc
      .tuple(fc.nat(10), fc.uint8Array({ maxLength: 1300 }))
      .map(([kind, rest]) => Uint8Array.of(kind, ...rest));
    fc.assert(fc.property(datagrams, (bytes) => typeof decodePacket(bytes).ok === 'boolean'));
  });
});
