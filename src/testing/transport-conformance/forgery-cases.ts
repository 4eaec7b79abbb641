/** TR10: datagrams that mean nothing, come again or come from a stranger are counted and dropped, and the link lives. */
import { invariant } from '../../errors.js';
import { HOST_PEER } from '../../peers.js';
import type { ConformanceCase } from './case.js';
import { expectNumbers, expectSame, idOf, numbered, range } from './checks.js';
import { type Gathering, gathered } from './gathering.js';
import type { Witness } from './witness.js';

/** Lets `forge` act against both ends of a link, and counts what each dropped. */
async function droppedOf(
  gathering: Gathering,
  client: Witness,
  forge: (from: Witness, to: Witness) => number,
): Promise<{ readonly forged: readonly number[]; readonly dropped: readonly number[] }> {
  const { host } = gathering;
  const ends = [host.transport, client.transport];
  const before = ends.map(({ stats }) => stats.datagramsDropped);
  const forged = [forge(client, host), forge(host, client)];
  await gathering.settle();
  const dropped = ends.map(({ stats }, index) => stats.datagramsDropped - (before[index] ?? 0));
  return { forged, dropped };
}

/** Nothing was told but `opened`, and messages still pass both ways. */
async function expectAlive(gathering: Gathering, client: Witness): Promise<void> {
  const { host } = gathering;
  const id = idOf(client);
  expectSame([host.ends, client.ends, client.ofOthers], [[], [], []], 'ends and others');
  expectSame([host.opened, host.transport.peers], [[id], [id]], 'links');
  const [toHost, toClient] = [host.received.length, client.received.length];
  client.transport.send(HOST_PEER, numbered(777), 'reliable');
  host.transport.send(id, numbered(778), 'reliable');
  await gathering.drained(client);
  await gathering.until(
    'messages still arrive',
    () => host.received.length > toHost && client.received.length > toClient,
  );
  expectSame(
    [host.numbersFrom(id).at(-1), client.numbersFrom(HOST_PEER).at(-1)],
    [777, 778],
    'the next messages',
  );
}

/** The counts match, on a lossy network as far as they can. */
function expectDropped(forged: readonly number[], dropped: readonly number[], isLossy: boolean): void {
  invariant(
    forged.every((count) => count > 0),
    'The subject forged nothing.',
  );
  if (!isLossy) expectSame(dropped, forged, 'datagrams dropped at host and client');
  invariant(
    dropped.every((count) => count > 0),
    `What was forged was not counted: ${dropped}.`,
  );
}

const malformed: ConformanceCase = {
  id: 'TR10/malformed',
  title: 'malformed and truncated datagrams are counted and dropped, and the link lives',
  needs: ['malformed'],
  run: gathered(async (gathering, { subject, isLossy }) => {
    const client = await gathering.join();
    const { forged, dropped } = await droppedOf(
      gathering,
      client,
      (from, to) => subject.sendMalformed?.(from.transport, to.transport) ?? 0,
    );
    expectDropped(forged, dropped, isLossy);
    expectSame([gathering.host.received.length, client.received.length], [0, 0], 'messages handed over');
    await expectAlive(gathering, client);
  }),
};

/** One reliable and one sequenced message a frame. Unreliable ones may come again: on some wires nothing tells them apart. */
async function talk(gathering: Gathering, client: Witness, count: number): Promise<void> {
  for (const number of range(0, count)) {
    for (const delivery of ['reliable', 'sequenced'] as const) {
      const message = numbered(number, delivery === 'reliable' ? 4 : 5);
      client.transport.send(HOST_PEER, message, delivery);
      gathering.host.transport.send(idOf(client), message, delivery);
    }
    await gathering.frame();
  }
  await gathering.drained(client);
  await gathering.settle();
}

const replayed: ConformanceCase = {
  id: 'TR10/replayed',
  title: 'datagrams that come once more are counted and dropped, and no message is handed over twice',
  needs: ['replayed'],
  run: gathered(async (gathering, { subject, isLossy }) => {
    const { host } = gathering;
    const client = await gathering.join();
    await talk(gathering, client, 20);
    const { forged, dropped } = await droppedOf(
      gathering,
      client,
      (from, to) => subject.replay?.(from.transport, to.transport) ?? 0,
    );
    // Not all: a replayed acknowledgement or sign of life may have no number to be known by.
    const least = isLossy ? 1 : 20;
    invariant(
      forged.every((count) => count >= least) && dropped.every((count) => count >= least),
      `Of ${forged} datagrams that came again ${dropped} were counted as dropped; 20 carried messages.`,
    );
    const ways = [
      host.numbersFrom(idOf(client), isReliable),
      client.numbersFrom(HOST_PEER, isReliable),
    ] as const;
    for (const numbers of ways) expectNumbers(numbers, range(0, 20), 'reliable messages');
    const sequenced = [
      host.numbersFrom(idOf(client), isSequenced),
      client.numbersFrom(HOST_PEER, isSequenced),
    ];
    for (const numbers of sequenced) {
      expectSame(numbers.length, new Set(numbers).size, `different sequenced messages of ${numbers}`);
    }
    await expectAlive(gathering, client);
  }),
};

const isReliable = ({ length }: Uint8Array): boolean => length === 4;
const isSequenced = ({ length }: Uint8Array): boolean => length === 5;

const spoofed: ConformanceCase = {
  id: 'TR10/spoofed',
  title: 'datagrams of somebody who has no link are counted and dropped, and opens none',
  needs: ['spoofed'],
  run: gathered(async (gathering, { subject, isLossy }) => {
    const client = await gathering.join();
    const { forged, dropped } = await droppedOf(
      gathering,
      client,
      (_from, to) => subject.spoof?.(to.transport) ?? 0,
    );
    expectDropped(forged, dropped, isLossy);
    expectSame([gathering.host.received.length, client.received.length], [0, 0], 'messages handed over');
    await expectAlive(gathering, client);
  }),
};

export const forgeryCases: readonly ConformanceCase[] = [malformed, replayed, spoofed];
