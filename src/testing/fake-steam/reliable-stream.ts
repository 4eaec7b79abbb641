/**
 * The reliable half of a fake connection: messages cut into segments that fit a packet, sent again until acknowledged, put together
 * in order at the other end. As GameNetworkingSockets does it, without its rate control.
 */

/** Largest piece of a message in a segment, bytes. */
const SEGMENT_MAX = 1132;
/** What a message costs in the stream beside its bytes: GameNetworkingSockets takes 1 to 4. */
const MESSAGE_HEADER = 2;

/** A piece of a reliable message. */
export interface Segment {
  readonly number: number;
  readonly bytes: Uint8Array;
  /** The last of its message. */
  readonly isLast: boolean;
}

/** What one end has of the other's segments: all before `next`, and some after. */
export interface Ack {
  readonly next: number;
  readonly beyond: readonly number[];
}

interface Sent {
  readonly segment: Segment;
  sentMs: number;
}

/** Segments to send, and to send again. */
export class StreamSender {
  #nextNumber = 0;
  #unsent: Segment[] = [];
  /** In order of their numbers. */
  readonly #unacked = new Map<number, Sent>();
  #bytes = 0;
  #unsentBytes = 0;

  /** Bytes of the stream the peer has not acknowledged. */
  get unackedBytes(): number {
    return this.#bytes;
  }

  get unsentBytes(): number {
    return this.#unsentBytes;
  }

  add(message: Uint8Array): void {
    let start = 0;
    do {
      const bytes = message.slice(start, start + SEGMENT_MAX);
      start += SEGMENT_MAX;
      this.#unsent.push({ number: this.#nextNumber++, bytes, isLast: start >= message.length });
    } while (start < message.length);
    this.#bytes += message.length + MESSAGE_HEADER;
    this.#unsentBytes += message.length + MESSAGE_HEADER;
  }

  /** What was never sent. */
  takeUnsent(nowMs: number): readonly Segment[] {
    const segments = this.#unsent;
    this.#unsent = [];
    this.#unsentBytes = 0;
    for (const segment of segments) {
      this.#unacked.set(segment.number, { segment, sentMs: nowMs });
    }
    return segments;
  }

  /** What was sent `resendMs` ago and not acknowledged. */
  takeOverdue(nowMs: number, resendMs: number): readonly Segment[] {
    const overdue: Segment[] = [];
    for (const sent of this.#unacked.values()) {
      if (nowMs - sent.sentMs < resendMs) continue;
      sent.sentMs = nowMs;
      overdue.push(sent.segment);
    }
    return overdue;
  }

  acknowledge({ next, beyond }: Ack): void {
    for (const number of this.#unacked.keys()) {
      if (number >= next) break;
      this.#forget(number);
    }
    for (const number of beyond) this.#forget(number);
  }

  #forget(number: number): void {
    const sent = this.#unacked.get(number);
    if (sent === undefined) return;
    this.#unacked.delete(number);
    this.#bytes -= sent.segment.bytes.length + (sent.segment.isLast ? MESSAGE_HEADER : 0);
  }
}

/** Puts the other end's segments in order and together. */
export class StreamReceiver {
  #next = 0;
  readonly #ahead = new Map<number, Segment>();
  #parts: Uint8Array[] = [];

  get ack(): Ack {
    return { next: this.#next, beyond: [...this.#ahead.keys()] };
  }

  /** Takes in a segment, whatever its number; returns the messages it completes. */
  accept(segment: Segment): readonly Uint8Array[] {
    if (segment.number < this.#next) return [];
    this.#ahead.set(segment.number, segment);
    const complete: Uint8Array[] = [];
    for (let next = this.#ahead.get(this.#next); next !== undefined; next = this.#ahead.get(this.#next)) {
      this.#ahead.delete(this.#next++);
      this.#parts.push(next.bytes);
      if (!next.isLast) continue;
      complete.push(joined(this.#parts));
      this.#parts = [];
    }
    return complete;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let start = 0;
  for (const part of parts) {
    bytes.set(part, start);
    start += part.length;
  }
  return bytes;
}
