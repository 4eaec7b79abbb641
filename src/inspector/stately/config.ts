/** A chart of a log's header as a config of an XState machine: what the Stately inspector draws. */
import type { ChartState, ChartTransition } from '../../store/log-header.js';

const AFTER = /^xstate\.after\.(.+?)\.[^.]+(?:\..+)?$/;

interface Config {
  readonly [key: string]: string | readonly string[] | Config | readonly Config[];
}

export function machineConfig(id: string, chart: ChartState): Config {
  return { id, ...stateConfig(id, chart) };
}

function stateConfig(
  id: string,
  { type, initial, transitions, entry, exit, invokes, states }: ChartState,
): Config {
  const { on, after, always } = byTrigger(id, transitions);
  const inner = Object.entries(states).map(([key, state]) => [key, stateConfig(id, state)] as const);
  return {
    ...(type === 'parallel' || type === 'final' || type === 'history' ? { type } : {}),
    ...(initial === undefined ? {} : { initial }),
    ...(entry.length > 0 ? { entry } : {}),
    ...(exit.length > 0 ? { exit } : {}),
    ...(invokes.length > 0 ? { invoke: invokes.map(invokeConfig) } : {}),
    ...(Object.keys(on).length > 0 ? { on } : {}),
    ...(Object.keys(after).length > 0 ? { after } : {}),
    ...(always.length > 0 ? { always } : {}),
    ...(inner.length > 0 ? { states: Object.fromEntries(inner) } : {}),
  };
}

function byTrigger(id: string, transitions: readonly ChartTransition[]) {
  // Without a prototype: an event may be called `constructor`.
  const on: Record<string, Config[]> = Object.create(null);
  const after: Record<string, Config[]> = Object.create(null);
  const always: Config[] = [];
  for (const transition of transitions) {
    const { event, delay, targets, guard, actions } = transition;
    const config: Config = {
      ...(targets.length > 0 ? { target: targets.map((path) => `#${id}.${path}`) } : {}),
      ...(guard === undefined ? {} : { guard }),
      ...(actions.length > 0 ? { actions } : {}),
    };
    const waits = delay ?? AFTER.exec(event)?.[1];
    if (waits !== undefined) after[waits] = [...(after[waits] ?? []), config];
    else if (event === '') always.push(config);
    else on[event] = [...(on[event] ?? []), config];
  }
  return { on, after, always };
}

/** The feed says `id: src`, or the id alone. */
function invokeConfig(invoke: string): Config {
  const [id = '', src = id] = invoke.split(': ');
  return { id, src };
}
