/** TR7: every queue has a limit and says so. */
import { invariant } from '../../errors.js';
import { HOST_PEER } from '../../peers.js';
import type { ConformanceCase } from './case.js';
import { expectSame, idOf, numbered, range } from './checks.js';
import { gathered } from './gathering.js';

/** More messages than any transport may queue. */
const TOO_MANY = 100_000;

export const limitCases: readonly ConformanceCase[] = [
  {
    id: 'TR7/overflow',
    title: 'a link whose reliable messages nobody takes ends with overflow, told once',
    needs: [],
    run: gathered(async (gathering) => {
      const { host } = gathering;
      const client = await gathering.join();
      const id = idOf(client);
      for (let count = 0; count < TOO_MANY && host.closed.length === 0; count++) {
        host.transport.send(id, numbered(count), 'reliable');
        if (count % 64 !== 63) continue;
        host.transport.flush();
        host.poll();
      }
      expectSame(host.ends, [`${id} overflow`], 'ends at the host');
      expectSame(host.transport.backlog(id), 0, 'backlog of an ended link');
      expectSame(host.transport.peers, [], 'peers of the host');
      await gathering.until('the client was told', () => client.closed.length > 0);
      await gathering.settle();
      expectSame([host.ends.length, client.ends.length], [1, 1], 'times told');
    }),
  },
  {
    id: 'TR7/overflow-of-client',
    title: 'a client that sends more than its host takes ends with overflow, told once',
    needs: [],
    run: gathered(async (gathering) => {
      const { host } = gathering;
      const client = await gathering.join();
      for (let count = 0; count < TOO_MANY && client.closed.length === 0; count++) {
        client.transport.send(HOST_PEER, numbered(count), 'reliable');
        if (count % 64 !== 63) continue;
        client.transport.flush();
        client.poll();
      }
      expectSame(client.ends, [`${HOST_PEER} overflow`], 'ends at the client');
      await gathering.until('the host was told', () => host.closed.length > 0);
      await gathering.settle();
      expectSame([host.ends.length, client.ends.length], [1, 1], 'times told');
    }),
  },
  {
    id: 'TR7/unreliable',
    title: 'too many unreliable messages are dropped and counted, and the link lives',
    needs: [],
    run: gathered(async (gathering) => {
      const { host } = gathering;
      const client = await gathering.join();
      const before = host.transport.stats.datagramsDropped;
      for (let count = 0; count < TOO_MANY; count++) {
        host.transport.send(idOf(client), numbered(count), 'unreliable');
      }
      host.transport.send(idOf(client), Uint8Array.of(42), 'reliable');
      const isMark = ({ bytes }: { readonly bytes: Uint8Array }) => bytes.length === 1;
      await gathering.until('a reliable message arrived', () => client.received.some(isMark));
      invariant(client.received.length < TOO_MANY, 'Everything arrived: the queue has no limit.');
      invariant(host.transport.stats.datagramsDropped > before, 'Messages were dropped and not counted.');
      expectSame([host.ends, client.ends], [[], []], 'ends');
    }),
  },
  {
    id: 'TR7/backlog',
    title: 'backlog counts what is not acknowledged; sending to nobody does nothing',
    needs: [],
    run: gathered(async (gathering) => {
      const { host } = gathering;
      const client = await gathering.join();
      const id = idOf(client);
      for (const number of range(0, 10)) host.transport.send(id, numbered(number), 'reliable');
      expectSame(host.transport.backlog(id), 10, 'backlog after 10 messages');
      await gathering.until('all was acknowledged', () => host.transport.backlog(id) === 0);
      host.transport.send(200, numbered(1), 'reliable');
      client.transport.send(200, numbered(1), 'reliable');
      expectSame([host.transport.backlog(200), client.transport.backlog(200)], [0, 0], 'backlog of nobody');
      await gathering.settle();
      expectSame(client.received.length, 10, 'messages received');
      expectSame(host.received.length, 0, 'messages to nobody that arrived');
    }),
  },
];
