/** Indexes of a reel that are made once and grow with it: a reel only grows at its end, so nothing is indexed twice. */
import type { Reel } from '../../model/reel.js';

/** What is kept of a reel; `grow` takes in what the reel has got since. */
export interface Growing {
  grow(): void;
}

/** The index of a reel, up to date. It lives as long as its reel. */
export function perReel<Index extends Growing>(create: (reel: Reel) => Index): (reel: Reel) => Index {
  const indexes = new WeakMap<Reel, Index>();
  return (reel) => {
    let index = indexes.get(reel);
    if (index === undefined) {
      index = create(reel);
      indexes.set(reel, index);
    }
    index.grow();
    return index;
  };
}
