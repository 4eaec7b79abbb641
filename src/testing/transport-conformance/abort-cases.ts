/** TR12 about joins that come to nothing: whoever gives up takes no place, and everybody else is told once. */
import { invariant } from '../../errors.js';
import { HOST_PEER } from '../../peers.js';
import type { ConformanceCase } from './case.js';
import { expectSame } from './checks.js';
import { type Gathering, gathered } from './gathering.js';

const ATTEMPTS_MAX = 10;

/** A client is let in, if not at once: on a lossy network a host may not know for a while that a place is free. */
async function joinAtLast(gathering: Gathering): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const client = await gathering.knock();
    await gathering.until('a client was answered', () => client.opened.length + client.closed.length > 0);
    if (client.opened.length > 0) return;
    await gathering.settle();
  }
  invariant(false, `Nobody was let in, ${ATTEMPTS_MAX} times.`);
}

export const abortCases: readonly ConformanceCase[] = [
  {
    id: 'TR12/abort',
    title: 'a client may close before the host looked; it takes no place, and nobody hears of it for long',
    needs: [],
    run: gathered(
      async (gathering) => {
        const { host } = gathering;
        const client = await gathering.knock();
        await client.transport.close();
        await gathering.settle();
        expectSame(client.opened.length, 0, 'links opened at the client');
        await gathering.until('nobody was there', () => host.transport.peers.length === 0);
        expectSame(host.opened.length, host.closed.length, 'links opened and closed');
        await joinAtLast(gathering);
      },
      { playersMax: 2 },
    ),
  },
  {
    id: 'TR12/abort-by-host',
    title: 'a client whose host closes while it knocks is told so, once',
    needs: [],
    run: gathered(async (gathering) => {
      const { host } = gathering;
      const client = await gathering.knock();
      await host.transport.close();
      await gathering.until('the client was told', () => client.closed.length > 0);
      await gathering.settle();
      const [closed] = client.closed;
      expectSame([client.closed.length, closed?.peer], [1, HOST_PEER], 'ends at the client');
      const isKnown = ['host-gone', 'refused', 'timed-out'].includes(closed?.end ?? '');
      invariant(isKnown, `A client that was not let in cannot end with ${closed?.end}.`);
      expectSame([host.opened, host.ends], [[], []], 'what a closed host tells');
    }),
  },
  {
    id: 'TR12/abort-both',
    title: 'both may close while one knocks, and nothing more is told',
    needs: [],
    run: gathered(async (gathering) => {
      const { host } = gathering;
      const client = await gathering.knock();
      await Promise.all([client.transport.close(), host.transport.close()]);
      await gathering.settle();
      const told = [client, host].flatMap(({ opened, closed }) => [...opened, ...closed]);
      expectSame(told, [], 'what was told after both had closed');
    }),
  },
];
