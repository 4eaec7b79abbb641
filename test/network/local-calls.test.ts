/** Calls that run here at once, and calls of a game that does not flush: what no wire has a part in. Loopback. */
import { describe, expect, it } from 'vitest';
import { bytes, createNetwork, float32, uint16 } from '../../src/network/index.js';
import { createLoopbackWire } from '../../src/transports/loopback/wire.js';
import { createGame, frame, pairOn } from './game.js';

describe('what runs here', () => {
  it('is decoded from its bytes: a float is rounded, a list is a copy', () => {
    const seen: unknown[] = [];
    const { messages } = createNetwork({
      wire: createLoopbackWire(),
      describe(net) {
        const turn = net.message('turn', { angle: float32, picture: bytes });
        net.on(turn, (value) => seen.push(value));
        return { turn };
      },
    });
    const picture = Uint8Array.of(1, 2);
    messages.turn({ angle: 1.2, picture });
    picture.fill(9);
    expect(seen).toEqual([{ angle: Math.fround(1.2), picture: Uint8Array.of(1, 2) }]);
  });

  it('may be sent by a handler, at once and again', () => {
    const seen: number[] = [];
    const { messages } = createNetwork({
      wire: createLoopbackWire(),
      describe(net) {
        const countDown = net.message('countDown', { from: uint16 });
        net.on(countDown, ({ from }) => {
          if (from > 0) countDown({ from: from - 1 });
          seen.push(from);
        });
        return { countDown };
      },
    });
    messages.countDown({ from: 3 });
    expect(seen).toEqual([0, 1, 2, 3]);
  });

  it('has the ceilings of the wire', () => {
    const { messages } = createGame(createLoopbackWire({ limits: { sequenced: 100 } }));
    messages.rawLossy({ bytes: new Uint8Array(85) });
    expect(() => messages.rawLossy({ bytes: new Uint8Array(86) })).toThrow(/may have 100/);
  });
});

describe('a game that does not flush', () => {
  it('hands over what is too much to keep, and loses nothing', async () => {
    const { host, client } = await pairOn();
    for (let count = 0; count < 9; count++) client.messages.raw({ bytes: new Uint8Array(250_000 + count) });
    frame(client, host);
    expect(host.said).toEqual(Array.from({ length: 9 }, (_, count) => `raw ${250_000 + count} from 1`));
  });

  it('for ever meets the limit of the transport: its link ends, and no call throws', async () => {
    const { host, client } = await pairOn(createLoopbackWire({ queueMax: 4 }));
    for (let count = 0; count < 30; count++) client.messages.raw({ bytes: new Uint8Array(250_000) });
    frame(client, host);
    expect([client.events.at(-1), host.events.at(-1)]).toEqual(['closed overflow', 'left 1 overflow']);
  });
});
