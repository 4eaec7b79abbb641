/**
 * The way out: collects a frame's outgoing messages in order and hands them to the transport peer by peer.
 *
 * What goes to one peer is handed over together, reliable first, so that the transport can put it in the same packets;
 * order within a peer and delivery is kept. Entries are held, not copied: their bytes must not change until the flush.
 */
import { SessionError } from '../errors.js';
import type { Delivery, PeerId, Recipients } from '../peers.js';
import type { Transport } from '../transports/transport.js';

/** A message on its way out. */
export interface Outgoing {
  readonly to: Recipients;
  readonly bytes: Uint8Array;
  readonly delivery: Delivery;
}

/** A send the transport refused; the others of the same flush went out. */
export interface SendFailure {
  readonly peer: PeerId;
  readonly bytes: Uint8Array;
  readonly delivery: Delivery;
  readonly error: SessionError;
}

/** A frame's outgoing messages. */
export interface Outbound {
  /** Messages waiting for the next flush. */
  readonly size: number;
  /** Adds one message. @throws SessionError `transport/backlog-full` at the limit; the message was not added. */
  push(entry: Outgoing): void;
  /**
   * Hands everything to `transport` for those of `linkedPeers` it is meant for and forgets it; whether packets leave is up to
   * `transport.flush()`. Returns what the transport refused, usually nothing.
   */
  flushTo(transport: Pick<Transport, 'send'>, linkedPeers: readonly PeerId[]): readonly SendFailure[];
  /** Forgets what waits. */
  close(): void;
}

export interface OutboundOptions {
  /** Most messages between two flushes. @default 4096 */
  readonly entriesMax?: number;
}

const DELIVERIES = ['reliable', 'sequenced', 'unreliable'] as const;

/** Whether `peer` is one of `recipients`. */
export function isRecipient(recipients: Recipients, peer: PeerId): boolean {
  if (recipients === 'all') return true;
  return typeof recipients === 'number' ? recipients === peer : recipients.except !== peer;
}

/** Makes an empty outbound. */
export function createOutbound(options: OutboundOptions = {}): Outbound {
  return new FrameOutbound(options.entriesMax ?? 4096);
}

class FrameOutbound implements Outbound {
  readonly #entriesMax: number;
  readonly #waiting: Record<Delivery, Outgoing[]> = { reliable: [], sequenced: [], unreliable: [] };

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  get size(): number {
    const { reliable, sequenced, unreliable } = this.#waiting;
    return reliable.length + sequenced.length + unreliable.length;
  }

  push(entry: Outgoing): void {
    if (this.size >= this.#entriesMax) {
      throw new SessionError(
        'transport/backlog-full',
        `expected at most ${this.#entriesMax} outgoing messages between two flushes; flush more often or send less`,
      );
    }
    this.#waiting[entry.delivery].push(entry);
  }

  flushTo(transport: Pick<Transport, 'send'>, linkedPeers: readonly PeerId[]): readonly SendFailure[] {
    const failures: SendFailure[] = [];
    for (const peer of linkedPeers) {
      for (const delivery of DELIVERIES) this.#sendTo(transport, peer, this.#waiting[delivery], failures);
    }
    this.#clear();
    return failures;
  }

  close(): void {
    this.#clear();
  }

  #sendTo(
    transport: Pick<Transport, 'send'>,
    peer: PeerId,
    entries: readonly Outgoing[],
    failures: SendFailure[],
  ): void {
    for (const { to, bytes, delivery } of entries) {
      if (!isRecipient(to, peer)) continue;
      try {
        transport.send(peer, bytes, delivery);
      } catch (error) {
        if (!(error instanceof SessionError)) throw error;
        failures.push({ peer, bytes, delivery, error });
      }
    }
  }

  #clear(): void {
    for (const delivery of DELIVERIES) this.#waiting[delivery].length = 0;
  }
}
