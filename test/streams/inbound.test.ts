import { config, map, type Observable } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { Delivery } from '../../src/peers.js';
import { createInbound, type Inbound, type InboundOptions, type Note } from '../../src/streams/inbound.js';
import { createOutbound } from '../../src/streams/outbound.js';
import type { InboundMessage, Packet } from '../../src/streams/route.js';
import { bytesOf, CODEC_BUG, declarationOf, fakeProtocol, laneOf } from './fake-protocol.js';

const host: InboundOptions = { protocol: fakeProtocol, role: 'host', laneOf };

/** What a test compares: `peer:Name=number`. */
function label(message: InboundMessage | Note): string {
  if (!('declaration' in message)) return `${message.peer}:${message.kind}`;
  return `${message.peer}:${message.declaration.name}=${message.value}`;
}

function packet(peer: number, name: string, number = 0, delivery: Delivery = 'reliable'): Packet {
  return { peer, bytes: bytesOf(name, number), delivery };
}

function receive<N extends Note>(inbound: Inbound<N>, ...packets: Packet[]): void {
  for (const { peer, bytes, delivery } of packets) inbound.receive(peer, bytes, delivery);
}

/** Collects everything a stream emits. */
function collected<T>(stream$: { subscribe(next: (value: T) => void): unknown }): T[] {
  const values: T[] = [];
  stream$.subscribe((value) => values.push(value));
  return values;
}

function marbles(run: (helpers: Parameters<Parameters<TestScheduler['run']>[0]>[0]) => void): void {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(run);
}

describe('a frame', () => {
  it('batches what arrived between two ticks, in order, and only that', () => {
    marbles(({ hot, expectObservable }) => {
      const inbound = createInbound(host);
      const packets = { h: packet(1, 'Hello', 7), s: packet(2, 'Swing', 1), e: packet(1, 'TurnEnd', 2) };
      hot('hs--e---', packets).subscribe((p) => inbound.receive(p.peer, p.bytes, p.delivery));
      const labels$ = hot('--t--t-t').pipe(map(() => inbound.tick().map(label)));
      expectObservable(labels$).toBe('--a--b-c', {
        a: ['1:Hello=7', '2:Swing=1'],
        b: ['1:TurnEnd=2'],
        c: [],
      });
    });
  });

  it('keeps reliable messages and only the newest pose of each peer, in the place of its first', () => {
    marbles(({ hot, expectObservable }) => {
      const inbound = createInbound(host);
      const packets = {
        a: packet(1, 'Pose', 1),
        b: packet(2, 'Pose', 2),
        c: packet(1, 'Pose', 3),
        s: packet(1, 'Swing', 4),
        g: packet(1, 'Gaze', 5),
        d: packet(1, 'Pose', 6),
      };
      hot('asbgcd--', packets).subscribe((p) => inbound.receive(p.peer, p.bytes, p.delivery));
      const labels$ = hot('------t-').pipe(map(() => inbound.tick().map(label)));
      const a = ['1:Pose=6', '1:Swing=4', '2:Pose=2', '1:Gaze=5'];
      expectObservable(labels$).toBe('------a-', { a });
    });
  });

  it('keeps notes of the session in order with the messages', () => {
    const inbound = createInbound<{ kind: 'joined' | 'left'; peer: number }>(host);
    inbound.note({ kind: 'joined', peer: 3 });
    receive(inbound, packet(3, 'Hello', 1));
    inbound.note({ kind: 'left', peer: 3 });
    expect(inbound.tick().map(label)).toEqual(['3:joined', '3:Hello=1', '3:left']);
  });

  it('tells the lane, the bytes and the delivery of each message', () => {
    const inbound = createInbound(host);
    receive(inbound, packet(1, 'Hello', 9), packet(1, 'Swing', 8, 'sequenced'));
    const [hello, swing] = inbound.tick();
    expect(hello).toMatchObject({ lane: 'session', bytes: bytesOf('Hello', 9), delivery: 'reliable' });
    expect(swing).toMatchObject({ lane: 'run', bytes: bytesOf('Swing', 8), delivery: 'sequenced' });
  });
});

describe('one bad packet never ends the pipe', () => {
  afterEach(() => {
    config.onUnhandledError = null;
  });

  it('tells malformed bytes on their own stream and goes on', () => {
    marbles(({ hot, expectObservable }) => {
      const inbound = createInbound(host);
      const short = { peer: 4, bytes: Uint8Array.of(43), delivery: 'reliable' as const };
      const packets = { x: short, s: packet(4, 'Swing', 1) };
      hot('xsxs-', packets).subscribe((p) => inbound.receive(p.peer, p.bytes, p.delivery));
      const length$ = hot('----t').pipe(map(() => inbound.tick().length));
      const sentences$ = inbound.malformed$.pipe(
        map((m) => `${m.sentence}: ${m.error.code}, ${m.bytesLength}`),
      );
      const m = 'Malformed message from player 4 ignored: wire/too-short, 1';
      expectObservable(sentences$).toBe('m-m--', { m });
      expectObservable(length$).toBe('----n', { n: 2 });
    });
  });

  it('reports a codec or a predicate that throws, and goes on', () => {
    const failing = () => {
      throw new RangeError('predicate bug');
    };
    const inbound = createInbound({ ...host, relayNow: failing });
    const faults = collected(inbound.faults$);
    inbound.receive(1, Uint8Array.of(CODEC_BUG), 'reliable');
    receive(inbound, packet(1, 'Pose', 5), packet(1, 'Swing', 6));
    expect(faults.map((fault) => fault.where)).toEqual(['decode', 'relayNow']);
    expect(inbound.tick().map(label)).toEqual(['1:Pose=5', '1:Swing=6']);
  });

  it('survives a subscriber that throws without a guard', async () => {
    const unhandled: unknown[] = [];
    const bothReported = new Promise<void>((resolve) => {
      config.onUnhandledError = (error) => unhandled.push(error) === 2 && resolve();
    });
    const inbound = createInbound(host);
    inbound.link$.subscribe(() => {
      throw new RangeError('subscriber bug');
    });
    const pings = collected(inbound.link$);
    receive(inbound, packet(1, 'Ping', 1), packet(1, 'Swing', 2), packet(1, 'Ping', 3));
    expect(pings.map(label)).toEqual(['1:Ping=1', '1:Ping=3']);
    expect(inbound.tick().map(label)).toEqual(['1:Swing=2']);
    await bothReported;
    expect(unhandled.map(String)).toEqual(['RangeError: subscriber bug', 'RangeError: subscriber bug']);
  });
});

describe('who may send', () => {
  it('drops on the host what only the host may send, and names the reason', () => {
    const inbound = createInbound(host);
    const dropped = collected(inbound.dropped$);
    receive(inbound, packet(1, 'Roster'), packet(0, 'Roster', 1), packet(1, 'Hello', 2));
    expect(inbound.tick().map(label)).toEqual(['0:Roster=1', '1:Hello=2']);
    const reason = 'not-from-client';
    expect(dropped).toEqual([{ kind: 'dropped', peer: 1, declaration: declarationOf('Roster'), reason }]);
  });

  it('lets everything pass on a client, for the host relays', () => {
    const inbound = createInbound({ ...host, role: 'client' });
    receive(inbound, packet(0, 'Roster', 1), packet(0, 'Swing', 2));
    expect(inbound.tick().map(label)).toEqual(['0:Roster=1', '0:Swing=2']);
  });
});

describe('what does not wait for the frame', () => {
  it('hands probes to link$ at once and never queues them', () => {
    marbles(({ hot, expectObservable }) => {
      const inbound = createInbound(host);
      const packets = { p: packet(1, 'Ping', 4), q: packet(2, 'Pong', 5), s: packet(1, 'Swing') };
      hot('p-qs', packets).subscribe((p) => inbound.receive(p.peer, p.bytes, p.delivery));
      expectObservable(inbound.link$.pipe(map(label))).toBe('a-b-', { a: '1:Ping=4', b: '2:Pong=5' });
    });
  });

  it('relays a pose at once, as it came, to all but its sender, when the session allows', () => {
    marbles(({ hot, expectObservable }) => {
      const inbound = createInbound({ ...host, relayNow: (peer) => peer === 2 });
      const pose = packet(2, 'Pose', 7, 'unreliable');
      const packets = {
        p: pose,
        o: packet(3, 'Pose'),
        s: packet(2, 'Swing'),
        c: packet(2, 'Cheer'),
        g: packet(2, 'Glance'),
      };
      hot('poscg', packets).subscribe((p) => inbound.receive(p.peer, p.bytes, p.delivery));
      const r = { to: { except: 2 }, bytes: pose.bytes, delivery: 'unreliable' };
      expectObservable(inbound.relayNow$).toBe('r----', { r });
    });
  });

  it('hands on the very bytes it was given', () => {
    const inbound = createInbound({ ...host, relayNow: () => true });
    const relays = collected(inbound.relayNow$);
    const bytes = bytesOf('Pose', 1);
    inbound.receive(1, bytes, 'sequenced');
    expect(relays[0]?.bytes).toBe(bytes);
    expect(relays[0]?.delivery).toBe('sequenced');
  });

  it('reaches everyone but its sender when its relays are pushed to the outbound', () => {
    const inbound = createInbound({ ...host, relayNow: () => true });
    const outbound = createOutbound();
    inbound.relayNow$.subscribe((relay) => outbound.push(relay));
    receive(inbound, packet(2, 'Pose', 7, 'unreliable'), packet(0, 'Gaze', 8, 'sequenced'));
    const sends: string[] = [];
    const send = (peer: number, bytes: Uint8Array, delivery: Delivery) => {
      sends.push(`${peer} ${delivery} ${bytes.join()}`);
    };
    outbound.flushTo({ send }, [1, 2, 3]);
    const gaze = 'sequenced 66,8';
    const pose = 'unreliable 41,7';
    expect(sends).toEqual([`1 ${gaze}`, `1 ${pose}`, `2 ${gaze}`, `3 ${gaze}`, `3 ${pose}`]);
  });

  it('never relays on a client', () => {
    const inbound = createInbound({ ...host, role: 'client', relayNow: () => true });
    const relays = collected(inbound.relayNow$);
    receive(inbound, packet(0, 'Pose', 1));
    expect(relays).toEqual([]);
    expect(inbound.tick().map(label)).toEqual(['0:Pose=1']);
  });
});

describe('limits', () => {
  it('lets a flooding peer lose its link and not the messages of others', () => {
    const inbound = createInbound(host);
    const overflows = collected(inbound.overflow$);
    const dropped = collected(inbound.dropped$);
    for (let n = 0; n < 1000; n += 1) receive(inbound, packet(1, 'Swing', n % 256));
    receive(inbound, packet(2, 'Swing', 9), packet(3, 'Hello', 8));
    const labels = inbound.tick().map(label);
    expect(labels).toHaveLength(256 + 2);
    expect(labels.slice(-2)).toEqual(['2:Swing=9', '3:Hello=8']);
    expect(overflows.map((o) => [o.peer, o.declaration.name])).toEqual([[1, 'Swing']]);
    expect(dropped.filter((d) => d.reason === 'overflowed')).toHaveLength(1000 - 257);
  });

  it('accepts nothing after the gap until the peer is forgotten', () => {
    const inbound = createInbound({ ...host, queue: { perPeer: 2 } });
    receive(inbound, packet(1, 'Swing', 1), packet(1, 'Swing', 2), packet(1, 'Swing', 3));
    expect(inbound.tick().map(label)).toEqual(['1:Swing=1', '1:Swing=2']);
    receive(inbound, packet(1, 'Swing', 4));
    expect(inbound.tick()).toEqual([]);
    inbound.forget(1);
    receive(inbound, packet(1, 'Swing', 5));
    expect(inbound.tick().map(label)).toEqual(['1:Swing=5']);
  });

  it('drops an unreliable message that finds no room, and keeps the link', () => {
    const inbound = createInbound({ ...host, queue: { perPeer: 1 } });
    const dropped = collected(inbound.dropped$);
    const overflows = collected(inbound.overflow$);
    receive(inbound, packet(1, 'Swing', 1), packet(1, 'Cheer', 2), packet(1, 'Pose', 3));
    expect(dropped.map((d) => [d.declaration.name, d.reason])).toEqual([
      ['Cheer', 'queue-full'],
      ['Pose', 'queue-full'],
    ]);
    expect(overflows).toEqual([]);
  });

  it('bounds probes and relays of one peer a frame; a pose not relayed is still queued', () => {
    const inbound = createInbound({ ...host, relayNow: () => true, immediatePerPeer: 3 });
    const probes = collected(inbound.link$);
    const relays = collected(inbound.relayNow$);
    const dropped = collected(inbound.dropped$);
    receive(inbound, packet(1, 'Ping'), packet(1, 'Ping'), packet(1, 'Pose', 1), packet(1, 'Pose', 2));
    receive(inbound, packet(1, 'Ping'), packet(2, 'Ping'));
    expect([probes.length, relays.length]).toEqual([3, 1]);
    expect(dropped.map((d) => d.reason)).toEqual(['relay-flood', 'probe-flood']);
    expect(inbound.tick().map(label)).toEqual(['1:Pose=2']);
    receive(inbound, packet(1, 'Ping'));
    expect(probes).toHaveLength(4);
  });

  it('refuses a peer id that is not a byte', () => {
    const inbound = createInbound(host);
    for (const peer of [-1, 256, 1.5, Number.NaN]) {
      expect(() => receive(inbound, packet(peer, 'Swing'))).toThrow('peer id of 0 to 255');
    }
  });
});

it('completes every stream on close, and a late packet does nothing', () => {
  const inbound = createInbound(host);
  let completed = 0;
  const { link$, relayNow$, malformed$, dropped$, overflow$, faults$ } = inbound;
  const all$: readonly Observable<unknown>[] = [link$, relayNow$, malformed$, dropped$, overflow$, faults$];
  for (const stream$ of all$) stream$.subscribe({ complete: () => (completed += 1) });
  inbound.close();
  receive(inbound, packet(1, 'Swing'));
  expect(completed).toBe(6);
  expect(inbound.tick()).toEqual([]);
});
