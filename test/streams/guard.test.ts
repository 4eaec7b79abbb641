import { expect, it } from 'vitest';
import { askGuarded, type Fault } from '../../src/streams/guard.js';

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
