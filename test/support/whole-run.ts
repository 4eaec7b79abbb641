/** A whole run of nine innings by four bots, over UDP that loses a fifth of its datagrams, as the feed of the host's log. */

import { createMemoryStore, openLog } from '../../src/index.js';
import type { FeedEntry } from '../../src/inspector/feed/entry.js';
import { feedOfLog } from '../../src/inspector/feed/of-log.js';
import { homeRunDerby } from '../../src/machines/home-run-derby.js';
import { simulateRun } from '../../src/testing/index.js';
import { localUdpTarget } from '../../src/testing/targets/local-udp.js';

const PLAYERS = 4;
const SEED = 7;

export async function feedOfWholeRun(): Promise<FeedEntry[]> {
  const subject = await localUdpTarget.create({ seed: SEED, isImpaired: true });
  const host = await subject.createHost({ playersMax: PLAYERS });
  const clients = [];
  for (let seat = 1; seat < PLAYERS; seat++) clients.push(await subject.createClient(host));
  const store = createMemoryStore();
  await simulateRun({
    ...{ seed: SEED, store, players: PLAYERS },
    session: 'friday.dugout',
    wire: { host, clients },
    onFrame: () => subject.advance(),
  });
  await subject.dispose?.();
  return feedOfLog(await openLog(store, 'friday.dugout'), 'friday.dugout', homeRunDerby);
}
