/** TR4 on a network that fails for a while, shorter than the link timeout of 5 s: nobody times out, everything arrives. */
import { HOST_PEER } from '../../peers.js';
import type { ConformanceCase, ConformanceSubject, Direction } from './case.js';
import { expectNumbers, expectSame, idOf, numbered, range } from './checks.js';
import { FRAMES_A_SECOND, type Gathering, gathered } from './gathering.js';
import type { Witness } from './witness.js';

/** How soon after healing everything must have arrived and been acknowledged. */
const DRAINED_SECONDS = 2;
/** How long messages are sent before an outage, and after it. */
const AROUND_SECONDS = 0.5;
/** Longer than any frame of a small message, shorter than a full datagram. */
const MTU_BYTES = 600;
const LARGE_BYTES = 1000;

/** Numbers what is sent both ways, and checks in the end that each arrived once and in order. */
class Talk {
  readonly #gathering: Gathering;
  readonly #client: Witness;
  /** How many messages were sent to the host, and how many to the client. */
  readonly sent = { toHost: 0, toClient: 0 };

  constructor(gathering: Gathering, client: Witness) {
    this.#gathering = gathering;
    this.#client = client;
  }

  sendToHost(length = 4): void {
    this.#client.transport.send(HOST_PEER, numbered(this.sent.toHost++, length), 'reliable');
  }

  sendToClient(length = 4): void {
    const { host } = this.#gathering;
    host.transport.send(idOf(this.#client), numbered(this.sent.toClient++, length), 'reliable');
  }

  sendBoth(): void {
    this.sendToHost();
    this.sendToClient();
  }

  expectAllAtHost(): void {
    const { host } = this.#gathering;
    expectNumbers(host.numbersFrom(idOf(this.#client)), range(0, this.sent.toHost), 'messages at the host');
  }

  expectAllAtClient(): void {
    expectNumbers(
      this.#client.numbersFrom(HOST_PEER),
      range(0, this.sent.toClient),
      'messages at the client',
    );
  }

  expectAll(): void {
    expectSame([this.#gathering.host.ends, this.#client.ends], [[], []], 'ends');
    this.expectAllAtHost();
    this.expectAllAtClient();
  }
}

function outage(seconds: number, direction: Direction): ConformanceCase {
  return {
    id: `TR4/outage-${seconds}s-${direction}`,
    title: `${seconds} s in which nothing gets through (${direction}) end no link, and within 2 s everything has arrived`,
    needs: ['conditions'],
    run: gathered(async (gathering, { subject, isLossy }) => {
      const client = await gathering.join();
      const talk = new Talk(gathering, client);
      await gathering.seconds(AROUND_SECONDS, () => talk.sendBoth());
      subject.setConditions?.({ blackOut: direction });
      await gathering.seconds(seconds, () => talk.sendBoth());
      subject.setConditions?.({ blackOut: 'none' });
      const { toHost, toClient } = talk.sent;
      await gathering.seconds(AROUND_SECONDS, () => talk.sendBoth());
      const framesMax = (DRAINED_SECONDS - AROUND_SECONDS) * FRAMES_A_SECOND;
      // Where losses go on, so does the wait for the last few acknowledgements.
      const isAcknowledged = () =>
        gathering.host.transport.backlog(idOf(client)) + client.transport.backlog(HOST_PEER) === 0;
      const hasHealed = () =>
        gathering.host.received.length >= toHost &&
        client.received.length >= toClient &&
        (isLossy || isAcknowledged());
      await gathering.until('all that the outage held up arrived', hasHealed, framesMax);
      await gathering.drained(client);
      await gathering.settle();
      talk.expectAll();
    }),
  };
}

/** Half a minute of talk in which large datagrams are lost one way for longer than the link timeout. */
function narrow(direction: Exclude<Direction, 'both'>): ConformanceCase {
  const isToHost = direction === 'to-host';
  return {
    id: `TR4/mtu-${direction}`,
    title: `6 s in which no large datagram gets through ${direction} end no link, and the other way is not affected`,
    needs: ['conditions', 'mtu'],
    run: gathered(async (gathering, { subject }) => {
      const client = await gathering.join();
      const talk = new Talk(gathering, client);
      const length = (frame: number) => (frame % 20 === 0 ? LARGE_BYTES : 4);
      const sendNarrow = (frame: number) => {
        if (frame % 10 !== 0) return;
        if (isToHost) talk.sendToHost(length(frame));
        else talk.sendToClient(length(frame));
      };
      const sendWide = (frame: number) => {
        if (frame % 10 !== 0) return;
        if (isToHost) talk.sendToClient(length(frame));
        else talk.sendToHost(length(frame));
      };
      await narrowed(subject, direction, async () => {
        await gathering.seconds(5, (frame) => {
          sendNarrow(frame);
          sendWide(frame);
        });
        await gathering.seconds(1, sendNarrow);
        if (isToHost) talk.expectAllAtClient();
        else talk.expectAllAtHost();
      });
      await gathering.drained(client);
      await gathering.settle();
      talk.expectAll();
    }),
  };
}

async function narrowed(
  subject: ConformanceSubject,
  direction: Direction,
  work: () => Promise<void>,
): Promise<void> {
  subject.setConditions?.({ mtu: { direction, bytes: MTU_BYTES } });
  await work();
  subject.setConditions?.({ mtu: 'any' });
}

const DIRECTIONS = ['to-host', 'to-clients', 'both'] as const;

export const outageCases: readonly ConformanceCase[] = [
  ...[0.1, 2, 4.9].flatMap((seconds) => DIRECTIONS.map((direction) => outage(seconds, direction))),
  narrow('to-host'),
  narrow('to-clients'),
];
