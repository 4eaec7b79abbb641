/** `dugout/transports/steam`: sessions between Steam users. Re-exports only. */
export type { SteamHostTransport } from './host.js';
export {
  type HostSteamOptions,
  hostSteam,
  type JoinSteamOptions,
  joinSteam,
  type SteamOptions,
} from './open.js';
export type {
  SteamConnection,
  SteamConnectionInfo,
  SteamConnectionStatus,
  SteamId,
  SteamIncoming,
  SteamLike,
  SteamLobbyEntry,
  SteamLobbyId,
  SteamMatchmaking,
  SteamMessage,
  SteamSendResult,
  SteamSockets,
} from './steam-like.js';
