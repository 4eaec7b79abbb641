import { describe, expect, it } from 'vitest';
import { type Arrival, SocketInbox } from '../../../src/transports/websocket/inbox.js';
import type {
  MessageSocket,
  MessageSocketListener,
} from '../../../src/transports/websocket/message-socket.js';

/** A socket that does what it is told by the test, and what was done to it. */
function fakeSocket() {
  const done: string[] = [];
  let listener: MessageSocketListener | undefined;
  const socket: MessageSocket = {
    bufferedBytes: 0,
    listen: (given) => {
      listener = given;
    },
    send: (bytes) => done.push(`send ${bytes.join()}`),
    close: (code, reason) => done.push(`close ${code} ${reason}`),
  };
  const tell = () => {
    if (listener === undefined) throw new RangeError('nobody listens');
    return listener;
  };
  return { socket, done, tell };
}

const told = (arrivals: readonly Arrival[]) =>
  arrivals.map((one) =>
    one.kind === 'frame' ? `frame ${one.bytes?.join()}` : `closed ${one.code} ${one.reason}`,
  );

describe('an inbox', () => {
  it('keeps what happens to any socket in one order, and greets when one opens', () => {
    const inbox = new SocketInbox();
    const [a, b] = [fakeSocket(), fakeSocket()];
    const port = inbox.attach(a.socket, Uint8Array.of(7));
    inbox.attach(b.socket);
    expect([a.done, port.hasOpened]).toEqual([[], false]);
    a.tell().opened();
    a.tell().received(Uint8Array.of(1));
    b.tell().received(undefined);
    b.tell().closed(1006, 'a reset');
    a.tell().received(Uint8Array.of(2));
    expect([a.done, port.hasOpened]).toEqual([['send 7'], true]);
    expect(told(inbox.take())).toEqual(['frame 1', 'frame undefined', 'closed 1006 a reset', 'frame 2']);
    expect(inbox.take()).toEqual([]);
    expect(inbox.counters).toMatchObject({ datagramsSent: 1, datagramsReceived: 3 });
  });

  it('says nothing more of a socket that was closed here', () => {
    const inbox = new SocketInbox();
    const { socket, done, tell } = fakeSocket();
    const port = inbox.attach(socket);
    port.close(4000, 'No.');
    port.close(1000, '');
    port.send(Uint8Array.of(1));
    tell().received(Uint8Array.of(1));
    tell().closed(4000, 'No.');
    expect([done, inbox.take()]).toEqual([['close 4000 No.'], []]);
  });

  it.each([
    ['frames', 1, 8192],
    ['bytes', 1024 * 1024, 16],
  ])('ends a socket that floods it with %s, and only that one', (_, length, most) => {
    const inbox = new SocketInbox();
    const [flood, calm] = [fakeSocket(), fakeSocket()];
    inbox.attach(flood.socket);
    inbox.attach(calm.socket);
    const bytes = new Uint8Array(length);
    for (let count = 0; count < 2 * most; count++) flood.tell().received(bytes);
    calm.tell().received(Uint8Array.of(1));
    const arrivals = inbox.take();
    expect(arrivals.length).toBe(most + 2);
    expect(told(arrivals.slice(-2))).toEqual(['closed 4001 ', 'frame 1']);
    expect(flood.done).toEqual(['close 4001 ']);
    // What was taken makes room.
    for (let count = 0; count < most; count++) calm.tell().received(bytes);
    expect(inbox.take().length).toBe(most);
  });

  it('is closed when all its sockets are gone', async () => {
    const inbox = new SocketInbox();
    const [a, b] = [fakeSocket(), fakeSocket()];
    for (const { socket } of [a, b]) inbox.attach(socket);
    let isClosed = false;
    const closing = inbox.close(1001).then(() => {
      isClosed = true;
    });
    a.tell().closed(1001, '');
    await Promise.resolve();
    expect([a.done, b.done, isClosed]).toEqual([['close 1001 '], ['close 1001 '], false]);
    b.tell().closed(1006, '');
    await closing;
    expect(inbox.take()).toEqual([]);
  });
});
