/** TR9: what silence does to a link, when it is long enough and when it is not. The link timeout is taken to be 5 s. */
import { invariant } from '../../errors.js';
import { HOST_PEER } from '../../peers.js';
import type { ConformanceCase, Direction } from './case.js';
import { expectSame, idOf } from './checks.js';
import { gathered } from './gathering.js';

/** Longer than the timeout by as much as a sign of life before it may have been away. */
const SILENCE_SECONDS = 5.5;
/** Until a side that heard nothing any more must have noticed, counted from when the other side had. */
const NOTICE_FRAMES = 480;

function oneWay(direction: Exclude<Direction, 'both'>): ConformanceCase {
  return {
    id: `TR9/silence-${direction}`,
    title: `when nothing gets through ${direction}, both sides tell once that the link ended`,
    needs: ['conditions', 'timeouts'],
    run: gathered(async (gathering, { subject }) => {
      const { host } = gathering;
      const client = await gathering.join();
      subject.setConditions?.({ blackOut: direction });
      const deaf = direction === 'to-host' ? host : client;
      await gathering.seconds(SILENCE_SECONDS);
      await gathering.until('the deaf side noticed', () => deaf.closed.length > 0, 30);
      const peer = direction === 'to-host' ? idOf(client) : HOST_PEER;
      expectSame(deaf.ends, [`${peer} timed-out`], 'ends at the side that heard nothing');
      const other = deaf === host ? client : host;
      await gathering.until('the other side noticed', () => other.closed.length > 0, NOTICE_FRAMES);
      subject.setConditions?.({ blackOut: 'none' });
      await gathering.settle();
      expectSame([host.closed.length, client.closed.length], [1, 1], 'times told');
      await gathering.join();
    }),
  };
}

export const silenceCases: readonly ConformanceCase[] = [
  {
    id: 'TR9/timed-out',
    title: 'after 5.5 s of silence both sides tell once that the link timed out',
    needs: ['conditions', 'timeouts'],
    run: gathered(async (gathering, { subject }) => {
      const { host } = gathering;
      const client = await gathering.join();
      subject.setConditions?.({ blackOut: 'both' });
      await gathering.seconds(SILENCE_SECONDS);
      await gathering.until('both noticed', () => host.closed.length + client.closed.length === 2, 30);
      subject.setConditions?.({ blackOut: 'none' });
      await gathering.settle();
      expectSame(host.ends, [`${idOf(client)} timed-out`], 'ends at the host');
      expectSame(client.ends, [`${HOST_PEER} timed-out`], 'ends at the client');
      expectSame([host.transport.peers, client.transport.peers], [[], []], 'peers');
      await gathering.join();
    }),
  },
  {
    id: 'TR9/silent-client',
    title: 'a client that stops without a word times out, and the others hear of it and play on',
    needs: ['conditions', 'timeouts'],
    run: gathered(async (gathering, { can }) => {
      const { host } = gathering;
      const [silent, other] = [await gathering.join(), await gathering.join()];
      await gathering.settle();
      gathering.ignore(silent);
      await gathering.seconds(SILENCE_SECONDS);
      await gathering.until('the host noticed', () => host.closed.length > 0, 30);
      await gathering.settle();
      expectSame(host.ends, [`${idOf(silent)} timed-out`], 'ends at the host');
      expectSame([host.transport.peers, other.ends], [[idOf(other)], []], 'who is still there');
      const left = other.ofOthers.filter((line) => line.startsWith('left'));
      if (can('roster')) expectSame(left, [`left ${idOf(silent)} timed-out`], 'what the other client heard');
      gathering.heed(silent);
      await gathering.seconds(SILENCE_SECONDS);
      expectSame(silent.closed.length, 1, 'ends at the client that was silent');
    }),
  },
  oneWay('to-host'),
  oneWay('to-clients'),
  {
    id: 'TR9/quiet',
    title: 'a link on which nobody says anything stays up',
    needs: ['conditions'],
    run: gathered(async (gathering) => {
      const client = await gathering.join();
      await gathering.seconds(20);
      expectSame([gathering.host.ends, client.ends], [[], []], 'ends');
      invariant(gathering.host.transport.peers.length === 1, 'The client must still be there.');
    }),
  },
];
