/** TR8 and TR9: how links end, and that each end is told once, by its own name, to all who should know. */
import { invariant } from '../../errors.js';
import { HOST_PEER, type PeerId } from '../../peers.js';
import type { LinkEnd } from '../../transports/transport.js';
import type { ConformanceCase, ConformanceRun } from './case.js';
import { expectSame, idOf, numbered, thrownBy } from './checks.js';
import { type Gathering, gathered } from './gathering.js';
import type { Witness } from './witness.js';

/**
 * Waits for the one end that `witness` must tell. On a lossy network a goodbye may be lost, and silence tells instead; of a
 * refusal the sentence may be lost, and a goodbye without one arrive.
 */
async function expectEnd(
  { isLossy }: ConformanceRun,
  gathering: Gathering,
  witness: Witness,
  peer: PeerId,
  end: LinkEnd,
): Promise<void> {
  await gathering.until(`${peer} ${end} was told`, () => witness.closed.length > 0);
  await gathering.settle();
  const ends = isLossy ? [end, 'timed-out', ...(end === 'refused' ? ['host-gone'] : [])] : [end];
  const seen = witness.ends;
  const isRight = seen.length === 1 && ends.some((one) => seen[0] === `${peer} ${one}`);
  invariant(
    isRight,
    `Of ${peer} the ${witness.transport.role} must tell one of ${ends} once, but told ${seen}.`,
  );
  expectSame(witness.transport.peers.includes(peer), false, 'whether the peer is still there');
}

/** Clients that hear of each other hear once that `peer` is gone, by one of `ends`. */
async function expectLeft(
  run: ConformanceRun,
  gathering: Gathering,
  witness: Witness,
  peer: PeerId,
  ends: readonly LinkEnd[],
): Promise<void> {
  expectSame(witness.ends, [], 'ends at a client that stayed');
  if (!run.can('roster')) return;
  const left = () => witness.ofOthers.filter((line) => line.startsWith(`left ${peer} `));
  await gathering.until(`the client that stayed heard that ${peer} is gone`, () => left().length > 0);
  await gathering.settle();
  const allowed = (run.isLossy ? [...ends, 'timed-out'] : ends).map((end) => `left ${peer} ${end}`);
  invariant(left().length === 1 && allowed.includes(left()[0] ?? ''), `It heard ${left()}, not ${allowed}.`);
}

export const endingCases: readonly ConformanceCase[] = [
  {
    id: 'TR8/close',
    title: 'closing twice is closing once; afterwards sending throws and polling tells nothing',
    needs: [],
    run: gathered(async (gathering) => {
      const client = await gathering.join();
      for (const witness of [client, gathering.host]) {
        const { transport } = witness;
        await Promise.all([transport.close(), transport.close()]);
        await transport.close();
        const peer = transport.role === 'host' ? 1 : HOST_PEER;
        const { code } = thrownBy(() => transport.send(peer, numbered(1), 'reliable'));
        expectSame(code, 'transport/closed', 'sending after close');
        const told = witness.closed.length;
        await gathering.settle();
        expectSame(witness.closed.length, told, 'ends told after close');
      }
    }),
  },
  {
    id: 'TR8/handles',
    title: 'closing leaves no timer and no socket, also with messages on their way and links half open',
    needs: [],
    run: gathered(async (gathering, { subject }) => {
      const { host } = gathering;
      const [client, knocking] = [await gathering.join(), await gathering.knock()];
      for (let number = 0; number < 50; number++) {
        host.transport.send(idOf(client), numbered(number), 'reliable');
        client.transport.send(HOST_PEER, numbered(number), 'reliable');
      }
      client.transport.flush();
      const open = subject.openHandles?.();
      for (const { transport } of [knocking, client, host]) await transport.close();
      expectSame(subject.openHandles?.() ?? 0, 0, `sockets and timers left of ${open}`);
    }),
  },
  {
    id: 'TR9/left',
    title: 'a client that closes has left, and the others hear of it',
    needs: [],
    run: gathered(async (gathering, run) => {
      const [first, second] = [await gathering.join(), await gathering.join()];
      await first.transport.close();
      await expectEnd(run, gathering, gathering.host, idOf(first), 'left');
      await expectLeft(run, gathering, second, idOf(first), ['left']);
    }),
  },
  {
    id: 'TR9/left-by-disconnect',
    title: 'a client that ends its link has left, and is told so itself',
    needs: [],
    run: gathered(async (gathering, run) => {
      const client = await gathering.join();
      client.transport.disconnect(HOST_PEER, '');
      await expectEnd(run, gathering, client, HOST_PEER, 'closed');
      await expectEnd(run, gathering, gathering.host, idOf(client), 'left');
    }),
  },
  {
    id: 'TR9/host-gone',
    title: 'when the host closes, every client is told that it is gone',
    needs: [],
    run: gathered(async (gathering, run) => {
      const clients = [await gathering.join(), await gathering.join()];
      await gathering.host.transport.close();
      for (const client of clients) await expectEnd(run, gathering, client, HOST_PEER, 'host-gone');
    }),
  },
  {
    id: 'TR9/sent-away',
    title: 'the host may end one link: it is told so itself, the client hears why, and the others hear of it',
    needs: [],
    run: gathered(async (gathering, run) => {
      const sentence = 'You were away for too long.';
      const { host } = gathering;
      const [first, second] = [await gathering.join(), await gathering.join()];
      host.transport.disconnect(idOf(first), sentence);
      host.transport.send(idOf(first), numbered(1), 'reliable');
      await expectEnd(run, gathering, first, HOST_PEER, 'refused');
      expectSame(host.ends, [`${idOf(first)} closed`], 'ends at the host');
      await expectLeft(run, gathering, second, idOf(first), ['closed', 'refused', 'left']);
      expectSame(first.received.length, 0, 'messages after the end');
      const [closed] = first.closed;
      if (closed?.end !== 'refused') return;
      if (run.can('goodbye-text')) expectSame(closed?.sentence, sentence, 'the sentence');
      invariant(closed?.sentence !== '', 'A refusal needs a sentence.');
    }),
  },
  {
    id: 'TR9/sent-away-silently',
    title: 'a link that the host ends without a sentence ends as if the host was gone',
    needs: [],
    run: gathered(async (gathering, run) => {
      const client = await gathering.join();
      gathering.host.transport.disconnect(idOf(client), '');
      await expectEnd(run, gathering, client, HOST_PEER, 'host-gone');
      expectSame(gathering.host.ends, [`${idOf(client)} closed`], 'ends at the host');
    }),
  },
];
