/** The house rules as data. To extend a rule, add a line here; the checks beside this file read nothing else. */

/** What a layer may import: `code` at run time, `types` by `import type` only. A layer may always import itself. */
export interface Layer {
  readonly code: readonly string[];
  readonly types?: readonly string[];
}

const EDGES = ['machines', 'streams', 'store', 'transports'];

/**
 * Layers are the folders of `src`, and three more: `leaves` are the files directly in it, `index` is `src/index.ts`, and
 * `public` is any file that package.json exports, whatever folder it is in.
 */
export const LAYERS: Readonly<Record<string, Layer>> = {
  // `game.ts` is the contract of a game: types that mention messages and machines.
  leaves: { code: [], types: ['protocol'] },
  protocol: { code: ['leaves'] },
  machines: { code: ['leaves', 'protocol'], types: EDGES },
  streams: { code: ['leaves', 'protocol'], types: EDGES },
  store: { code: ['leaves', 'protocol'], types: EDGES },
  transports: { code: ['leaves', 'protocol'], types: EDGES },
  network: { code: ['leaves', 'protocol'], types: ['transports'] },
  session: { code: ['leaves', 'protocol', ...EDGES] },
  index: { code: ['leaves', 'protocol', ...EDGES, 'session'] },
  testing: { code: ['leaves', 'protocol', ...EDGES, 'network', 'session', 'public'] },
  inspector: { code: ['leaves', 'protocol', 'store', 'session', 'public'], types: EDGES },
  cli: {
    code: ['leaves', 'protocol', 'machines', 'store', 'session', 'public', 'inspector', 'testing'],
    types: EDGES,
  },
};

/** Packages that stay behind some layers, so that replacing one stays small. */
export const PACKAGE_HOMES: Readonly<Record<string, readonly string[]>> = {
  xstate: ['machines', 'session'],
  commander: ['cli'],
  ws: ['transports', 'inspector'],
};

/** The inspector's page is bundled, so what it draws with is nobody's run-time dependency. */
export const PAGE = {
  folder: 'src/inspector/page/',
  packages: ['preact', '@preact/signals', 'uplot', 'elkjs'],
};

/** What a game is to the engine: these may say what a machine is, by type. */
export const GAME_CONTRACT = [
  'src/game.ts',
  'src/define-game.ts',
  'src/machine-tree.ts',
  'src/machine-checks.ts',
];

/** Where `node:` modules may be imported: everything else runs in a browser. */
export const NODE_FILES = [
  /^src\/cli\//,
  /^src\/store\/(file-store|log-file|read-log-file|group-commit)\.ts$/,
  /^src\/transports\/datagram\/node-[a-z-]+\.ts$/,
  /^src\/transports\/local-udp\/open\.ts$/,
  /^src\/transports\/websocket\/node-server\.ts$/,
  /^src\/testing\/targets\/websocket-proxy\.ts$/,
  /^src\/inspector\/server(-[a-z-]+)?\.ts$/,
];

/** What a browser loads: nothing these reach may import a `node:` module, however deep. */
export const BROWSER_ENTRIES = [
  'src/index.ts',
  'src/machines/home-run-derby.ts',
  'src/network/index.ts',
  'src/transports/websocket/browser.ts',
  'src/inspector/page/main.tsx',
  'src/inspector/feed/index.ts',
];

/** The only files that may read the real clock or draw real randomness, each with its reason. They must exist and do so. */
export const CLOCK_FILES: Readonly<Record<string, string>> = {
  'src/session/loop.ts': "the session's own loop, and the date in a log's notes",
  'src/session/options.ts': 'the seed nobody chose; it is logged',
  'src/transports/datagram/system-clock.ts': 'the default clock of transports',
  'src/testing/targets/websocket.ts': 'lets what is on its way through real sockets arrive',
  'src/transports/p2p/open.ts': "where a link's numbers begin, which nobody shall guess",
  'src/transports/p2p/discover.ts': 'listens for a while',
  'src/cli/replay.ts': 'says how long a replay took',
  'src/cli/bots/run-report.ts': 'says how long a replay took',
  'src/cli/bots/drive.ts': 'plays in real time',
  'src/cli/bots/client-processes.ts': 'does not wait for ever for a process',
  'src/inspector/page/clock.ts': 'plays a match at the pace of the screen',
  'src/cli/log-place.ts': 'names a new log by its date',
  'src/inspector/feed/live.ts': 'reads on between the frames of a session, and not for long',
  'src/inspector/server-remote.ts': 'does not wait for ever for another inspector',
  'src/inspector/stately/connect.ts': 'dates what is told to an inspector that wants dates',
  'src/inspector/server-access.ts':
    'the token of an inspector that others can reach, which nobody shall guess',
};

/** Clock and randomness as written in code, and what to take instead. `*` ends a prefix. */
export const CLOCK_NAMES: Readonly<Record<string, string>> = {
  'Date.now': 'frame numbers, or the clock in the options',
  'new Date': 'frame numbers, or the clock in the options',
  'performance.now': 'the clock in the options',
  'process.hrtime': 'the clock in the options',
  'AbortSignal.timeout': 'a signal of the caller',
  setTimeout: 'a timer of the frame clock, or `after` in a machine',
  setInterval: 'the frame loop',
  setImmediate: 'the frame loop',
  requestAnimationFrame: 'the frame loop of the game',
  'Math.random': 'a named stream of the run’s seed',
  'crypto.random*': 'the `random` in the options',
  'crypto.getRandomValues': 'the `random` in the options',
  randomBytes: 'the `random` in the options',
  randomInt: 'the `random` in the options',
  randomUUID: 'the `random` in the options',
};

/** Operators of RxJS that read the real clock unless given a scheduler. */
export const TIMED_OPERATORS = [
  ...['interval', 'timer', 'delay', 'delayWhen', 'timeout', 'timestamp', 'timeInterval'],
  ...['auditTime', 'bufferTime', 'debounceTime', 'sampleTime', 'throttleTime', 'windowTime'],
];

/** Where the game that comes with the library is, each with its reason. All else in `src` is given a game, and says no word of one. */
export const GAME_HOMES: Readonly<Record<string, string>> = {
  'src/machines/': 'the game: its machines and its rules, and the list of known games',
  'src/protocol/home-run-derby.ts': 'its table of messages',
  'src/testing/bots/': 'the bots that play it',
  'src/cli/bots/': 'the commands that bots play',
};

/** Words of that game, without their endings; a space may be left out. */
export const GAME_WORDS = [
  ...['at bat', 'ball park', 'baseball', 'bat', 'batted', 'batter', 'batting', 'derby', 'derbies'],
  ...['home run', 'homer', 'inning', 'pitch', 'pitcher', 'strikeout', 'swing', 'swung', 'umpire'],
];

/** A source file longer than this hides a concept that has no name yet. */
export const SOURCE_LINES_MAX = 300;

/** Words that say "later" to nobody in particular. */
export const LEFTOVERS = /\b(TODO|FIXME|XXX|HACK)\b|@ts-ignore|@ts-nocheck/;

/** A test that does not run, or keeps the others from running. */
export const IDLE_TESTS = /\b(it|test|describe)\.(only|skip|todo)\b/;
