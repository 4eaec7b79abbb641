/** Runs the transport conformance suite in vitest. */
import { describe, it } from 'vitest';
import { type ConformanceSubject, transportConformance } from '../../src/testing/transport-conformance.js';

/** One test for each case that the subject has the parts for; `create` makes a new subject for each. */
export function runConformance(name: string, create: () => ConformanceSubject): void {
  describe(`conformance of ${name}`, () => {
    const subject = create();
    for (const { id, title, needs, run } of transportConformance) {
      if (needs.every((part) => subject[part] !== undefined)) it(`${id}: ${title}`, () => run(create()));
    }
  });
}
