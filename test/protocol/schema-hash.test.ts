import { expect, it } from 'vitest';
import { homeRunDerbyProtocol } from '../../src/protocol/home-run-derby.js';
import { messageLayout } from '../../src/protocol/layout.js';
import { fnv1a64 } from '../../src/protocol/schema-hash.js';

it.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['foobar', '85944171f73967e8'],
])('is the published FNV-1a of %j', (text, digest) => {
  expect(fnv1a64(text)).toBe(digest);
});

it('is taken over the layout lines by ascending id, joined by line feeds', () => {
  const lines = homeRunDerbyProtocol.messages.map(messageLayout);
  expect(lines[0]).toBe('1 Ping sendTime:f64');
  expect(lines.at(-2)).toBe('43 AtBatSwing pressTime:f32');
  expect(homeRunDerbyProtocol.schemaHash).toBe(fnv1a64(lines.join('\n')));
});
