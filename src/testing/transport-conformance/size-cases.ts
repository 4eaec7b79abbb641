/** TR4 and TR6: bytes arrive as they were sent, up to the ceiling of each delivery and not one more. */
import { invariant } from '../../errors.js';
import { type Delivery, HOST_PEER, type PeerId } from '../../peers.js';
import type { Transport } from '../../transports/transport.js';
import type { ConformanceCase } from './case.js';
import { expectBytes, expectSame, idOf, numbered, patterned, thrownBy } from './checks.js';
import { type Gathering, gathered } from './gathering.js';
import type { Witness } from './witness.js';

const DELIVERIES = ['reliable', 'sequenced', 'unreliable'] as const;
/** How often a message that may be lost is sent before its loss is no accident. */
const TRIES_MAX = 40;

/** One byte over each ceiling throws at the call, in words that help. */
function expectTooLarge(transport: Transport, peer: PeerId): void {
  for (const delivery of DELIVERIES) {
    const ceiling = transport.limits[delivery];
    const { code, message } = thrownBy(() => transport.send(peer, new Uint8Array(ceiling + 1), delivery));
    expectSame(code, 'transport/too-large', `the error of a ${delivery} message of ${ceiling + 1} bytes`);
    for (const word of [delivery, `${ceiling}`, `${ceiling + 1}`]) {
      invariant(message.includes(word), `The error must name ${word}, but says: ${message}`);
    }
  }
}

/** Sends `bytes` until they arrived: again when they may have been lost. */
async function pass(
  gathering: Gathering,
  [from, to]: readonly [Witness, Witness],
  bytes: Uint8Array,
  delivery: Delivery,
): Promise<void> {
  const before = to.received.length;
  const peer = from === gathering.host ? idOf(to) : HOST_PEER;
  const what = `${bytes.length} bytes, ${delivery}`;
  const hasArrived = () => to.received.length > before;
  for (let tries = 0; tries < TRIES_MAX && !hasArrived(); tries++) {
    from.transport.send(peer, bytes, delivery);
    if (delivery === 'reliable') await gathering.until(`a message of ${what} arrived`, hasArrived);
    else for (let frame = 0; frame < 10; frame++) await gathering.frame();
  }
  for (const { bytes: seen } of to.received.slice(before)) expectBytes(seen, bytes, what);
  invariant(hasArrived(), `A message of ${what} was sent ${TRIES_MAX} times and never arrived.`);
  // So that a late copy is not taken for the next message.
  await gathering.settle();
}

export const sizeCases: readonly ConformanceCase[] = [
  ...DELIVERIES.map(
    (delivery): ConformanceCase => ({
      id: `TR6/${delivery}`,
      title: `${delivery} messages arrive unchanged, from none to exactly the ceiling, both ways`,
      needs: [],
      run: gathered(async (gathering) => {
        const { host } = gathering;
        const client = await gathering.join();
        const ceiling = client.transport.limits[delivery];
        expectSame(host.transport.limits, client.transport.limits, 'limits on both sides');
        for (const length of [0, 1, 255, ceiling - 1, ceiling]) {
          await pass(gathering, [client, host], patterned(length), delivery);
          await pass(gathering, [host, client], patterned(length, 99), delivery);
        }
      }),
    }),
  ),
  {
    id: 'TR6/one-datagram',
    title: 'an unreliable message is never fragmented: one at the ceiling leaves in one datagram',
    needs: [],
    run: gathered(async (gathering, { isLossy }) => {
      const client = await gathering.join();
      await gathering.settle();
      const { transport } = client;
      transport.send(HOST_PEER, patterned(transport.limits.unreliable), 'unreliable');
      client.poll();
      const before = transport.stats.datagramsSent;
      transport.flush();
      const sent = transport.stats.datagramsSent - before;
      invariant(sent <= 1 || isLossy, `It left in ${sent} datagrams.`);
      await pass(gathering, [client, gathering.host], patterned(transport.limits.unreliable), 'unreliable');
    }),
  },
  {
    id: 'TR6/too-large',
    title:
      'a message one byte too long throws at the call, also with nobody connected, and nothing of it arrives',
    needs: [],
    run: gathered(async (gathering) => {
      const { host } = gathering;
      expectTooLarge(host.transport, 1);
      const client = await gathering.knock();
      expectTooLarge(client.transport, HOST_PEER);
      await gathering.until('the client joined', () => client.opened.length > 0 && host.opened.length > 0);
      expectTooLarge(host.transport, idOf(client));
      expectTooLarge(client.transport, HOST_PEER);
      await gathering.settle();
      expectSame([host.received.length, client.received.length], [0, 0], 'messages that arrived');
      host.transport.send(idOf(client), numbered(1), 'reliable');
      await gathering.until('a message arrived', () => client.received.length > 0);
      expectSame([host.ends, client.ends], [[], []], 'ends');
    }),
  },
];
