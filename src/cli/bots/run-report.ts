/** What a played run is told as: a progress line while it goes, a table and a JSON object at its end. */
import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { homeRunDerby } from '../../machines/home-run-derby.js';
import type { DerbyPhase, DerbyView } from '../../machines/view.js';
import { verify } from '../../session/replay.js';
import type { LogStatus } from '../../session/session.js';
import { digestText } from '../../store/hashes.js';
import { toCount } from '../json.js';
import { openLog } from '../open-log.js';
import { colour, out, outJson, progress, status, table } from '../terminal.js';

/** The keys of `--json`. */
export interface RunReport {
  /** The log's path. */
  readonly log: string;
  readonly digest: string;
  readonly frames: number;
  readonly transitions: number;
  /** Innings played. */
  readonly innings: number;
  /** `unfinished` when the session ended before its run. */
  readonly outcome: 'won' | 'lost' | 'abandoned' | 'unfinished';
  readonly teamScore: number;
  /** Of the replay of the log just written. */
  readonly verdict: 'identical' | 'diverged';
}

/** What is going on while nobody bats. */
const PHASE_WORDS: Readonly<Partial<Record<DerbyPhase, string>>> = {
  roundEnd: 'end of the inning',
  shop: 'in the shop',
};

/** Shows where the run is: one line that is rewritten on a terminal, a line an inning elsewhere. */
export class ProgressLine {
  #lastInning = -1;
  #lastText = '';

  show(view: DerbyView, innings: number): void {
    const { score, turn, roster } = view;
    if (score === null || score.target === 0) return;
    const batter = roster.find(({ id }) => id === turn?.batter)?.name;
    const who = batter === undefined ? (PHASE_WORDS[view.phase] ?? view.phase) : `${batter} bats`;
    const text = `inning ${score.inningIndex + 1}/${innings} · ${who} · ${toCount(score.teamScore)} of ${toCount(score.target)} · ${score.outsLeft} outs left`;
    if (text === this.#lastText) return;
    this.#lastText = text;
    if (process.stderr.isTTY) status(text);
    else if (score.inningIndex !== this.#lastInning) progress(text);
    this.#lastInning = score.inningIndex;
  }

  end(): void {
    if (process.stderr.isTTY) status('');
  }
}

/** Replays the log just written and tells how the run went. Returns false when the replay differed. */
export async function tellRun(
  path: string,
  view: DerbyView,
  log: LogStatus,
  asJson: boolean,
): Promise<boolean> {
  const opened = await openLog(path);
  const startedMs = performance.now();
  const replayed = verify({ log: opened.log, game: homeRunDerby });
  const elapsedMs = performance.now() - startedMs;
  const report: RunReport = {
    log: path,
    digest: log.digest,
    frames: log.frames,
    transitions: log.transitions,
    innings: view.lastRun?.innings.length ?? view.innings.length,
    outcome: view.lastRun?.outcome ?? 'unfinished',
    teamScore: view.lastRun?.teamScore ?? view.score?.teamScore ?? 0,
    verdict: replayed.verdict,
  };
  if (asJson) await outJson(report);
  else {
    await out(inningTable(view));
    await out('');
    if (view.bestHits.length > 0) await out(`${bestHits(view)}\n`);
    const shown = relative('.', path);
    await out(`log      ${shown} (${kilobytes((await stat(path)).size)})`);
    await out(
      `replay   ${colour(replayed.verdict === 'identical' ? 'green' : 'red', replayed.verdict)}: ${toCount(replayed.transitions)} transitions, digest ${digestText(replayed.digest)}, ${Math.round(elapsedMs)} ms`,
    );
    if (replayed.firstDivergence) await out(replayed.firstDivergence.sentence);
    await out('');
    await out(
      table([
        ['next   ', `npx dugout inspect ${shown}`, 'look at the match in a browser'],
        ['', `npx dugout log cat ${shown} | head`, 'what happened, step by step'],
        ['', `npx dugout log charts ${shown}`, 'the state charts, as Mermaid'],
        ['', `npx dugout replay ${shown} --until 1200`, 'all states at a frame'],
      ]),
    );
  }
  return replayed.verdict === 'identical' && digestText(replayed.digest) === log.digest;
}

function inningTable({ lastRun, innings }: DerbyView): string {
  const results = lastRun?.innings ?? innings;
  const rows = results.map(({ index, target, teamScore, outsLeft, pool, cleared }) => [
    String(index + 1).padStart(6),
    toCount(target).padStart(7),
    toCount(teamScore).padStart(7),
    `${outsLeft} of ${pool}`.padStart(9),
    cleared ? 'cleared' : 'not cleared',
  ]);
  const outcome = lastRun
    ? `\nThe run is ${colour('bold', lastRun.outcome)} with ${toCount(lastRun.teamScore)} points.`
    : '\nThe run did not end.';
  return `${table([['inning', ' target', '  score', 'outs left', ''], ...rows])}\n${outcome}`;
}

function bestHits({ bestHits: hits, roster }: DerbyView): string {
  const name = (id: number): string => roster.find((player) => player.id === id)?.name ?? `player ${id}`;
  return `best     ${hits.map(({ batter, distanceFt, inningIndex }) => `${name(batter)} ${distanceFt} ft (inning ${inningIndex + 1})`).join(', ')}`;
}

const kilobytes = (bytes: number): string => `${toCount(Math.ceil(bytes / 1024))} KB`;
