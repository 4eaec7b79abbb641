import { expect, it } from 'vitest';
import { endOf, reasonOf } from '../../../src/transports/websocket/close-codes.js';

it.each([
  [1000, 'left', 'host-gone'],
  // A page that goes, or a server that does.
  [1001, 'left', 'host-gone'],
  [1005, 'left', 'host-gone'],
  [4000, 'left', 'refused'],
  [4001, 'overflow', 'overflow'],
  [1009, 'overflow', 'overflow'],
  [4002, 'timed-out', 'timed-out'],
  // No goodbye at all, and goodbyes that are none of ours.
  [1006, 'timed-out', 'timed-out'],
  [1002, 'timed-out', 'timed-out'],
  [4999, 'timed-out', 'timed-out'],
])('close code %i means %s to a host and %s to a client', (code, toHost, toClient) => {
  expect([endOf('host', code), endOf('client', code)]).toEqual([toHost, toClient]);
});

it('cuts a sentence between characters, to what a close frame holds', () => {
  expect(reasonOf('You were away for too long.')).toBe('You were away for too long.');
  expect(reasonOf('x'.repeat(200))).toBe('x'.repeat(123));
  expect(reasonOf('ö'.repeat(100))).toBe('ö'.repeat(61));
  expect(reasonOf('🏟'.repeat(60))).toBe('🏟'.repeat(30));
});
