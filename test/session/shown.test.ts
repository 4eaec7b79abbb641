/** A superseded message that no playback holds back: the newest of others is shown as it came, and no actor hears it. */
import { expect, it } from 'vitest';
import { setup } from 'xstate';
import { defineGame } from '../../src/define-game.js';
import { defineMessage, defineProtocol } from '../../src/protocol/define.js';
import { u8, u16 } from '../../src/protocol/field.js';
import { joinSession } from '../../src/session/client.js';
import { createHost } from '../../src/session/host.js';
import { verify } from '../../src/session/replay.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { openLog } from '../../src/store/open-log.js';
import { createLoopback } from '../../src/transports/loopback/loopback.js';

const routing = {
  from: 'either',
  to: 'everyone',
  relay: true,
  delivery: 'unreliable',
  superseded: true,
} as const;
const root = setup({}).createMachine({
  id: 'root',
  initial: 'open',
  on: { 'command.close': '.closed' },
  states: { open: {}, closed: { type: 'final' } },
});
const side = { root, view: () => null };
const game = defineGame({
  id: 'pointers',
  version: '1',
  protocol: defineProtocol({
    name: 'POINTERS-1',
    messages: [
      defineMessage(1, 'Point', { peer: u8, x: u16 }, routing),
      defineMessage(2, 'Nod', { peer: u8 }, { ...routing, from: 'host' }),
    ],
  }),
  host: side,
  client: side,
  types: {} as { commands: { readonly close: null } },
});

it('the newest of each name is shown to everybody else, and its log replays', async () => {
  const [wire, store] = [createLoopback(), createMemoryStore()];
  const common = { game, loop: 'manual', seed: 1 } as const;
  const ann = await createHost({ ...common, transport: wire.host, store });
  const bo = await joinSession({ ...common, transport: wire.connect() });
  const cy = await joinSession({ ...common, transport: wire.connect() });
  let now = 0;
  const run = (frames: number): void => {
    for (let frame = 0; frame < frames; frame++, now += 1000 / 60)
      for (const one of [ann, bo, cy]) one.frame(now);
  };
  const shown = (name: 'Point' | 'Nod') => [ann, bo, cy].map((one) => one.shown(name));
  run(5);
  expect(shown('Point')).toEqual([undefined, undefined, undefined]);
  bo.send('Point', { peer: 1, x: 7 });
  run(5);
  bo.send('Point', { peer: 1, x: 8 });
  ann.send('Nod', { peer: 0 });
  expect(cy.send('Nod', { peer: 2 })).toMatchObject({ ok: false, rule: 'session/not-host' });
  run(5);
  expect(shown('Point')).toEqual([{ peer: 1, x: 8 }, undefined, { peer: 1, x: 8 }]);
  expect(shown('Nod')).toEqual([undefined, { peer: 0 }, { peer: 0 }]);
  await Promise.all([bo.close(), cy.close(), ann.close()]);
  const log = await openLog(store, 'session');
  expect(verify({ log, game })).toMatchObject({ verdict: 'identical' });
});
