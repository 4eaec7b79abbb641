// Hosts a game and starts a second process that joins it; each plays by itself. Then the host's log is replayed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHost, joinSession, openLog, verify } from 'dugout';
import { createFileStore } from 'dugout/store/file';
import { hostP2p, joinP2p } from 'dugout/transports/p2p';
import { game } from './game.mjs';
import { rules } from './rules.mjs';

/** Moves until somebody has won: leaves a multiple of four, if that can be. */
async function playItOut(session, name) {
  for (;;) {
    const isMine = ({ turn }) => turn === session.localPeer;
    const { winner, stones } = await session.until((view) => view.winner !== null || isMine(view));
    if (winner !== null) return winner === session.localPeer;
    const count = stones % (rules.takeMax + 1) || 1;
    console.log(`${name} takes ${count} of ${stones}`);
    session.send('Take', { count });
    // By what lies there, not by whose turn it is: that may be mine again before a frame shows that it was not.
    await session.until((view) => view.winner !== null || view.stones !== stones);
  }
}

async function hostIt(directory) {
  const transport = await hostP2p({ address: '127.0.0.1', advertise: false });
  rmSync(join(directory, 'stones.dugout'), { force: true }); // else the session of that log would be continued
  const store = createFileStore({ directory });
  const ann = await createHost({ game, transport, store, session: 'stones.dugout', seed: 7 });
  const guest = fork(fileURLToPath(import.meta.url), ['join', transport.code]);
  const isGone = once(guest, 'exit');
  // Who is gone before the game began does not come any more; later the game itself says what that means.
  await Promise.race([isGone, ann.until(({ phase }) => phase !== 'waiting')]);
  if (ann.view.phase === 'waiting') throw new Error('Bo did not come.');
  const hasWon = await playItOut(ann, 'Ann');
  await isGone;
  await ann.close();
  console.log(hasWon ? 'Ann has won.' : 'Bo has won.');
  const { verdict } = verify({ log: await openLog(store, 'stones.dugout'), game });
  await store.close();
  console.log(`The log ${join(directory, 'stones.dugout')} replays ${verdict}.`);
}

async function joinIt(code) {
  const bo = await joinSession({ game, transport: await joinP2p({ code }) });
  await bo.until((view) => view.phase === 'playing');
  console.log(bo.send('Take', { count: 9 }).sentence); // nobody may take so many
  await playItOut(bo, 'Bo');
  await bo.close();
}

const [directory = mkdtempSync(join(tmpdir(), 'stones-')), code] = process.argv.slice(2);
await (directory === 'join' ? joinIt(code) : hostIt(directory));
