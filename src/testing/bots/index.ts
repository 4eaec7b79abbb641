/** The bots of `dugout/testing` and the game they play: all of it that knows one. Re-exports only. */
export { createDerbyBot, type DerbyBot, type DerbyBotOptions, type DerbyBotSession } from './derby-bot.js';
export {
  BOT_NAMES,
  botPlayer,
  botVersion,
  type SimulatedMatch,
  type SimulatedRun,
  type SimulateOptions,
  simulateRun,
} from './simulate.js';
