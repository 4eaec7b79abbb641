/** TR1–TR3: when things happen, and whose bytes they are. */
import { HOST_PEER } from '../../peers.js';
import type { ConformanceCase } from './case.js';
import { expectBytes, expectSame, idOf, numbered } from './checks.js';
import { gathered } from './gathering.js';

const DELIVERIES = ['reliable', 'sequenced', 'unreliable'] as const;

export const pollingCases: readonly ConformanceCase[] = [
  {
    id: 'TR1/poll',
    title: 'what arrives waits for poll',
    needs: [],
    run: gathered(async (gathering) => {
      const client = await gathering.join();
      gathering.host.transport.send(idOf(client), numbered(7), 'reliable');
      gathering.host.transport.flush();
      await gathering.idle();
      expectSame(client.received.length, 0, 'messages handed over before poll');
      await gathering.until('the message arrived', () => client.received.length > 0);
      expectSame(client.numbersFrom(HOST_PEER), [7], 'messages after poll');
    }),
  },
  {
    id: 'TR1/peers',
    title: 'joining and leaving wait for poll, and until then the peers are those that were told',
    needs: [],
    run: gathered(async (gathering) => {
      const { host } = gathering;
      const client = await gathering.join();
      const id = idOf(client);
      const second = await gathering.knock();
      second.poll();
      second.transport.flush();
      await gathering.idle();
      expectSame([host.opened, [...host.transport.peers]], [[id], [id]], 'opened and peers before poll');
      await gathering.until('the second joined', () => host.transport.peers.length === 2);
      await client.transport.close();
      await gathering.idle();
      expectSame([host.ends, host.transport.peers.includes(id)], [[], true], 'ends and peers before poll');
      await gathering.until('the first left', () => !host.transport.peers.includes(id));
      expectSame(host.closed.length, 1, 'ends after poll');
    }),
  },
  {
    id: 'TR2/flush',
    title: 'what is sent waits for flush, on both sides',
    needs: [],
    run: gathered(async (gathering) => {
      const { host } = gathering;
      const client = await gathering.join();
      for (const delivery of DELIVERIES) {
        client.transport.send(HOST_PEER, numbered(7), delivery);
        host.transport.send(idOf(client), numbered(7), delivery);
      }
      await gathering.idle();
      host.poll();
      client.poll();
      expectSame([host.received.length, client.received.length], [0, 0], 'messages that left before flush');
      await gathering.until(
        'messages arrived on both sides',
        () => host.received.length > 0 && client.received.length > 0,
      );
    }),
  },
  {
    id: 'TR3/copies',
    title: 'the sender may reuse its buffer at once, and the receiver may write to what it got',
    needs: [],
    run: gathered(async (gathering) => {
      const client = await gathering.join();
      const buffer = new Uint8Array(4);
      const spent = new Uint8Array(4).fill(0xff);
      for (let number = 0; number < 50; number++) {
        for (const delivery of DELIVERIES) {
          buffer.set(numbered(number));
          client.transport.send(HOST_PEER, buffer, delivery);
          buffer.set(spent);
        }
        await gathering.frame();
      }
      const { received } = gathering.host;
      await gathering.drained(client);
      await gathering.until('messages arrived', () => received.length >= 50);
      for (const { bytes } of received) {
        expectSame(
          bytes.length === 4 && (bytes[0] ?? 0) < 50 && bytes[3] === 0,
          true,
          'that the bytes are those sent',
        );
        bytes.fill(0xee);
      }
      expectBytes(buffer, spent, "the sender's buffer after the receiver wrote to its own");
    }),
  },
];
