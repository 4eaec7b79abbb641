/** `dugout/testing`: what users test their game with. Re-exports only. */
export * from './bots/index.js';
export { createFakeSteam, type FakeSteam, type FakeSteamOptions } from './fake-steam.js';
export {
  createSimulatedNetwork,
  type SimulatedNetwork,
  type SimulatedNetworkOptions,
} from './simulated-network.js';
export { type StoreCase, type StoreSubject, storeConformance } from './store-conformance.js';
export {
  type SyncCommand,
  type SyncInput,
  type SyncMessage,
  type SyncOptions,
  type SyncReport,
  syncTest,
} from './sync-test.js';
export {
  type Ability,
  type ConformanceCase,
  type ConformanceMode,
  type ConformancePlan,
  type ConformanceRun,
  type ConformanceSubject,
  type ConformanceTarget,
  conformancePlan,
  type Direction,
  type InapplicableCase,
  type Mismatch,
  type NetworkConditions,
  type PlannedCase,
  runConformanceCase,
  transportConformance,
} from './transport-conformance.js';
