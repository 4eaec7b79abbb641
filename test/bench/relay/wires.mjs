/** The wires that Dugout's relay is measured over: how a host opens one, how a player joins it. */
import { hostLocalUdp, joinLocalUdp } from '../../../dist/transports/local-udp/index.js';
import { hostP2p, joinP2p } from '../../../dist/transports/p2p/index.js';
import { hostWebSocket, joinWebSocket } from '../../../dist/transports/websocket/index.js';

/** Of both ends: on a busy machine a starved process must not end sessions. */
const times = { timeoutMs: 600_000 };

export const wires = {
  'local-udp': {
    async host() {
      const transport = await hostLocalUdp(times);
      return { transport, endpoint: transport.port };
    },
    join: (port) => joinLocalUdp({ port, ...times }),
  },
  p2p: {
    async host() {
      const transport = await hostP2p({ ...times, address: '127.0.0.1', advertise: false });
      return { transport, endpoint: transport.code };
    },
    join: (code) => joinP2p({ code, ...times }),
  },
  websocket: {
    async host() {
      const transport = await hostWebSocket(times);
      return { transport, endpoint: transport.port };
    },
    join: (port) => joinWebSocket({ url: `ws://127.0.0.1:${port}/`, ...times }),
  },
};
