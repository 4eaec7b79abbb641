/** Any order of sends and frames against the one-line rules of the targets: who runs what, once, in order per delivery. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLoopbackWire } from '../../src/transports/loopback/wire.js';
import { createGame, frame, type Game, join } from './game.js';

const CLIENTS = [1, 2];

/** What one step of a run does; `peer` is who sends, or to whom. */
const step = fc.oneof(
  ...(['fire', 'aim'] as const).map((kind) =>
    fc.record({ kind: fc.constant(kind), peer: fc.integer({ min: 0, max: 2 }), value: fc.nat(999) }),
  ),
  ...(['opened', 'openedTo', 'moved'] as const).map((kind) =>
    fc.record({ kind: fc.constant(kind), peer: fc.constantFrom(...CLIENTS), value: fc.nat(999) }),
  ),
  fc.constant({ kind: 'frame', peer: 0, value: 0 } as const),
);

async function gather(): Promise<readonly [Game, Game, Game]> {
  const wire = createLoopbackWire();
  const games = [createGame(wire), createGame(wire), createGame(wire)] as const;
  await games[0].network.host();
  for (const client of games.slice(1)) await join(client, games[0]);
  frame(...games);
  return games;
}

/** The lines that start with one of `names`. */
const only = (lines: readonly string[], ...names: readonly string[]) =>
  lines.filter((line) => names.includes(line.split(' ')[0] ?? ''));

it('holds for any run', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const games = await gather();
      const [host] = games;
      const expected: [string[], string[], string[]] = [[], [], []];
      for (const { kind, peer, value } of steps) {
        if (kind === 'frame') frame(...games);
        if (kind === 'fire') games[peer]?.messages.fire({ angle: value });
        if (kind === 'aim') games[peer]?.messages.aim({ at: value });
        if (kind === 'opened') host.messages.opened({ door: value });
        if (kind === 'openedTo') host.messages.opened.sendTo(peer, { door: value });
        if (kind === 'moved') host.messages.moved({ x: value });
        if (kind === 'fire') expected[0].push(`fire ${value}.0 from ${peer}`);
        if (kind === 'aim') expected[0].push(`aim ${value} from ${peer}`);
        if (kind === 'opened') for (const to of CLIENTS) expected[to]?.push(`opened ${value} from 0`);
        if (kind === 'openedTo') expected[peer]?.push(`opened ${value} from 0`);
        if (kind === 'moved') for (const lines of expected) lines.push(`moved ${value} from 0`);
      }
      frame(...games);
      for (const [at, { said, faults }] of games.entries()) {
        expect(faults).toEqual([]);
        // Order is promised per sender and delivery.
        for (const from of [0, ...CLIENTS]) {
          const sent = (lines: readonly string[]) => lines.filter((line) => line.endsWith(`from ${from}`));
          for (const names of [
            ['fire', 'opened'],
            ['aim', 'moved'],
          ]) {
            if (at === 0 && from === 0) continue;
            expect(only(sent(said), ...names)).toEqual(only(sent(expected[at] ?? []), ...names));
          }
        }
        // What the host runs of its own, it runs in the order of its calls.
        if (at === 0) {
          const own = (lines: readonly string[]) => lines.filter((line) => line.endsWith('from 0'));
          expect(own(said)).toEqual(own(expected[0]));
        }
      }
    }),
    { numRuns: 100 },
  );
});
