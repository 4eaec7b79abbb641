/** A state path of the feed as XState has it: `open.lobby` is `{ open: 'lobby' }`; the regions of `a & b.c` are keys of one object. */
import type { Plain } from '../../game.js';

export function stateValue(path: string): Plain {
  const regions = path.split(' & ');
  const [only = ''] = regions;
  if (regions.length === 1 && !only.includes('.')) return only;
  const value: Record<string, Plain> = {};
  for (const region of regions) {
    const dot = region.indexOf('.');
    if (dot < 0) value[region] = {};
    else value[region.slice(0, dot)] = stateValue(region.slice(dot + 1));
  }
  return value;
}
