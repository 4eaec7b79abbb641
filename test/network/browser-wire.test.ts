/** The WebSocket wire of a page, as far as it can be seen without one: the bytes themselves are tested in a browser elsewhere. */
import { expect, it } from 'vitest';
import { webSocketWire as pageWire } from '../../src/transports/websocket/browser.js';
import { webSocketWire } from '../../src/transports/websocket/index.js';
import { createGame } from './game.js';

it('takes what the wire of Node takes, and says that a page cannot host', async () => {
  expect(pageWire().limits).toEqual(webSocketWire().limits);
  const { network } = createGame(pageWire());
  await expect(network.host()).rejects.toMatchObject({ code: 'transport/bind-failed' });
  await expect(network.join('no url')).rejects.toMatchObject({ code: 'transport/bad-code' });
  expect(network.session).toBeNull();
});
