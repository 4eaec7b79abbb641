/** `dugout/testing`: what users test their game with. Re-exports only. */
export { createDerbyBot, type DerbyBot, type DerbyBotOptions } from './bots/derby-bot.js';
export { createFakeSteam, type FakeSteam, type FakeSteamOptions } from './fake-steam.js';
export {
  BOT_NAMES,
  botPlayer,
  botVersion,
  type SimulatedMatch,
  type SimulatedRun,
  type SimulateOptions,
  simulateRun,
} from './simulate.js';
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
