import { describe, expect, it } from 'vitest';
import type { OutgoingFrame } from '../../../src/transports/p2p/outbox.js';
import { ReceivedPackets } from '../../../src/transports/p2p/received-packets.js';
import { RoundTrip } from '../../../src/transports/p2p/round-trip.js';
import { SentPackets } from '../../../src/transports/p2p/sent-packets.js';
import { sequenceDistance } from '../../../src/transports/p2p/sequence.js';
import { acks } from './vectors.js';

const micros = (ms: number | undefined) => Math.round((ms ?? -1) * 1000);

/** So that what the vectors acknowledge lies around the wrap. */
const FIRST_SEQ = 65_000;

/** A frame that says in which packet it went. */
function frameOf(seq: number): OutgoingFrame {
  const bytes = Uint8Array.of(seq, seq >> 8);
  return { bytes, isReliable: true, message: undefined, sentAtMs: 0, timesSent: 1, isAcknowledged: false };
}

function numberOf({ bytes: [low = 0, high = 0] }: OutgoingFrame): number {
  return low | (high << 8);
}

describe('vectors of good_net_p2p', () => {
  it.each(acks.sequenceGreaterThan)('$a newer than $b: $newer', ({ a, b, newer }) => {
    expect(sequenceDistance(a, b) > 0).toBe(newer);
  });

  it.each(Object.entries(acks.receive))('acknowledges %s', (_, steps) => {
    const received = new ReceivedPackets();
    expect(received.acknowledgement).toEqual({ ack: 0, ackBits: 0, ackValid: false });
    for (const { got, ack, ackBits } of steps) {
      received.heard(got);
      expect(received.acknowledgement).toEqual({ ack, ackBits: Number(ackBits), ackValid: true });
    }
  });

  it.each(acks.acknowledges)('reads ack $ack with $ackBits', ({ ack, ackBits, acknowledges }) => {
    const packets = new SentPackets(new RoundTrip(), FIRST_SEQ);
    for (let number = FIRST_SEQ; number < FIRST_SEQ + 1000; number++) packets.sent([frameOf(number)], 0);
    expect(packets.acknowledge(ack, Number(ackBits), 0).map(numberOf)).toEqual(acknowledges);
    expect(packets.acknowledge(ack, Number(ackBits), 0)).toEqual([]);
  });

  it('measures the round trip', () => {
    const roundTrip = new RoundTrip();
    const { beforeAnySample, series } = acks.rtt;
    expect(roundTrip.smoothedMs).toBeUndefined();
    expect(micros(roundTrip.resendAfterMs)).toBe(beforeAnySample.retransmitMicros);
    expect(micros(roundTrip.lostAfterMs)).toBe(beforeAnySample.lossDeadlineMicros);
    for (const step of series) {
      roundTrip.measured(step.sampleMicros / 1000);
      expect(micros(roundTrip.smoothedMs)).toBe(step.roundTripMicros);
      expect(micros(roundTrip.resendAfterMs)).toBe(step.retransmitMicros);
      expect(micros(roundTrip.lostAfterMs)).toBe(step.lossDeadlineMicros);
    }
  });

  it.each(acks.retransmitClamp)('resends after $retransmitMicros at $roundTripMicros', (vector) => {
    const roundTrip = new RoundTrip();
    roundTrip.measured(vector.roundTripMicros / 1000);
    expect(micros(roundTrip.resendAfterMs)).toBe(vector.retransmitMicros);
  });

  it('estimates loss', () => {
    const roundTrip = new RoundTrip();
    expect(roundTrip.loss).toBe(0);
    for (const { event, packetLoss } of acks.packetLoss) {
      if (event === 'lost') roundTrip.packetLost();
      else roundTrip.packetArrived();
      expect(roundTrip.loss).toBeCloseTo(packetLoss, 12);
    }
  });
});

describe('received packets', () => {
  it('tells copies from what is only late, and counts on past 16 bits', () => {
    const received = new ReceivedPackets();
    for (let seq = 65_500; seq < 65_600; seq++) expect(received.heard(seq & 0xffff)?.number).toBe(seq);
    expect(received.heard(63)).toBeUndefined();
    expect(received.heard(62)).toBeUndefined();
    // 40 behind: beyond the bits, so only its frames can tell.
    expect(received.heard(23)).toEqual({ number: 65_559, isLate: true });
    expect(received.heard((63 - 1025) & 0xffff)).toBeUndefined();
  });
});

describe('sent packets', () => {
  const sent = (count: number, first = FIRST_SEQ) => {
    const roundTrip = new RoundTrip();
    const packets = new SentPackets(roundTrip, first);
    for (let index = 0; index < count; index++) packets.sent([], index);
    return { roundTrip, packets };
  };

  it('knows what it sent, across the wrap', () => {
    const { packets } = sent(1000);
    expect(packets.nextSeq).toBe((FIRST_SEQ + 1000) & 0xffff);
    for (const seq of [65_000, 65_535, 0, 463]) expect(packets.mayHaveSent(seq)).toBe(true);
    for (const seq of [64_999, 464, 30_000]) expect(packets.mayHaveSent(seq)).toBe(false);
  });

  it('measures the newest packet of a header only, once', () => {
    const { packets, roundTrip } = sent(3, 0);
    packets.acknowledge(2, 0b11, 42);
    expect(roundTrip.smoothedMs).toBe(40);
    packets.acknowledge(2, 0b11, 99);
    packets.acknowledge(1, 0b1, 99);
    expect(roundTrip.smoothedMs).toBe(40);
  });

  it('measures a round trip longer than a packet is waited for', () => {
    const { packets, roundTrip } = sent(1, 0);
    packets.sweep(600);
    expect(roundTrip.loss).toBeGreaterThan(0);
    packets.acknowledge(0, 0, 700);
    expect([roundTrip.smoothedMs, roundTrip.resendAfterMs]).toEqual([700, 500]);
  });

  it('counts each packet as lost once: too old, or its place needed', () => {
    const { packets, roundTrip } = sent(1, 0);
    packets.sweep(499);
    expect(roundTrip.loss).toBe(0);
    packets.sweep(500);
    packets.sweep(5000);
    expect(roundTrip.loss).toBeCloseTo(0.05);
    const many = sent(1026, 0);
    expect(many.roundTrip.loss).toBeCloseTo(0.0975);
  });
});
