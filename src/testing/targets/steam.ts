/** The Steam transport as the conformance suite runs it: on a fake Steam, every end its own user. */
import { invariant } from '../../errors.js';
import { hostSteam, joinSteam, type SteamHostTransport } from '../../transports/steam/index.js';
import { createFakeSteam } from '../fake-steam.js';
import type { ConformanceTarget, Mismatch } from '../transport-conformance/case.js';
import { FRAME_MS, IMPAIRED_CONDITIONS } from '../transport-conformance/conditions.js';

/** A client that the suite no longer polls has crashed: Steam in a program that hangs would keep its links alive. */
const CRASH_MS = 250;
const AUTHENTIC = 'Steam encrypts and authenticates every packet, so ';

/** What a client asks for that the host is not. */
const ASKS: Readonly<Record<Mismatch, { lobby?: string; version?: string; schemaHash?: number }>> = {
  session: { lobby: '1' },
  version: { version: 'ANOTHER-VERSION' },
  schema: { schemaHash: 0xbad },
};

/** See the head of this file. */
export const steamTarget: ConformanceTarget = {
  name: 'steam',
  cannot: {
    roster: "The seed's framing has no message that tells a client of another one.",
    mtu: 'Steam makes packets of its own size out of any messages, and a path too narrow for them carries none.',
    malformed: `${AUTHENTIC}there is none that its user's own program did not mean.`,
    replayed: `${AUTHENTIC}a copy is dropped before it reaches us.`,
    spoofed: `${AUTHENTIC}nobody can send as somebody else.`,
  },
  create({ seed, isImpaired }) {
    const steam = createFakeSteam({
      seed,
      conditions: isImpaired ? IMPAIRED_CONDITIONS : {},
      crashMs: CRASH_MS,
    });
    const { clock } = steam;
    let host: SteamHostTransport | undefined;
    return {
      async createHost(options) {
        host = await hostSteam({ steam: steam.login(), clock, ...options });
        return host;
      },
      async createClient(_, { mismatch } = {}) {
        invariant(host !== undefined, 'A client needs a host.');
        const asks = mismatch === undefined ? {} : ASKS[mismatch];
        return joinSteam({ steam: steam.login(), clock, lobby: host.lobby, ...asks });
      },
      advance: async () => steam.advance(FRAME_MS),
      setConditions: (change) => steam.setConditions(change),
      openHandles: () => steam.openHandles,
    };
  },
};
