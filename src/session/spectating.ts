/**
 * Shows others' turns late and evenly: holds messages that carry their sender's clock until the delayed time reaches them.
 * Times are frame times in seconds, so that a log made from what was played replays without it.
 */
import type { Input, PlaybackDefinition } from '../game.js';
import type { Decoded } from '../protocol/message.js';
import { Playback } from '../streams/playback.js';

/** A message as it came in, decoded. */
export type LiveMessage = Extract<Input, { kind: 'message' }> & { readonly decoded: Decoded };

interface Timed {
  readonly seconds: number;
  readonly value: unknown;
}

interface TimedEvent extends Timed {
  readonly message: LiveMessage;
}

export class Spectating {
  readonly #definition: PlaybackDefinition;
  readonly #playback: Playback<Timed, TimedEvent>;
  #shownName: string | undefined;

  constructor(definition: PlaybackDefinition) {
    this.#definition = definition;
    this.#playback = new Playback({
      timeOf: ({ seconds }) => seconds,
      interpolate: (a, b, t) => ({ seconds: a.seconds, value: definition.interpolate(a.value, b.value, t) }),
    });
  }

  /** True for a message that starts something new: then whatever still waits is to be forgotten. */
  resets(name: string): boolean {
    return this.#definition.resets(name);
  }

  /** Forgets what waits. */
  reset(): void {
    this.#playback.reset();
  }

  /** Takes a message that is played late; false when it is to be acted on at once (also when there is no room to wait). */
  take(message: LiveMessage, isSuperseded: boolean, nowSeconds: number): boolean {
    const { name, value } = message.decoded;
    if (this.resets(name)) this.reset();
    const seconds = this.#definition.timeOf(name, value);
    if (seconds === undefined) return false;
    if (!isSuperseded) return this.#playback.addEvent({ seconds, value, message }, nowSeconds);
    this.#shownName = name;
    this.#playback.addPose({ seconds, value }, nowSeconds);
    return true;
  }

  /** The messages whose time has come, in order. */
  takeDue(nowSeconds: number): readonly LiveMessage[] {
    const due: LiveMessage[] = [];
    for (
      let event = this.#playback.takeDue(nowSeconds);
      event !== undefined;
      event = this.#playback.takeDue(nowSeconds)
    ) {
      due.push(event.message);
    }
    return due;
  }

  /** The superseded message to show now. */
  shown(name: string, nowSeconds: number): unknown {
    return name === this.#shownName ? this.#playback.poseAt(nowSeconds)?.value : undefined;
  }
}
