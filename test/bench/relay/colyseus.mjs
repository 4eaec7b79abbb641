/**
 * A Colyseus room as the relay, as its users would write it: what one sends as bytes goes to the others as bytes. No state and no
 * patches; nothing else is turned on.
 */
import { matchMaker, Room, Server } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { serveRelay } from './process.mjs';

const SEATS = 4;
const counts = { sent: 0, received: 0 };

class RelayRoom extends Room {
  maxClients = SEATS;
  patchRate = null;

  onCreate() {
    this.onMessageBytes('pose', (client, bytes) => {
      counts.received++;
      counts.sent += SEATS - 1;
      this.broadcastBytes('pose', bytes, { except: client });
    });
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define('relay', RelayRoom);
await server.listen(0, '127.0.0.1');
const { port } = server.transport.server.address();

async function open() {
  const { roomId } = await matchMaker.createRoom('relay', {});
  return { port, roomId };
}

serveRelay({ open, counts: () => counts });
