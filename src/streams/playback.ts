/**
 * The spectator's delayed clock: shows what another player does a little late, so that what arrives unevenly plays evenly.
 *
 * ```
 *   offset = least seen (now − sender time) + buffer        delayed time = now − offset
 *
 *   sender time ──●──●───●──●──────▶        poses between two samples are interpolated, held at the ends
 *                      ▲ delayed time       events wait in order until it reaches them
 * ```
 *
 * A lower offset is taken at once, a higher one let in slowly, so a link that gets slower stretches time by a few percent
 * instead of freezing the picture. Time is handed in.
 *
 * What an event means is not known here: giving up on what never ends and skipping what has no beginning belong to the
 * game's machine. Source: live spectating seed, SpectateFeed.
 */

/** Numbers of the delayed clock. */
export interface PlaybackNumbers {
  /** Added to the least delay seen, seconds: how much unevenness is hidden. */
  readonly bufferSeconds: number;
  /** Most the offset grows a message, seconds: about 0.06 s a second at 30 poses a second. */
  readonly relaxPerSampleSeconds: number;
  /** Poses older than the newest by more than this are forgotten, seconds. */
  readonly keepPoseSeconds: number;
  /** Most poses kept; over five times what 30 a second need. */
  readonly posesMax: number;
  /** Most events that wait; a few come a second. */
  readonly eventsMax: number;
}

/** The game's numbers, and two limits of ours. */
const PLAYBACK_DEFAULTS: PlaybackNumbers = {
  bufferSeconds: 0.15,
  relaxPerSampleSeconds: 0.002,
  keepPoseSeconds: 3,
  posesMax: 512,
  eventsMax: 256,
};

/** What playback must know of a game's poses (`P`) and events (`E`). */
export interface PlaybackOptions<P, E> extends Partial<PlaybackNumbers> {
  /** The sender's time a message is stamped with, seconds. */
  readonly timeOf: (message: P | E) => number;
  /** The pose `t` (0 to 1) of the way from `a` to `b`. */
  readonly interpolate: (a: P, b: P, t: number) => P;
}

/** What is known of one turn, played back late. Times are seconds; `now` is this machine's. */
export class Playback<P, E> {
  readonly #numbers: PlaybackNumbers;
  readonly #timeOf: (message: P | E) => number;
  readonly #interpolate: (a: P, b: P, t: number) => P;
  /** Sorted by time, no two at the same. */
  #poses: P[] = [];
  #events: E[] = [];
  #offsetSeconds: number | undefined;

  constructor(options: PlaybackOptions<P, E>) {
    const { timeOf, interpolate, ...numbers } = options;
    this.#numbers = { ...PLAYBACK_DEFAULTS, ...numbers };
    this.#timeOf = timeOf;
    this.#interpolate = interpolate;
  }

  /** Local time = sender time + offset; `undefined` before the first message of a turn. */
  get offsetSeconds(): number | undefined {
    return this.#offsetSeconds;
  }

  /** Poses kept, and events not yet taken. */
  get size(): { readonly poses: number; readonly events: number } {
    return { poses: this.#poses.length, events: this.#events.length };
  }

  /** The sender's time that is shown at `nowSeconds`; `undefined` before the first message. */
  delayedTime(nowSeconds: number): number | undefined {
    return this.#offsetSeconds === undefined ? undefined : nowSeconds - this.#offsetSeconds;
  }

  /** Takes a pose, in whatever order poses arrive; false when it is too old, or has no finite time. */
  addPose(pose: P, nowSeconds: number): boolean {
    const time = this.#timeOf(pose);
    if (!this.#sample(time, nowSeconds)) return false;
    const poses = this.#poses;
    const newest = poses.at(-1);
    const oldestKept =
      Math.max(time, newest === undefined ? time : this.#timeOf(newest)) - this.#numbers.keepPoseSeconds;
    if (time < oldestKept) return false;
    const at = this.#indexAfter(time);
    const twin = poses[at - 1];
    if (twin !== undefined && this.#timeOf(twin) === time) poses[at - 1] = pose;
    else poses.splice(at, 0, pose);
    this.#forgetPosesBefore(oldestKept);
    return true;
  }

  /** Takes an event; events play in the order they were added. False when it finds no room, or has no finite time. */
  addEvent(event: E, nowSeconds: number): boolean {
    if (!this.#sample(this.#timeOf(event), nowSeconds)) return false;
    if (this.#events.length >= this.#numbers.eventsMax) return false;
    this.#events.push(event);
    return true;
  }

  /** The pose to show at `nowSeconds`; the first or last one beyond the ends, `undefined` when there is none. */
  poseAt(nowSeconds: number): P | undefined {
    const time = this.delayedTime(nowSeconds);
    if (time === undefined) return undefined;
    const next = this.#indexAfter(time);
    const before = this.#poses[next - 1];
    const after = this.#poses[next];
    if (before === undefined || after === undefined) return before ?? after;
    const start = this.#timeOf(before);
    return this.#interpolate(before, after, (time - start) / (this.#timeOf(after) - start));
  }

  /** The next event when it is due at `nowSeconds`, without taking it. */
  peekDue(nowSeconds: number): E | undefined {
    const time = this.delayedTime(nowSeconds);
    const event = this.#events[0];
    if (time === undefined || event === undefined) return undefined;
    return this.#timeOf(event) <= time ? event : undefined;
  }

  /** Takes the next event when it is due at `nowSeconds`. */
  takeDue(nowSeconds: number): E | undefined {
    const event = this.peekDue(nowSeconds);
    if (event !== undefined) this.#events.shift();
    return event;
  }

  /** Forgets everything: a new turn has another sender, and so another clock. */
  reset(): void {
    this.#poses = [];
    this.#events = [];
    this.#offsetSeconds = undefined;
  }

  /** Moves the offset by what one message says; false when its time is no number. */
  #sample(time: number, nowSeconds: number): boolean {
    if (!Number.isFinite(time)) return false;
    const { bufferSeconds, relaxPerSampleSeconds } = this.#numbers;
    const proposed = nowSeconds - time + bufferSeconds;
    const offset = this.#offsetSeconds;
    this.#offsetSeconds =
      offset === undefined ? proposed : Math.min(proposed, offset + relaxPerSampleSeconds);
    return true;
  }

  /** How many poses are not after `time`. Searched from the end, where nearly every pose belongs. */
  #indexAfter(time: number): number {
    for (let index = this.#poses.length; index > 0; index -= 1) {
      const pose = this.#poses[index - 1];
      if (pose !== undefined && this.#timeOf(pose) <= time) return index;
    }
    return 0;
  }

  #forgetPosesBefore(oldestKept: number): void {
    const tooMany = this.#poses.length - this.#numbers.posesMax;
    const tooOld = this.#poses.findIndex((pose) => this.#timeOf(pose) >= oldestKept);
    const count = Math.max(tooMany, tooOld);
    if (count > 0) this.#poses.splice(0, count);
  }
}
