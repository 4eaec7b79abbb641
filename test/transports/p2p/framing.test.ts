import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as constants from '../../../src/transports/p2p/constants.js';
import {
  decodePacket,
  encodeBeacon,
  encodeConnectAccept,
  encodeConnectReject,
  encodeConnectRequest,
  encodeDisconnect,
  encodeVersionReject,
  type Packet,
} from '../../../src/transports/p2p/framing.js';
import { Outbox } from '../../../src/transports/p2p/outbox.js';
import { packFrames } from '../../../src/transports/p2p/pack.js';
import { encodeFrame, encodePayload, type Frame } from '../../../src/transports/p2p/payload.js';
import { decodeSystem, encodePeerJoined, encodePeerLeft } from '../../../src/transports/p2p/system-frames.js';
import { counting, type DatagramFields, datagrams, type FrameVector, fromHex, hex } from './vectors.js';

const KINDS = ['reliable', 'unreliable', 'system'] as const;

function frameOf(vector: FrameVector): Frame {
  const { group, index = 0, count = 0, messageId = 0, payload, payloadLength = 0 } = vector;
  // The second piece of the vectors' only cut message goes on counting where the first one ended.
  const bytes =
    payload === undefined ? counting(payloadLength, index * constants.FRAME_PAYLOAD_MAX) : fromHex(payload);
  return {
    kind: KINDS[vector.kind] ?? 'reliable',
    messageId,
    fragment: group === undefined ? undefined : { group, index, count },
    payload: bytes,
  };
}

/** The header a vector means; what it does not mention is in its bytes only. */
function headerOf(fields: DatagramFields, bytes: Uint8Array) {
  const view = new DataView(bytes.buffer);
  return {
    seq: fields.seq ?? 0,
    ack: fields.ack ?? view.getUint16(6, true),
    ackBits: fields.ackBits === undefined ? view.getUint32(8, true) : Number(fields.ackBits),
    ackValid: (fields.ackValid ?? bytes[12]) === 1,
  };
}

function expectedPacket(fields: DatagramFields, bytes: Uint8Array) {
  const {
    code = '',
    name = '',
    slot = 0,
    generation = 0,
    others = [],
    reason,
    maxPeers: playersMax = 0,
  } = fields;
  const schemaHash = Number(fields.schemaHash);
  switch (fields.type) {
    case 1:
      return { kind: 'beacon', schemaHash, code, name, players: fields.peerCount ?? 0, playersMax } as const;
    case 2:
      return { kind: 'connect-request', schemaHash, code } as const;
    case 3:
      return { kind: 'connect-accept', slot, generation, playersMax, name, others } as const;
    case 4:
      return { kind: 'connect-reject', reason: reason ?? 0, version: fields.rejecterVersion } as const;
    case 5: {
      const frames = (fields.frames ?? []).map(frameOf);
      return { kind: 'payload', header: headerOf(fields, bytes), frames, isWhole: true } as const;
    }
    default:
      return { kind: 'disconnect', reason: reason ?? 1 } as const;
  }
}

function encode(fields: DatagramFields, bytes: Uint8Array): Uint8Array {
  const packet = expectedPacket(fields, bytes);
  switch (packet.kind) {
    case 'beacon':
      return encodeBeacon(packet);
    case 'connect-request':
      return encodeConnectRequest(packet);
    case 'connect-accept':
      return encodeConnectAccept(packet);
    case 'connect-reject':
      return fields.versionByte === undefined
        ? encodeConnectReject(packet.reason)
        : encodeVersionReject(fields.versionByte);
    case 'payload':
      return encodePayload(packet.header, packet.frames.map(encodeFrame));
    case 'disconnect':
      return encodeDisconnect(packet.reason);
  }
}

describe('vectors of good_net_p2p', () => {
  for (const { name, hex: text, length, fields } of datagrams.datagrams) {
    const bytes = fromHex(text);
    it(`decodes: ${name}`, () => {
      expect(bytes.length).toBe(length);
      // A version reject comes in the clothes of the version it answers; read it as the client it answers would.
      if (fields.versionByte !== undefined) bytes[2] = 1;
      expect(decodePacket(bytes)).toEqual(expectedPacket(fields, bytes));
    });
    // Nobody sends a disconnect without its reason.
    if (fields.reason === null) continue;
    it(`encodes: ${name}`, () => expect(hex(encode(fields, fromHex(text)))).toBe(text));
  }

  it('knows the system frames', () => {
    const frames = datagrams.datagrams.flatMap(({ fields }) => fields.frames ?? []);
    const words = frames.filter(({ system }) => system !== undefined);
    expect(words.length).toBe(2);
    for (const { system, slot = 0, generation = 0, reason = 0, payload = '' } of words) {
      const peer = { slot, generation };
      const isJoined = system === 'peerJoined';
      expect(hex(isJoined ? encodePeerJoined(peer) : encodePeerLeft(peer, reason))).toBe(payload);
      const word = isJoined ? { kind: 'joined', ...peer } : { kind: 'left', ...peer, reason };
      expect(decodeSystem(fromHex(payload))).toEqual(word);
      expect(decodeSystem(fromHex(`${payload}ffff`))).toEqual(word);
    }
    expect(decodeSystem(fromHex('00020000'))).toBeUndefined();
    expect(decodeSystem(fromHex('0702000000'))).toBeUndefined();
  });

  it('has the same numbers', () => {
    expect({
      maxDatagram: constants.DATAGRAM_BYTES_MAX,
      prologue: constants.PROLOGUE_BYTES,
      payloadHeader: constants.PAYLOAD_HEADER_BYTES - constants.PROLOGUE_BYTES,
      maxFramePayload: constants.FRAME_PAYLOAD_MAX,
      maxFragments: constants.FRAGMENTS_MAX,
      maxReliable: constants.P2P_LIMITS.reliable,
      maxUnreliable: constants.P2P_LIMITS.unreliable,
      discoveryPort: constants.DISCOVERY_PORT,
      handshakeRetryMs: constants.CONNECT_AGAIN_MS,
      beaconMs: constants.BEACON_MS,
    }).toEqual(
      Object.fromEntries(
        Object.entries(datagrams.constants).filter(
          ([name]) =>
            // The first is in the four before it, the others are options, a timer we have not, and a ring we made longer.
            ![
              'maxFrameHeader',
              'keepaliveMs',
              'tickMs',
              'ackRing',
              'handshakeTimeoutMs',
              'linkTimeoutMs',
            ].includes(name),
        ),
      ),
    );
  });
});

describe('fragmentation', () => {
  for (const { messageLength, refused, ...vector } of datagrams.fragmentation) {
    if (refused === true) continue;
    it(`cuts a message of ${messageLength} bytes as good_net_p2p does`, () => {
      const outbox = new Outbox();
      expect(outbox.addReliable(counting(messageLength))).toBe(true);
      const packets = [...packFrames(outbox.due(0, 100))];
      const header = { ack: 0, ackBits: 0, ackValid: true };
      const sent = packets.map((frames, seq) =>
        encodePayload(
          { ...header, seq },
          frames.map(({ bytes }) => bytes),
        ),
      );
      expect(sent.length).toBe(vector.count);
      if (Array.isArray(vector.datagramLengths)) {
        expect(sent.map(({ length }) => length)).toEqual(vector.datagramLengths);
      }
      const sha256 = createHash('sha256');
      for (const datagram of sent) sha256.update(datagram);
      expect(sha256.digest('hex')).toBe(vector.sha256OfDatagramsConcatenated);
    });
  }

  it('has the ceiling of the vectors', () => {
    const refused = datagrams.fragmentation.find((vector) => vector.refused === true);
    expect(refused?.limit).toBe(constants.P2P_LIMITS.reliable);
  });
});

const framesOf = (packet: Packet | undefined) => (packet?.kind === 'payload' ? packet.frames : []);

describe('malformed datagrams', () => {
  const heard = (name: string) => {
    const vector = datagrams.malformed.find((malformed) => malformed.name === name);
    return decodePacket(fromHex(vector?.hex ?? ''));
  };

  it.each([
    'too short for a prologue',
    'wrong magic',
    'wrong version, not a connectRequest',
    'payload header cut',
    'connectRequest too short',
    'connectRequest code length past the end',
  ])('%s: nothing', (name) => expect(heard(name)).toBeUndefined());

  it('keeps the frames before the one that is cut off or makes no sense', () => {
    expect(heard('frame length past the end')).toMatchObject({ kind: 'payload', frames: [], isWhole: false });
    expect(heard('frame kind 3')).toMatchObject({ kind: 'payload', frames: [], isWhole: false });
    const [frame, ...more] = framesOf(heard('good frame then cut frame'));
    expect([frame?.kind, frame && hex(frame.payload), more.length]).toEqual(['unreliable', '2a', 0]);
    const header = { seq: 0, ack: 0, ackBits: 0, ackValid: false };
    const payload = Uint8Array.of(1);
    for (const bad of [
      { kind: 'system', messageId: 0, fragment: undefined, payload: new Uint8Array() },
      { kind: 'reliable', messageId: 0, fragment: { group: 1, index: 0, count: 0 }, payload },
      { kind: 'reliable', messageId: 0, fragment: { group: 1, index: 3, count: 3 }, payload },
    ] as const) {
      expect(decodePacket(encodePayload(header, [encodeFrame(bad)]))).toMatchObject({
        frames: [],
        isWhole: false,
      });
    }
  });

  it('says which other version asks', () => {
    const request = encodeConnectRequest({ schemaHash: 1, code: '2222222222' });
    request[2] = 7;
    expect(decodePacket(request)).toEqual({ kind: 'foreign-request', version: 7 });
  });

  it('cuts a text between characters to 255 bytes, and reads what is not UTF-8 as U+FFFD', () => {
    const beacon = { schemaHash: 0, code: '', name: 'é'.repeat(200), players: 1, playersMax: 2 };
    expect(decodePacket(encodeBeacon(beacon))).toMatchObject({ name: 'é'.repeat(127), playersMax: 2 });
    const bad = encodeBeacon({ ...beacon, name: 'é' });
    bad[10] = 0xff;
    expect(decodePacket(bad)).toMatchObject({ name: '\uFFFD\uFFFD', players: 1, playersMax: 2 });
  });

  it('never throws and never reads past the end, whatever the bytes', () => {
    for (const { hex: text } of datagrams.datagrams) {
      const whole = fromHex(text);
      for (let length = 0; length < Math.min(whole.length, 60); length++) {
        const packet = decodePacket(whole.slice(0, length));
        for (const { payload } of framesOf(packet)) expect(payload.length).toBeLessThan(length);
      }
    }
    expect(decodePacket(new Uint8Array(1201).fill(0x67))).toBeUndefined();
  });
});
