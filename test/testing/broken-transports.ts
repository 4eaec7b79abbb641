/** Transports that each break one rule, for the suite to find: a loopback with one thing done wrong. */
import { bareLoopbackTarget } from '../../src/testing/targets/loopback.js';
import type { ConformanceTarget } from '../../src/testing/transport-conformance.js';
import type { Transport, TransportEvents } from '../../src/transports/transport.js';

/** What an end does otherwise than it should; `this` is not used. */
type Fault = (end: Transport) => Partial<Transport>;

/** The loopback whose ends do what `fault` says instead of their own. */
export function broken(name: string, fault: Fault): ConformanceTarget {
  return {
    ...bareLoopbackTarget,
    name,
    async create(options) {
      const subject = await bareLoopbackTarget.create(options);
      const hosts = new Map<Transport, Transport>();
      return {
        ...subject,
        async createHost(hostOptions) {
          const host = await subject.createHost(hostOptions);
          const faulty = withFault(host, fault);
          hosts.set(faulty, host);
          return faulty;
        },
        async createClient(host, clientOptions) {
          return withFault(await subject.createClient(hosts.get(host) ?? host, clientOptions), fault);
        },
      };
    },
  };
}

function withFault(end: Transport, fault: Fault): Transport {
  const instead = fault(end);
  return new Proxy(end, {
    get(_, key) {
      const value: unknown = Reflect.get(key in instead ? instead : end, key);
      return typeof value === 'function' ? value.bind(end) : value;
    },
  });
}

/** `events` with one of them heard by `instead`. */
function hearing(events: TransportEvents, instead: Partial<TransportEvents>): TransportEvents {
  return {
    opened: (peer) => events.opened(peer),
    received: (...message) => events.received(...message),
    closed: (...end) => events.closed(...end),
    joined: (peer) => events.joined?.(peer),
    left: (...end) => events.left?.(...end),
    ...instead,
  };
}

/** Rule broken, how, and a case that must find it. */
export const FAULTS: readonly (readonly [caseId: string, what: string, fault: Fault])[] = [
  [
    'TR1/poll',
    'hands over outside poll',
    (end) => {
      let heard: TransportEvents | undefined;
      return {
        poll(events) {
          heard = events;
        },
        flush() {
          end.flush();
          if (heard !== undefined) end.poll(heard);
        },
      };
    },
  ],
  [
    'TR2/flush',
    'sends at once',
    (end) => ({
      send(peer, bytes, delivery) {
        end.send(peer, bytes, delivery);
        end.flush();
      },
    }),
  ],
  [
    'TR3/copies',
    'keeps what it is given',
    (end) => {
      const waiting: Parameters<Transport['send']>[] = [];
      return {
        send: (...message) => void waiting.push(message),
        flush() {
          for (const message of waiting.splice(0)) end.send(...message);
          end.flush();
        },
      };
    },
  ],
  [
    'TR4/order',
    'hands over some twice',
    (end) => ({
      poll(events) {
        const received: TransportEvents['received'] = (peer, bytes, delivery) => {
          events.received(peer, bytes, delivery);
          if (bytes[0] === 7) events.received(peer, bytes, delivery);
        };
        end.poll(hearing(events, { received }));
      },
    }),
  ],
  [
    'TR5/sequenced',
    'hands over what is old',
    (end) => ({
      poll(events) {
        const messages: Parameters<TransportEvents['received']>[] = [];
        end.poll(hearing(events, { received: (...message) => void messages.push(message) }));
        for (const message of messages.reverse()) events.received(...message);
      },
    }),
  ],
  [
    'TR6/too-large',
    'cuts what is too long',
    (end) => ({
      send: (peer, bytes, delivery) => end.send(peer, bytes.subarray(0, end.limits[delivery]), delivery),
    }),
  ],
  [
    'TR6/unreliable',
    'takes less than it says',
    (end) => ({
      send(peer, bytes, delivery) {
        if (bytes.length < end.limits[delivery]) end.send(peer, bytes, delivery);
      },
    }),
  ],
  [
    'TR7/unreliable',
    'does not count what it drops',
    (end) => ({
      stats: { datagramsSent: 0, datagramsReceived: 0, datagramsDropped: 0, resent: 0 },
      name: end.name,
    }),
  ],
  ['TR7/backlog', 'says that nothing waits', () => ({ backlog: () => 0 })],
  [
    'TR8/close',
    'sends after close without a word',
    (end) => ({
      send(peer, bytes, delivery) {
        try {
          end.send(peer, bytes, delivery);
        } catch {}
      },
    }),
  ],
  [
    'TR9/left',
    'tells ends twice',
    (end) => ({
      poll(events) {
        const closed: TransportEvents['closed'] = (...what) => {
          events.closed(...what);
          events.closed(...what);
        };
        end.poll(hearing(events, { closed }));
      },
    }),
  ],
  [
    'TR9/host-gone',
    'calls every end left',
    (end) => ({
      poll: (events) => end.poll(hearing(events, { closed: (peer) => events.closed(peer, 'left', '') })),
    }),
  ],
  ['TR12/join', 'knows nobody', () => ({ peers: [] })],
  ['TR12/peers', 'forgets nobody', (end) => ({ peers: [...end.peers] })],
  [
    'TR12/roster',
    'does not tell of others',
    (end) => ({ poll: (events) => end.poll(hearing(events, { joined: () => {} })) }),
  ],
  ['TR12/quality', 'praises links to strangers', () => ({ quality: () => ({ roundTripMs: 1, loss: 0 }) })],
  [
    'TR13/full',
    'refuses without a sentence',
    (end) => ({
      poll: (events) => end.poll(hearing(events, { closed: (peer, why) => events.closed(peer, why, '') })),
    }),
  ],
];
