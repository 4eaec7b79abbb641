/**
 * What would become of the guarded events that a state names, asked of the machine itself with an event that has a type and no
 * payload. Nothing comes of asking: no draw, no fault, no record; a guard that fails only says that it depends.
 */
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import type { RandomStreams } from '../random.js';
import type { StepNote, Verdict } from './observe.js';
import type { Purity } from './purity.js';

/** A guard by its name in `setup`. */
export type Guard = NonNullable<AnyStateMachine['implementations']['guards'][string]>;

type Answer = StepNote['next'][number];

/** A guarded event of a state node, its answers made once. */
interface Question {
  readonly type: string;
  readonly probe: AnyEventObject;
  readonly answers: Readonly<Record<Verdict, Answer>>;
}

const NOTHING: StepNote['next'] = [];

/** What a guard is given that looks at the payload: no error, for making its stack would cost more than all else here. */
const NO_PAYLOAD = Object.freeze({ message: 'asked without a payload' });

export class Verdicts {
  readonly #random: RandomStreams;
  readonly #purity: Purity | undefined;
  readonly #questions = new WeakMap<AnyStateNode, readonly Question[]>();
  /** A guard looked at the payload, and may have caught what it got; or it failed. */
  #isUnsure = false;
  #isAsking = false;

  constructor(random: RandomStreams, purity: Purity | undefined) {
    this.#random = random;
    this.#purity = purity;
  }

  /** True while guards are asked for no step of their actor. */
  get isAsking(): boolean {
    return this.#isAsking;
  }

  /** Asks a named guard. What it throws is caught here, before XState makes an error with a stack of it. */
  ask(guard: Guard, args: Parameters<Guard>[0], params: Parameters<Guard>[1]): boolean {
    try {
      return guard(args, params);
    } catch {
      this.#isUnsure = true;
      return false;
    }
  }

  /** The verdict on every event with a guard that the active states name; wildcards are no events. */
  of(machine: AnyStateMachine, snapshot: AnyMachineSnapshot): StepNote['next'] {
    if (snapshot.status !== 'active') return NOTHING;
    const questions = this.#questionsIn(snapshot);
    if (questions.length === 0) return NOTHING;
    this.#isAsking = true;
    this.#random.isShut = true;
    this.#purity?.allow(true);
    try {
      return questions.map(({ probe, answers }) => answers[this.#verdict(machine, snapshot, probe)]);
    } finally {
      this.#purity?.allow(false);
      this.#random.isShut = false;
      this.#isAsking = false;
    }
  }

  #verdict(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, probe: AnyEventObject): Verdict {
    this.#isUnsure = false;
    try {
      const isTaken = machine.getTransitionData(snapshot, probe).length > 0;
      if (this.#isUnsure) return 'depends';
      return isTaken ? 'taken' : 'forbidden';
    } catch {
      return 'depends';
    }
  }

  #questionsIn(snapshot: AnyMachineSnapshot): readonly Question[] {
    let found: Question[] | undefined;
    for (const node of snapshot._nodes) {
      for (const question of this.#questionsOf(node)) {
        found ??= [];
        // Named by a state and by one around it: XState asks both.
        if (!found.some(({ type }) => type === question.type)) found.push(question);
      }
    }
    return found ?? [];
  }

  #questionsOf(node: AnyStateNode): readonly Question[] {
    let questions = this.#questions.get(node);
    if (questions === undefined) {
      questions = [...node.transitions]
        .filter(([type, transitions]) => !type.endsWith('*') && transitions.some(({ guard }) => guard))
        .map(([type]) => this.#question(type));
      this.#questions.set(node, questions);
    }
    return questions;
  }

  #question(type: string): Question {
    const look = (): never => {
      this.#isUnsure = true;
      throw NO_PAYLOAD;
    };
    const get = (_: unknown, key: string | symbol): unknown => (key === 'type' ? type : look());
    const probe: AnyEventObject = new Proxy<AnyEventObject>(
      { type },
      { get, has: look, ownKeys: look, getOwnPropertyDescriptor: look },
    );
    const answers = {
      taken: [type, 'taken'],
      forbidden: [type, 'forbidden'],
      depends: [type, 'depends'],
    } as const;
    return { type, probe, answers };
  }
}
