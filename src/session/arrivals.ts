/**
 * What came in, on its way to the kernel, and what the kernel acted on, on its way to the game. Superseded messages (poses) pass
 * the kernel by; what the game's playback plays late waits here: on a client before the kernel, so that its log has what was
 * played; on a host behind it, for a host relays at once and its own player watches as late as everybody.
 */
import type { ActedMessage, Effect, Input, PlaybackDefinition, Role } from '../game.js';
import type { PeerId } from '../peers.js';
import type { InboundMessage } from '../streams/route.js';
import type { InputOutcome } from './kernel.js';
import { deepFreeze } from './plain.js';
import { type LiveMessage, Spectating } from './spectating.js';

/** An input that does not come over the wire, queued in order with those that do. */
export type SessionNote =
  | Exclude<Input, { kind: 'message' } | { kind: 'command' }>
  | (Input & { readonly kind: 'command'; readonly peer: PeerId });

export interface ArrivalsOptions {
  readonly role: Role;
  readonly playback: PlaybackDefinition | undefined;
  readonly frameRate: number;
  readonly localPeer: () => PeerId | undefined;
  /** Takes a pose beside the log; false when its sender may not send one now. */
  readonly takePose: (message: InboundMessage, frame: number) => boolean;
}

const NOTHING: readonly LiveMessage[] = [];

export class Arrivals {
  readonly #options: ArrivalsOptions;
  readonly #spectating: Spectating | undefined;
  /** The newest superseded messages of others that are not played late, by name. */
  readonly #newest = new Map<string, unknown>();
  /** On a host: its own machines started something new in this frame. */
  #isNewStart = false;

  constructor(options: ArrivalsOptions) {
    this.#options = options;
    this.#spectating = options.playback && new Spectating(options.playback);
  }

  /** A frame's inputs for the kernel. */
  inputs(batch: readonly (InboundMessage | SessionNote)[], frame: number): readonly Input[] {
    const { role, takePose } = this.#options;
    if (batch.length === 0) return role === 'client' ? this.#takeDue(frame) : NOTHING;
    const inputs: Input[] = [];
    for (const item of batch) {
      if (item.kind === 'command') inputs.push({ kind: 'command', name: item.name, value: item.value });
      else if (item.kind !== 'message') inputs.push(item);
      else if (item.declaration.superseded) {
        // Nobody decides by a pose, so it is not frozen.
        if (takePose(item, frame)) this.#keepPose(liveOf(item), frame);
      } else {
        deepFreeze(item.value);
        const message = liveOf(item);
        if (role === 'host' || !this.#isPlayedLate(message, false, frame)) inputs.push(message);
      }
    }
    if (role === 'client') inputs.push(...this.#takeDue(frame));
    return inputs;
  }

  /** What the actors want sent, before the frame's end: a new start forgets what still waits to be watched. */
  noteEffects(effects: readonly Effect[]): void {
    if (this.#options.role === 'client') return;
    this.#isNewStart ||= effects.some(
      (effect) => effect.type === 'send' && this.#spectating?.resets(effect.message) === true,
    );
  }

  /** Remote messages for the game to see, of those that were `acted` on. */
  shown(acted: readonly LiveMessage[], frame: number): readonly ActedMessage[] {
    const { role } = this.#options;
    const shown = acted.filter(
      (message) =>
        this.#isRemote(message) && (role === 'client' || !this.#isPlayedLate(message, false, frame)),
    );
    if (role === 'host') shown.push(...this.#takeDue(frame));
    // A client forgets when it hears of the new start; what came in before it is forgotten on both.
    if (this.#isNewStart) this.#spectating?.reset();
    this.#isNewStart = false;
    return shown.map(messageOf);
  }

  /** The superseded message to show in `frame`. */
  pose(name: string, frame: number): unknown {
    return this.#newest.get(name) ?? this.#spectating?.shown(name, frame / this.#options.frameRate);
  }

  #keepPose(message: LiveMessage, frame: number): void {
    if (!this.#isRemote(message) || this.#isPlayedLate(message, true, frame)) return;
    this.#newest.set(message.decoded.name, message.decoded.value);
  }

  #isRemote(message: LiveMessage): boolean {
    return message.peer !== this.#options.localPeer();
  }

  #isPlayedLate(message: LiveMessage, isSuperseded: boolean, frame: number): boolean {
    if (!this.#isRemote(message) || this.#spectating === undefined) return false;
    return this.#spectating.take(message, isSuperseded, frame / this.#options.frameRate);
  }

  #takeDue(frame: number): readonly LiveMessage[] {
    return this.#spectating?.takeDue(frame / this.#options.frameRate) ?? NOTHING;
  }
}

/** The messages among `outcomes` that some actor acted on. */
export function actedOn(outcomes: readonly InputOutcome[]): readonly LiveMessage[] {
  if (outcomes.length === 0) return NOTHING;
  return outcomes.flatMap(({ input, refusedBy }) =>
    refusedBy === undefined && isLive(input) ? [input] : [],
  );
}

/** The same as the game sees it. */
export function messageOf({ peer, decoded: { name, value } }: LiveMessage): ActedMessage {
  return { name, peer, value };
}

/** Whether an input is a message as it came in. */
export function isLive(input: Input): input is LiveMessage {
  return input.kind === 'message' && input.decoded !== undefined;
}

function liveOf({ peer, bytes, declaration, value }: InboundMessage): LiveMessage {
  return {
    kind: 'message',
    peer,
    bytes,
    decoded: { id: declaration.id, name: declaration.name, value },
  };
}
