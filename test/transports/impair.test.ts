import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Delivery, PeerId } from '../../src/peers.js';
import { type ImpairOptions, impair } from '../../src/transports/impair.js';
import { createLoopback } from '../../src/transports/loopback/loopback.js';
import { polled } from './polled.js';

const FRAME_MS = 1000 / 60;
const IDLE = { loss: 0, duplicate: 0, reorder: 0, delayMs: 0, jitterMs: 0 };
const LIMITS = { reliable: 100, sequenced: 50, unreliable: 50 };

/** A loopback with one client, what its host sends impaired. */
function impairedHost(options: Omit<ImpairOptions, 'clock'>, queueMax = 100_000) {
  let nowMs = 0;
  const loopback = createLoopback({ limits: LIMITS, queueMax });
  const host = impair(loopback.host, { ...options, clock: { now: () => nowMs } });
  const client = loopback.connect();
  polled(host);
  polled(client);
  return {
    host,
    client,
    loopback,
    sleep(ms: number) {
      nowMs += ms;
    },
    /** Flushes the host and returns what the client gets. */
    flushed(): string[] {
      host.flush();
      return polled(client);
    },
  };
}

const text = (number: number, delivery: Delivery) => `${delivery} ${number} from 0`;
const numbersOf = (lines: readonly string[]) => lines.map((line) => Number(line.split(' ')[1]));
const send = (
  host: { send(peer: PeerId, bytes: Uint8Array, delivery: Delivery): void },
  number: number,
  delivery: Delivery,
) => host.send(1, Uint8Array.of(number), delivery);

describe('impair', () => {
  it('changes nothing until told to, and sends only in flush', () => {
    const { host, client, flushed } = impairedHost({ seed: 1 });
    for (const delivery of ['reliable', 'sequenced', 'unreliable'] as const) send(host, 7, delivery);
    expect(polled(client)).toEqual([]);
    expect(flushed()).toEqual([text(7, 'reliable'), text(7, 'sequenced'), text(7, 'unreliable')]);
    expect(flushed()).toEqual([]);
  });

  it('holds each message for its delay', () => {
    const { host, sleep, flushed } = impairedHost({ seed: 1, delayMs: 30 });
    send(host, 1, 'reliable');
    send(host, 2, 'unreliable');
    expect(flushed()).toEqual([]);
    sleep(29);
    expect(flushed()).toEqual([]);
    sleep(1);
    expect(flushed()).toEqual([text(1, 'reliable'), text(2, 'unreliable')]);
  });

  it('holds reliable messages while everything is lost, loses the others, and recovers', () => {
    const { host, sleep, flushed } = impairedHost({ seed: 1, loss: 1 });
    for (const delivery of ['reliable', 'sequenced', 'unreliable'] as const) send(host, 7, delivery);
    for (let frame = 0; frame < 60; frame++) {
      expect(flushed()).toEqual([]);
      sleep(FRAME_MS);
    }
    expect(host.backlog(1)).toBe(1);
    expect(host.stats.resent).toBeGreaterThan(5);
    host.setImpairment({ loss: 0 });
    sleep(100);
    expect(flushed()).toEqual([text(7, 'reliable')]);
    expect(host.backlog(1)).toBe(0);
  });

  it('doubles unreliable messages only', () => {
    const { host, flushed } = impairedHost({ seed: 1, duplicate: 1 });
    for (const delivery of ['reliable', 'sequenced', 'unreliable'] as const) send(host, 7, delivery);
    expect(flushed()).toEqual([
      text(7, 'reliable'),
      text(7, 'sequenced'),
      text(7, 'unreliable'),
      text(7, 'unreliable'),
    ]);
  });

  it('lets an unreliable message be overtaken, and drops a sequenced one that was', () => {
    const { host, sleep, flushed } = impairedHost({ seed: 1, reorder: 1 });
    for (const delivery of ['sequenced', 'unreliable'] as const) send(host, 1, delivery);
    expect(flushed()).toEqual([]);
    host.setImpairment({ reorder: 0 });
    for (const delivery of ['sequenced', 'unreliable'] as const) send(host, 2, delivery);
    expect(flushed()).toEqual([text(2, 'sequenced'), text(2, 'unreliable')]);
    sleep(50);
    expect(flushed()).toEqual([text(1, 'unreliable')]);
  });

  it('copies at send', () => {
    const { host, flushed } = impairedHost({ seed: 1 });
    const buffer = Uint8Array.of(1);
    host.send(1, buffer, 'reliable');
    host.send(1, buffer, 'unreliable');
    buffer[0] = 9;
    expect(flushed()).toEqual([text(1, 'reliable'), text(1, 'unreliable')]);
  });

  it('checks size and closing at the call, as the transport itself does', async () => {
    const { host } = impairedHost({ seed: 1, loss: 1 });
    for (const peer of [1, 200]) {
      expect(() => host.send(peer, new Uint8Array(51), 'sequenced')).toThrow(
        /sequenced message may be at most 50/,
      );
      expect(() => host.send(peer, new Uint8Array(101), 'reliable')).toThrow(
        /reliable message may be at most 100/,
      );
    }
    await host.close();
    expect(() => send(host, 1, 'reliable')).toThrow(/closed/);
  });

  it('ends a link that would have to hold too many reliable messages, as overflow', () => {
    const { host, client, sleep } = impairedHost({ seed: 1, loss: 1 });
    for (let count = 0; count < 4097; count++) send(host, count % 256, 'reliable');
    expect(host.backlog(1)).toBe(0);
    send(host, 1, 'reliable');
    expect(host.backlog(1)).toBe(0);
    sleep(1000);
    host.setImpairment(IDLE);
    host.flush();
    expect(polled(host)).toEqual(['closed 1 overflow']);
    expect(polled(client)).toEqual(['closed 0 host-gone']);
  });

  it('drops and counts others that are too many to hold', () => {
    const { host, sleep, flushed } = impairedHost({ seed: 1, delayMs: 10 });
    for (let count = 0; count < 5000; count++) send(host, 1, 'unreliable');
    expect(host.stats.datagramsDropped).toBe(5000 - 4096);
    flushed();
    sleep(10);
    expect(flushed()).toHaveLength(4096);
  });

  it('forgets what it held for a peer whose link ended, also for the next one with that id', async () => {
    const { host, client, loopback, sleep } = impairedHost({ seed: 1, delayMs: 10 });
    send(host, 1, 'reliable');
    host.flush();
    await client.close();
    expect(polled(host)).toEqual(['closed 1 left']);
    expect(host.backlog(1)).toBe(0);
    const next = loopback.connect();
    polled(host);
    sleep(1000);
    host.flush();
    expect(polled(next)).toEqual(['opened 0']);
  });

  it('discards what it held when this side ends the link', () => {
    const { host, client, sleep } = impairedHost({ seed: 1, delayMs: 10 });
    send(host, 1, 'reliable');
    host.flush();
    host.disconnect(1, 'Bye.');
    send(host, 2, 'reliable');
    sleep(1000);
    host.flush();
    expect(polled(client)).toEqual(['closed 0 refused: Bye.']);
    expect(polled(host)).toEqual(['closed 1 closed']);
  });

  it('takes over links that are up already', () => {
    const loopback = createLoopback();
    const client = loopback.connect();
    polled(loopback.host);
    polled(client);
    const host = impair(loopback.host, { seed: 1, clock: { now: () => 0 } });
    send(host, 7, 'reliable');
    host.flush();
    expect(polled(client)).toEqual([text(7, 'reliable')]);
  });

  it('adds its own delay and loss to the quality of a link', () => {
    const { host } = impairedHost({ seed: 1, delayMs: 10, jitterMs: 20, loss: 0.25 });
    expect(host.quality(1)).toEqual({ roundTripMs: 20, loss: 0.25 });
    expect(host.quality(2)).toBeUndefined();
  });

  it('refuses probabilities and times that are none', () => {
    const { host } = impairedHost({ seed: 1 });
    expect(() => host.setImpairment({ loss: 1.1 })).toThrow(/loss must be 0 to 1/);
    expect(() => host.setImpairment({ reorder: -0.1 })).toThrow(/reorder must be 0 to 1/);
    expect(() => host.setImpairment({ jitterMs: Number.NaN })).toThrow(/jitterMs must not be negative/);
  });
});

const probability = fc.double({ min: 0, max: 0.9, noNaN: true });
const badNetwork = fc.record({
  seed: fc.integer(),
  loss: probability,
  duplicate: probability,
  reorder: probability,
  delayMs: fc.nat(100),
  jitterMs: fc.nat(100),
});

/** What arrives of 100 messages sent one by one with pauses of `pausesMs`, on a network that heals at the end. */
function arrivals(how: ImpairOptions, pausesMs: readonly number[], delivery: Delivery): number[] {
  const { host, sleep, flushed } = impairedHost(how);
  const lines: string[] = [];
  for (let number = 0; number < 100; number++) {
    send(host, number, delivery);
    sleep(pausesMs[number % pausesMs.length] ?? 0);
    lines.push(...flushed());
  }
  host.setImpairment(IDLE);
  for (const ms of [300, 0, 300]) {
    sleep(ms);
    lines.push(...flushed());
  }
  expect(host.backlog(1)).toBe(0);
  return numbersOf(lines);
}

describe('on any bad network', () => {
  const pauses = fc.array(fc.nat(60), { minLength: 1, maxLength: 100 });
  const sent = Array.from({ length: 100 }, (_, number) => number);

  it('reliable messages arrive once and in order', () => {
    fc.assert(
      fc.property(badNetwork, pauses, (how, pausesMs) => {
        expect(arrivals(how, pausesMs, 'reliable')).toEqual(sent);
      }),
    );
  });

  it('sequenced messages never arrive twice, nor older after newer', () => {
    let [arrived, lost] = [0, 0];
    fc.assert(
      fc.property(badNetwork, pauses, (how, pausesMs) => {
        const numbers = arrivals(how, pausesMs, 'sequenced');
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        arrived += numbers.length;
        lost += 100 - numbers.length;
      }),
    );
    expect(Math.min(arrived, lost)).toBeGreaterThan(0);
  });

  it('unreliable messages arrive at most twice', () => {
    fc.assert(
      fc.property(badNetwork, pauses, (how, pausesMs) => {
        const numbers = arrivals(how, pausesMs, 'unreliable');
        for (const number of sent) {
          expect(numbers.filter((other) => other === number).length).toBeLessThanOrEqual(2);
        }
      }),
    );
  });

  it('the same seed and calls give the same arrivals', () => {
    fc.assert(
      fc.property(badNetwork, pauses, (how, pausesMs) => {
        expect(arrivals(how, pausesMs, 'unreliable')).toEqual(arrivals(how, pausesMs, 'unreliable'));
      }),
    );
  });
});
