/** TR4 and TR5: what each delivery promises on a link that stays up. */
import { invariant } from '../../errors.js';
import { HOST_PEER } from '../../peers.js';
import type { ConformanceCase } from './case.js';
import { expectNumbers, expectSame, idOf, numbered, range } from './checks.js';
import { type Gathering, gathered } from './gathering.js';
import type { Witness } from './witness.js';

/** Sends `count` numbered messages both ways, ten a frame among unreliable ones, and checks that each came once, in order. */
async function exchange(gathering: Gathering, client: Witness, count: number): Promise<void> {
  const { host } = gathering;
  const id = idOf(client);
  for (let number = 0; number < count; number++) {
    client.transport.send(HOST_PEER, numbered(number), 'reliable');
    host.transport.send(id, numbered(number), 'reliable');
    client.transport.send(HOST_PEER, new Uint8Array(100), 'unreliable');
    if (number % 10 === 9) await gathering.frame();
  }
  await gathering.drained(client);
  await gathering.settle();
  const isReliable = (bytes: Uint8Array) => bytes.length === 4;
  expectNumbers(host.numbersFrom(id, isReliable), range(0, count), 'reliable messages at the host');
  expectNumbers(client.numbersFrom(HOST_PEER), range(0, count), 'reliable messages at the client');
}

/** The numbers rise: none comes twice, none after a newer one. */
function expectRising(numbers: readonly number[], where: string): void {
  invariant(numbers.length > 0, `No sequenced message arrived at the ${where} at all.`);
  const isRising = numbers.every((number, index) => number > (numbers[index - 1] ?? -1));
  invariant(isRising, `Sequenced messages arrived at the ${where} as ${numbers.join(', ')}.`);
}

export const deliveryCases: readonly ConformanceCase[] = [
  {
    id: 'TR4/order',
    title: '20 reliable messages arrive once and in order, both ways at the same time',
    needs: [],
    run: gathered(async (gathering) => exchange(gathering, await gathering.join(), 20)),
  },
  {
    id: 'TR4/order-of-1000',
    title: '1000 reliable messages arrive once and in order, both ways at the same time',
    needs: [],
    run: gathered(async (gathering) => exchange(gathering, await gathering.join(), 1000)),
  },
  {
    id: 'TR4/burst',
    title: 'a burst of 1000 reliable messages in one flush arrives once and in order',
    needs: [],
    run: gathered(async (gathering) => {
      const client = await gathering.join();
      for (const number of range(0, 1000)) {
        gathering.host.transport.send(idOf(client), numbered(number), 'reliable');
      }
      await gathering.until('1000 messages arrived', () => client.received.length >= 1000);
      await gathering.settle();
      expectNumbers(client.numbersFrom(HOST_PEER), range(0, 1000), 'a burst of 1000');
    }),
  },
  {
    id: 'TR4/many-clients',
    title: 'each of several clients hears what was sent to it and nothing else',
    needs: [],
    run: gathered(async (gathering) => {
      const { host } = gathering;
      const clients = [await gathering.join(), await gathering.join(), await gathering.join()];
      for (const client of clients) {
        const id = idOf(client);
        host.transport.send(id, numbered(id), 'reliable');
        client.transport.send(HOST_PEER, numbered(id + 1000), 'reliable');
      }
      await gathering.until(
        'everybody was heard',
        () => host.received.length >= 3 && clients.every(({ received }) => received.length > 0),
      );
      await gathering.settle();
      for (const client of clients) {
        const id = idOf(client);
        expectSame(client.numbersFrom(HOST_PEER), [id], `messages at client ${id}`);
        expectSame(host.numbersFrom(id), [id + 1000], `messages from client ${id}`);
      }
    }),
  },
  {
    id: 'TR4/reused-id',
    title: 'whoever gets the id of one that left hears nothing that was meant for it',
    needs: [],
    run: gathered(async (gathering) => {
      const { host } = gathering;
      const used = new Set<number>();
      for (let count = 0; count < 300; count++) {
        const client = await gathering.join();
        const id = idOf(client);
        if (used.has(id)) {
          await gathering.settle();
          expectSame(client.received.length, 0, `messages that the second client with the id ${id} heard`);
          return;
        }
        used.add(id);
        host.transport.send(id, numbered(count), 'reliable');
        host.transport.flush();
        host.transport.send(id, numbered(count), 'reliable');
        await gathering.leave(client);
        host.transport.send(id, numbered(count), 'reliable');
      }
      invariant(false, 'No id was given again, though there are no more than 255.');
    }),
  },
  {
    id: 'TR5/sequenced',
    title: 'a sequenced message never arrives after a newer one, nor twice, both ways',
    needs: [],
    run: gathered(async (gathering) => {
      const { host } = gathering;
      const client = await gathering.join();
      for (const number of range(0, 200)) {
        client.transport.send(HOST_PEER, numbered(number), 'sequenced');
        host.transport.send(idOf(client), numbered(number), 'sequenced');
        if (number % 3 === 0) await gathering.frame();
      }
      await gathering.settle();
      expectRising(host.numbersFrom(idOf(client)), 'host');
      expectRising(client.numbersFrom(HOST_PEER), 'client');
    }),
  },
  {
    id: 'TR5/unreliable',
    title: 'unreliable messages arrive unchanged, on a clean network all of them',
    needs: [],
    run: gathered(async (gathering, { isLossy }) => {
      const client = await gathering.join();
      for (const number of range(0, 100)) {
        client.transport.send(HOST_PEER, numbered(number), 'unreliable');
        await gathering.frame();
      }
      await gathering.settle();
      const numbers = gathering.host.numbersFrom(idOf(client));
      const isKnown = numbers.every((number) => number >= 0 && number < 100);
      invariant(isKnown && numbers.length > 0, `Unreliable messages arrived as ${numbers.join(', ')}.`);
      if (!isLossy) expectNumbers(numbers, range(0, 100), 'unreliable messages on a clean network');
    }),
  },
];
