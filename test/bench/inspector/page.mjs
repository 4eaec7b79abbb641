/** A page as a thread of its own: takes all it is told, or nothing at all. */
import { parentPort, workerData } from 'node:worker_threads';
import { decode } from '@msgpack/msgpack';
import { WebSocket } from 'ws';

const counts = { entries: 0, gaps: 0, bytes: 0 };
const socket = new WebSocket(workerData.url);
socket.on('open', () => {
  if (workerData.isStuck) socket.pause();
  parentPort.postMessage('open');
});
socket.on('message', (data) => {
  const entries = decode(data);
  counts.entries += entries.length;
  counts.gaps += entries.filter(({ kind }) => kind === 'gap').length;
  counts.bytes += data.length;
});
socket.on('close', () => parentPort.close());
parentPort.on('message', () => parentPort.postMessage(counts));
