/**
 * The rules of `Transport` (TR1–TR13) as cases that any transport can be run through, in any test framework: plain data,
 * each with a `run` that rejects with what was expected and what was seen. A failing (case, mode, seed) can be run alone.
 */
import { abortCases } from './transport-conformance/abort-cases.js';
import type { ConformanceCase, ConformanceTarget } from './transport-conformance/case.js';
import { deliveryCases } from './transport-conformance/delivery-cases.js';
import { endingCases } from './transport-conformance/ending-cases.js';
import { forgeryCases } from './transport-conformance/forgery-cases.js';
import { joiningCases } from './transport-conformance/joining-cases.js';
import { limitCases } from './transport-conformance/limit-cases.js';
import { outageCases } from './transport-conformance/outage-cases.js';
import { pollingCases } from './transport-conformance/polling-cases.js';
import { qualityCases } from './transport-conformance/quality-cases.js';
import { type ConformancePlan, planCases } from './transport-conformance/runner.js';
import { silenceCases } from './transport-conformance/silence-cases.js';
import { sizeCases } from './transport-conformance/size-cases.js';

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

/** Every case. */
export const transportConformance: readonly ConformanceCase[] = [
  ...joiningCases,
  ...abortCases,
  ...pollingCases,
  ...deliveryCases,
  ...sizeCases,
  ...limitCases,
  ...forgeryCases,
  ...endingCases,
  ...silenceCases,
  ...outageCases,
  ...qualityCases,
];

/** All that `target` is put through: every case in every mode, impaired with each of `seeds`; and what it is not, and why. */
export function conformancePlan(
  target: ConformanceTarget,
  seeds: readonly number[] = [1, 2, 3],
): ConformancePlan {
  return planCases(transportConformance, target, seeds);
}
