/** State charts as plain data, for a log's header: enough to draw and step any log without the code that wrote it (RP7). */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { ChartState, ChartTransition } from '../store/log-header.js';
import { NO_STATE, START_EVENT, STOP_EVENT } from './recorder.js';

/** The charts of `root` and of every machine it can start, by machine id. */
export function chartsOf(root: AnyStateMachine): Record<string, ChartState> {
  const charts: Record<string, ChartState> = {};
  const visit = (machine: AnyStateMachine): void => {
    if (charts[machine.id] !== undefined) return;
    charts[machine.id] = chartOf(machine.root);
    for (const child of Object.values(machine.implementations.actors)) {
      if (typeof child === 'object' && child !== null && 'root' in child) visit(child as AnyStateMachine);
    }
  };
  visit(root);
  return charts;
}

/** Every event, state and context field name that the charts mention, so that few are announced later. */
export function namesOf(charts: Readonly<Record<string, ChartState>>): string[] {
  const names = new Set([NO_STATE, START_EVENT, STOP_EVENT, ...Object.keys(charts)]);
  const visit = (state: ChartState, path: string): void => {
    for (const { event } of state.transitions) names.add(event);
    for (const [key, child] of Object.entries(state.states)) {
      const inner = path === '' ? key : `${path}.${key}`;
      if (Object.keys(child.states).length === 0) names.add(inner);
      visit(child, inner);
    }
  };
  for (const chart of Object.values(charts)) visit(chart, '');
  return [...names];
}

function chartOf(node: AnyStateNode): ChartState {
  const initial = node.type === 'compound' ? node.initial.target?.[0]?.key : undefined;
  return {
    type: node.type,
    ...(initial === undefined ? {} : { initial }),
    transitions: [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map(transitionOf),
    invokes: node.invoke.map(({ src, id }) => (typeof src === 'string' ? `${id}: ${src}` : id)),
    entry: node.entry.map(nameOf).filter(isWritten),
    exit: node.exit.map(nameOf).filter(isWritten),
    states: Object.fromEntries(Object.entries(node.states).map(([key, child]) => [key, chartOf(child)])),
  };
}

function transitionOf(transition: {
  readonly eventType: string;
  readonly target: readonly AnyStateNode[] | undefined;
  readonly guard?: unknown;
  readonly actions: readonly unknown[];
}): ChartTransition {
  const { eventType, target, guard, actions } = transition;
  const delay = /^xstate\.after\.(.+?)\.[^.]+(?:\..+)?$/.exec(eventType)?.[1];
  return {
    event: eventType,
    targets: (target ?? []).map(({ path }) => path.join('.')),
    ...(guard === undefined ? {} : { guard: nameOf(guard) }),
    actions: actions.map(nameOf).filter(isWritten),
    ...(delay === undefined ? {} : { delay }),
  };
}

/** The name something was given in `setup`; `(inline)` for a function without one. */
function nameOf(thing: unknown): string {
  if (typeof thing === 'string') return thing;
  const type = (thing as { readonly type?: unknown }).type;
  return typeof type === 'string' ? type : '(inline)';
}

/** XState's own bookkeeping (raising and cancelling delayed events) is not part of what somebody wrote. */
const isWritten = (name: string): boolean => !name.startsWith('xstate.');
