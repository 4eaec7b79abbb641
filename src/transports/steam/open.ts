/** Opens the two ends of Steam: options and their defaults, the lobby and its errors. */
import { invariant, SessionError } from '../../errors.js';
import type { TransportClock } from '../datagram/socket.js';
import { systemClock } from '../datagram/system-clock.js';
import type { Transport } from '../transport.js';
import { SteamClient } from './client.js';
import { LOBBY_MEMBERS_MAX, STEAM_VERSION } from './constants.js';
import type { SteamLinkEnd } from './ends.js';
import { SteamHost, type SteamHostTransport } from './host.js';
import { checkLobbyData, type SteamProtocol, writeLobbyData } from './lobby-data.js';
import type { SteamLike, SteamLobbyEntry, SteamLobbyId } from './steam-like.js';

/** What both ends can be told. */
export interface SteamOptions {
  /** Steam, through an adapter. One transport at a time. */
  readonly steam: SteamLike;
  /** What both ends must speak, 1 to 100 characters. */
  readonly version?: string;
  /** Hash of the messages both ends must know, 32 bits. Default 0. */
  readonly schemaHash?: number;
  /** Where the time is read. Default: the real clock. */
  readonly clock?: TransportClock;
}

/** Options of {@link hostSteam}. */
export interface HostSteamOptions extends SteamOptions {
  /** Most players at once, the host's own included; a client more is refused. Default and most: 250. */
  readonly playersMax?: number;
}

/** Options of {@link joinSteam}. */
export interface JoinSteamOptions extends SteamOptions {
  /** The lobby of the host. */
  readonly lobby: SteamLobbyId;
  /** How long to wait for the host's greeting before giving up with `timed-out`, ms. Default 15000: Steam's own is 10000. */
  readonly connectTimeoutMs?: number;
}

/**
 * Hosts a session on Steam in the seed's framing; resolves when there is a lobby to invite to.
 *
 * @throws SessionError `transport/bind-failed` when Steam creates none.
 */
export async function hostSteam(options: HostSteamOptions): Promise<SteamHostTransport> {
  const { steam, playersMax = LOBBY_MEMBERS_MAX, clock = systemClock } = options;
  invariant(
    playersMax >= 1 && playersMax <= LOBBY_MEMBERS_MAX,
    `playersMax must be 1 to ${LOBBY_MEMBERS_MAX}, not ${playersMax}.`,
  );
  const protocol = protocolOf(options);
  const lobby = await answered('No lobby could be created', () => steam.createLobby(playersMax));
  steam.listen();
  writeLobbyData(steam, lobby, steam.userId, protocol);
  return new SteamHost({ steam, lobby, playersMax, clock });
}

/**
 * Joins a lobby and its host on Steam; resolves when the lobby answered. Whether we are in comes by poll: `opened`, or `closed` with
 * `refused` (also by the lobby), `host-gone` or `timed-out`.
 *
 * @throws SessionError `transport/bind-failed` when Steam could not be asked.
 */
export async function joinSteam(options: JoinSteamOptions): Promise<Transport> {
  const { steam, lobby, connectTimeoutMs = 15_000, clock = systemClock } = options;
  const protocol = protocolOf(options);
  const entry = await answered('The lobby could not be joined', () => steam.joinLobby(lobby));
  const keptOut = keptOutBy(entry, lobby) ?? checkLobbyData(steam, lobby, protocol);
  return new SteamClient({ steam, lobby, clock, connectTimeoutMs, keptOut });
}

function protocolOf({ version = STEAM_VERSION, schemaHash = 0 }: SteamOptions): SteamProtocol {
  invariant(version.length >= 1 && version.length <= 100, 'version must be 1 to 100 characters.');
  invariant(
    Number.isInteger(schemaHash) && schemaHash >= 0 && schemaHash < 2 ** 32,
    `schemaHash must be 32 bits, not ${schemaHash}.`,
  );
  return { version, schemaHash };
}

function keptOutBy(entry: SteamLobbyEntry, lobby: SteamLobbyId): SteamLinkEnd | undefined {
  if (entry === 'entered') return undefined;
  const sentences = {
    full: 'The session is full: its lobby has no place left.',
    missing: `There is no lobby ${lobby}: its host closed it, or the id is wrong.`,
    refused: 'Steam does not let you into this lobby; ask its host for an invitation.',
  };
  return { end: 'refused', sentence: sentences[entry] };
}

/** What Steam answers, or why it did not. */
async function answered<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new SessionError(
      'transport/bind-failed',
      `${what} (${String(cause)}); check that Steam is running and online.`,
      { cause },
    );
  }
}
