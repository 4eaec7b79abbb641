/** The actors as the steps read so far left them: what a game's own reader may ask for, with everything as it was logged. */
import type { ActorLookup, AnyMachineSnapshot, Plain } from '../../game.js';
import { STOP_EVENT } from '../../session/recorder.js';
import type { TransitionRecord } from '../../store/batch.js';
import type { ChartState } from '../../store/log-header.js';

type Context = Readonly<Record<string, Plain>>;

/** Of actors that have ended so many are remembered: a session may start new ones as long as it lives. */
const ENDED_MAX = 500;

/** An actor, also one that has ended. */
interface ActorSoFar {
  readonly state: string;
  readonly context: Context;
  readonly isRunning: boolean;
}

export class ActorsSoFar {
  readonly #charts: Readonly<Record<string, ChartState>>;
  readonly #actors = new Map<string, ActorSoFar>();
  /** Those that have ended, the first one first. */
  readonly #ended = new Set<string>();

  constructor(charts: Readonly<Record<string, ChartState>>) {
    this.#charts = charts;
  }

  /** Takes an actor as it is, however it came to be so. */
  put(id: string, state: string, context: Context): void {
    this.#actors.set(id, { state, context, isRunning: true });
    this.#ended.delete(id);
  }

  /** Nobody is left that {@link put} does not name again. */
  clear(): void {
    this.#actors.clear();
    this.#ended.clear();
  }

  /** Takes a step of an actor with the chart of that id; returns its context after it. */
  see({ actor, event, from, to, changes }: TransitionRecord, chart: string): Context {
    const before = from === '' ? undefined : this.#actors.get(actor)?.context;
    const context =
      changes.length === 0 && before !== undefined ? before : { ...before, ...Object.fromEntries(changes) };
    const hasEnded = event === STOP_EVENT || this.#charts[chart]?.states[to]?.type === 'final';
    this.#actors.set(actor, { state: to, context, isRunning: !hasEnded });
    this.#ended.delete(actor);
    if (hasEnded) this.#end(actor);
    return context;
  }

  #end(actor: string): void {
    this.#ended.add(actor);
    const [first] = this.#ended;
    if (first === undefined || this.#ended.size <= ENDED_MAX) return;
    this.#ended.delete(first);
    this.#actors.delete(first);
  }

  /** The context of an actor, of one that ended not long ago its last. */
  contextOf(id: string): Context | undefined {
    return this.#actors.get(id)?.context;
  }

  /** The actors as a game looks at them: as much of a snapshot as a log has. */
  readonly lookup: ActorLookup = (id) => {
    const actor = this.#actors.get(id);
    if (!actor?.isRunning) return undefined;
    const { state, context } = actor;
    return { value: stateValue(state), context, status: 'active' } as unknown as AnyMachineSnapshot;
  };
}

/** A path as the state value that it was made of; of parallel states only the path is known. */
function stateValue(path: string): unknown {
  if (path.includes(' & ')) return path;
  return path.split('.').reduceRight<unknown>((inner, key) => (inner === '' ? key : { [key]: inner }), '');
}
