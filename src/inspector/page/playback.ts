/** How the moment moves: played at the pace of frame time, walked by a unit, or stuck to the end of a match that goes on. */
import { batch, computed, effect, signal } from '@preact/signals';
import { everyScreenFrame } from './clock.js';
import type { Look } from './model/look.js';
import type { Reel } from './model/reel.js';
import { lookAfter } from './model/shed.js';
import { lookAtFrame, moved, UNIT_STEP } from './model/units.js';
import { goToFrame, growth, look, reel, reels } from './store.js';

/** Times as fast as the match was. */
export const SPEEDS: readonly number[] = [0.25, 0.5, 1, 2, 4, 8, 16];
/** A page that was away is not played through what it missed, ms. */
const PAUSE_MS_MAX = 250;

export const speed = signal(1);
export const isPlaying = signal(false);
/** Id of the unit that buttons and shifted arrows walk by. */
export const unit = signal(UNIT_STEP);
/** True while the page sticks to the end of a live match. */
export const isFollowing = signal(false);
/** A frame that playing does not pass by itself, such as where two matches part. */
export const stopAt = signal<Look | undefined>(undefined);

/** True while a live match goes on. */
export const isLive = computed(() => reel.value?.header.source === 'live' && reel.value.ended === undefined);

let stop: (() => void) | undefined;

export function play(): void {
  const begun = reel.value;
  if (begun === undefined || isPlaying.value) return;
  if (look.value.frame >= begun.lastFrame && !isLive.value) goToFrame(begun.firstFrame);
  let position = look.value.frame;
  isPlaying.value = true;
  stop = everyScreenFrame((elapsedMs) => {
    const shown = reel.peek() ?? begun;
    // Somebody scrubbed meanwhile: it goes on from there.
    if (Math.floor(position) !== look.value.frame) position = look.value.frame;
    const passed = (Math.min(elapsedMs, PAUSE_MS_MAX) / 1000) * shown.header.frameRate * speed.value;
    position = playTo(position, Math.min(position + passed, shown.lastFrame));
    if (position >= shown.lastFrame && !isLive.value) pause();
  });
}

export function pause(): void {
  stop?.();
  stop = undefined;
  isPlaying.value = false;
}

export function togglePlaying(): void {
  if (isPlaying.value) pause();
  else play();
}

/** One speed up or down. */
export function changeSpeed(by: 1 | -1): void {
  const place = SPEEDS.indexOf(speed.value) + by;
  speed.value = SPEEDS[Math.max(0, Math.min(place, SPEEDS.length - 1))] ?? 1;
}

/** One unit on or back; the chosen unit unless told. */
export function walk(by: 1 | -1, unitId: string = unit.value): void {
  pause();
  if (reel.value) look.value = moved(reel.value, look.value, unitId, by);
}

export function goToStart(): void {
  pause();
  if (reel.value) look.value = { frame: reel.value.firstFrame, step: -1 };
}

/** The end; of a live match, wherever that goes. */
export function goToEnd(): void {
  pause();
  if (isLive.value) follow();
  else if (reel.value) goToFrame(reel.value.lastFrame);
}

let followed: Look | undefined;

export function follow(): void {
  pause();
  isFollowing.value = true;
  stickToEnd();
}

function stickToEnd(): void {
  const shown = reel.peek();
  if (shown === undefined) return;
  followed = lookAtFrame(shown, shown.lastFrame);
  look.value = followed;
}

/** Follows a growing match, and leaves off when somebody looks elsewhere. */
export function startFollowing(): void {
  effect(() => {
    if (growth.value > 0 && isFollowing.peek()) stickToEnd();
  });
  effect(() => {
    if (look.value !== followed) isFollowing.value = false;
  });
}

/** A match that got too long goes on as `rest`: the page stays at its moment, or at the end when it follows. */
export function goOnWith(whole: Reel, rest: Reel): void {
  const isFirst = reel.peek() === whole;
  batch(() => {
    reels.value = reels.peek().map((one) => (one === whole ? rest : one));
    if (!isFirst) return;
    if (isFollowing.peek()) stickToEnd();
    else look.value = lookAfter(whole, rest, look.peek());
  });
}

/** Shows frame `to`, or the moment to stop at when it is on the way there. Gives the position reached. */
function playTo(from: number, to: number): number {
  const barrier = stopAt.value;
  if (barrier && from < barrier.frame && to >= barrier.frame) {
    pause();
    look.value = barrier;
    return barrier.frame;
  }
  if (Math.floor(to) !== Math.floor(from)) goToFrame(Math.floor(to));
  return to;
}
