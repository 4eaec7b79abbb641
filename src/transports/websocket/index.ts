/** `dugout/transports/websocket` on Node. In a browser the same entry is `browser.ts`, which can join only. Re-exports only. */
export type { TransportClock } from '../datagram/socket.js';
export type { WebSocketHostTransport } from './host.js';
export {
  type HostWebSocketOptions,
  hostWebSocket,
  type JoinNodeWebSocketOptions,
  joinWebSocket,
} from './open.js';
export type { JoinWebSocketOptions, WebSocketOptions } from './options.js';
export type { AllowedOrigins } from './origin.js';
export { type WebSocketWireOptions, webSocketWire } from './wire.js';
