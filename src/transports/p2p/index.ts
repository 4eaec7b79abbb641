/** `dugout/transports/p2p`: serverless UDP, byte-compatible with good_net_p2p, for Node only. Re-exports only. */
export type { SimulatedLoss } from '../datagram/impairment.js';
export type { BindOptions, DatagramNetwork, DatagramSocket, TransportClock } from '../datagram/socket.js';
export type { FoundSession } from '../wire.js';
export type { P2pClient } from './client.js';
export { type DiscoverP2pOptions, discoverP2p } from './discover.js';
export type { P2pHost } from './host.js';
export { decodeJoinCode, encodeJoinCode, type HostAddress, isWellFormedCode } from './join-code.js';
export { type HostP2pOptions, hostP2p, type JoinP2pOptions, joinP2p, type P2pOptions } from './open.js';
export { type P2pWireOptions, p2pWire } from './wire.js';
