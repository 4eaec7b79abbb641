/**
 * Feed entries as events of the Stately inspector, whose JSON is:
 *
 *   @xstate.actor     name, snapshot, definition (JSON of the machine's config, as text), parentId
 *   @xstate.event     event, sourceId
 *   @xstate.snapshot  event, snapshot { status, value, context }
 *
 * and in each: type, sessionId, rootId, createdAt (ms as text), id, _version. Source: statelyai/inspect 0.4, src/types.ts and
 * src/createInspector.ts. Session ids are Dugout's actor ids.
 */
import type { Plain } from '../../game.js';
import { START_EVENT, STOP_EVENT } from '../../session/recorder.js';
import type { ChartState } from '../../store/log-header.js';
import type { FeedEntry, FeedFrame, FeedHeader, FeedStep } from '../feed/entry.js';
import { machineConfig } from './config.js';
import { stateValue } from './state-value.js';

/** The version of the protocol that is spoken. */
const PROTOCOL_VERSION = '0.4.0';

interface Common {
  readonly sessionId: string;
  readonly rootId: string;
  readonly createdAt: string;
  readonly id: string;
  readonly _version: string;
}

interface Snapshot {
  readonly status: 'active' | 'done' | 'stopped';
  readonly value: Plain;
  readonly context: Readonly<Record<string, Plain>>;
}

/** An event that the Stately inspector understands. */
export type StatelyEvent = Common &
  (
    | {
        readonly type: '@xstate.actor';
        readonly name: string;
        readonly definition: string;
        readonly parentId: string | undefined;
        readonly snapshot: Snapshot;
      }
    | {
        readonly type: '@xstate.event';
        readonly event: { readonly type: string; readonly [field: string]: Plain };
        readonly sourceId: string | undefined;
      }
    | {
        readonly type: '@xstate.snapshot';
        readonly event: { readonly type: string };
        readonly snapshot: Snapshot;
      }
  );

type Told<Event> = Event extends unknown ? Omit<Event, keyof Common> : never;

/** Keeps of a match what the Stately inspector wants told again with every event. */
export class StatelyEvents {
  readonly #now: () => number;
  #header: FeedHeader | undefined;
  #rootId = '';
  #count = 0;
  readonly #contexts = new Map<string, Readonly<Record<string, Plain>>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  of(entry: FeedEntry): readonly StatelyEvent[] {
    switch (entry.kind) {
      case 'header':
        this.#header = entry;
        return [];
      case 'base':
        return entry.actors.map(({ id, chart, state, context }) => this.#actor(id, chart, state, context));
      case 'frame':
        return entry.steps.flatMap((step) => this.#step(step, entry));
      default:
        return [];
    }
  }

  #step(step: FeedStep, { inputs }: FeedFrame): StatelyEvent[] {
    const { actor, event, to } = step;
    const context = { ...this.#contexts.get(actor), ...Object.fromEntries(step.changes) };
    if (event === START_EVENT) return [this.#actor(actor, step.chart, to, context)];
    const value = inputs[step.cause - 1]?.value;
    const sent = { type: event, ...(value === undefined || value === null ? {} : { value }) };
    const asked = this.#event(actor, { type: '@xstate.event', event: sent, sourceId: undefined });
    if (step.kind === 'refusal') return [asked];
    const status = this.#statusAfter(step);
    if (status === 'active') this.#contexts.set(actor, context);
    else this.#contexts.delete(actor);
    const snapshot = snapshotOf(status, status === 'stopped' ? step.from : to, context);
    return [asked, this.#event(actor, { type: '@xstate.snapshot', event: { type: event }, snapshot })];
  }

  #statusAfter({ event, chart, to }: FeedStep): Snapshot['status'] {
    if (event === STOP_EVENT) return 'stopped';
    return this.#header?.charts[chart]?.states[to]?.type === 'final' ? 'done' : 'active';
  }

  #actor(id: string, chart: string, state: string, context: Readonly<Record<string, Plain>>): StatelyEvent {
    if (this.#rootId === '') this.#rootId = id;
    this.#contexts.set(id, context);
    const shape: ChartState | undefined = this.#header?.charts[chart];
    const config = shape === undefined ? { id: chart } : machineConfig(chart, shape);
    return this.#event(id, {
      type: '@xstate.actor',
      name: id,
      definition: JSON.stringify(config),
      parentId: id === this.#rootId ? undefined : this.#rootId,
      snapshot: snapshotOf('active', state, context),
    });
  }

  #event(sessionId: string, told: Told<StatelyEvent>): StatelyEvent {
    const common: Common = {
      sessionId,
      rootId: this.#rootId,
      createdAt: String(Math.round(this.#now())),
      id: String(++this.#count),
      _version: PROTOCOL_VERSION,
    };
    return { ...told, ...common } as StatelyEvent;
  }
}

function snapshotOf(
  status: Snapshot['status'],
  state: string,
  context: Readonly<Record<string, Plain>>,
): Snapshot {
  return { status, value: stateValue(state), context };
}
