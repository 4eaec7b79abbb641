/** `dugout/testing`: what users test their game with. Re-exports only. */
export { createDerbyBot, type DerbyBot, type DerbyBotOptions } from './bots/derby-bot.js';
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
} from './simulated-network.js';
export { type StoreCase, type StoreSubject, storeConformance } from './store-conformance.js';
export {
  type ConformanceCase,
  type ConformanceSubject,
  transportConformance,
} from './transport-conformance.js';
