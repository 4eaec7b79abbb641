/**
 * Dugout as the relay: hosts without a player of their own, each with its own loop of 60 frames a second, and no log, as nobody
 * it is compared with keeps one. As soon as four players are in, the run starts; its waits are a day long, so the at-bat goes on.
 */
import { createHost } from '../../../dist/index.js';
import { endlessDerby, VERSION } from './endless-derby.mjs';
import { serveRelay } from './process.mjs';
import { wires } from './wires.mjs';

const SEATS = 4;
const wire = process.argv[2];
const transports = [];

async function open(index) {
  const { transport, endpoint } = await wires[wire].host();
  transports.push(transport);
  const host = await createHost({
    game: endlessDerby,
    transport,
    seed: index,
    options: { version: VERSION, player: null },
  });
  host.notice$.subscribe(({ kind, sentence }) => kind === 'fault' && console.error(sentence));
  host
    .until((view) => view.roster.length === SEATS)
    .then(() => host.command('startRun', null))
    .catch((error) => console.error(error));
  return endpoint;
}

serveRelay({
  open,
  counts() {
    let [sent, received] = [0, 0];
    for (const { stats } of transports) {
      sent += stats.datagramsSent;
      received += stats.datagramsReceived;
    }
    return { sent, received };
  },
});
