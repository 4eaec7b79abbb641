/** Runs the transport conformance suite in vitest. */
import { describe, expect, it } from 'vitest';
import {
  type ConformanceTarget,
  conformancePlan,
  runConformanceCase,
} from '../../src/testing/transport-conformance.js';

/** One test for each run of `target`'s plan; what does not apply is printed with its reasons. */
export function runTransportConformance(target: ConformanceTarget, seeds?: readonly number[]): void {
  describe(`conformance of ${target.name}`, () => {
    const { runs, inapplicable } = conformancePlan(target, seeds);
    for (const { case: item, mode, seed } of runs) {
      it(`${item.id}, ${mode}, seed ${seed}: ${item.title}`, () =>
        runConformanceCase(target, item, mode, seed));
    }
    it('says why of everything that does not apply', () => {
      for (const { id, reasons } of inapplicable) {
        process.stdout.write(`${target.name}: ${id} does not apply: ${reasons.join(' ')}\n`);
        expect(reasons.join(' ')).toMatch(/\w+ .*\.$/);
      }
    });
  });
}
