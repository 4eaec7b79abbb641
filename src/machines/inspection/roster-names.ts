/** The roster at each frame, and the names of everybody who was ever in it. */
import type { SeenFrame } from '../../inspection.js';
import type { PeerId } from '../../peers.js';
import type { PlayerInfo } from '../../protocol/home-run-derby.js';

export class RosterNames {
  /** As the last frame left it. */
  roster: readonly PlayerInfo[] = [];
  readonly #names = new Map<PeerId, string>();

  see(frame: SeenFrame): void {
    const holder = frame.contextOf('lobby') ?? frame.contextOf('session');
    const roster = (holder?.roster ?? this.roster) as unknown as readonly PlayerInfo[];
    if (roster === this.roster) return;
    this.roster = roster;
    for (const { id, name } of roster) this.#names.set(id, name);
  }

  of(player: PeerId): string {
    return this.#names.get(player) ?? `player ${player}`;
  }

  /** `Ann`, `Ann and Bo`, `Ann, Bo and Cy`. */
  list(players: readonly PeerId[]): string {
    const names = players.map((player) => this.of(player));
    return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? 'nobody');
  }
}
