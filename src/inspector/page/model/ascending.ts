/** Looks up things that are in order, by halves. */

/** How many of the first `length` things are as asked; they come before all that are not. */
export function countWhile(length: number, isBefore: (place: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Place of the last number that is at most `limit` in ascending `numbers`; −1 when there is none. */
export function lastAtMost(numbers: readonly number[], limit: number): number {
  return countWhile(numbers.length, (place) => (numbers[place] as number) <= limit) - 1;
}
