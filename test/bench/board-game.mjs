/**
 * The at-bat as a boardgame.io game, for comparison: pitch, swing and result by the batter, counted as ours are. boardgame.io
 * is a peer of the benchmark only; see package.json beside this file.
 */
import { createRequire } from 'node:module';

// Its own fast path: without this it freezes and checks its state for development.
process.env.NODE_ENV ??= 'production';
const require = createRequire(import.meta.url);

export const BOARD_GAME_IO_VERSION = require('boardgame.io/package.json').version;

const atBat = {
  name: 'at-bat',
  disableUndo: true,
  setup: () => ({
    state: 'ready',
    pitches: 0,
    swings: 0,
    contacts: 0,
    homeRuns: 0,
    longestFt: 0,
    pitchTypeId: '',
  }),
  moves: {
    pitch: ({ G }, pitch) => {
      G.state = 'inFlight';
      G.pitches++;
      G.pitchTypeId = pitch.pitchTypeId;
    },
    swing: ({ G }) => {
      if (G.state !== 'inFlight') return 'INVALID_MOVE';
      G.state = 'swung';
      G.swings++;
    },
    result: ({ G }, result) => {
      if (G.state === 'ready') return 'INVALID_MOVE';
      G.state = 'ready';
      if (!result.madeContact) return;
      G.contacts++;
      if (result.isHomeRun) G.homeRuns++;
      G.longestFt = Math.max(G.longestFt, result.distanceFt);
    },
  },
};

/**
 * A function that plays `moves` (`[name, value]`) in a new match; `isClient` is the reducer's shortest path: no turn to end,
 * no log. Returns the match's last state.
 */
export function createBoardGame({ isClient }) {
  const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');
  const reduce = CreateGameReducer({ game: atBat, isClient });
  const initial = InitializeGame({ game: atBat, numPlayers: 4 });
  return (moves) => {
    let state = initial;
    for (const [type, value] of moves) {
      state = reduce(state, { type: 'MAKE_MOVE', payload: { type, args: [value], playerID: '0' } });
    }
    return state;
  };
}
