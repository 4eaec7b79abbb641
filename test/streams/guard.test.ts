import { Subject } from 'rxjs';
import { expect, it } from 'vitest';
import { askGuarded, type Fault, watch } from '../../src/streams/guard.js';

it('keeps calling a callback that threw, and reports each throw by name', () => {
  const source$ = new Subject<number>();
  const faults: Fault[] = [];
  const seen: number[] = [];
  const onNumber = (value: number) => {
    if (value === 2) throw new RangeError('two');
    seen.push(value);
  };
  const subscription = watch(source$, 'onNumber', onNumber, (fault) => faults.push(fault));
  for (const value of [1, 2, 3]) source$.next(value);
  subscription.unsubscribe();
  source$.next(4);
  expect(seen).toEqual([1, 3]);
  expect(faults).toEqual([{ kind: 'fault', where: 'onNumber', error: new RangeError('two') }]);
});

it('reports the error that ends a stream', () => {
  const source$ = new Subject<number>();
  const faults: Fault[] = [];
  watch(
    source$,
    'onNumber',
    () => undefined,
    (fault) => faults.push(fault),
  );
  source$.error('gone');
  expect(faults).toEqual([{ kind: 'fault', where: 'onNumber', error: 'gone' }]);
});

it('takes a predicate that throws for a no', () => {
  const faults: Fault[] = [];
  const report = (fault: Fault) => void faults.push(fault);
  expect(askGuarded('may', () => true, report)).toBe(true);
  expect(askGuarded('may', () => false, report)).toBe(false);
  expect(faults).toEqual([]);
  const failing = () => {
    throw new RangeError('no answer');
  };
  expect(askGuarded('may', failing, report)).toBe(false);
  expect(faults.map(({ where }) => where)).toEqual(['may']);
});
