/**
 * What a host writes into its lobby's data for those who would join, and whether they may: the seed's framing has no place for
 * it, so a client refuses itself before it connects.
 */
import type { SteamLinkEnd } from './ends.js';
import type { SteamId, SteamLobbyId, SteamMatchmaking } from './steam-like.js';

/** What both ends must agree on. */
export interface SteamProtocol {
  readonly version: string;
  /** 32 bits. */
  readonly schemaHash: number;
}

/** Keys of the data. `host` is a user id: Steam hands a lobby on when its owner leaves, but not the session. */
const KEYS = { version: 'dugout-version', schema: 'dugout-schema', host: 'dugout-host' } as const;

/** Writes what `host` speaks into its lobby. */
export function writeLobbyData(
  steam: SteamMatchmaking,
  lobby: SteamLobbyId,
  host: SteamId,
  { version, schemaHash }: SteamProtocol,
): void {
  steam.setLobbyData(lobby, KEYS.version, version);
  steam.setLobbyData(lobby, KEYS.schema, schemaText(schemaHash));
  steam.setLobbyData(lobby, KEYS.host, host);
}

/** Why a client that speaks `ours` must stay out of a lobby it is in; `undefined` when it may connect to the owner. */
export function checkLobbyData(
  steam: SteamMatchmaking,
  lobby: SteamLobbyId,
  ours: SteamProtocol,
): SteamLinkEnd | undefined {
  const version = steam.lobbyData(lobby, KEYS.version);
  if (version !== ours.version) {
    const theirs = version === '' ? 'something unknown' : version;
    return refused(`This host speaks ${theirs}, your game speaks ${ours.version}; update the older one.`);
  }
  const schema = steam.lobbyData(lobby, KEYS.schema);
  if (schema !== schemaText(ours.schemaHash)) {
    return refused(
      `This host's messages have schema ${schema}, yours ${schemaText(ours.schemaHash)}; update the older one.`,
    );
  }
  if (steam.lobbyData(lobby, KEYS.host) !== steam.lobbyOwner(lobby))
    return { end: 'host-gone', sentence: '' };
  return undefined;
}

function refused(sentence: string): SteamLinkEnd {
  return { end: 'refused', sentence };
}

function schemaText(hash: number): string {
  return `0x${hash.toString(16).padStart(8, '0')}`;
}
