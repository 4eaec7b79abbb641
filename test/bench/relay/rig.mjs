/**
 * Measures relays: one process of players, and for each relay a process of its own whose CPU time is read before and after the
 * players sent through it. Only one relay is sent through at a time.
 */
import { startProcess } from './process.mjs';

const FILES = { bare: 'bare.mjs', alive: 'bare.mjs', colyseus: 'colyseus.mjs' };
/** Below this share of what was to be sent and to arrive, the machine was too busy to say anything. */
const SHARE_MIN = 0.9;
const LISTENERS = 3;
const POSES_A_SECOND = 30;

export function createRig() {
  const players = startProcess('players.mjs');
  const relays = new Map();
  return {
    /** Adds `sessions` sessions to the relay `kind`. */
    async open(kind, sessions) {
      const relay = relays.get(kind) ?? {
        process: startProcess(FILES[kind] ?? 'dugout.mjs', [kind]),
        sessions: 0,
      };
      relays.set(kind, relay);
      const endpoints = await relay.process.ask('open', sessions);
      await players.ask('open', { kind, endpoints });
      relay.sessions += sessions;
    },
    /** What `kind` takes to relay all its sessions' poses for `seconds`. */
    async measure(kind, seconds) {
      const relay = relays.get(kind);
      const before = await relay.process.ask('read');
      const run = await players.ask('run', { kind, seconds });
      const after = await relay.process.ask('read');
      const arrived = await players.ask('settle', kind);
      const sentShare = run.sent / (relay.sessions * POSES_A_SECOND * run.seconds);
      const arrivedShare = arrived / (run.sent * LISTENERS);
      const cpuMs = after.cpuMs - before.cpuMs;
      return {
        isGood: sentShare > SHARE_MIN && arrivedShare > SHARE_MIN,
        microsPerPose: (cpuMs * 1000) / run.sent,
        load: cpuMs / 1000 / run.seconds,
        sentPerPose: (after.sent - before.sent) / run.sent,
        receivedPerPose: (after.received - before.received) / run.sent,
      };
    },
    /** Ends all processes, the players first. */
    async close() {
      await players.close();
      for (const { process } of relays.values()) await process.close();
    },
  };
}

/** Measures `kinds` in turn, `rounds` times after one round that does not count; kind → its good rounds' results. */
export async function measureRounds(rig, kinds, { rounds, seconds }) {
  const results = Object.fromEntries(kinds.map((kind) => [kind, []]));
  for (let round = -1; round < rounds; round++) {
    for (const kind of kinds) {
      const result = await rig.measure(kind, seconds);
      if (round >= 0) results[kind].push(result);
    }
  }
  return results;
}
