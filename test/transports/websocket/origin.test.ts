import { expect, it } from 'vitest';
import { type AllowedOrigins, isOriginAllowed } from '../../../src/transports/websocket/origin.js';

const HOST = 'game.example:8080';

it.each<[string, string | undefined, AllowedOrigins, boolean]>([
  ['no page at all', undefined, 'same-host', true],
  ['no page at all, whatever is listed', undefined, [], true],
  ['a page of this host', 'http://game.example:8080', 'same-host', true],
  ['a page of this host, over TLS', 'https://game.example:8080', 'same-host', true],
  ['another port', 'http://game.example:8081', 'same-host', false],
  ['another host', 'http://evil.example:8080', 'same-host', false],
  ['a name that only starts alike', 'http://game.example:8080.evil.example', 'same-host', false],
  ['a page without an origin', 'null', 'same-host', false],
  ['nonsense', 'http://', 'same-host', false],
  ['a listed page', 'https://game.example', ['https://game.example'], true],
  ['this very host, not listed', 'http://game.example:8080', ['https://game.example'], false],
  ['what a function allows', 'https://a.game.example', (origin) => origin.endsWith('.game.example'), true],
  ['what it does not', 'https://evil.example', (origin) => origin.endsWith('.game.example'), false],
])('lets in or not: %s', (_, origin, allowed, isAllowed) => {
  expect(isOriginAllowed(origin, HOST, allowed)).toBe(isAllowed);
});

it('compares hosts as names are compared', () => {
  expect(isOriginAllowed('http://GAME.example', 'Game.Example', 'same-host')).toBe(true);
  expect(isOriginAllowed('http://game.example', undefined, 'same-host')).toBe(false);
});
