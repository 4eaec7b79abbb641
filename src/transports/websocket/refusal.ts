/** Who is not let in, and the sentence it is told: what was expected, what was found, what to do. */
import { type Packet, WEBSOCKET_VERSION } from './framing.js';

/** What a hello must ask for. */
export interface Expected {
  readonly schemaHash: number;
  readonly session: string;
}

/** Why a client that said `hello` is refused; `undefined` when it is not. Sentences fit the 123 bytes of a close frame. */
export function refusalOf(hello: Packet | undefined, expected: Expected): string | undefined {
  if (hello?.kind !== 'hello') {
    return 'This host speaks the WebSocket framing of Dugout; the first message was something else.';
  }
  const { version, schemaHash, session } = hello;
  if (version !== WEBSOCKET_VERSION) {
    return `This host speaks version ${WEBSOCKET_VERSION} of the framing, your game version ${version}; update the older one.`;
  }
  if (session !== expected.session) {
    return 'There is no session of that name at this host; ask the host for its name.';
  }
  if (schemaHash !== expected.schemaHash) {
    return `This host has protocol schema ${hex(expected.schemaHash)}, your game ${hex(schemaHash)}; update the older one.`;
  }
  return undefined;
}

function hex(hash: number): string {
  return `0x${hash.toString(16).padStart(8, '0')}`;
}
