/** Declaring: what is refused where it is declared, what the hash depends on, and what compiles. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import { InvariantError } from '../../src/errors.js';
import {
  createNetwork,
  fixedBytes,
  float32,
  type NetworkDescriptor,
  optional,
  string,
  uint8,
} from '../../src/network/index.js';
import { createLoopbackWire } from '../../src/transports/loopback/wire.js';
import { createGame } from './game.js';

const wire = createLoopbackWire();
const declare = <R>(pass: (net: NetworkDescriptor) => R) => createNetwork({ wire, describe: pass });
const hashOf = (pass: (net: NetworkDescriptor) => unknown) => declare(pass).schema.hash;

describe('declaring', () => {
  it('refuses an id twice, naming it, and an empty one', () => {
    expect(() =>
      declare((net) => {
        net.signal('fire');
        net.message('fire', { angle: float32 });
      }),
    ).toThrow(/Two messages have the id fire/);
    expect(() => declare((net) => net.signal(''))).toThrow(InvariantError);
  });

  it('refuses a second handler, and one for a message of another network', () => {
    expect(() =>
      declare((net) => {
        const fire = net.signal('fire');
        net.on(fire, () => {});
        net.on(fire, () => {});
      }),
    ).toThrow(/fire has a handler already/);
    const { fire } = declare((net) => ({ fire: net.signal('fire') })).messages;
    expect(() => declare((net) => net.on(fire, () => {}))).toThrow(
      /fire has a handler but is not declared here/,
    );
    expect(() =>
      declare((net) => {
        net.signal('fire');
        net.on(fire, () => {});
      }),
    ).toThrow(/fire has a handler but is not declared here/);
  });

  it('is over when describe returns', () => {
    let late: NetworkDescriptor | undefined;
    const { fire } = declare((net) => {
      late = net;
      return { fire: net.signal('fire') };
    }).messages;
    expect(() => late?.signal('more')).toThrow(/Declaring more comes too late/);
    expect(() => late?.on(fire, () => {})).toThrow(/A handler of fire comes too late/);
  });

  it('refuses a call in describe, and one that is to run here without a handler', () => {
    expect(() => declare((net) => net.signal('fire')())).toThrow(/fire was called in describe/);
    const { fire } = declare((net) => ({ fire: net.signal('fire') })).messages;
    expect(() => fire()).toThrow(/fire is to run here and has no handler/);
  });
});

describe('the hash', () => {
  it('is that of the reference vectors', () => {
    const hash = hashOf((net) => {
      net.message('fire', { angle: float32 }, { delivery: 'unreliable' });
    });
    expect(hash.toString(16)).toBe('4fca6f39');
    expect(hashOf((net) => net.signal('roundEnded', { to: 'everyone' })).toString(16)).toBe('8d0f6cc9');
    expect(hashOf((net) => net.message('chat', { text: string() })).toString(16)).toBe('f3228ef0');
  });

  it('does not see names of fields and variables, nor handlers', () => {
    const plain = hashOf((net) => ({ fire: net.message('fire', { angle: float32 }) }));
    const minified = hashOf((a) => {
      const b = a.message('fire', { c: optional(float32) });
      a.on(b, () => {});
      return { b };
    });
    expect(minified).toBe(plain);
  });

  it('moves with an id, a kind of field, a target, a delivery, an order and one message more', () => {
    const hashes = [
      hashOf((net) => net.message('fire', { angle: float32 })),
      hashOf((net) => net.message('fire.v2', { angle: float32 })),
      hashOf((net) => net.message('fire', { angle: string() })),
      hashOf((net) => net.message('fire', { angle: fixedBytes(10) })),
      hashOf((net) => net.message('fire', { angle: float32 }, { to: 'clients' })),
      hashOf((net) => net.message('fire', { angle: float32 }, { delivery: 'unreliable' })),
      hashOf((net) => [net.message('fire', { angle: float32 }), net.signal('stop')]),
      hashOf((net) => [net.signal('stop'), net.message('fire', { angle: float32 })]),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

describe('types', () => {
  it('a wrong payload does not compile', () => {
    const { messages } = createGame(wire);
    const wrong = () => {
      // @ts-expect-error: of the wrong kind
      messages.fire({ angle: 'far' });
      // @ts-expect-error: missing
      messages.fire();
      // @ts-expect-error: a field that is not declared
      messages.fire({ angle: 1, power: 2 });
      // @ts-expect-error: a signal has no value
      messages.roundEnded({ round: 1 });
      // @ts-expect-error: no peer
      messages.fire.sendTo({ angle: 1 });
      // @ts-expect-error: no such message
      messages.shout();
    };
    expect(wrong).toThrow();
    expectTypeOf(messages.fire).parameters.toEqualTypeOf<[value: { readonly angle: number }]>();
    expectTypeOf(messages.fire.declaration.id).toEqualTypeOf<'fire'>();
  });

  it('a handler knows its value and who sent it, a signal’s only who', () => {
    declare((net) => {
      const chat = net.message('chat', { text: string(), color: optional(uint8) });
      const stop = net.signal('stop');
      net.on(chat, (value, from) => {
        expectTypeOf(value).toEqualTypeOf<{ readonly text: string; readonly color?: number }>();
        expectTypeOf(from).toEqualTypeOf<number>();
      });
      net.on(stop, (from) => expectTypeOf(from).toEqualTypeOf<number>());
      const wrong = () => {
        // @ts-expect-error: a field that is not declared
        net.on(chat, ({ words }) => words);
        // @ts-expect-error: a signal has no value
        net.on(stop, (_value, _from) => {});
      };
      expect(wrong).toThrow();
    });
  });
});
