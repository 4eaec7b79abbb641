/** Frame time as people read it, and where a time axis has its ticks. */
import type { Stretch } from './stretch.js';

const SECOND_STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
const HOUR = 3600;

/** A place on a time axis. */
export interface Tick {
  readonly frame: number;
  readonly label: string;
}

/** `m:ss`, with as many digits of a second as told. */
export function clockTime(seconds: number, digits = 0): string {
  const scale = 10 ** digits;
  // Floored: a moment is not shown before it is there. What floats lose on the way is not a moment.
  const whole = Math.floor(Math.abs(seconds) * scale + 1e-6) / scale;
  const minutes = Math.floor(whole / 60);
  const rest = (whole - minutes * 60).toFixed(digits);
  return `${seconds < 0 ? '−' : ''}${minutes}:${rest.padStart(digits > 0 ? digits + 3 : 2, '0')}`;
}

/** How long something took, such as `440 ms`, `12.3 s` or `3 min 20 s`. */
export function secondsWords(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  if (ms < 1000) return `${ms} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export const msWords = (ms: number): string => secondsWords(ms / 1000);

/** At most `most` ticks in a stretch, at round times. */
export function ticksOf({ from, to }: Stretch, frameRate: number, most: number): Tick[] {
  const least = (to - from) / frameRate / Math.max(1, most);
  const seconds =
    SECOND_STEPS.find((step) => step >= least && step * frameRate >= 1) ?? Math.ceil(least / HOUR) * HOUR;
  const digits = seconds < 1 ? 1 : 0;
  const ticks: Tick[] = [];
  for (let count = Math.ceil(from / frameRate / seconds); count * seconds * frameRate <= to; count++) {
    const frame = Math.round(count * seconds * frameRate);
    ticks.push({ frame, label: clockTime(count * seconds, digits) });
  }
  return ticks;
}
