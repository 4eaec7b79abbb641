import { describe, expect, it } from 'vitest';
import { decodePacket } from '../../../src/transports/local-udp/framing.js';
import { ReliableReceiver } from '../../../src/transports/local-udp/reliable-receiver.js';
import { RELIABLE_QUEUE_MAX, ReliableSender } from '../../../src/transports/local-udp/reliable-sender.js';
import { RoundTrip } from '../../../src/transports/local-udp/round-trip.js';

/** The sequence numbers that a flush sends. */
function flushed(sender: ReliableSender, nowMs: number): number[] {
  const sequences: number[] = [];
  sender.flush(nowMs, (datagram) => {
    const decoded = decodePacket(datagram);
    if (decoded.ok && decoded.packet.kind === 'reliable') sequences.push(decoded.packet.sequence);
  });
  return sequences;
}

function senderOf(count: number, firstSequence = 0): ReliableSender {
  const sender = new ReliableSender(firstSequence);
  for (let i = 0; i < count; i++) sender.add(Uint8Array.of(i));
  return sender;
}

/** Gives `sequences` to a receiver that starts at `first`; returns what it passes on. */
function passedOn(first: number, sequences: readonly number[]): number[] {
  const receiver = new ReliableReceiver(first);
  const passed: number[] = [];
  for (const sequence of sequences) {
    receiver.accept(sequence, Uint8Array.of(sequence & 0xff), ([byte = -1]) => passed.push(byte));
  }
  return passed;
}

describe('reliable sender', () => {
  it('TR4: sends again after the resend delay, as long as somebody answers', () => {
    const sender = senderOf(2);
    const sentAtMs: number[] = [];
    for (let nowMs = 0; nowMs < 1000; nowMs += 10) {
      if (flushed(sender, nowMs).includes(0)) sentAtMs.push(nowMs);
      if (nowMs > 0) {
        sender.add(Uint8Array.of(9));
        sender.acknowledge(nowMs / 10, nowMs);
      }
    }
    expect(sentAtMs.slice(0, 3)).toEqual([0, 40, 80]);
  });

  it('TR4: asks a silent peer with few messages, and sends everything again once it answers', () => {
    const sender = senderOf(100);
    const counts = [0, 200, 400, 600, 700, 800, 1000].map((nowMs) => flushed(sender, nowMs).length);
    expect(counts).toEqual([100, 100, 100, 32, 0, 32, 32]);
    sender.acknowledge(50, 1010);
    expect(flushed(sender, 1020)).toHaveLength(67);
  });

  it('TR4: does not take the answer to an earlier copy for a fast round trip', () => {
    const sender = senderOf(2);
    flushed(sender, 0);
    flushed(sender, 200);
    sender.acknowledge(0, 201);
    sender.add(Uint8Array.of(2));
    expect(flushed(sender, 210)).toEqual([2]);
    expect(sender.quality.roundTripMs).toBeUndefined();
    expect([flushed(sender, 409), flushed(sender, 410)]).toEqual([[1], [2]]);
  });

  it('TR12: counts what it sent again as lost', () => {
    const sender = senderOf(1);
    expect(sender.quality).toEqual({ roundTripMs: undefined, loss: 0 });
    for (const nowMs of [0, 200, 400]) flushed(sender, nowMs);
    expect(sender.quality.loss).toBeCloseTo(1 - (15 / 16) ** 2);
    sender.acknowledge(0, 410);
    expect(sender.quality.loss).toBeCloseTo((1 - (15 / 16) ** 2) * (15 / 16));
  });

  it('TR4: sends again only what was not acknowledged', () => {
    const sender = senderOf(3);
    expect(flushed(sender, 0)).toEqual([0, 1, 2]);
    sender.acknowledge(1, 10);
    expect(sender.backlog).toBe(2);
    expect(flushed(sender, 300)).toEqual([0, 2]);
    sender.acknowledge(0, 310);
    sender.acknowledge(2, 310);
    expect([sender.backlog, flushed(sender, 10_000)]).toEqual([0, []]);
  });

  it('TR7: keeps 256 on the wire, counted from the oldest unacknowledged', () => {
    const sender = senderOf(300);
    expect(flushed(sender, 0)).toHaveLength(256);
    sender.acknowledge(5, 1);
    expect(flushed(sender, 1)).toEqual([]);
    sender.acknowledge(0, 2);
    expect(flushed(sender, 2)).toEqual([256]);
  });

  it('TR7: takes no more than its queue holds', () => {
    const sender = senderOf(RELIABLE_QUEUE_MAX);
    expect(sender.add(new Uint8Array())).toBe(false);
  });

  it('TR10: ignores acknowledgements of what is not on its way', () => {
    const sender = senderOf(300);
    flushed(sender, 0);
    for (const sequence of [-1, 256, 299, 300, 2 ** 31 - 1, -(2 ** 31)]) sender.acknowledge(sequence, 1);
    expect(sender.backlog).toBe(300);
    sender.acknowledge(0, 1);
    sender.acknowledge(0, 1);
    expect(sender.backlog).toBe(299);
  });

  it('TR4: counts on past the largest sequence number', () => {
    const sender = senderOf(3, 2 ** 31 - 2);
    expect(flushed(sender, 0)).toEqual([2 ** 31 - 2, 2 ** 31 - 1, -(2 ** 31)]);
    for (const sequence of [2 ** 31 - 2, 2 ** 31 - 1, -(2 ** 31)]) sender.acknowledge(sequence, 1);
    expect(sender.backlog).toBe(0);
  });
});

describe('reliable receiver', () => {
  it('TR4: passes on once and in order, whatever the order and however often', () => {
    expect(passedOn(0, [2, 0, 0, 2, 3, 1, 1, 0, 4, 4])).toEqual([0, 1, 2, 3, 4]);
  });

  it('TR4: counts on past the largest sequence number', () => {
    expect(passedOn(2 ** 31 - 1, [-(2 ** 31) + 1, -(2 ** 31), 2 ** 31 - 1, 2 ** 31 - 2])).toEqual([
      255, 0, 1,
    ]);
  });

  it('TR7: does not keep what is too far ahead, and says so', () => {
    const receiver = new ReliableReceiver(0);
    const accept = (sequence: number) => receiver.accept(sequence, new Uint8Array(), () => {});
    expect([1023, 1024, 0, 1024].map(accept)).toEqual(['new', 'too-early', 'new', 'new']);
    expect([0, 1023, 1].map(accept)).toEqual(['again', 'again', 'new']);
  });
});

describe('round trip', () => {
  it('waits a little longer than steady round trips take, and much longer when they vary', () => {
    const [steady, varying] = [new RoundTrip(), new RoundTrip()];
    for (let i = 0; i < 50; i++) {
      steady.acknowledged(0, 1, 50);
      varying.acknowledged(0, 1, i % 2 === 0 ? 20 : 80);
    }
    expect(steady.resendAfterMs).toBeCloseTo(50, 0);
    expect(varying.resendAfterMs).toBeGreaterThan(150);
  });

  it('never waits less than two frames nor more than half a second', () => {
    const [fast, slow] = [new RoundTrip(), new RoundTrip()];
    for (let i = 0; i < 50; i++) {
      fast.acknowledged(0, 1, 0);
      slow.acknowledged(0, 1, 2000);
    }
    expect([fast.resendAfterMs, slow.resendAfterMs]).toEqual([40, 500]);
  });

  it('learns that the way became longer than it waits, though every answer is unclear', () => {
    const roundTrip = new RoundTrip();
    for (let i = 0; i < 50; i++) roundTrip.acknowledged(0, 1, 20);
    for (let sentAtMs = 0; sentAtMs < 3000; sentAtMs += 100) {
      const timesSent = roundTrip.resendAfterMs < 230 ? 2 : 1;
      roundTrip.acknowledged(sentAtMs, timesSent, sentAtMs + 230);
    }
    expect(roundTrip.smoothedMs).toBeGreaterThan(200);
    expect(roundTrip.resendAfterMs).toBeGreaterThan(230);
  });

  it('takes nothing from before a silence for the length of the way', () => {
    const roundTrip = new RoundTrip();
    roundTrip.acknowledged(0, 1, 20);
    roundTrip.acknowledged(100, 9, 5000);
    roundTrip.silenceEnded();
    for (const nowMs of [6000, 6200, 6600]) roundTrip.acknowledged(100, 9, nowMs);
    expect(roundTrip.smoothedMs).toBe(20);
  });
});
