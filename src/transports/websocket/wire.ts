/** WebSocket by URL: a wire for `createNetwork`, on Node. */
import type { Wire } from '../wire.js';
import {
  type HostWebSocketOptions,
  hostWebSocket,
  type JoinNodeWebSocketOptions,
  joinWebSocket,
} from './open.js';
import { type WebSocketOptions, withDefaults } from './options.js';

/** Options of {@link webSocketWire}: for both ends, and what only one of them can be told. */
export interface WebSocketWireOptions extends Omit<WebSocketOptions, 'schemaHash'> {
  readonly host?: Omit<HostWebSocketOptions, keyof WebSocketOptions | 'playersMax'>;
  readonly join?: Pick<JoinNodeWebSocketOptions, 'connectTimeoutMs' | 'tls'>;
}

/**
 * Sessions over WebSocket whose code is the host's URL, as this machine reaches it: behind a proxy, others join by the URL of that.
 * The wire carries no name, and nothing is announced.
 */
export function webSocketWire(options: WebSocketWireOptions = {}): Wire {
  const { host = {}, join = {}, ...shared } = options;
  return {
    limits: withDefaults(shared).limits,
    async host({ name, playersMax, schemaHash }) {
      const transport = await hostWebSocket({ ...shared, ...host, playersMax, schemaHash });
      return { transport, code: transport.url, name };
    },
    async join(url, { schemaHash }) {
      return { transport: await joinWebSocket({ ...shared, ...join, url, schemaHash }), code: url, name: '' };
    },
  };
}
