/**
 * Draws the charts of a log's header as a Mermaid `stateDiagram-v2`. Pure: needs nothing but the header.
 *
 * Compound states nest, final states lead to `[*]`, labels carry guard and delay. What keeps a state (no target) is a line
 * inside its box. What a compound state does while it stays inside itself starts at a box "in any state" in it, since Mermaid
 * cannot draw an arrow from a state into itself. Arrows stand behind all states, at the outermost level: inside a state they
 * would pull their other end into it.
 */
import type { ChartState, ChartTransition } from './log-header.js';

/** One diagram of `charts` by id; several charts get a frame each. */
export function chartsMermaid(charts: Readonly<Record<string, ChartState>>): string {
  const drawing = new Drawing();
  const entries = Object.entries(charts);
  for (const [id, chart] of entries) {
    if (entries.length === 1) drawing.inside([id], chart, 1);
    else drawing.state([id], id, chart, 1);
  }
  return drawing.text();
}

/** A state's place: chart id, then keys from the outermost state in. */
type Path = readonly string[];

class Drawing {
  readonly #states: string[] = [];
  readonly #arrows: string[] = [];
  readonly #ids = new Map<string, string>();
  readonly #taken = new Set<string>();

  text(): string {
    return ['stateDiagram-v2', ...this.#states, ...this.#arrows].join('\n');
  }

  state(path: Path, name: string, state: ChartState, depth: number): void {
    const id = this.#idOf(path);
    const title = [name, ...state.invokes.map((invoke) => `runs ${invoke.replace(/:.*/, '')}`)].join(', ');
    if (Object.keys(state.states).length > 0) {
      this.#line(depth, `state "${plain(title)}" as ${id} {`);
      this.inside(path, state, depth + 1);
      this.#line(depth, '}');
      return;
    }
    this.#line(depth, `state "${plain(state.type === 'history' ? `${title}, history` : title)}" as ${id}`);
    this.#transitions(path, id, state.transitions, depth);
    if (state.type === 'final') this.#line(depth, `${id} --> [*]`);
  }

  /** The states in a compound or parallel state, and what it does itself. */
  inside(path: Path, state: ChartState, depth: number): void {
    if (state.initial !== undefined) this.#line(depth, `[*] --> ${this.#idOf([...path, state.initial])}`);
    for (const [index, [key, child]] of Object.entries(state.states).entries()) {
      if (state.type === 'parallel' && index > 0) this.#line(depth, '--');
      this.state([...path, key], key, child, depth);
    }
    const isOutwards = (transition: ChartTransition): boolean =>
      path.length > 1 &&
      transition.targets.length > 0 &&
      transition.targets.every((target) => !isWithin(pathOf(path, target), path));
    this.#transitions(path, this.#idOf(path), state.transitions.filter(isOutwards), depth);
    const inner = state.transitions.filter((transition) => !isOutwards(transition));
    if (inner.length === 0) return;
    const anywhere = this.#idOf([...path, '']);
    this.#line(depth, `state "in any state" as ${anywhere}`);
    this.#transitions(path, anywhere, inner, depth);
  }

  #transitions(path: Path, from: string, transitions: readonly ChartTransition[], depth: number): void {
    for (const transition of transitions) {
      const label = labelOf(transition);
      if (transition.targets.length === 0) this.#line(depth, `${from} : ${label}`);
      for (const target of transition.targets) {
        this.#arrows.push(`  ${from} --> ${this.#idOf(pathOf(path, target))} : ${label}`);
      }
    }
  }

  #line(depth: number, text: string): void {
    this.#states.push(`${'  '.repeat(depth)}${text}`);
  }

  /** Mermaid takes word characters only; two paths that look alike then are told apart by a number. */
  #idOf(path: Path): string {
    const key = JSON.stringify(path);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const wanted = path.map((part) => part.replace(/\W/g, '_') || 'any').join('__');
    let id = wanted;
    for (let number = 2; this.#taken.has(id); number++) id = `${wanted}_${number}`;
    this.#taken.add(id);
    this.#ids.set(key, id);
    return id;
  }
}

/** Targets are written from the chart's root; an empty one is the root. */
function pathOf([chart = '']: Path, target: string): Path {
  return target === '' ? [chart] : [chart, ...target.split('.')];
}

const isWithin = (path: Path, outer: Path): boolean => outer.every((key, index) => path[index] === key);

function labelOf({ event, guard, delay }: ChartTransition): string {
  const guarded = guard === undefined ? '' : ` [${guard}]`;
  return plain(`${eventText(event, delay)}${guarded}`);
}

function eventText(event: string, delay: string | undefined): string {
  if (delay !== undefined) return /^\d+$/.test(delay) ? `after ${delay} ms` : `after ${delay}`;
  if (event === '') return 'always';
  return event.replace(/^xstate\.done\.actor\./, 'done ').replace(/^xstate\.done\.state\./, 'done ');
}

/** Takes out what Mermaid would read as its own: quotes, colons, semicolons, braces, markup, line ends. */
function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,/()[\]'=+*!?_-]/gu, '_').replace(/--+/g, '-');
}
