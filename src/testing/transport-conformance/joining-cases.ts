/** TR12 and TR13: who is there, as both sides know it, and who is not let in. */
import { invariant } from '../../errors.js';
import { HOST_PEER } from '../../peers.js';
import type { ConformanceCase, Mismatch } from './case.js';
import { expectSame, idOf } from './checks.js';
import { type Gathering, gathered } from './gathering.js';
import type { Witness } from './witness.js';

/** The knocking client is told no, once, with a sentence, and the host never says that it was there. */
async function expectRefused(gathering: Gathering, client: Witness): Promise<void> {
  const { host } = gathering;
  const [opened, peers] = [host.opened.length, [...host.transport.peers]];
  await gathering.until('the client was refused', () => client.closed.length > 0);
  await gathering.settle();
  expectSame(client.ends, [`${HOST_PEER} refused`], 'ends at the client');
  invariant(client.closed[0]?.sentence !== '', 'A refusal needs a sentence.');
  expectSame([client.opened.length, client.transport.peers.length], [0, 0], 'links opened at the client');
  expectSame([host.opened.length, host.ends], [opened, []], 'links opened and ended at the host');
  expectSame(host.transport.peers, peers, 'peers of the host');
}

const ASKED: Readonly<Record<Mismatch, string>> = {
  session: 'a session that this host is not',
  version: 'another version',
  schema: 'another schema',
};

function refusal(mismatch: Mismatch): ConformanceCase {
  return {
    id: `TR13/${mismatch}`,
    title: `a client that asks for ${ASKED[mismatch]} is refused with a reason, and takes no place`,
    needs: [mismatch],
    run: gathered(
      async (gathering) => {
        await expectRefused(gathering, await gathering.knock(mismatch));
        await gathering.join();
      },
      { playersMax: 2 },
    ),
  };
}

export const joiningCases: readonly ConformanceCase[] = [
  {
    id: 'TR12/join',
    title: 'a link opens once on each side, and both sides say who is there',
    needs: [],
    run: gathered(async (gathering) => {
      const { host } = gathering;
      expectSame(
        [host.transport.role, host.transport.localPeer],
        ['host', HOST_PEER],
        'role and id of the host',
      );
      expectSame(host.transport.peers, [], 'peers of a host that is alone');
      const client = await gathering.knock();
      expectSame(client.transport.role, 'client', 'role of a client');
      expectSame(
        [client.transport.localPeer, client.transport.peers],
        [undefined, []],
        'id and peers before joining',
      );
      const { peers } = host.transport;
      await gathering.until('both sides joined', () => client.opened.length > 0 && peers.length > 0);
      await gathering.settle();
      const id = idOf(client);
      invariant(id >= 1 && id <= 255, `A client's id is 1 to 255, not ${id}.`);
      expectSame([client.opened, host.opened], [[HOST_PEER], [id]], 'links opened');
      expectSame([client.transport.peers, host.transport.peers], [[HOST_PEER], [id]], 'peers');
      invariant(peers === host.transport.peers, 'The array of peers must stay the same one.');
      expectSame(client.transport.name, host.transport.name, 'name of the transport');
    }),
  },
  {
    id: 'TR12/peers',
    title: "the host's peers are its clients in joining order, and one that left is no longer there",
    needs: [],
    run: gathered(async (gathering) => {
      const { peers } = gathering.host.transport;
      const [a, b, c] = [await gathering.join(), await gathering.join(), await gathering.join()];
      const ids = [a, b, c].map(idOf);
      expectSame([new Set(ids).size, peers], [3, ids], 'peers of the host');
      await gathering.leave(b);
      expectSame(peers, [idOf(a), idOf(c)], 'peers of the host after one left');
      for (const client of [a, c]) expectSame(client.transport.peers[0], HOST_PEER, "a client's first peer");
      const d = await gathering.join();
      expectSame(peers, [a, c, d].map(idOf), 'peers of the host after one more joined');
    }),
  },
  {
    id: 'TR12/roster',
    title: 'clients hear of each other, in joining order and once, and of how one went',
    needs: ['roster'],
    run: gathered(async (gathering, { isLossy }) => {
      const [a, b, c] = [await gathering.join(), await gathering.join(), await gathering.join()];
      const [idA, idB, idC] = [idOf(a), idOf(b), idOf(c)];
      const told = (witness: Witness, count: number) => witness.ofOthers.length >= count;
      await gathering.until('everybody knew everybody', () => [a, b, c].every((client) => told(client, 2)));
      expectSame(a.ofOthers, [`joined ${idB}`, `joined ${idC}`], 'what the first heard');
      expectSame(b.ofOthers, [`joined ${idA}`, `joined ${idC}`], 'what the second heard');
      expectSame(c.ofOthers, [`joined ${idA}`, `joined ${idB}`], 'what the third heard');
      expectSame(c.transport.peers, [HOST_PEER, idA, idB], 'peers of the third');
      await gathering.leave(a);
      await gathering.until('the others were told', () => told(b, 3) && told(c, 3));
      await gathering.settle();
      const ends = isLossy ? ['left', 'timed-out'] : ['left'];
      const lines = ends.map((end) => `left ${idA} ${end}`);
      for (const client of [b, c]) {
        expectSame(
          [client.ofOthers.length, lines.includes(client.ofOthers[2] ?? '')],
          [3, true],
          `${client.ofOthers}`,
        );
      }
      expectSame(
        [b.transport.peers, c.transport.peers],
        [
          [HOST_PEER, idC],
          [HOST_PEER, idB],
        ],
        'peers after one left',
      );
    }),
  },
  {
    id: 'TR13/full',
    title: 'a client more than there is room for is refused with a sentence, and let in once another left',
    needs: [],
    run: gathered(
      async (gathering) => {
        const first = await gathering.join();
        await expectRefused(gathering, await gathering.knock());
        await gathering.leave(first);
        await gathering.join();
      },
      { playersMax: 2 },
    ),
  },
  refusal('session'),
  refusal('version'),
  refusal('schema'),
];
