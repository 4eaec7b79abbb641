/** The steps of a frame: folds them into the actors, and tells each with its chart and with what the code noted of it. */
import type { SeenStep } from '../../inspection.js';
import type { StepNote } from '../../session/observe.js';
import type { StepRecord, TransitionRecord } from '../../store/batch.js';
import type { ActorCharts } from './actor-charts.js';
import type { ActorsSoFar } from './actors-so-far.js';
import type { FeedStep } from './entry.js';
import type { ReadInput } from './frame-inputs.js';
import type { Payloads } from './payloads.js';
import type { LinkedPeers } from './recipients.js';
import type { Secrets } from './secrets.js';
import { type Cause, sentOf } from './sent.js';

export interface FrameStepsOptions {
  readonly actors: ActorsSoFar;
  readonly charts: ActorCharts;
  readonly linked: LinkedPeers;
  readonly payloads: Payloads;
  readonly secrets: Secrets;
}

/** What code told of a step, as the feed tells it. */
type ToldNote = Pick<FeedStep, 'guards' | 'sent' | 'next' | 'delays'>;

export class FrameSteps {
  readonly #with: FrameStepsOptions;

  constructor(options: FrameStepsOptions) {
    this.#with = options;
  }

  read(
    steps: readonly StepRecord[],
    inputs: readonly ReadInput[],
    notes: readonly StepNote[] = [],
  ): { readonly told: readonly FeedStep[]; readonly seen: readonly SeenStep[] } {
    const seen = steps.flatMap((step, index) =>
      step.kind === 'transition' ? [this.#see(step, inputs, notes[index])] : [],
    );
    // Only now, since what the frame sent is addressed by how the actors are at its end.
    const told = steps.map((step, index) => this.#tell(step, inputs, notes[index]));
    return { told, seen };
  }

  #see(step: TransitionRecord, inputs: readonly ReadInput[], note: StepNote | undefined): SeenStep {
    const { charts, actors } = this.#with;
    const { actor, event, from, to } = step;
    charts.see(step);
    if (note !== undefined && note.chart !== '') charts.learn(actor, note.chart);
    const context = actors.see(step, charts.of(actor));
    return { actor, event, from, to, context, input: inputs[step.cause - 1]?.seen };
  }

  #tell(step: StepRecord, inputs: readonly ReadInput[], note: StepNote | undefined): FeedStep {
    const { charts, secrets } = this.#with;
    const { cause, actor, event } = step;
    const common = { cause, actor, chart: charts.of(actor), event };
    const noted = note === undefined ? {} : this.#note(note, inputs[cause - 1]);
    if (step.kind === 'refusal') {
      return { kind: 'refusal', ...common, from: '', to: '', changes: [], rule: step.rule, ...noted };
    }
    const changes = step.changes.map(([field, value]) => [field, secrets.clear(value, field)] as const);
    return { kind: 'transition', ...common, from: step.from, to: step.to, changes, ...noted };
  }

  #note({ guards, effects, next, delays }: StepNote, input: ReadInput | undefined): ToldNote {
    const { actors, linked, payloads, secrets } = this.#with;
    const cause: Cause | undefined = input?.bytes && {
      bytes: input.bytes,
      name: input.told.name,
      value: input.told.value,
    };
    const sent = effects.map((effect) =>
      sentOf(effect, cause, { payloads, secrets, recipientsOf: (to) => linked.of(to, actors.lookup) }),
    );
    return { guards, sent, next, delays };
  }
}
