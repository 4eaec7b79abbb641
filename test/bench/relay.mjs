/**
 * What relaying poses costs a host: one batter's 30 a second, 41 bytes, to three others, against a bare `dgram` relay on the same
 * machine doing the same. Process CPU time of the relay alone; the players are another process.
 *
 * With one session the waking of a sleeping process is most of it on either side; with many in a process it is what a pose costs.
 */
import { median, report } from './measure.mjs';
import { createRig, measureRounds } from './relay/rig.mjs';

const LIMIT = 1.15;
const KINDS = ['bare', 'alive', 'local-udp', 'p2p'];

for (const { sessions, rounds, seconds } of [
  { sessions: 1, rounds: 5, seconds: 2 },
  { sessions: 40, rounds: 9, seconds: 1.5 },
]) {
  const rig = createRig();
  for (const kind of KINDS) await rig.open(kind, sessions);
  const results = await measureRounds(rig, KINDS, { rounds, seconds });
  await rig.close();
  tell(sessions, results);
}

function tell(sessions, results) {
  const name = `${sessions} session${sessions > 1 ? 's' : ''}`;
  for (const wire of ['local-udp', 'p2p']) {
    const times = (floor) => ratioOf(results, wire, floor);
    const limit = sessions > 1 ? LIMIT : undefined;
    report({ name: `${name}: host on ${wire} / bare relay`, value: times('bare'), limit, unit: 'times' });
    report({
      name: `${name}: host on ${wire} / the same, waking and kept alive`,
      value: times('alive'),
      unit: 'times',
    });
  }
  for (const kind of KINDS) {
    const good = results[kind].filter(({ isGood }) => isGood);
    const middle = (field) => (good.length > 0 ? median(good.map((result) => result[field])) : undefined);
    report({ name: `${name}: ${kind}`, value: middle('microsPerPose'), unit: 'µs CPU a pose' });
    report({ name: `${name}: ${kind}, in`, value: middle('receivedPerPose'), unit: 'datagrams a pose' });
    report({ name: `${name}: ${kind}, out`, value: middle('sentPerPose'), unit: 'datagrams a pose' });
  }
}

/** Median of the ratios of the rounds in which both were good; none when no round was. */
function ratioOf(results, kind, floor) {
  const ratios = results[kind].flatMap((result, round) => {
    const base = results[floor][round];
    return result.isGood && base.isGood ? [result.microsPerPose / base.microsPerPose] : [];
  });
  return ratios.length > 0 ? median(ratios) : undefined;
}
