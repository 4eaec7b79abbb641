import { describe, expect, it } from 'vitest';
import { SessionError } from '../../src/errors.js';
import type { Delivery, Recipients } from '../../src/peers.js';
import { createOutbound, type Outgoing } from '../../src/streams/outbound.js';

function message(to: Recipients, n: number, delivery: Delivery = 'reliable'): Outgoing {
  return { to, bytes: Uint8Array.of(n), delivery };
}

/** A transport end that writes down each send as `peer delivery n`. */
function recorder(refuse: (peer: number, bytes: Uint8Array) => unknown = () => undefined) {
  const sends: string[] = [];
  return {
    sends,
    send(peer: number, bytes: Uint8Array, delivery: Delivery) {
      const error = refuse(peer, bytes);
      if (error !== undefined) throw error;
      sends.push(`${peer} ${delivery} ${bytes[0]}`);
    },
  };
}

describe('outbound', () => {
  it('groups by peer and delivery and keeps the order within', () => {
    const outbound = createOutbound();
    const entries = [
      message('all', 1),
      message(2, 2, 'unreliable'),
      message({ except: 2 }, 3),
      message('all', 4),
    ];
    for (const entry of entries) outbound.push(entry);
    outbound.push(message('all', 5, 'sequenced'));
    const transport = recorder();
    expect(outbound.flushTo(transport, [1, 2])).toEqual([]);
    expect(transport.sends).toEqual([
      '1 reliable 1',
      '1 reliable 3',
      '1 reliable 4',
      '1 sequenced 5',
      '2 reliable 1',
      '2 reliable 4',
      '2 sequenced 5',
      '2 unreliable 2',
    ]);
  });

  it('sends each message once, and nothing to a peer that is not linked', () => {
    const outbound = createOutbound();
    outbound.push(message(9, 1));
    outbound.push(message('all', 2));
    const transport = recorder();
    outbound.flushTo(transport, [3]);
    outbound.flushTo(transport, [3, 9]);
    expect(transport.sends).toEqual(['3 reliable 2']);
    expect(outbound.size).toBe(0);
  });

  it('says so at its limit and keeps what it has', () => {
    const outbound = createOutbound({ entriesMax: 2 });
    outbound.push(message('all', 1));
    outbound.push(message('all', 2, 'unreliable'));
    expect(() => outbound.push(message('all', 3))).toThrowError(
      expect.objectContaining({ name: 'SessionError', code: 'transport/backlog-full' }),
    );
    const transport = recorder();
    outbound.flushTo(transport, [1]);
    expect(transport.sends).toEqual(['1 reliable 1', '1 unreliable 2']);
    outbound.push(message('all', 4));
    expect(outbound.size).toBe(1);
  });

  it('returns what the transport refused and sends the rest', () => {
    const outbound = createOutbound();
    for (const n of [1, 2, 3]) outbound.push(message('all', n));
    const tooLarge = new SessionError('transport/too-large', 'too large');
    const transport = recorder((peer, bytes) => (peer === 1 && bytes[0] === 2 ? tooLarge : undefined));
    const failures = outbound.flushTo(transport, [1, 2]);
    expect(failures).toEqual([{ peer: 1, bytes: Uint8Array.of(2), delivery: 'reliable', error: tooLarge }]);
    expect(transport.sends.map((send) => send.replace(' reliable ', ':'))).toEqual([
      '1:1',
      '1:3',
      '2:1',
      '2:2',
      '2:3',
    ]);
  });

  it('lets a bug of the transport through', () => {
    const outbound = createOutbound();
    outbound.push(message('all', 1));
    expect(() =>
      outbound.flushTo(
        recorder(() => new RangeError('bug')),
        [1],
      ),
    ).toThrow('bug');
  });
});
