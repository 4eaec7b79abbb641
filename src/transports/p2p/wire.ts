/** p2p by join codes: a wire for `createNetwork`. */
import type { Wire } from '../wire.js';
import { P2P_LIMITS } from './constants.js';
import { type DiscoverP2pOptions, discoverP2p } from './discover.js';
import { type HostP2pOptions, hostP2p, type JoinP2pOptions, joinP2p, type P2pOptions } from './open.js';

/** Options of {@link p2pWire}: for both ends, and what only one of them can be told. */
export interface P2pWireOptions extends Omit<P2pOptions, 'schemaHash'> {
  readonly host?: Pick<HostP2pOptions, 'address' | 'port' | 'discoveryPort' | 'broadcastAddress' | 'random'>;
  readonly join?: Pick<JoinP2pOptions, 'connectTimeoutMs' | 'localPort'>;
  readonly discover?: Pick<DiscoverP2pOptions, 'discoveryPort' | 'timeoutMs' | 'wait'>;
}

/** Sessions over UDP whose code is the host's address; `discover` listens for a while. */
export function p2pWire(options: P2pWireOptions = {}): Wire {
  const { host = {}, join = {}, discover = {}, ...shared } = options;
  return {
    limits: P2P_LIMITS,
    async host(session) {
      const transport = await hostP2p({ ...shared, ...host, ...session });
      return { transport, code: transport.code, name: session.name };
    },
    async join(code, { schemaHash }) {
      const transport = await joinP2p({ ...shared, ...join, code, schemaHash });
      return {
        transport,
        code,
        get name() {
          return transport.sessionName ?? '';
        },
      };
    },
    discover(search) {
      const { network } = shared;
      return discoverP2p({ ...(network === undefined ? {} : { network }), ...discover, ...search });
    },
  };
}
