/** TR12 about links: how good they are said to be; and TR4 on one that is slow. TR11: the same seed gives the same events. */
import { invariant } from '../../errors.js';
import { HOST_PEER } from '../../peers.js';
import type { Transport } from '../../transports/transport.js';
import type { ConformanceCase, ConformanceSubject } from './case.js';
import { expectNumbers, expectSame, idOf, numbered, range } from './checks.js';
import { FRAMES_A_SECOND, type Gathering, gathered } from './gathering.js';
import type { Witness } from './witness.js';

/** A burst of 1000 over a link of 200 ms: some five round trips of a window, and the losses. */
const BURST_SECONDS = 15;
const SLOW_MS = 100;

/** Reliable messages both ways for so long, a few a second as a game sends them. */
function chat(gathering: Gathering, client: Witness, seconds: number): Promise<void> {
  return gathering.seconds(seconds, (frame) => {
    if (frame % 6 !== 0) return;
    client.transport.send(HOST_PEER, numbered(frame), 'reliable');
    gathering.host.transport.send(idOf(client), numbered(frame), 'reliable');
  });
}

function roundTripOf(transport: Transport, peer: number): number {
  const quality = transport.quality(peer);
  invariant(quality?.roundTripMs !== undefined, `The ${transport.role} knows no round trip to ${peer}.`);
  const { roundTripMs, loss } = quality;
  invariant(loss >= 0 && loss <= 1, `A loss of ${loss} is none.`);
  return roundTripMs;
}

/** All that is told in ten seconds of a talk, with the frame it was told in. */
async function eventsOf(subject: ConformanceSubject): Promise<string[]> {
  const lines: string[] = [];
  const host = await subject.createHost();
  const client = await subject.createClient(host);
  const isOpen = () => client.peers.length > 0;
  for (let frame = 0; frame < 10 * FRAMES_A_SECOND; frame++) {
    for (const transport of [host, client]) {
      const tell = (what: string) => lines.push(`${frame} ${transport.role} ${what}`);
      transport.poll({
        opened: (peer) => tell(`opened ${peer}`),
        received: (peer, bytes, delivery) => tell(`received ${delivery} ${bytes} from ${peer}`),
        closed: (peer, end) => tell(`closed ${peer} ${end}`),
      });
      const delivery = (['reliable', 'sequenced', 'unreliable'] as const)[frame % 3] ?? 'reliable';
      if (isOpen()) for (const peer of transport.peers) transport.send(peer, numbered(frame), delivery);
      transport.flush();
    }
    await subject.advance();
  }
  lines.push(JSON.stringify([host.stats, client.stats]));
  for (const transport of [host, client]) await transport.close();
  await subject.dispose?.();
  return lines;
}

export const qualityCases: readonly ConformanceCase[] = [
  {
    id: 'TR12/quality',
    title: 'both sides know after a while how good their link is, and say nothing of strangers',
    needs: [],
    run: gathered(async (gathering) => {
      const { host } = gathering;
      const client = await gathering.join();
      const id = idOf(client);
      await chat(gathering, client, 1);
      await gathering.drained(client);
      for (const ms of [roundTripOf(host.transport, id), roundTripOf(client.transport, HOST_PEER)]) {
        invariant(ms >= 0 && ms < 60_000, `A round trip of ${ms} ms is none.`);
      }
      const strangers = [
        host.transport.quality(200),
        host.transport.quality(HOST_PEER),
        client.transport.quality(id),
      ];
      expectSame(strangers, [null, null, null], 'quality of links that do not exist');
      await gathering.leave(client);
      expectSame(host.transport.quality(id) === undefined, true, 'that nothing is said of an ended link');
    }),
  },
  {
    id: 'TR12/round-trip',
    title: 'the round trip is near the true one, also after that has changed',
    needs: ['conditions', 'round-trip'],
    run: gathered(async (gathering, { subject, isLossy }) => {
      const { host } = gathering;
      const client = await gathering.join();
      await chat(gathering, client, 1);
      subject.setConditions?.({ delayMs: SLOW_MS });
      await chat(gathering, client, 8);
      // Peers answer when they poll: a round trip includes a frame on each side. What is overtaken takes longer, and on a wire
      // that hides its losses what was lost takes as long as sending it again.
      const most = 2 * SLOW_MS + (isLossy ? 400 : 80);
      for (const ms of [
        roundTripOf(host.transport, idOf(client)),
        roundTripOf(client.transport, HOST_PEER),
      ]) {
        invariant(
          ms >= 0.8 * 2 * SLOW_MS && ms <= most,
          `The round trip is 200 ms or a little more, not ${ms}.`,
        );
      }
      const { loss = 1 } = host.transport.quality(idOf(client)) ?? {};
      invariant(isLossy || loss < 0.1, `Nothing is lost any more, but the loss is said to be ${loss}.`);
    }),
  },
  {
    id: 'TR4/burst-after-join',
    title: `a burst of 1000 right after a join, at 200 ms of round trip and 5 % loss, arrives within ${BURST_SECONDS} s`,
    needs: ['conditions'],
    run: gathered(async (gathering, { subject }) => {
      const client = await gathering.join();
      subject.setConditions?.({ delayMs: SLOW_MS, loss: 0.05 });
      for (const number of range(0, 1000)) {
        gathering.host.transport.send(idOf(client), numbered(number), 'reliable');
      }
      const frames = BURST_SECONDS * FRAMES_A_SECOND;
      await gathering.until('1000 messages arrived', () => client.received.length >= 1000, frames);
      await gathering.settle();
      expectNumbers(client.numbersFrom(HOST_PEER), range(0, 1000), 'messages of the burst');
      expectSame([gathering.host.ends, client.ends], [[], []], 'ends');
    }),
  },
  {
    id: 'TR11/same-again',
    title: 'the same seed gives the same events in the same frames, and the same counters',
    needs: ['seeded'],
    run: async ({ another }) => {
      const once = await eventsOf(await another());
      invariant(once.length > 40, `A talk of ten seconds has more than ${once.length} events.`);
      const again = await eventsOf(await another());
      const at = once.findIndex((line, index) => line !== again[index]);
      expectSame([again.length, again[at]], [once.length, once[at]], 'what happened the second time');
    },
  },
];
