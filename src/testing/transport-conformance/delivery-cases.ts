/** TR4 and TR5: what each delivery promises. */
import { invariant } from '../../errors.js';
import { HOST_PEER } from '../../peers.js';
import type { ConformanceCase, ConformanceRun } from './case.js';
import { expectSame, Gathering, idOf, numbered, numberOf, range, type Witness } from './gathering.js';

/** Sends `count` numbered messages both ways, a few a frame among unreliable ones, and checks that each came once, in order. */
async function exchange(gathering: Gathering, client: Witness, count: number): Promise<void> {
  const { host } = gathering;
  const id = idOf(client);
  const [heardByHost, heardByClient] = [host.received.length, client.received.length];
  for (let number = 0; number < count; number++) {
    client.transport.send(HOST_PEER, numbered(number), 'reliable');
    host.transport.send(id, numbered(number), 'reliable');
    client.transport.send(HOST_PEER, new Uint8Array(100), 'unreliable');
    if (number % 10 === 9) await gathering.frame();
  }
  await gathering.until(
    'everything was acknowledged',
    () => host.transport.backlog(id) === 0 && client.transport.backlog(HOST_PEER) === 0,
  );
  await gathering.settle();
  const numbers = (witness: Witness, from: number) =>
    witness.received
      .slice(from)
      .filter(({ bytes }) => bytes.length === 4)
      .map(({ bytes }) => numberOf(bytes));
  expectSame(numbers(host, heardByHost), range(0, count), 'reliable messages at the host');
  expectSame(numbers(client, heardByClient), range(0, count), 'reliable messages at the client');
}

async function burst(run: ConformanceRun): Promise<void> {
  await Gathering.with(run, async (gathering) => {
    const client = await gathering.join();
    for (const number of range(0, 1000)) {
      gathering.host.transport.send(idOf(client), numbered(number), 'reliable');
    }
    await gathering.until('1000 messages arrived', () => client.received.length >= 1000);
    await gathering.settle();
    expectSame(client.numbersFrom(HOST_PEER), range(0, 1000), 'a burst of 1000');
  });
}

export const deliveryCases: readonly ConformanceCase[] = [
  {
    id: 'TR4/bytes',
    title: 'bytes arrive unchanged, from none to the most allowed',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const client = await gathering.join();
        const most = client.transport.limits.reliable;
        const messages = [0, 1, 2, 255, most - 1, most].map((length) =>
          Uint8Array.from({ length }, (_, index) => (index * 7) & 0xff),
        );
        for (const bytes of messages) client.transport.send(HOST_PEER, bytes, 'reliable');
        const { received } = gathering.host;
        await gathering.until('all arrived', () => received.length >= messages.length);
        const seen = received.map(({ bytes }) => [...bytes]);
        expectSame(
          seen,
          messages.map((bytes) => [...bytes]),
          'bytes received',
        );
      }),
  },
  {
    id: 'TR4/order',
    title: 'reliable messages arrive once and in order, both ways at the same time',
    needs: [],
    run: (run) => Gathering.with(run, async (gathering) => exchange(gathering, await gathering.join(), 300)),
  },
  { id: 'TR4/burst', title: 'so does a burst of 1000 in one flush', needs: [], run: burst },
  {
    id: 'TR4/second-connection',
    title: 'and on the second connection as on the first, which hears nothing of its predecessor',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const first = await gathering.join();
        await exchange(gathering, first, 50);
        const firstId = idOf(first);
        for (const number of range(0, 20))
          gathering.host.transport.send(firstId, numbered(number), 'reliable');
        await first.transport.close();
        await gathering.until('the first left', () => gathering.host.closed.length > 0);
        const second = await gathering.join();
        gathering.host.transport.send(firstId, numbered(99), 'reliable');
        await exchange(gathering, second, 50);
        invariant(idOf(second) !== firstId, 'An id was given again at once.');
      }),
  },
  {
    id: 'TR4/many-clients',
    title: 'each of several clients hears what was sent to it and nothing else',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const clients = [await gathering.join(), await gathering.join(), await gathering.join()];
        expectSame(clients.map(idOf), gathering.host.opened, 'ids on both sides');
        expectSame(new Set(clients.map(idOf)).size, 3, 'different ids');
        for (const client of clients) {
          const id = idOf(client);
          gathering.host.transport.send(id, numbered(id), 'reliable');
          client.transport.send(HOST_PEER, numbered(id + 1000), 'reliable');
        }
        await gathering.until(
          'everybody was heard',
          () => gathering.host.received.length >= 3 && clients.every(({ received }) => received.length > 0),
        );
        await gathering.settle();
        for (const client of clients) {
          const id = idOf(client);
          expectSame(client.numbersFrom(HOST_PEER), [id], `messages at client ${id}`);
          expectSame(gathering.host.numbersFrom(id), [id + 1000], `messages from client ${id}`);
        }
      }),
  },
  {
    id: 'TR4/black-out',
    title: 'reliable messages survive a second in which nothing gets through',
    needs: ['conditions'],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const client = await gathering.join();
        run.subject.setConditions?.({ blackOut: 'both' });
        for (const number of range(0, 100)) client.transport.send(HOST_PEER, numbered(number), 'reliable');
        await gathering.settle();
        expectSame(gathering.host.received.length, 0, 'messages through a black-out');
        run.subject.setConditions?.({ blackOut: 'none' });
        await gathering.until('100 messages arrived', () => gathering.host.received.length >= 100);
        await gathering.settle();
        expectSame(gathering.host.numbersFrom(idOf(client)), range(0, 100), 'messages after a black-out');
        expectSame([gathering.host.ends, client.ends], [[], []], 'ends');
      }),
  },
  {
    id: 'TR5/sequenced',
    title: 'a sequenced message never arrives after a newer one, nor twice',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const client = await gathering.join();
        for (const number of range(0, 200)) {
          client.transport.send(HOST_PEER, numbered(number), 'sequenced');
          if (number % 3 === 0) await gathering.frame();
        }
        await gathering.settle();
        const numbers = gathering.host.numbersFrom(idOf(client));
        invariant(numbers.length > 0, 'No sequenced message arrived at all.');
        const isRising = numbers.every((number, index) => number > (numbers[index - 1] ?? -1));
        invariant(isRising, `Sequenced messages arrived as ${numbers.join(', ')}.`);
      }),
  },
  {
    id: 'TR5/unreliable',
    title: 'unreliable messages arrive unchanged, on a clean network all of them',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const client = await gathering.join();
        for (const number of range(0, 100)) {
          client.transport.send(HOST_PEER, numbered(number), 'unreliable');
          await gathering.frame();
        }
        await gathering.settle();
        const numbers = gathering.host.numbersFrom(idOf(client));
        const isKnown = numbers.every((number) => number >= 0 && number < 100);
        invariant(isKnown && numbers.length > 0, `Unreliable messages arrived as ${numbers.join(', ')}.`);
        if (!run.isLossy) expectSame(numbers, range(0, 100), 'unreliable messages on a clean network');
      }),
  },
];
