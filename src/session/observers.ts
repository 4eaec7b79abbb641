/**
 * Those who watch a session: hands each what happens, in order, and what was there before. None of them can end the session or
 * change a frame: one that throws is told of as a fault and let go. Without any, nothing is noted and nothing is sampled.
 */
import type { Observable, Subscription } from 'rxjs';
import type { GameDefinition } from '../game.js';
import type { PeerId } from '../peers.js';
import type { LogHeader } from '../store/log-header.js';
import type { Kernel } from './kernel.js';
import type { LinkSample, Observation, ObservedActor, ObservedBatch, SessionObserver } from './observe.js';
import { stateText } from './recorder.js';
import type { Notice } from './session.js';

interface ObserversOptions {
  readonly game: GameDefinition;
  readonly header: LogHeader;
  readonly kernel: Kernel;
  readonly notice$: Observable<Notice>;
  /** Tells that an observer failed. */
  readonly notice: (notice: Notice) => void;
}

/** An observer, and what it listens to besides. */
interface Watch {
  readonly observer: SessionObserver;
  readonly notices: Subscription;
}

export class Observers {
  readonly #options: ObserversOptions;
  /** Replaced, never changed: an observer may come or go while the others are told. */
  #watches: readonly Watch[] = [];

  constructor(options: ObserversOptions) {
    this.#options = options;
  }

  get areAny(): boolean {
    return this.#watches.length > 0;
  }

  observe(observer: SessionObserver): Observation {
    const { game, header, kernel, notice$ } = this.#options;
    const watch: Watch = {
      observer,
      notices: notice$.subscribe({
        next: (notice) => this.#tell(watch, () => observer.notice(kernel.frame, notice)),
        complete: () => this.#end(watch),
      }),
    };
    this.#watches = [...this.#watches, watch];
    kernel.takeNotes(true);
    return {
      game,
      header,
      ...this.#look(),
      look: () => this.#look(),
      stop: () => this.#drop(watch),
    };
  }

  batch(batch: ObservedBatch): void {
    for (const watch of this.#watches) this.#tell(watch, () => watch.observer.batch(batch));
  }

  superseded(frame: number, peer: PeerId, bytes: Uint8Array): void {
    for (const watch of this.#watches) this.#tell(watch, () => watch.observer.superseded(frame, peer, bytes));
  }

  links(frame: number, samples: readonly LinkSample[]): void {
    for (const watch of this.#watches) this.#tell(watch, () => watch.observer.links(frame, samples));
  }

  #look(): Pick<Observation, 'frame' | 'names' | 'actors'> {
    const { kernel } = this.#options;
    return {
      frame: kernel.frame,
      names: [...kernel.names],
      actors: kernel.actorIds.flatMap((id): ObservedActor[] => {
        const snapshot = kernel.lookup(id);
        if (snapshot === undefined) return [];
        const { machine, value, context } = snapshot;
        return [{ id, chart: machine.id, state: stateText(value), context }];
      }),
    };
  }

  #tell(watch: Watch, call: () => void): void {
    // One that was let go meanwhile hears no more.
    if (!this.#watches.includes(watch)) return;
    try {
      call();
    } catch (error) {
      this.#drop(watch);
      const what = error instanceof Error ? error.message : 'something that is no error';
      this.#options.notice({ kind: 'fault', sentence: `An observer threw: ${what}`, error });
    }
  }

  #end(watch: Watch): void {
    const { kernel } = this.#options;
    this.#tell(watch, () => watch.observer.ended(kernel.frame));
    this.#drop(watch);
  }

  #drop(watch: Watch): void {
    watch.notices.unsubscribe();
    this.#watches = this.#watches.filter((other) => other !== watch);
    if (!this.areAny) this.#options.kernel.takeNotes(false);
  }
}
