/**
 * What waits to leave on one link. Reliable and system frames share one order and stay until acknowledged; unreliable ones leave
 * once. A reliable message too long for one frame is cut here, each piece with a number of its own.
 */
import { FRAME_PAYLOAD_MAX } from './constants.js';
import { encodeFrame, type Fragment } from './payload.js';
import { wrap } from './sequence.js';

/** Frames not yet acknowledged, on the wire or waiting; a message that would pass it ends the link (TR7). About 4.8 MB of full ones. */
export const RELIABLE_QUEUE_MAX = 4096;
/** Frames on the wire at once, counted from the oldest unacknowledged. */
const WINDOW = 1024;
/** Unreliable messages that may wait for one flush; more are dropped and counted (TR7). */
const UNRELIABLE_QUEUE_MAX = 1024;
/** Numbers of groups are 16 bits; the first is 1. */
const GROUP_FIRST = 1;

/** A message of the game, as long as pieces of it are unacknowledged. */
interface PendingMessage {
  piecesLeft: number;
}

/** One encoded frame on its way out. */
export interface OutgoingFrame {
  readonly bytes: Uint8Array;
  readonly isReliable: boolean;
  /** `undefined` for a system frame. */
  readonly message: PendingMessage | undefined;
  sentAtMs: number;
  timesSent: number;
  isAcknowledged: boolean;
}

/** See the head of this file. */
export class Outbox {
  /** In order of their numbers, the first one unacknowledged. */
  readonly #reliable: OutgoingFrame[] = [];
  #unreliable: OutgoingFrame[] = [];
  #nextId = 0;
  #nextGroup = GROUP_FIRST;
  #backlog = 0;

  /** Reliable messages not yet acknowledged. */
  get backlog(): number {
    return this.#backlog;
  }

  /** True when there is nothing to send and nothing to resend. */
  get isEmpty(): boolean {
    return this.#reliable.length === 0 && this.#unreliable.length === 0;
  }

  /** Queues a copy of `bytes`; false when the queue is full. */
  addReliable(bytes: Uint8Array): boolean {
    const count = Math.max(1, Math.ceil(bytes.length / FRAME_PAYLOAD_MAX));
    if (this.#reliable.length + count > RELIABLE_QUEUE_MAX) return false;
    const message: PendingMessage = { piecesLeft: count };
    this.#backlog++;
    if (count === 1) {
      this.#push('reliable', undefined, bytes, message);
      return true;
    }
    const group = this.#nextGroup;
    this.#nextGroup = wrap(group + 1);
    for (let index = 0; index < count; index++) {
      const piece = bytes.subarray(index * FRAME_PAYLOAD_MAX, (index + 1) * FRAME_PAYLOAD_MAX);
      this.#push('reliable', { group, index, count }, piece, message);
    }
    return true;
  }

  /** Queues a word from transport to transport, in order with the reliable messages; false when the queue is full. */
  addSystem(payload: Uint8Array): boolean {
    if (this.#reliable.length >= RELIABLE_QUEUE_MAX) return false;
    this.#push('system', undefined, payload, undefined);
    return true;
  }

  /** Queues a copy of `payload` for the next flush; false when too many wait. */
  addUnreliable(payload: Uint8Array): boolean {
    if (this.#unreliable.length >= UNRELIABLE_QUEUE_MAX) return false;
    const bytes = encodeFrame({ kind: 'unreliable', messageId: 0, fragment: undefined, payload });
    this.#unreliable.push(outgoing(bytes, false, undefined));
    return true;
  }

  /** What leaves now, marked as sent: reliable frames that are new or were not acknowledged in time, then the unreliable ones. */
  *due(nowMs: number, resendAfterMs: number): Generator<OutgoingFrame> {
    const end = Math.min(WINDOW, this.#reliable.length);
    for (const frame of this.#reliable.slice(0, end)) {
      if (frame.isAcknowledged || (frame.timesSent > 0 && nowMs - frame.sentAtMs < resendAfterMs)) continue;
      frame.sentAtMs = nowMs;
      frame.timesSent++;
      yield frame;
    }
    const unreliable = this.#unreliable;
    this.#unreliable = [];
    yield* unreliable;
  }

  /** Takes in that a reliable frame arrived. */
  acknowledge(frame: OutgoingFrame): void {
    if (frame.isAcknowledged) return;
    frame.isAcknowledged = true;
    if (frame.message !== undefined && --frame.message.piecesLeft === 0) this.#backlog--;
    while (this.#reliable[0]?.isAcknowledged) this.#reliable.shift();
  }

  #push(
    kind: 'reliable' | 'system',
    fragment: Fragment | undefined,
    payload: Uint8Array,
    message: PendingMessage | undefined,
  ): void {
    const bytes = encodeFrame({ kind, messageId: this.#nextId, fragment, payload });
    this.#nextId = wrap(this.#nextId + 1);
    this.#reliable.push(outgoing(bytes, true, message));
  }
}

function outgoing(
  bytes: Uint8Array,
  isReliable: boolean,
  message: PendingMessage | undefined,
): OutgoingFrame {
  return { bytes, isReliable, message, sentAtMs: 0, timesSent: 0, isAcknowledged: false };
}
