import { expect, it } from 'vitest';
import { pongFor, RoundTrips } from '../../src/streams/link.js';

/** The bytes of a Ping sent at `seconds`, as the wire has them. */
function pingBytes(seconds: number): Uint8Array {
  const bytes = new Uint8Array(9);
  bytes[0] = 1;
  new DataView(bytes.buffer).setFloat64(1, seconds, true);
  return bytes;
}

it('answers a Ping with its own bytes under the Pong id, and leaves the Ping alone', () => {
  const ping = pingBytes(12.5);
  const pong = pongFor(ping);
  expect(pong[0]).toBe(2);
  expect(pong.subarray(1)).toEqual(ping.subarray(1));
  expect(ping[0]).toBe(1);
  expect(pong.buffer).not.toBe(ping.buffer);
});

it('measures a round trip from the Ping it answers', () => {
  const trips = new RoundTrips();
  trips.sent(3, 10);
  trips.sent(3, 11);
  expect(trips.ofPeer(3)).toBeUndefined();
  expect(trips.answered(3, 11, 11.25)).toBe(250);
  expect(trips.answered(3, 10, 11.5)).toBe(1500);
  expect(trips.ofPeer(3)).toBe(1500);
});

it('counts no Pong twice, none it did not ask for, and none of another peer', () => {
  const trips = new RoundTrips();
  trips.sent(3, 10);
  expect(trips.answered(4, 10, 11)).toBeUndefined();
  expect(trips.answered(3, 9, 11)).toBeUndefined();
  expect(trips.answered(3, 10, 11)).toBe(1000);
  expect(trips.answered(3, 10, 12)).toBeUndefined();
  expect(trips.ofPeer(3)).toBe(1000);
});

it('keeps the newest outstanding Pings only', () => {
  const trips = new RoundTrips(2);
  for (const time of [1, 2, 3]) trips.sent(5, time);
  expect(trips.answered(5, 1, 4)).toBeUndefined();
  expect(trips.answered(5, 2, 4)).toBe(2000);
});

it('never tells a negative round trip, and forgets a peer whole', () => {
  const trips = new RoundTrips();
  trips.sent(1, 10);
  expect(trips.answered(1, 10, 9)).toBe(0);
  trips.sent(1, 11);
  trips.forget(1);
  expect(trips.ofPeer(1)).toBeUndefined();
  expect(trips.answered(1, 11, 12)).toBeUndefined();
});
