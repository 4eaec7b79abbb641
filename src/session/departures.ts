/**
 * What leaves: whatever actors want sent waits here until its cause is in the log (RP4), then goes to the transport, in order and
 * shared out by peer. Probes and poses, on which no transition hangs, go at once.
 */
import type { Effect, GameDefinition, GameSide } from '../game.js';
import type { Delivery, PeerId, Recipients } from '../peers.js';
import { createOutbound, isRecipient, type Outgoing } from '../streams/outbound.js';
import type { Transport } from '../transports/transport.js';
import type { Kernel } from './kernel.js';
import { OutboxGate } from './outbox-gate.js';
import type { Notice } from './session.js';

type LetGo = Extract<Effect, { type: 'disconnect' }>;
/** What leaves once its cause is durable: addressed when its actor said so, since members come and go. */
type Leaving = Outgoing | LetGo;

const NOBODY: readonly LetGo[] = [];

/** Messages collected before they are handed to the transport; of those sent at once, beside the log, more are dropped. */
const COLLECTED_MAX = 2_048;

export interface DeparturesOptions {
  readonly game: GameDefinition;
  readonly side: GameSide<unknown, never>;
  readonly kernel: Kernel;
  readonly transport: Transport;
  readonly linkedPeers: () => readonly PeerId[];
  readonly notice: (notice: Notice) => void;
}

export class Departures {
  readonly #options: DeparturesOptions;
  readonly #outbound = createOutbound();
  readonly #gate = new OutboxGate<Leaving>();

  constructor(options: DeparturesOptions) {
    this.#options = options;
  }

  /** Adds what a batch caused; `durable` as the store's `append` returned it. */
  add(effects: readonly Effect[], durable: Promise<void> | undefined): void {
    this.#gate.add(
      effects.flatMap((effect) => this.#leaving(effect)),
      durable,
    );
  }

  /** Notes a failure of the store: the next flush throws it. */
  fail(error: unknown): void {
    this.#gate.fail(error);
  }

  /** Sends what no transition hangs on; with no room it is dropped, and the session lives. */
  sendNow({ to, ...wire }: Outgoing): void {
    for (const peer of this.#recipients(to)) {
      if (this.#outbound.size < COLLECTED_MAX) this.#outbound.push({ to: peer, ...wire });
      else {
        const sentence = `${COLLECTED_MAX} messages wait to leave in this frame; one more was dropped.`;
        this.#options.notice({ kind: 'send-failed', sentence });
      }
    }
  }

  /** Hands the transport what may leave by now, and lets go whom the actors let go. @throws the store's error. */
  flush(): void {
    const letGo = this.#gate.isIdle ? NOBODY : this.#collect();
    if (this.#outbound.size > 0) this.#handOver();
    this.#options.transport.flush();
    // After the flush, so that a refusal's sentence leaves before the link ends.
    for (const { peer, sentence } of letGo) this.letGo(peer, sentence);
  }

  /** Ends a peer's link. The local player has none: it is told. */
  letGo(peer: PeerId, sentence: string): void {
    const { transport, notice } = this.#options;
    if (peer !== transport.localPeer) transport.disconnect(peer, sentence);
    else notice({ kind: 'refused', peer, sentence: sentence || 'The local player was let go.' });
  }

  /** True when nothing waits for the store or for an acknowledgement any more. */
  get isDone(): boolean {
    const { transport, linkedPeers } = this.#options;
    return this.#gate.isEmpty && linkedPeers().every((peer) => transport.backlog(peer) === 0);
  }

  close(): void {
    this.#outbound.close();
  }

  /** Moves what may leave by now to the outbound; returns whom the actors let go. */
  #collect(): readonly LetGo[] {
    const letGo: LetGo[] = [];
    for (const leaving of this.#gate.release()) {
      if ('sentence' in leaving) letGo.push(leaving);
      else {
        if (this.#outbound.size >= COLLECTED_MAX) this.#handOver();
        this.#outbound.push(leaving);
      }
    }
    return letGo;
  }

  #handOver(): void {
    const { transport, linkedPeers, notice } = this.#options;
    for (const { peer, error } of this.#outbound.flushTo(transport, linkedPeers())) {
      notice({ kind: 'send-failed', peer, sentence: error.message, error });
    }
  }

  #leaving(effect: Effect): readonly Leaving[] {
    if (effect.type === 'disconnect') return [effect];
    const wire = this.#wireOf(effect);
    return this.#recipients(effect.to).map((to) => ({ to, ...wire }));
  }

  /** The linked peers something goes to; one that is no member gets only what is addressed to it alone. */
  #recipients(to: Recipients): readonly PeerId[] {
    const { side, kernel, linkedPeers } = this.#options;
    const isMember = (peer: PeerId): boolean => side.isMember?.(kernel.lookup, peer) ?? true;
    return linkedPeers().filter(
      (peer) => isRecipient(to, peer) && (typeof to === 'number' || isMember(peer)),
    );
  }

  #wireOf(effect: Exclude<Effect, { type: 'disconnect' }>): { bytes: Uint8Array; delivery: Delivery } {
    const { protocol } = this.#options.game;
    const bytes = effect.type === 'send' ? protocol.encode(effect.message, effect.value) : effect.bytes;
    return { bytes, delivery: protocol.byId(bytes[0] as number)?.delivery ?? 'reliable' };
  }
}
