/** Options that several commands share. */
import { InvalidArgumentError, Option } from 'commander';

export const jsonOption = (what = 'print one JSON object'): Option => new Option('--json', what);

/** Reads a frame number for commander. */
export function parseFrame(text: string): number {
  const frame = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(frame)) return frame;
  throw new InvalidArgumentError('A frame is a whole number from 0.');
}
