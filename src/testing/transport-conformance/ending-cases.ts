/** TR8 and TR9: how links end, and that each end is told once and by its own name. */
import { invariant } from '../../errors.js';
import { HOST_PEER } from '../../peers.js';
import type { LinkEnd } from '../../transports/transport.js';
import type { ConformanceCase, ConformanceRun } from './case.js';
import { codeThrownBy, expectSame, Gathering, idOf, numbered, type Witness } from './gathering.js';

/** Waits for the one end that `witness` must tell; on a lossy network a goodbye may be lost and silence tells instead. */
async function expectEnd(
  run: ConformanceRun,
  gathering: Gathering,
  witness: Witness,
  peer: number,
  end: LinkEnd,
): Promise<void> {
  await gathering.until(`${peer} ${end} was told`, () => witness.closed.length > 0);
  await gathering.settle();
  const isLostGoodbye = run.isLossy && witness.closed[0]?.end === 'timed-out';
  expectSame(witness.ends, [`${peer} ${isLostGoodbye ? 'timed-out' : end}`], 'ends told');
}

export const endingCases: readonly ConformanceCase[] = [
  {
    id: 'TR8/close',
    title: 'closing twice is closing once; afterwards sending throws and polling tells nothing',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const client = await gathering.join();
        for (const witness of [client, gathering.host]) {
          const { transport } = witness;
          await Promise.all([transport.close(), transport.close()]);
          await transport.close();
          const peer = transport.role === 'host' ? 1 : HOST_PEER;
          const code = codeThrownBy(() => transport.send(peer, numbered(1), 'reliable'));
          expectSame(code, 'transport/closed', 'sending after close');
          const told = witness.closed.length;
          await gathering.settle();
          expectSame(witness.closed.length, told, 'ends told after close');
        }
      }),
  },
  {
    id: 'TR8/close-early',
    title: 'a client may close before its link is up, and nobody hears of it later',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const client = await gathering.knock();
        await client.transport.close();
        await gathering.settle();
        expectSame(client.opened.length, 0, 'links opened at the client');
        expectSame(gathering.host.opened.length, gathering.host.closed.length, 'links opened and closed');
        await gathering.join();
      }),
  },
  {
    id: 'TR9/left',
    title: 'a client that closes has left',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const [first, second] = [await gathering.join(), await gathering.join()];
        await first.transport.close();
        await expectEnd(run, gathering, gathering.host, idOf(first), 'left');
        expectSame(second.ends, [], 'ends at the client that stayed');
      }),
  },
  {
    id: 'TR9/host-gone',
    title: 'when the host closes, every client is told that it is gone',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const clients = [await gathering.join(), await gathering.join()];
        await gathering.host.transport.close();
        for (const client of clients) await expectEnd(run, gathering, client, HOST_PEER, 'host-gone');
      }),
  },
  {
    id: 'TR9/timed-out',
    title: 'silence ends a link on both sides as timed out',
    needs: ['conditions'],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const client = await gathering.join();
        run.subject.setConditions?.({ blackOut: 'both' });
        await expectEnd(run, gathering, gathering.host, idOf(client), 'timed-out');
        await expectEnd(run, gathering, client, HOST_PEER, 'timed-out');
        run.subject.setConditions?.({ blackOut: 'none' });
        await gathering.settle();
        expectSame([gathering.host.ends.length, client.ends.length], [1, 1], 'times told');
        await gathering.join();
      }),
  },
  {
    id: 'TR9/quiet',
    title: 'a link on which nobody says anything stays up',
    needs: ['conditions'],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const client = await gathering.join();
        for (let round = 0; round < 20; round++) await gathering.settle();
        expectSame([gathering.host.ends, client.ends], [[], []], 'ends');
      }),
  },
  {
    id: 'TR9/disconnected',
    title: 'the host may end one link: it is told so itself, and the client hears the sentence',
    needs: [],
    run: (run) =>
      Gathering.with(run, async (gathering) => {
        const { host } = gathering;
        const [first, second] = [await gathering.join(), await gathering.join()];
        host.transport.disconnect(idOf(first), 'You were away for too long.');
        host.transport.send(idOf(first), numbered(1), 'reliable');
        await gathering.until('the client was told', () => first.closed.length > 0);
        await gathering.settle();
        expectSame(host.ends, [`${idOf(first)} closed`], 'ends at the host');
        expectSame([first.ends.length, second.ends.length], [1, 0], 'times the clients were told');
        if (run.isLossy) return;
        expectSame(first.closed[0]?.sentence, 'You were away for too long.', 'the sentence');
      }),
  },
  {
    id: 'TR9/refused',
    title: 'a client more than there is room for is refused with a sentence, and let in once another left',
    needs: [],
    run: (run) =>
      Gathering.with(
        run,
        async (gathering) => {
          const first = await gathering.join();
          const second = await gathering.knock();
          await gathering.until('the second was refused', () => second.closed.length > 0);
          expectSame(second.ends, [`${HOST_PEER} refused`], 'ends at the second client');
          invariant(second.closed[0]?.sentence !== '', 'A refusal needs a sentence.');
          expectSame([second.opened.length, gathering.host.opened.length], [0, 1], 'links opened');
          await first.transport.close();
          await gathering.until('the first left', () => gathering.host.closed.length > 0);
          await gathering.join();
        },
        { playersMax: 2 },
      ),
  },
];
