/**
 * The floor: a bare `dgram` relay. What one of four sends goes to the three others, as it came, the moment it comes.
 *
 * With `alive` it also does what any host on this wire must: wakes up 60 times a second for each session, and sends a
 * heartbeat to the one peer that would hear nothing else. Its peers' heartbeats come either way or not at all: see players.mjs.
 */
import { createSocket } from 'node:dgram';
import { serveRelay } from './process.mjs';

const FRAME_MS = 1000 / 60;
const HEARTBEAT_MS = 250;
const SEATS = 4;
const POSE_BYTES = 42;
const isAlive = process.argv[2] === 'alive';
const counts = { sent: 0, received: 0 };
let frames = 0;

// As Dugout's own sockets: a numeric address needs no lookup, and asking for one costs a turn of the loop.
const lookup = (host, _options, callback) => callback(null, host, 4);

function open() {
  const socket = createSocket({
    type: 'udp4',
    recvBufferSize: 1024 * 1024,
    sendBufferSize: 1024 * 1024,
    lookup,
  });
  const peers = [];
  const send = (bytes, { port, address }) => {
    counts.sent++;
    socket.send(bytes, port, address);
  };
  socket.on('message', (bytes, from) => {
    counts.received++;
    if (bytes.length !== POSE_BYTES) {
      if (peers.length < SEATS && !peers.some(({ port }) => port === from.port)) peers.push(from);
      return;
    }
    for (const peer of peers) if (peer.port !== from.port) send(bytes, peer);
  });
  if (isAlive) {
    const turn = () => {
      frames++;
      setTimeout(turn, FRAME_MS);
    };
    setTimeout(turn, Math.random() * FRAME_MS);
    setInterval(() => peers[0] && send(Uint8Array.of(7), peers[0]), HEARTBEAT_MS);
  }
  return new Promise((resolve) => {
    socket.bind(0, '127.0.0.1', () => resolve(socket.address().port));
  });
}

serveRelay({ open, counts: () => ({ ...counts, frames }) });
