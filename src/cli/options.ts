/** Options that several commands share. */
import { InvalidArgumentError, Option } from 'commander';

export const jsonOption = (what = 'print one JSON object'): Option => new Option('--json', what);

/** Reads a whole number in a range for commander. */
export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^-?\d+$/.test(text) && value >= from && value <= to) return value;
    throw new InvalidArgumentError(`It is a whole number from ${from} to ${to}.`);
  };
}

/** Reads a frame number for commander. */
export function parseFrame(text: string): number {
  const frame = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(frame)) return frame;
  throw new InvalidArgumentError('A frame is a whole number from 0.');
}
