/** Facts about RxJS, msgpack and Immer that the streams and the log are built around. */
import { Decoder, decode, Encoder, encode } from '@msgpack/msgpack';
import { enablePatches, freeze, produce, produceWithPatches } from 'immer';
import { map, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';

const roundTrip = (value: unknown) => decode(encode(value));

describe('RxJS', () => {
  it('ends the pipe for every subscriber when map throws: decoding returns a result and never throws', () => {
    const bytes$ = new Subject<number>();
    const seen: number[] = [];
    const errors: unknown[] = [];
    bytes$
      .pipe(
        map((value) => {
          if (value < 0) throw new RangeError('bad byte');
          return value;
        }),
      )
      .subscribe({ next: (value) => seen.push(value), error: (error) => errors.push(error) });
    for (const value of [1, -1, 2]) bytes$.next(value);
    expect(seen).toEqual([1]);
    expect(errors).toEqual([new RangeError('bad byte')]);
  });

  it('delivers next() before it returns: a batch is through the pipe within its frame', () => {
    const batch$ = new Subject<number>();
    const trace: string[] = [];
    batch$.subscribe(() => trace.push('delivered'));
    batch$.next(1);
    trace.push('returned');
    expect(trace).toEqual(['delivered', 'returned']);
  });

  it('knows whether anybody listens by `observed`: per-id streams cost nothing unobserved', () => {
    const subject = new Subject<number>();
    const before = subject.observed;
    const subscription = subject.subscribe();
    const during = subject.observed;
    subscription.unsubscribe();
    expect([before, during, subject.observed]).toEqual([false, true, false]);
  });
});

describe('msgpack', () => {
  it('turns -0 into 0: the kernel normalises before anything is applied, or replay would differ', () => {
    expect(Object.is(roundTrip(-0), 0)).toBe(true);
  });

  it('turns a Map into {}: contexts and payloads hold plain data only', () => {
    expect(roundTrip(new Map([['a', 1]]))).toEqual({});
  });

  it('turns undefined into null: optional fields are left out, never undefined', () => {
    expect(roundTrip([undefined])).toEqual([null]);
  });

  it('keeps a double bit for bit, and NaN a NaN: scores and poses survive the log', () => {
    for (const value of [0.1, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER, 2 ** -1022, -1.5]) {
      expect(roundTrip(value)).toBe(value);
    }
    expect(roundTrip(Number.NaN)).toBeNaN();
  });

  it('encodes with sortKeys to the same bytes whatever the order of keys: digests are of canonical bytes', () => {
    const canonical = (value: unknown) => encode(value, { sortKeys: true });
    expect(canonical({ a: 1, b: 2 })).toEqual(canonical({ b: 2, a: 1 }));
    expect(encode({ a: 1, b: 2 })).not.toEqual(encode({ b: 2, a: 1 }));
  });

  it('reuses its buffer in encodeSharedRef: a batch is written or copied before the next one is encoded', () => {
    const encoder = new Encoder();
    const first = encoder.encodeSharedRef([1]);
    encoder.encodeSharedRef([2]);
    expect(decode(first)).toEqual([2]);
  });

  it('decodes binary as a view of the input: raw inputs of a batch must not outlive a reused read buffer', () => {
    const bytes = encode([new Uint8Array([7])]);
    const [view] = new Decoder().decode(bytes) as [Uint8Array];
    bytes.fill(0);
    expect([...view]).toEqual([0]);
  });
});

describe('Immer', () => {
  it('returns the identical object when a recipe changes nothing: unchanged fields are not logged', () => {
    const before = { outs: 1, order: [0, 1] };
    const after = produce(before, (draft) => {
      draft.outs = 1;
    });
    expect(after).toBe(before);
  });

  it('keeps what a recipe did not touch by reference: what changed is found by comparing references', () => {
    const before = { outs: 1, order: [0, 1] };
    const after = produce(before, (draft) => {
      draft.outs = 2;
    });
    expect(after.order).toBe(before.order);
  });

  it('freezes what it produced: a context changed outside a transition throws at once in tests', () => {
    const after = produce({ outs: 1 }, (draft) => {
      draft.outs = 2;
    });
    expect(Object.isFrozen(after)).toBe(true);
    expect(Object.isFrozen(freeze({ a: 1 }))).toBe(true);
  });

  it('names each changed path with patches: a recorded change can be applied without the machine', () => {
    enablePatches();
    const [, patches] = produceWithPatches({ teams: [{ score: 1 }] }, (draft) => {
      const team = draft.teams[0];
      if (team) team.score = 2;
    });
    expect(patches).toEqual([{ op: 'replace', path: ['teams', 0, 'score'], value: 2 }]);
  });
});
