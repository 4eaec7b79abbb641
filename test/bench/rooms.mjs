/**
 * How many sessions one core relays at 60 % load, and how many rooms of Colyseus do the same: four players, of whom one sends 30
 * poses a second that the three others get. A relay process each, one after the other, on an otherwise idle machine.
 *
 * The load is measured at two sizes, the second chosen near the goal; the figure is on the line through both. Twice, there and back.
 */
import { median, report } from './measure.mjs';
import { createRig, measureRounds } from './relay/rig.mjs';

const KINDS = ['websocket', 'colyseus', 'local-udp', 'p2p'];
const LOAD = 0.6;
const SESSIONS_FIRST = 40;
const SESSIONS_MAX = 240;
const ROUNDS = { rounds: 3, seconds: 1.5 };

const passes = Object.fromEntries(KINDS.map((kind) => [kind, []]));
// There and back, so that a machine that gets busier or calmer does so for all.
for (const kind of [...KINDS, ...KINDS.toReversed()]) passes[kind].push(await measure(kind));

const sessionsOf = {};
for (const kind of KINDS) {
  const good = passes[kind].filter((sessions) => sessions !== undefined);
  sessionsOf[kind] = good.length > 0 ? median(good) : undefined;
  report({ name: `${kind} at ${LOAD * 100} % of a core`, value: sessionsOf[kind], unit: 'sessions' });
}
for (const kind of KINDS.filter((kind) => kind !== 'colyseus')) {
  const value = sessionsOf[kind] && sessionsOf.colyseus && sessionsOf[kind] / sessionsOf.colyseus;
  report({ name: `${kind} / colyseus`, value, unit: 'times the sessions' });
}

/** Sessions at the goal, or `undefined` when the players could not keep up. */
async function measure(kind) {
  const rig = createRig();
  try {
    await rig.open(kind, SESSIONS_FIRST);
    const first = await loadOf(rig, kind);
    if (first === undefined) return undefined;
    const near = Math.min(SESSIONS_MAX, Math.round((SESSIONS_FIRST * LOAD) / first));
    if (near <= SESSIONS_FIRST) return near;
    await rig.open(kind, near - SESSIONS_FIRST);
    const second = await loadOf(rig, kind);
    if (second === undefined) return undefined;
    const perSession = (second - first) / (near - SESSIONS_FIRST);
    return Math.round(SESSIONS_FIRST + (LOAD - first) / perSession);
  } finally {
    await rig.close();
  }
}

async function loadOf(rig, kind) {
  const results = await measureRounds(rig, [kind], ROUNDS);
  const good = results[kind].filter(({ isGood }) => isGood);
  return good.length > 0 ? median(good.map(({ load }) => load)) : undefined;
}
