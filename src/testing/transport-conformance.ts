/**
 * The rules of `Transport` (TR1–TR10) as cases that any transport can be run through, in any test framework: plain data,
 * each with a `run` that rejects with what was expected and what was seen. TR11 is seen from outside: the same seeds must
 * give the same events.
 */
import type { ConformanceCase } from './transport-conformance/case.js';
import { deliveryCases } from './transport-conformance/delivery-cases.js';
import { endingCases } from './transport-conformance/ending-cases.js';
import { limitCases } from './transport-conformance/limit-cases.js';
import { pollingCases } from './transport-conformance/polling-cases.js';

export type { ConformanceCase, ConformanceSubject } from './transport-conformance/case.js';

/** Every case, by rule. Run those whose `needs` the subject has. */
export const transportConformance: readonly ConformanceCase[] = [
  ...pollingCases,
  ...deliveryCases,
  ...limitCases,
  ...endingCases,
];
