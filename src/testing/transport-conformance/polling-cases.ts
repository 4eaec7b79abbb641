/** TR1–TR3: when things happen, and whose bytes they are. */
import { HOST_PEER } from '../../peers.js';
import type { ConformanceCase } from './case.js';
import { expectSame, Gathering, idOf, numbered } from './gathering.js';

export const pollingCases: readonly ConformanceCase[] = [
  {
    id: 'TR1/poll',
    title: 'what arrives waits for poll',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
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
    id: 'TR2/flush',
    title: 'what is sent waits for flush',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const client = await gathering.join();
        for (const delivery of ['reliable', 'sequenced', 'unreliable'] as const) {
          client.transport.send(HOST_PEER, numbered(7), delivery);
        }
        await gathering.idle();
        gathering.host.poll();
        expectSame(gathering.host.received.length, 0, 'messages that left before flush');
        await gathering.until('the message arrived', () => gathering.host.received.length > 0);
      }),
  },
  {
    id: 'TR3/copies',
    title: 'the sender may reuse its buffer at once, and the receiver may write to what it got',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const client = await gathering.join();
        const buffer = new Uint8Array(4);
        for (let number = 0; number < 50; number++) {
          buffer.set(numbered(number));
          client.transport.send(HOST_PEER, buffer, 'reliable');
          buffer.fill(0xff);
          await gathering.frame();
        }
        const { received } = gathering.host;
        await gathering.until('50 messages arrived', () => received.length >= 50);
        for (const [number, { bytes }] of received.entries()) {
          expectSame([...bytes], [...numbered(number)], 'bytes received');
          bytes.fill(0xee);
        }
        expectSame(
          [...buffer],
          [0xff, 0xff, 0xff, 0xff],
          "the sender's buffer after the receiver wrote to its own",
        );
      }),
  },
];
