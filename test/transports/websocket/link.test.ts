import { describe, expect, it } from 'vitest';
import {
  decodeFrame,
  encodeAck,
  encodePing,
  type Packet,
} from '../../../src/transports/websocket/framing.js';
import { BACKED_UP_BYTES, Link, RELIABLE_QUEUE_MAX } from '../../../src/transports/websocket/link.js';

const SETTINGS = {
  limits: { reliable: 1024 * 1024, sequenced: 16_384, unreliable: 16_384 },
  timeoutMs: 5000,
  pingMs: 1000,
};

/** A link on a socket that takes only what it is told to. */
function openLink() {
  const sent: string[] = [];
  const wire = {
    bufferedBytes: 0,
    send(frame: Uint8Array) {
      wire.bufferedBytes += frame.length;
      sent.push((decodeFrame(frame) ?? []).map(named).join(' '));
    },
  };
  const counters = { datagramsSent: 0, datagramsReceived: 0, datagramsDropped: 0, resent: 0 };
  const link = new Link(wire, SETTINGS, counters, 0);
  return { link, sent, wire, counters };
}

function named(packet: Packet): string {
  if (packet.kind === 'message') return `${packet.delivery}:${packet.payload[0]}`;
  return packet.kind === 'ack' ? `ack:${packet.count}` : packet.kind;
}

function hear(link: Link, frame: Uint8Array, nowMs: number): void {
  link.heard();
  for (const packet of decodeFrame(frame) ?? []) link.receive(packet, nowMs, () => undefined);
}

describe('a backed-up link', () => {
  it('lets only the newest sequenced message and reliable ones wait', () => {
    const { link, sent, wire, counters } = openLink();
    link.flush(0);
    wire.bufferedBytes = BACKED_UP_BYTES + 1;
    for (let number = 1; number <= 5; number++) {
      for (const delivery of ['reliable', 'sequenced', 'unreliable'] as const) {
        link.send(Uint8Array.of(number), delivery);
      }
      link.flush(number);
    }
    expect(sent).toEqual(['ping']);
    wire.bufferedBytes = 0;
    link.flush(6);
    expect(sent.slice(1)).toEqual(['reliable:1 reliable:2 reliable:3 reliable:4 reliable:5 sequenced:5']);
    expect(counters.datagramsDropped).toBe(4 + 5);
  });

  it('hands a socket no more than it takes', () => {
    const { link, sent, wire } = openLink();
    for (let number = 0; number < 40; number++) link.send(new Uint8Array(16_000).fill(number), 'reliable');
    link.flush(0);
    // Five frames of 64 KiB at most would be 40 messages; after the second one the socket has enough.
    expect(sent.length).toBe(2);
    wire.bufferedBytes = 0;
    link.flush(1);
    expect(sent.length).toBe(4);
    expect(link.backlog).toBe(40);
  });

  it('falls silent although not even its ping gets out', () => {
    const { link, wire } = openLink();
    wire.bufferedBytes = BACKED_UP_BYTES + 1;
    let nowMs = 0;
    for (; nowMs < 10_000 && !link.isSilent(nowMs); nowMs += 20) link.flush(nowMs);
    expect(nowMs).toBe(5020);
  });
});

describe('acknowledgements', () => {
  it('count what arrived, one for all in a flush, and only when there is news', () => {
    const { link, sent } = openLink();
    const message = (delivery: 'reliable' | 'sequenced') =>
      Uint8Array.of(delivery === 'reliable' ? 3 : 4, 1, 42);
    for (const delivery of ['reliable', 'sequenced', 'reliable'] as const) hear(link, message(delivery), 0);
    link.flush(0);
    link.flush(1);
    expect(sent).toEqual(['ack:2 ping']);
  });

  it('take from the backlog, and those of what was never sent are not accepted', () => {
    const { link } = openLink();
    for (let number = 0; number < 3; number++) link.send(Uint8Array.of(number), 'reliable');
    link.flush(0);
    expect(link.accepts({ kind: 'ack', count: 4 })).toBe(false);
    expect(link.accepts({ kind: 'ack', count: 0xffffffff })).toBe(false);
    hear(link, encodeAck(2), 1);
    expect(link.backlog).toBe(1);
    expect(link.accepts({ kind: 'ack', count: 1 })).toBe(false);
  });

  it('that never come end the link when too much waits for them', () => {
    const { link, wire } = openLink();
    let count = 0;
    while (link.send(Uint8Array.of(1), 'reliable')) {
      count++;
      link.flush(0);
      wire.bufferedBytes = 0;
    }
    expect(count).toBe(RELIABLE_QUEUE_MAX);
  });
});

describe('pings', () => {
  it('measure the round trip, and the next one waits for its time', () => {
    const { link, sent } = openLink();
    link.flush(0);
    hear(link, Uint8Array.of(8, 0), 40);
    expect(link.quality).toEqual({ roundTripMs: 40, loss: 0 });
    for (const nowMs of [50, 999, 1000, 1100]) link.flush(nowMs);
    hear(link, Uint8Array.of(8, 0), 1120);
    expect(sent).toEqual(['ping', 'ping']);
    expect(link.quality.roundTripMs).toBe(50);
  });

  it('are answered, once a flush however many came', () => {
    const { link, sent } = openLink();
    for (let count = 0; count < 100; count++) hear(link, encodePing(), 0);
    link.flush(0);
    expect(sent).toEqual(['ping pong']);
  });

  it('do not blame the peer for a stall of our own', () => {
    const { link } = openLink();
    link.flush(0);
    expect(link.isSilent(60_000)).toBe(false);
    link.heard();
    expect(link.isSilent(60_020)).toBe(false);
  });
});
