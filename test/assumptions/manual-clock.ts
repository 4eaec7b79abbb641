/** A clock for XState that moves only when told: what the frame clock is to the kernel, in its smallest form. */
interface Timer {
  readonly run: () => void;
  readonly delayMs: number;
}

/** Implements XState's `Clock`; `fireAll` runs what is armed now, not what that arms. */
export class ManualClock {
  readonly armed: Timer[] = [];

  setTimeout(run: () => void, delayMs: number): Timer {
    const timer = { run, delayMs };
    this.armed.push(timer);
    return timer;
  }

  clearTimeout(timer: Timer | undefined): void {
    const at = timer === undefined ? -1 : this.armed.indexOf(timer);
    if (at >= 0) this.armed.splice(at, 1);
  }

  fireAll(): void {
    for (const timer of this.armed.splice(0)) timer.run();
  }
}
