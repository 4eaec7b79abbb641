/**
 * Plays the Home Run Derby through the public session, host's own player or client alike: looks at the view, waits like a
 * person, says one thing at a time. For demos, tests and load; it reads no clock, frames are its time.
 */
import type { DerbyTypes } from '../../machines/home-run-derby.js';
import type { DerbyView, TurnView } from '../../machines/view.js';
import { createRandomStreams, type RandomStream } from '../../random.js';
import type { Session } from '../../session/session.js';
import { type PitchPlan, planPitch, resultOf } from './pitch-plan.js';

/** Options of {@link createDerbyBot}. */
export interface DerbyBotOptions {
  /** 32-bit seed of what the bot does. */
  readonly seed: number;
  /** Outs after which the bot ends its turn; the rules' `turnOuts`. @default 3 */
  readonly turnOuts?: number;
}

/** A bot at a session. */
export interface DerbyBot {
  /** Acts on what the session shows; call it after each `session.frame`. */
  frame(): void;
}

/** Frames a second the bot thinks in; poses go out every second one. */
const FRAME_RATE = 60;
const POSE_EVERY_FRAMES = 2;

/** What a bot needs of a session: one of an extended derby has it too. */
export type DerbyBotSession = Pick<Session<DerbyTypes>, 'isOver' | 'view' | 'frameNumber' | 'send'>;

/** Puts a bot at a session, host or client; it acts for the session's local player. */
export function createDerbyBot(session: DerbyBotSession, options: DerbyBotOptions): DerbyBot {
  return new Bot(session, options);
}

/** A turn of the bot's own, from TurnStart to TurnEnd. */
interface OwnTurn {
  readonly turnIndex: number;
  readonly scoreBefore: number;
  hasBegun: boolean;
  outs: number;
  gained: number;
  homeRuns: number;
  longestFt: number;
  plan: PitchPlan | null;
  /** Frame of the current pitch. */
  pitchFrame: number;
}

class Bot implements DerbyBot {
  readonly #session: DerbyBotSession;
  readonly #random: RandomStream;
  readonly #turnOuts: number;
  /** Nothing is done before this frame: the bot is thinking. */
  #restsUntil = 0;
  #lastPoseFrame = 0;
  #turn: OwnTurn | null = null;

  constructor(session: DerbyBotSession, { seed, turnOuts = 3 }: DerbyBotOptions) {
    this.#session = session;
    this.#random = createRandomStreams(seed).stream('bot');
    this.#turnOuts = turnOuts;
  }

  frame(): void {
    if (this.#session.isOver) return;
    const { view, frameNumber } = this.#session;
    if (view.me === null) return;
    if (view.turn?.batter !== view.me) this.#turn = null;
    else this.#pose(view, frameNumber);
    if (frameNumber >= this.#restsUntil) this.#act(view, view.me, frameNumber);
  }

  #act(view: DerbyView, me: number, frame: number): void {
    if (view.gate?.waitingFor.includes(me)) {
      this.#session.send(view.gate.kind === 'intro' ? 'IntroDone' : 'ShopReady', {});
      this.#rest(frame, 30, 90);
    } else if (view.turn?.batter === me && view.score) {
      this.#bat(this.#turnOf(view.turn, view.score.teamScore), view, me, frame);
    }
  }

  /** The turn as it goes on; one that a continued session is in the middle of is taken up where it is. */
  #turnOf({ turnIndex, outs, plate }: TurnView, scoreBefore: number): OwnTurn {
    if (this.#turn?.turnIndex === turnIndex) return this.#turn;
    const counts = { outs, gained: 0, homeRuns: 0, longestFt: 0 };
    const hasBegun = plate !== 'waiting' || outs > 0;
    this.#turn = { turnIndex, scoreBefore, hasBegun, ...counts, plan: null, pitchFrame: 0 };
    return this.#turn;
  }

  #bat(turn: OwnTurn, view: DerbyView, me: number, frame: number): void {
    if (!turn.hasBegun) this.#begin(turn, me, frame);
    else if (turn.plan !== null) this.#follow(turn, turn.plan, me, frame);
    else if (this.#isDone(turn, view)) this.#end(turn, frame);
    else this.#throw(turn, frame);
  }

  #begin(turn: OwnTurn, batter: number, frame: number): void {
    const { scoreBefore: teamScore } = turn;
    const sent = this.#session.send('AtBatBegin', {
      batter,
      batUpgradeId: '',
      outs: this.#turnOuts,
      ringRadius: 0.3,
      teamScore,
    });
    turn.hasBegun = sent.ok;
    this.#rest(frame, 20, 40);
  }

  #throw(turn: OwnTurn, frame: number): void {
    const plan = planPitch(this.#random, seconds(frame));
    if (!this.#session.send('AtBatPitch', plan.pitch).ok) return;
    turn.plan = plan;
    turn.pitchFrame = frame;
  }

  #follow(turn: OwnTurn, plan: PitchPlan, batter: number, frame: number): void {
    const sincePitch = seconds(frame - turn.pitchFrame);
    const plate = this.#session.view.turn?.plate;
    if (plan.swingAt !== null && plate === 'inFlight' && sincePitch >= plan.swingAt) {
      this.#session.send('AtBatSwing', { pressTime: seconds(frame) });
    } else if (sincePitch >= plan.resultAt) {
      this.#session.send('AtBatResult', resultOf(plan, seconds(frame)));
      this.#count(turn, plan, batter);
      turn.plan = null;
      this.#rest(frame, 20, 50);
    }
  }

  #count(turn: OwnTurn, plan: PitchPlan, batter: number): void {
    if (plan.isOut) turn.outs++;
    if (plan.isHomeRun) turn.homeRuns++;
    turn.gained += plan.score;
    turn.longestFt = Math.max(turn.longestFt, plan.isHomeRun ? plan.distanceFt : 0);
    const headline = plan.isHomeRun
      ? `HOME RUN! ${plan.distanceFt} ft`
      : plan.isOut
        ? `Out at ${plan.distanceFt} ft`
        : 'Takes the pitch';
    const [r, g, b] = plan.isHomeRun ? [255, 209, 64] : [200, 200, 200];
    this.#session.send('PlayFeed', {
      batter,
      headline,
      r,
      g,
      b,
      teamScore: turn.scoreBefore + turn.gained,
      homeRun: plan.isHomeRun,
      wasOut: plan.isOut,
      distanceFt: plan.distanceFt,
    });
  }

  /** Out of outs, or the inning is won already. */
  #isDone(turn: OwnTurn, view: DerbyView): boolean {
    const { score } = view;
    if (score === null) return true;
    return (
      turn.outs >= this.#turnOuts || score.outsLeft === 0 || turn.scoreBefore + turn.gained >= score.target
    );
  }

  #end(turn: OwnTurn, frame: number): void {
    this.#session.send('TurnEnd', {
      scoreGained: turn.gained,
      homeRuns: turn.homeRuns,
      longestFt: turn.longestFt,
    });
    this.#rest(frame, 10, 20);
  }

  /** The bat follows a slow circle; enough for a spectator to see it move. */
  #pose(view: DerbyView, frame: number): void {
    if (view.turn?.plate === 'waiting' || frame - this.#lastPoseFrame < POSE_EVERY_FRAMES) return;
    this.#lastPoseFrame = frame;
    const t = seconds(frame);
    const aim = [Math.cos(t) * 0.2, 0.9 + Math.sin(t) * 0.2] as const;
    this.#session.send('AtBatPose', {
      t,
      aim,
      hands: [0.2, 1.1, 0.1],
      direction: [Math.sin(t), 1, Math.cos(t)],
      twist: Math.sin(t),
    });
  }

  #rest(frame: number, least: number, most: number): void {
    this.#restsUntil = frame + this.#random.integer(least, most);
  }
}

const seconds = (frames: number): number => frames / FRAME_RATE;
