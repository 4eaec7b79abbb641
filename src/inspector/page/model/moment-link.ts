/** A moment as the end of a link, such as `#frame=120&step=33&actor=run&tab=chart`, and back. */

import { TABS, type Tab } from '../store.js';
import type { Look } from './look.js';
import type { Reel } from './reel.js';
import { lookAtFrame } from './units.js';

/** What a link to a moment keeps. */
export interface LinkedMoment {
  readonly look: Look;
  readonly actor: string;
  readonly tab: Tab;
}

export function momentToHash({ look: { frame, step }, actor, tab }: LinkedMoment): string {
  return `#${new URLSearchParams({ frame: String(frame), step: String(step), actor, tab })}`;
}

/** What of a link could be understood; `sentences` say what could not, and what is shown instead. */
export function momentOfHash(
  hash: string,
  reel: Reel,
): Partial<LinkedMoment> & { readonly sentences: readonly string[] } {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const sentences: string[] = [];
  const look = lookOf(fields.get('frame'), fields.get('step'), reel, sentences);
  const actor = fields.get('actor') ?? undefined;
  const isActor = actor === undefined || reel.actorIds.includes(actor);
  if (!isActor) sentences.push(`The link names an actor that never was in this match: ${actor}.`);
  const named = fields.get('tab');
  const tab = TABS.find(({ id }) => id === named)?.id;
  if (named !== null && tab === undefined)
    sentences.push(`The link names an area that is not here: ${named}.`);
  return {
    sentences,
    ...(look && { look }),
    ...(isActor && actor !== undefined && { actor }),
    ...(tab && { tab }),
  };
}

function lookOf(
  frameText: string | null,
  stepText: string | null,
  reel: Reel,
  sentences: string[],
): Look | undefined {
  if (frameText === null) return undefined;
  const { firstFrame, lastFrame } = reel;
  const frame = wholeNumber(frameText);
  if (frame === undefined || frame < firstFrame || frame > lastFrame) {
    sentences.push(
      `The link's frame is ${frameText}, but this match goes from ${firstFrame} to ${lastFrame}.`,
    );
    return undefined;
  }
  const end = lookAtFrame(reel, frame);
  if (stepText === null) return end;
  const step = stepText === '-1' ? -1 : wholeNumber(stepText);
  if (step !== undefined && step >= reel.stepAtFrame(frame - 1) && step <= end.step) return { frame, step };
  sentences.push(`The link's step ${stepText} is not in frame ${frame}; the end of the frame is shown.`);
  return end;
}

const wholeNumber = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text) ? Number(text) : undefined;
