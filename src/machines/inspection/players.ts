/** Marks of players who come, drop out of a run, leave, and come back. */
import type { SeenFrame, Sighting } from '../../inspection.js';
import type { PlayerInfo } from '../../protocol/home-run-derby.js';
import { withId } from '../players.js';
import type { RosterNames } from './roster-names.js';

export function readPlayers(names: RosterNames): (frame: SeenFrame) => readonly Sighting[] {
  let before: readonly PlayerInfo[] = [];
  /** Names, since a player who comes back may get another id. */
  const gone = new Set<string>();

  const arrival = ({ name }: PlayerInfo): Sighting =>
    gone.delete(name)
      ? { kind: 'mark', label: `${name} is back`, glyph: '↩', tone: 'good' }
      : { kind: 'mark', label: `${name} is here`, glyph: '→', tone: 'plain' };
  const departure = ({ name }: PlayerInfo, isKept: boolean): Sighting => {
    gone.add(name);
    // During a run the roster keeps who dropped.
    return isKept
      ? { kind: 'mark', label: `${name} dropped`, glyph: '⤫', tone: 'bad' }
      : { kind: 'mark', label: `${name} left`, glyph: '←', tone: 'plain' };
  };

  return () => {
    const now = names.roster;
    if (now === before) return [];
    const left = before.filter(({ id, connected }) => connected && !withId(now, id)?.connected);
    const came = now.filter(({ id, connected }) => connected && !withId(before, id)?.connected);
    const marks = [
      ...left.map((player) => departure(player, withId(now, player.id) !== undefined)),
      ...came.map(arrival),
    ];
    before = now;
    return marks;
  };
}
