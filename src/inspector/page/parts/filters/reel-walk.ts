/** Walks what happened in a reel, each frame and each notice once, in order; the notices of a frame come after it. */
import type { FeedFrame, FeedNotice } from '../../../feed/entry.js';
import type { Reel } from '../../model/reel.js';
import type { Growing } from './per-reel.js';

export abstract class ReelWalk implements Growing {
  protected readonly reel: Reel;
  #frames = 0;
  #notices = 0;

  constructor(reel: Reel) {
    this.reel = reel;
  }

  grow(): void {
    const { frames } = this.reel;
    for (; this.#frames < frames.length; this.#frames++) {
      const entry = frames[this.#frames] as FeedFrame;
      this.#noticesBefore(entry.frame);
      this.frame(entry);
    }
    this.#noticesBefore(Number.POSITIVE_INFINITY);
  }

  protected abstract frame(entry: FeedFrame): void;
  protected abstract notice(notice: FeedNotice): void;

  #noticesBefore(frame: number): void {
    const { notices } = this.reel;
    for (
      let notice = notices[this.#notices];
      notice && notice.frame < frame;
      notice = notices[this.#notices]
    ) {
      this.#notices++;
      this.notice(notice);
    }
  }
}
