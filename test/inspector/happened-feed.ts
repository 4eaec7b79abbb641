/** A hand-made feed with all that a log alone does not tell: guards, what was sent, delays, links, superseded messages, notices. */
import {
  FEED_VERSION,
  type FeedEntry,
  type FeedHeader,
  type FeedStep,
} from '../../src/inspector/feed/entry.js';
import type { ChartState } from '../../src/store/log-header.js';

const atomic = (transitions: ChartState['transitions'] = []): ChartState => ({
  type: 'atomic',
  transitions,
  invokes: [],
  entry: [],
  exit: [],
  states: {},
});

const GATE: ChartState = {
  ...atomic([{ event: 'peer.left', targets: [], actions: [] }]),
  type: 'compound',
  initial: 'shut',
  states: {
    shut: atomic([
      { event: 'Knock', targets: ['open'], guard: 'isKnown', actions: ['greet'] },
      { event: 'Push', targets: ['open'], guard: 'isStrong', actions: [] },
    ]),
    open: atomic([
      { event: 'xstate.after.openFor.gate.open', targets: ['shut'], actions: [], delay: 'openFor' },
    ]),
  },
};

export const HEADER: FeedHeader = {
  kind: 'header',
  version: FEED_VERSION,
  source: 'log',
  title: 'gate.dugout',
  game: 'gate',
  gameVersion: '1',
  protocol: 'GATE-1',
  schemaHash: '0',
  role: 'host',
  frameRate: 60,
  createdAt: '',
  library: '0',
  options: null,
  rules: null,
  charts: { gate: GATE, bell: atomic() },
  messages: [[1, 'Knock', '']],
  rows: [],
  pictures: [],
  knowledge: { code: true, sentence: 'Read with its code.' },
};

export const ROSTER = [
  { id: 0, name: 'Ann' },
  { id: 1, name: 'Bo' },
];

export const step = (more: Partial<FeedStep>): FeedStep => ({
  kind: 'transition',
  cause: 1,
  actor: 'gate',
  chart: 'gate',
  event: 'Knock',
  from: 'shut',
  to: 'shut',
  changes: [],
  ...more,
});

export const frame = (
  at: number,
  more: Partial<Extract<FeedEntry, { kind: 'frame' }>>,
): Extract<FeedEntry, { kind: 'frame' }> => ({
  kind: 'frame',
  frame: at,
  inputs: [],
  steps: [],
  draws: [],
  sightings: [],
  ...more,
});

export const knock = (peer: number) => ({
  kind: 'message' as const,
  peer,
  name: 'Knock',
  value: { times: 3, force: Math.fround(2.6166666), how: { with: 'fist', where: [1, 2, 3] } },
  bytes: new Uint8Array([1, 3, 0x4b, 0x6e, 0x6f, 0x63, 0x6b, 0, 255, 16]),
});

const ROSTER_BYTES = new Uint8Array([9, 2]);

/** Two seconds of a gate: Bo and somebody unknown join, Bo knocks, the gate opens and shuts again, a stranger is refused. */
export const GATE_FEED: readonly FeedEntry[] = [
  HEADER,
  frame(0, {
    steps: [
      step({
        cause: 0,
        event: 'xstate.init',
        from: '',
        to: 'shut',
        changes: [
          ['roster', []],
          ['knocks', 0],
        ],
      }),
      step({ cause: 0, actor: 'bell', chart: 'bell', event: 'xstate.init', from: '', to: 'quiet' }),
    ],
  }),
  frame(1, {
    inputs: [
      { kind: 'peer-joined', peer: 0, name: '', value: null },
      { kind: 'peer-joined', peer: 1, name: '', value: null },
      { kind: 'peer-joined', peer: 2, name: '', value: null },
    ],
    steps: [
      step({ cause: 2, event: 'peer.joined', changes: [['roster', ROSTER]] }),
      step({ cause: 3, event: 'peer.joined' }),
    ],
  }),
  { kind: 'links', frame: 30, links: [link(1, 100), link(2, null)] },
  {
    kind: 'superseded',
    message: 'Pose',
    frames: poses(10, 110, [40, 42, 44]),
    peers: poses(10, 110, [40, 42, 44]).map(() => 1),
  },
  frame(60, {
    inputs: [knock(1)],
    steps: [
      step({
        to: 'open',
        changes: [
          ['knocks', 1],
          ['last', { by: 1, how: 'fist' }],
        ],
        guards: [['isKnown', true]],
        sent: [
          { kind: 'send', message: 'Roster', value: { roster: ROSTER }, to: [1, 2], bytes: ROSTER_BYTES },
          { kind: 'relay', message: 'Knock', value: null, to: 'all but 1' },
        ],
        delays: [['xstate.after.openFor.gate.open', 1000]],
        next: [],
      }),
      step({ actor: 'bell', chart: 'bell', event: 'ring', from: 'quiet', to: 'ringing' }),
    ],
  }),
  {
    kind: 'notice',
    frame: 80,
    notice: 'malformed',
    peer: 2,
    sentence: 'Malformed message from player 2 ignored.',
  },
  frame(90, {
    inputs: [
      knock(2),
      { kind: 'message', peer: 1, name: 'Roster', value: { roster: ROSTER }, bytes: ROSTER_BYTES },
    ],
    steps: [step({ kind: 'refusal', from: '', to: '', rule: 'gate/unknown', guards: [['isKnown', false]] })],
  }),
  frame(120, {
    steps: [
      step({
        cause: 0,
        event: 'xstate.after.openFor.gate.open',
        from: 'open',
        to: 'shut',
        changes: [['last', { by: 1, how: 'none' }]],
        next: [
          ['Knock', 'depends'],
          ['Push', 'forbidden'],
        ],
        guards: [],
        sent: [],
      }),
    ],
  }),
  frame(140, {
    inputs: [
      { kind: 'peer-left', peer: 2, name: 'timed-out', value: null, sentence: 'Nothing came for 10 s.' },
    ],
    steps: [step({ event: 'peer.left' })],
  }),
];

function link(peer: number, roundTripMs: number | null) {
  return { peer, roundTripMs, loss: null, backlog: 0, queued: 0 };
}

/** Every second frame from `first` to `last` but those lost. */
function poses(first: number, last: number, lost: readonly number[]): number[] {
  const frames: number[] = [];
  for (let at = first; at <= last; at += 2) if (!lost.includes(at)) frames.push(at);
  return frames;
}
