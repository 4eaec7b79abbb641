/** Several marks drawn as one: which of them people look for, and which of them is next after a moment. */
import type { Mark } from './landmarks.js';

/** The most telling: trouble first, then the rarest sign that is not plain. `countOf` tells how many marks have a glyph. */
export function leadOf(members: readonly Mark[], countOf: (glyph: string) => number): Mark {
  return members.reduce((lead, mark) => {
    const by = rankOf(mark) - rankOf(lead) || countOf(lead.glyph) - countOf(mark.glyph);
    return by > 0 ? mark : lead;
  });
}

function rankOf({ kind, tone }: Mark): number {
  if (kind !== 'seen' && tone === 'bad') return 2;
  return tone === 'plain' ? 0 : 1;
}

/** The member after a moment; the first when none is. One of no step stands for the end of its frame. */
export function nextOf(
  members: readonly Mark[],
  { frame, step }: { readonly frame: number; readonly step: number },
  stepAt: (mark: Mark) => number,
): Mark | undefined {
  const ordered = [...members].sort((a, b) => a.frame - b.frame || stepAt(a) - stepAt(b));
  return ordered.find((mark) => (mark.frame - frame || stepAt(mark) - step) > 0) ?? ordered[0];
}
