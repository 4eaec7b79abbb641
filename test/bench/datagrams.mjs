/**
 * Datagrams a second between a host and one peer while somebody is at the plate: bots play innings over a simulated network,
 * frame by frame, so the figure is the same on every machine. A client at the plate sends its own; the others listen.
 */
import { defaultRules } from '../../dist/machines/rules.js';
import { createSimulatedNetwork, simulateRun } from '../../dist/testing/index.js';
import { hostLocalUdp, joinLocalUdp } from '../../dist/transports/local-udp/index.js';
import { hostP2p, joinP2p } from '../../dist/transports/p2p/index.js';
import { report } from './measure.mjs';

const FRAME_RATE = 60;
const PLAYERS = 4;
const DELAY_MS = 20;

const openers = {
  async 'local-udp'(options) {
    const host = await hostLocalUdp(options);
    return { host, join: () => joinLocalUdp({ ...options, port: host.port }) };
  },
  async p2p(options) {
    const host = await hostP2p({ ...options, advertise: false, address: '127.0.0.1' });
    return { host, join: () => joinP2p({ ...options, code: host.code }) };
  },
};

for (const [name, open] of Object.entries(openers)) {
  const counts = await play(open);
  for (const [who, { frames, toHost, fromHost }] of Object.entries(counts)) {
    const perSecond = (datagrams) => (datagrams / frames) * FRAME_RATE;
    report({
      name: `${name}: from ${who} to the host`,
      value: perSecond(toHost),
      unit: 'datagrams a second',
    });
    report({
      name: `${name}: from the host to ${who}`,
      value: perSecond(fromHost),
      unit: 'datagrams a second',
    });
  }
}

/** Plays two innings and counts by what a client was doing. */
async function play(open) {
  const network = createSimulatedNetwork({ seed: 1, delayMs: DELAY_MS });
  const { host, join } = await open({ network, clock: network.clock });
  const clients = [];
  while (clients.length < PLAYERS - 1) clients.push(await join());
  const nothing = () => ({ frames: 0, toHost: 0, fromHost: 0 });
  const counts = { 'the batter': nothing(), 'a listener': nothing() };
  const before = clients.map(({ stats }) => ({ ...stats }));
  await simulateRun({
    seed: 1,
    players: PLAYERS,
    rules: { ...defaultRules, innings: 2 },
    wire: { host, clients },
    onFrame(match) {
      network.advance(1000 / FRAME_RATE);
      const { turn } = match.host.view;
      for (const [index, { stats, localPeer }] of clients.entries()) {
        if (turn !== null && turn.plate !== 'waiting') {
          const count = counts[turn.batter === localPeer ? 'the batter' : 'a listener'];
          count.frames++;
          count.toHost += stats.datagramsSent - before[index].datagramsSent;
          count.fromHost += stats.datagramsReceived - before[index].datagramsReceived;
        }
        before[index] = { ...stats };
      }
    },
  });
  return counts;
}
