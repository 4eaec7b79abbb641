/** The lobbies of a fake Steam: who is in, who owns them, and their data. They live on Valve's servers, so no network touches them. */
import type { SteamId, SteamLobbyEntry, SteamLobbyId } from '../../transports/steam/steam-like.js';

/** An id as Steam's lobbies have them. */
const FIRST_LOBBY_ID = 109_775_240_000_000_000n;

interface Lobby {
  readonly membersMax: number;
  readonly data: Map<string, string>;
  /** In order of joining, with the time. The first owns it. */
  readonly members: Map<SteamId, number>;
}

/** See the head of this file. */
export class FakeLobbies {
  readonly #nowMs: () => number;
  readonly #newsMs: number;
  readonly #lobbies = new Map<SteamLobbyId, Lobby>();
  #nextId = FIRST_LOBBY_ID;

  /** Other members hear of a new one after `newsMs`. */
  constructor(nowMs: () => number, newsMs: number) {
    this.#nowMs = nowMs;
    this.#newsMs = newsMs;
  }

  create(user: SteamId, membersMax: number): SteamLobbyId {
    const id = String(this.#nextId++);
    this.#lobbies.set(id, { membersMax, data: new Map(), members: new Map([[user, this.#nowMs()]]) });
    return id;
  }

  join(user: SteamId, id: SteamLobbyId): SteamLobbyEntry {
    const lobby = this.#lobbies.get(id);
    if (lobby === undefined) return 'missing';
    if (lobby.members.has(user)) return 'entered';
    if (lobby.members.size >= lobby.membersMax) return 'full';
    lobby.members.set(user, this.#nowMs());
    return 'entered';
  }

  /** Without members a lobby is no more. */
  leave(user: SteamId, id: SteamLobbyId): void {
    const lobby = this.#lobbies.get(id);
    if (lobby?.members.delete(user) && lobby.members.size === 0) this.#lobbies.delete(id);
  }

  /** Only its owner may; anybody else is ignored, as Steam does. */
  setData(user: SteamId, id: SteamLobbyId, key: string, value: string): void {
    if (this.owner(id) === user) this.#lobbies.get(id)?.data.set(key, value);
  }

  data(id: SteamLobbyId, key: string): string {
    return this.#lobbies.get(id)?.data.get(key) ?? '';
  }

  /** `0` for a lobby that is no more. */
  owner(id: SteamLobbyId): SteamId {
    const [owner = '0'] = this.#lobbies.get(id)?.members.keys() ?? [];
    return owner;
  }

  /** Who is in, as `viewer` knows: all who were there before it, and others once it heard of them. */
  members(viewer: SteamId, id: SteamLobbyId): readonly SteamId[] {
    const members = [...(this.#lobbies.get(id)?.members ?? [])];
    const own = members.findIndex(([user]) => user === viewer);
    return members
      .filter(([, sinceMs], index) => index <= own || this.#nowMs() >= sinceMs + this.#newsMs)
      .map(([user]) => user);
  }
}
