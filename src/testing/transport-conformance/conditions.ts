/** The networks a target's subjects run on, and how long a frame of theirs is: the same for every transport. */
import type { NetworkConditions } from './case.js';

/** One frame of a subject's time, ms. */
export const FRAME_MS = 1000 / 60;

/** Everything arrives, once, in order and at once. */
export const GOOD_CONDITIONS: NetworkConditions = {
  ...{ loss: 0, duplicate: 0, reorder: 0, delayMs: 0, jitterMs: 0 },
  ...{ blackOut: 'none', mtu: 'any' },
};

/** Bad enough to lose, double and overtake something in every case. */
export const IMPAIRED_CONDITIONS: NetworkConditions = {
  ...GOOD_CONDITIONS,
  ...{ loss: 0.2, duplicate: 0.2, reorder: 0.2, delayMs: 10, jitterMs: 20 },
};
