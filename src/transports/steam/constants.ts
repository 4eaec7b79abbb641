/** Numbers of Steam's that the transport uses, and the few of our own that both ends share. */
import type { Delivery } from '../../peers.js';

/** Send flags. Source: Steamworks documentation, steamnetworkingtypes (k_nSteamNetworkingSend_*). */
export const SEND_UNRELIABLE = 0;
export const SEND_NO_NAGLE = 1;
export const SEND_NO_DELAY = 4;
export const SEND_RELIABLE = 8;

/**
 * Largest message per delivery, bytes. Reliable: k_cbMaxSteamNetworkingSocketsMessageSizeSend. Unreliable: what Steam never splits,
 * its packet of 1300 less 68 of headers and encryption less 100 it keeps for statistics; a larger one is lost with any part of it.
 * Steam has no sequenced delivery, so it travels as Reliable.
 * Source: steamnetworkingtypes.h; GameNetworkingSockets, CSteamNetworkConnectionBase::UpdateMTUFromConfig.
 */
export const STEAM_LIMITS: Readonly<Record<Delivery, number>> = {
  reliable: 524_288,
  sequenced: 524_288,
  unreliable: 1132,
};

/** Most members of a lobby. Source: Steamworks documentation, ISteamMatchmaking::CreateLobby. */
export const LOBBY_MEMBERS_MAX = 250;

/** Longest text a connection is closed with, bytes. Source: k_cchSteamNetworkingMaxConnectionCloseReason is 128 with its zero. */
export const CLOSE_TEXT_BYTES_MAX = 127;

/**
 * Reasons a connection is closed with: `gone` the session or the client is no more, `refused` the host says no and the text says why.
 * Source: ESteamNetConnectionEnd leaves 1000 to 1999 to the application.
 */
export const CLOSE_GONE = 1000;
export const CLOSE_REFUSED = 1001;

/** The reasons by which Steam says that a peer fell silent: k_ESteamNetConnectionEnd_Remote_Timeout and _Misc_Timeout. */
export const END_TIMEOUTS: readonly number[] = [4001, 5003];

/** What a lobby says it speaks when nobody chose a version. */
export const STEAM_VERSION = 'DUGOUT-STEAM-1';
