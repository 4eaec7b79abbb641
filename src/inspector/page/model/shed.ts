/**
 * Lets go of the beginning of a match that has become too long to keep. What is left is another reel, so that whatever was
 * indexed of the old one goes with it.
 */
import type { Look } from './look.js';
import { Reel, type Sighted } from './reel.js';

/** `reel` from `frame` on: the actors as they were then, the bands that were open, and a notice that says so. */
export function fromFrameOn(reel: Reel, frame: number): Reel {
  const rest = new Reel(reel.header);
  rest.append({ kind: 'base', frame, actors: reel.actorsAt(reel.stepAtFrame(frame - 1)) });
  rest.append({
    kind: 'notice',
    frame,
    notice: 'let go',
    sentence: `The page keeps no more than this of a long match: what came before frame ${frame} is gone.`,
  });
  for (const band of openBands(reel, frame)) rest.sightings.push({ ...band, at: frame, step: -1 });
  for (const [message, { frames, peers }] of reel.superseded) {
    const first = frames.findIndex((at) => at >= frame);
    if (first < 0) continue;
    rest.append({
      kind: 'superseded',
      message,
      frames: frames.slice(first),
      peers: peers.slice(first),
    });
  }
  const isKept = (entry: { readonly frame: number }): boolean => entry.frame >= frame;
  for (const entry of [...reel.links, ...reel.notices, ...reel.frames]) if (isKept(entry)) rest.append(entry);
  rest.gaps.push(...reel.gaps.filter((at) => at >= frame));
  rest.lastFrame = reel.lastFrame;
  rest.ended = reel.ended;
  return rest;
}

/** The same moment of what is left; its beginning when the moment is gone. */
export function lookAfter(whole: Reel, rest: Reel, { frame, step }: Look): Look {
  const gone = whole.steps.length - rest.steps.length;
  return frame < rest.firstFrame
    ? { frame: rest.firstFrame, step: -1 }
    : { frame, step: Math.max(-1, step - gone) };
}

/** Bands that began before `frame` and were not over. */
function openBands({ sightings }: Reel, frame: number): Sighted[] {
  const open = new Map<string, Sighted>();
  for (const seen of sightings) {
    if (seen.at >= frame) continue;
    if (seen.kind === 'band') open.set(seen.row, seen);
    else if (seen.kind === 'band-end') open.delete(seen.row);
  }
  return [...open.values()];
}
