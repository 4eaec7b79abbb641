/**
 * The loopback as the conformance suite runs it: bare, with nothing between a flush and a poll, or with both of its ends
 * impaired, on a simulated clock.
 */
import { invariant } from '../../errors.js';
import { type ImpairedTransport, impair } from '../../transports/impair.js';
import { createLoopback, type Loopback } from '../../transports/loopback/loopback.js';
import type { Transport } from '../../transports/transport.js';
import type {
  Ability,
  ConformanceSubject,
  ConformanceTarget,
  Direction,
  NetworkConditions,
} from '../transport-conformance/case.js';
import { FRAME_MS, IMPAIRED_CONDITIONS } from '../transport-conformance/conditions.js';

const NO_WIRE = 'The loopback has no wire: ';

const CANNOT: Readonly<Partial<Record<Ability, string>>> = {
  mtu: `${NO_WIRE}a message is handed over whole.`,
  timeouts: `${NO_WIRE}nobody falls silent, so it needs no clock.`,
  session: 'Who connects holds the session itself: there is no other one to ask for.',
  version: 'Both ends are the same build in one process.',
  schema: 'Both ends are the same build in one process.',
  'round-trip': 'Nothing takes any time between two ends in one process.',
  malformed: `${NO_WIRE}there are no bytes but messages.`,
  replayed: `${NO_WIRE}nothing is sent that could be kept.`,
  spoofed: `${NO_WIRE}only an end that connected can send.`,
};

/** The loopback alone. */
export const bareLoopbackTarget: ConformanceTarget = {
  name: 'loopback, bare',
  cannot: { ...CANNOT, conditions: `${NO_WIRE}nothing lies between a flush and a poll.` },
  create: () => subjectOf((end) => end),
};

/** The loopback with `impair` round every end. */
export const loopbackTarget: ConformanceTarget = {
  name: 'loopback',
  cannot: CANNOT,
  create({ seed, isImpaired }) {
    const ends: ImpairedTransport[] = [];
    let conditions: Partial<NetworkConditions> = isImpaired ? IMPAIRED_CONDITIONS : {};
    let nowMs = 0;
    const subject = subjectOf((end) => {
      const impaired = impair(end, { seed: seed + ends.length, clock: { now: () => nowMs } });
      ends.push(impaired);
      setImpairment(impaired, conditions);
      return impaired;
    });
    return {
      ...subject,
      advance: async () => {
        nowMs += FRAME_MS;
      },
      setConditions(change) {
        conditions = { ...conditions, ...change };
        for (const end of ends) setImpairment(end, conditions);
      },
    };
  },
};

function subjectOf(wrap: (end: Transport) => Transport): ConformanceSubject {
  let loopback: Loopback | undefined;
  return {
    createHost: async (options) => {
      loopback = createLoopback(options);
      return wrap(loopback.host);
    },
    createClient: async () => {
      invariant(loopback !== undefined, 'A client needs a host.');
      return wrap(loopback.connect());
    },
    advance: async () => {},
    openHandles: () => 0,
  };
}

/** An end impairs what it sends; where nothing gets through, every try is lost. */
function setImpairment(end: ImpairedTransport, conditions: Partial<NetworkConditions>): void {
  const { loss = 0, duplicate = 0, reorder = 0, delayMs = 0, jitterMs = 0, blackOut } = conditions;
  const own: Direction = end.role === 'host' ? 'to-clients' : 'to-host';
  const isStopped = blackOut === own || blackOut === 'both';
  end.setImpairment({ loss: isStopped ? 1 : loss, duplicate, reorder, delayMs, jitterMs });
}
