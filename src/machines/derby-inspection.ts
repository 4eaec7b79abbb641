/**
 * How a run of the Home Run Derby is looked at. Reads a host's log and a client's alike, by what both have: the messages that
 * were acted on, the contexts of `run` and `at-bat`, and the roster. What is told is in `inspection/`, one reader each.
 */
import type { InspectionDefinition } from '../inspection.js';
import { readPlayers } from './inspection/players.js';
import { readPlays } from './inspection/plays.js';
import { RosterNames } from './inspection/roster-names.js';
import { readRun } from './inspection/run.js';
import { readSweeps } from './inspection/sweeps.js';

const ft = 'ft';
const hits = [
  { id: 'home-run', label: 'home run', tone: 'good' },
  { id: 'in-play', label: 'in play', tone: 'plain' },
  { id: 'out', label: 'out', tone: 'bad' },
] as const;

export const derbyInspection: InspectionDefinition = {
  rows: [
    { id: 'innings', title: 'Innings' },
    { id: 'turns', title: 'Turns' },
    { id: 'at-bats', title: 'At-bats' },
    { id: 'pitches', title: 'Pitches' },
    { id: 'gates', title: 'Gates' },
  ],
  pictures: [
    {
      id: 'score',
      title: 'Score against target',
      kind: 'lines',
      x: { label: 'inning', unit: '' },
      y: { label: 'team score', unit: '' },
      series: [
        { id: 'score', label: 'score', tone: 'good' },
        { id: 'target', label: 'target', tone: 'plain' },
      ],
    },
    {
      id: 'spray',
      title: 'Spray chart',
      kind: 'polar',
      x: { label: 'spray angle', unit: '°' },
      y: { label: 'distance', unit: ft },
      series: hits,
      rings: [100, 200, 300, 400, 500],
    },
    {
      id: 'contact',
      title: 'Launch angle against exit velocity',
      kind: 'scatter',
      x: { label: 'exit velocity', unit: 'mph' },
      y: { label: 'launch angle', unit: '°' },
      series: hits,
    },
    {
      id: 'bat',
      title: 'The bat around a contact',
      kind: 'sweep',
      x: { label: 'across and along', unit: 'm' },
      y: { label: 'up', unit: 'm' },
      series: [{ id: 'bat', label: 'bat', tone: 'plain' }],
    },
  ],
  read({ frameRate }) {
    const names = new RosterNames();
    const readers = [
      readPlayers(names),
      readRun(names),
      readPlays(names, frameRate),
      readSweeps(names, frameRate),
    ];
    return (frame) => {
      names.see(frame);
      return readers.flatMap((read) => read(frame));
    };
  },
};
