// The rules, and the messages. Both sides import this file; nothing in it knows of a network.
import { defineMessage, defineProtocol, field } from 'dugout';

export const rules = { stones: 21, takeMax: 3, moveMs: 30_000 };

export const mayTake = (stones, count) => count >= 1 && count <= Math.min(rules.takeMax, stones);

export const protocol = defineProtocol({
  name: 'STONES-1',
  messages: [
    // A player takes some. The host's own player sends it too, and it goes the same way.
    defineMessage(1, 'Take', { count: field.u8 }, { from: 'either', to: 'host' }),
    // What lies on the table, and whose turn it is.
    defineMessage(2, 'Table', { stones: field.u8, turn: field.u8 }, { from: 'host', to: 'clients' }),
    defineMessage(3, 'Won', { winner: field.u8 }, { from: 'host', to: 'clients' }),
  ],
});
