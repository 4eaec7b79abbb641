/** TR6, TR7 and TR10: what is too much, and what is nonsense. */
import { invariant } from '../../errors.js';
import { HOST_PEER } from '../../peers.js';
import type { Transport } from '../../transports/transport.js';
import type { ConformanceCase } from './case.js';
import { codeThrownBy, expectSame, Gathering, idOf, numbered, range } from './gathering.js';

/** More messages than any transport may queue. */
const TOO_MANY = 100_000;

function expectTooLarge(transport: Transport, peer: number): void {
  for (const delivery of ['reliable', 'sequenced', 'unreliable'] as const) {
    const bytes = new Uint8Array(transport.limits[delivery] + 1);
    const code = codeThrownBy(() => transport.send(peer, bytes, delivery));
    expectSame(code, 'transport/too-large', `a ${delivery} message of ${bytes.length} bytes`);
  }
}

export const limitCases: readonly ConformanceCase[] = [
  {
    id: 'TR6/too-large',
    title: 'a message one byte too long throws at the call, also with nobody connected, and the link lives',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const { host } = gathering;
        expectTooLarge(host.transport, 1);
        const client = await gathering.knock();
        expectTooLarge(client.transport, HOST_PEER);
        await gathering.until('the client joined', () => host.opened.length > 0);
        expectTooLarge(host.transport, idOf(client));
        expectTooLarge(client.transport, HOST_PEER);
        host.transport.send(idOf(client), numbered(1), 'reliable');
        await gathering.until('a message arrived', () => client.received.length > 0);
      }),
  },
  {
    id: 'TR7/overflow',
    title: 'a link whose reliable messages nobody takes ends with overflow, told once',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
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
        await gathering.until('the client was told', () => client.closed.length > 0);
        await gathering.settle();
        expectSame([host.ends.length, client.ends.length], [1, 1], 'times told');
      }),
  },
  {
    id: 'TR7/unreliable',
    title: 'too many unreliable messages are dropped, and the link lives',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const { host } = gathering;
        const client = await gathering.join();
        for (let count = 0; count < TOO_MANY; count++) {
          host.transport.send(idOf(client), numbered(count), 'unreliable');
        }
        host.transport.send(idOf(client), Uint8Array.of(42), 'reliable');
        const isMark = ({ bytes }: { readonly bytes: Uint8Array }) => bytes.length === 1;
        await gathering.until('a reliable message arrived', () => client.received.some(isMark));
        invariant(client.received.length < TOO_MANY, 'Everything arrived: the queue has no limit.');
        invariant(host.transport.stats.datagramsDropped > 0, 'Messages were dropped but not counted.');
      }),
  },
  {
    id: 'TR7/backlog',
    title: 'backlog counts what is not acknowledged; sending to nobody does nothing',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const { host } = gathering;
        const client = await gathering.join();
        for (const number of range(0, 10)) host.transport.send(idOf(client), numbered(number), 'reliable');
        expectSame(host.transport.backlog(idOf(client)), 10, 'backlog after 10 messages');
        await gathering.until('all was acknowledged', () => host.transport.backlog(idOf(client)) === 0);
        host.transport.send(200, numbered(1), 'reliable');
        client.transport.send(200, numbered(1), 'reliable');
        expectSame([host.transport.backlog(200), client.transport.backlog(200)], [0, 0], 'backlog of nobody');
        await gathering.settle();
        expectSame(client.received.length, 10, 'messages received');
        expectSame(host.received.length, 0, 'messages to nobody that arrived');
      }),
  },
  {
    id: 'TR10/malformed',
    title: 'malformed datagrams are counted and dropped, and the link lives',
    needs: ['malformed'],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const { host } = gathering;
        const client = await gathering.join();
        const ends = [host, client] as const;
        const dropped = ends.map(({ transport }) => transport.stats.datagramsDropped);
        const toHost = run.subject.sendMalformed?.(client.transport, host.transport) ?? 0;
        const toClient = run.subject.sendMalformed?.(host.transport, client.transport) ?? 0;
        await gathering.settle();
        const more = ends.map(
          ({ transport }, index) => transport.stats.datagramsDropped - (dropped[index] ?? 0),
        );
        if (!run.isLossy) expectSame(more, [toHost, toClient], 'datagrams dropped');
        invariant(
          more.every((count) => count > 0),
          'Malformed datagrams were not counted.',
        );
        expectSame([host.received.length, client.received.length], [0, 0], 'messages handed over');
        client.transport.send(HOST_PEER, numbered(5), 'reliable');
        await gathering.until('a message arrived', () => host.received.length > 0);
        expectSame([host.ends, client.ends], [[], []], 'ends');
      }),
  },
];
