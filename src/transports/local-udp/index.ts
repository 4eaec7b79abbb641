/** `dugout/transports/local-udp`: UDP in the seed's framing, for Node only. Re-exports only. */
export type { SimulatedLoss } from '../datagram/impairment.js';
export type { DatagramNetwork, DatagramSocket, TransportClock } from '../datagram/socket.js';
export type { LocalUdpClientTransport } from './client.js';
export type { HostTransport } from './host.js';
export {
  type HostLocalUdpOptions,
  hostLocalUdp,
  type JoinLocalUdpOptions,
  joinLocalUdp,
  type LocalUdpOptions,
} from './open.js';
