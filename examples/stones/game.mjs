// The game as the engine wants it: messages, machines, rules, and what is shown. Everything else has a default.
import { defineGame } from 'dugout';
import { client } from './client.mjs';
import { host } from './host.mjs';
import { protocol, rules } from './rules.mjs';

const phaseOf = ({ value }) => value;

export const game = defineGame({
  id: 'stones',
  version: '1',
  protocol,
  rules,
  // Why a message changed nothing; the sender is told at once.
  refusals: {
    duel: { Take: 'duel/not-your-turn-or-not-that-many' },
    client: { Take: 'client/not-your-turn-or-not-that-many' },
  },
  host: {
    root: host,
    view: (actors) => {
      const session = actors('session');
      const { stones = 0, turn = null } = actors('duel')?.context ?? {};
      return { phase: phaseOf(session), stones, turn, winner: session.context.winner };
    },
  },
  client: {
    root: client,
    view: (actors) => {
      const session = actors('session');
      const { stones, turn, winner } = session.context;
      return { phase: phaseOf(session), stones, turn, winner };
    },
  },
});
