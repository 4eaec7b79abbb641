/**
 * For development: while machines run, clocks, chance, timers and promises are taken away, and whoever reaches for one is named:
 * what they gave, no log would have. Given back when the step is done, whatever happened; other code never meets a trap.
 */
import type { AnyActorRef, AnyActorScope, ExecutableActionObject } from 'xstate';
import { SessionError } from '../errors.js';

const TIME = 'Take `after` in a machine, or a command or a message that carries it';
const CHANCE = 'Take randomOf(system, name)';
const LATER = 'Take `after` in a machine, or send a message or a command when it is done';

const { then } = Promise.prototype;

interface Trap {
  readonly owner: object;
  readonly key: string;
  readonly value: unknown;
}

/** XState's own timetable, which stamps what it schedules with the date and names it by chance; neither is read again. */
interface Scheduler {
  schedule(...args: readonly unknown[]): unknown;
}

export class Purity {
  readonly #traps: readonly Trap[];
  readonly #actors: string[] = [];
  #isAllowed = false;
  #fault: SessionError | undefined;

  constructor() {
    this.#traps = this.#setTraps();
  }

  /** The first thing a machine did that it may not do; also when the machine, or XState, caught the error. */
  get fault(): SessionError | undefined {
    return this.#fault;
  }

  /** Does `work` with the traps in place. */
  run<T>(work: () => T): T {
    const before = this.#traps.map(({ owner, key }) => Object.getOwnPropertyDescriptor(owner, key));
    try {
      for (const { owner, key, value } of this.#traps)
        Object.defineProperty(owner, key, { value, configurable: true, writable: true });
      return work();
    } finally {
      this.#traps.forEach(({ owner, key }, index) => {
        const own = before[index];
        if (own === undefined) Reflect.deleteProperty(owner, key);
        else Object.defineProperty(owner, key, own);
      });
    }
  }

  /** Lets XState stamp its timers. */
  allowScheduling({ system }: AnyActorRef): void {
    const { scheduler } = system as unknown as { readonly scheduler: Scheduler };
    const { schedule } = scheduler;
    scheduler.schedule = (...args) => {
      this.#isAllowed = true;
      try {
        return schedule(...args);
      } finally {
        this.#isAllowed = false;
      }
    };
  }

  /** Lets pass what nothing comes of; to be taken back at once. */
  allow(isAllowed: boolean): void {
    this.#isAllowed = isAllowed;
  }

  /** Says whose code runs; {@link leave} follows. */
  enter(actor: string): void {
    this.#actors.push(actor);
  }

  leave(): void {
    this.#actors.pop();
  }

  /** Does `work` as the code of `actor`. */
  runAs<T>(actor: string, work: () => T): T {
    this.enter(actor);
    try {
      return work();
    } finally {
      this.leave();
    }
  }

  /** `scope` with its actions under the actor's name, also those that XState runs later; one that only promises is refused. */
  scopeOf(scope: AnyActorScope): AnyActorScope {
    return {
      ...scope,
      actionExecutor: (action: ExecutableActionObject) =>
        scope.actionExecutor(this.#watched(action, scope.self.id)),
    };
  }

  #watched(action: ExecutableActionObject, actor: string): ExecutableActionObject {
    const { exec } = action;
    if (exec === undefined) return action;
    const watched: typeof exec = (info, params) => {
      this.enter(actor);
      try {
        const result: unknown = exec(info, params);
        if (typeof (result as { readonly then?: unknown } | null | undefined)?.then === 'function') {
          // Nobody else will look at it, and a trap may be what it rejects with.
          if (result instanceof Promise) Reflect.apply(then, result, [undefined, () => undefined]);
          this.#refuse(`a promise (the action ${action.type} gave it back)`, LATER);
        }
      } finally {
        this.leave();
      }
    };
    return { ...action, exec: watched };
  }

  #setTraps(): readonly Trap[] {
    return [
      { owner: globalThis, key: 'Date', value: this.#dateTrap() },
      ...this.#callTraps(performance, 'performance.', ['now'], TIME),
      ...this.#callTraps(Math, 'Math.', ['random'], CHANCE),
      ...this.#callTraps(crypto, 'crypto.', ['getRandomValues', 'randomUUID'], CHANCE),
      ...this.#callTraps(
        globalThis,
        '',
        ['setTimeout', 'setInterval', 'setImmediate', 'requestAnimationFrame', 'queueMicrotask', 'fetch'],
        LATER,
      ),
      // What it is called on may come from anywhere; catch, finally, all and race call it too.
      ...this.#callTraps(Promise.prototype, 'Promise.', ['then'], LATER),
      ...this.#nodeTraps(),
    ];
  }

  #callTraps(owner: object, prefix: string, keys: readonly string[], instead: string): readonly Trap[] {
    return keys.flatMap((key) => {
      const original: unknown = Reflect.get(owner, key);
      // Not every platform has every one.
      if (typeof original !== 'function') return [];
      const value = new Proxy(original, {
        apply: (call, self, args) => {
          this.#refuse(`${prefix}${key}()`, instead);
          return Reflect.apply(call, self ?? owner, args);
        },
      });
      return [{ owner, key, value }];
    });
  }

  /** The clocks that only Node has. Its `nextTick` is let be: whatever is printed goes through it. */
  #nodeTraps(): readonly Trap[] {
    const { process: node } = globalThis as { readonly process?: { readonly hrtime?: object } };
    if (node?.hrtime === undefined) return [];
    return [
      ...this.#callTraps(node, 'process.', ['hrtime'], TIME),
      ...this.#callTraps(node.hrtime, 'process.hrtime.', ['bigint'], TIME),
    ];
  }

  /** A date of given numbers is arithmetic; the present one is a clock. */
  #dateTrap(): DateConstructor {
    return new Proxy(Date, {
      construct: (date, args, newTarget) => {
        if (args.length === 0) this.#refuse('new Date()', TIME);
        return Reflect.construct(date, args, newTarget);
      },
      apply: (date, self, args) => {
        this.#refuse('Date()', TIME);
        return Reflect.apply(date, self, args);
      },
      get: (date, key) => {
        if (key === 'now') this.#refuse('Date.now()', TIME);
        return Reflect.get(date, key);
      },
    });
  }

  #refuse(what: string, instead: string): void {
    if (this.#isAllowed) return;
    const who = this.#actors.at(-1);
    const whose = who === undefined ? "The game's routes" : `Actor "${who}"`;
    const error = new SessionError(
      'machine/impure',
      `${whose} used ${what}, which no log has, so a replay would differ. ${instead}.`,
    );
    this.#fault ??= error;
    throw error;
  }
}
