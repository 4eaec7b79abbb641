/**
 * Who of those that ask a host for a connection is let through: members of its lobby. Steam tells the host of a new member by another
 * way than of a connection, so somebody it does not know yet waits a moment; then it is a stranger, told so and counted.
 */
import { CLOSE_REFUSED } from './constants.js';
import type { SteamIncoming, SteamLike, SteamLobbyId } from './steam-like.js';

/** How long somebody may be unknown, ms. Steam wants an answer within a second or two. */
const UNKNOWN_MS = 2000;
/** Users that may wait; of more, the first is sent away (TR7). */
const WAITING_MAX = 64;

const STRANGER = 'Only members of the lobby may connect; join it first.';

interface Waiting extends SteamIncoming {
  readonly untilMs: number;
}

/** See the head of this file. */
export class MembersOnly {
  readonly #steam: SteamLike;
  readonly #lobby: SteamLobbyId;
  #waiting: Waiting[] = [];

  constructor(steam: SteamLike, lobby: SteamLobbyId) {
    this.#steam = steam;
    this.#lobby = lobby;
  }

  /** Members who ask for a connection, in order, and how many strangers were sent away. */
  admit(nowMs: number): { readonly members: readonly SteamIncoming[]; readonly strangers: number } {
    for (const incoming of this.#steam.takeIncoming()) {
      this.#waiting.push({ ...incoming, untilMs: nowMs + UNKNOWN_MS });
    }
    if (this.#waiting.length === 0) return { members: [], strangers: 0 };
    const known = new Set(this.#steam.lobbyMembers(this.#lobby));
    const members = this.#waiting.filter(({ user }) => known.has(user));
    const unknown = this.#waiting.filter(({ user }) => !known.has(user));
    this.#waiting = unknown.slice(-WAITING_MAX).filter(({ untilMs }) => nowMs < untilMs);
    const strangers = unknown.filter((waiting) => !this.#waiting.includes(waiting));
    for (const { connection } of strangers) this.#steam.close(connection, CLOSE_REFUSED, STRANGER, false);
    return { members, strangers: strangers.length };
  }

  /** Sends everybody away who waits. */
  close(reason: number): void {
    for (const { connection } of [...this.#waiting, ...this.#steam.takeIncoming()]) {
      this.#steam.close(connection, reason, '', false);
    }
    this.#waiting = [];
  }
}
