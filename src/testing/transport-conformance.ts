/**
 * The rules of `Transport` (TR1–TR13) as cases that any transport can be run through, in any test framework: plain data,
 * each with a `run` that rejects with what was expected and what was seen. A failing (case, mode, seed) can be run alone.
 */
import type { ConformanceCase, ConformanceTarget } from './transport-conformance/case.js';
import { deliveryCases } from './transport-conformance/delivery-cases.js';
import { endingCases } from './transport-conformance/ending-cases.js';
import { limitCases } from './transport-conformance/limit-cases.js';
import { pollingCases } from './transport-conformance/polling-cases.js';
import { type ConformancePlan, planCases } from './transport-conformance/runner.js';

export type {
  Ability,
  ConformanceCase,
  ConformanceMode,
  ConformanceRun,
  ConformanceSubject,
  ConformanceTarget,
  Direction,
  Mismatch,
  NetworkConditions,
} from './transport-conformance/case.js';
export {
  type ConformancePlan,
  type InapplicableCase,
  type PlannedCase,
  runConformanceCase,
} from './transport-conformance/runner.js';

/** Every case, by rule. */
export const transportConformance: readonly ConformanceCase[] = [
  ...pollingCases,
  ...deliveryCases,
  ...limitCases,
  ...endingCases,
];

/** All that `target` is put through: every case in every mode, impaired with each of `seeds`; and what it is not, and why. */
export function conformancePlan(
  target: ConformanceTarget,
  seeds: readonly number[] = [1, 2, 3],
): ConformancePlan {
  return planCases(transportConformance, target, seeds);
}
