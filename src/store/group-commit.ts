/**
 * Brings written bytes onto the disk: one fdatasync at a time, and all who ask while it runs share the next one. For Node only.
 *
 * A sync costs about a millisecond, so one for each append would bound the appends, and several at once gain nothing.
 */
import { fdatasync } from 'node:fs';
import { SessionError } from '../errors.js';

export class GroupCommit {
  readonly #fd: number;
  #last: Promise<void> = Promise.resolve();
  #isLastStarted = true;
  #hasFailed = false;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** Whether a sync has failed, so that nothing can be confirmed any more. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /**
   * Settles when everything written before this call is on the disk.
   *
   * Once a sync has failed, all later ones reject as well: the system may have dropped the bytes, and would report success.
   */
  sync(): Promise<void> {
    if (this.#isLastStarted) {
      this.#isLastStarted = false;
      this.#last = this.#last.then(() => this.#start());
    }
    return this.#last;
  }

  #start(): Promise<void> {
    this.#isLastStarted = true;
    return new Promise((resolve, reject) => {
      fdatasync(this.#fd, (cause) => {
        if (cause === null) return resolve();
        this.#hasFailed = true;
        const sentence = 'The disk did not confirm a write. Open the session again to see what it kept.';
        reject(new SessionError('store/write-failed', sentence, { cause }));
      });
    });
  }
}
