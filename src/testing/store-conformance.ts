/**
 * The conformance suite of event stores, as data: each case proves one rule of the contract in `store/event-store.ts`.
 *
 * Knows no test framework and no store: a test file gives each case a subject of its own and calls `run`, which rejects
 * with a sentence when the rule is broken.
 */
import type { StoreCase } from './store-conformance/case.js';
import { damageCases } from './store-conformance/damage-cases.js';
import { recordCases } from './store-conformance/record-cases.js';
import { sessionCases } from './store-conformance/session-cases.js';

export type { StoreCase, StoreSubject } from './store-conformance/case.js';

/** Every case of the contract, in the order of its rules. */
export const storeConformance: readonly StoreCase[] = [...recordCases, ...damageCases, ...sessionCases];
