/**
 * The way in: packets are judged, then leave as link probes, as relays that cannot wait, or as the frame's batch.
 *
 * ```
 *   receive ─▶ judge ─┬▶ malformed$ · dropped$ · faults$
 *                     ├▶ link$                        (answered outside, never queued)
 *                     ├▶ relayNow$                    (host: superseded and relayed, the bytes as they came)
 *                     └▶ frame queue ─▶ tick        (one batch a frame)
 * ```
 *
 * One pipe serves all peers and lives as long as the session: no packet and no subscriber ends it. It decides nothing
 * about the game; the predicates it is given do.
 */
import { type Observable, Subject } from 'rxjs';
import { invariant } from '../errors.js';
import type { Delivery, PeerId } from '../peers.js';
import type { MessageDeclaration } from '../protocol/message.js';
import { FrameQueue, type FrameQueueLimits, PEERS_MAX } from './frame-queue.js';
import { askGuarded, type Fault } from './guard.js';
import type { Outgoing } from './outbound.js';
import type { Packet, RouteOptions, Verdict } from './route.js';
import { type Dropped, type DropReason, type InboundMessage, judged, type Malformed } from './route.js';

/** A reliable message of `peer` found no room: its link cannot be trusted any more and is to be ended. */
export interface Overflow {
  readonly peer: PeerId;
  readonly declaration: MessageDeclaration;
  readonly sentence: string;
}

/** An input that does not come over the wire; the session defines which there are. */
export interface Note {
  readonly kind: string;
  readonly peer: PeerId;
}

export interface InboundOptions extends RouteOptions {
  /** Host: whether a superseded message of `peer` goes to the others at once. @default never */
  readonly relayNow?: (peer: PeerId, declaration: MessageDeclaration) => boolean;
  /** Limits of the frame queue; `supersededSlots` follows from the protocol. */
  readonly queue?: Omit<FrameQueueLimits, 'supersededSlots'>;
  /** Most messages of one peer in a frame that are acted on at once, probes and relays together. @default 32 */
  readonly immediatePerPeer?: number;
}

/** The inbound pipe of one session; `N` are the inputs the session adds itself. */
export interface Inbound<N extends Note = never> {
  /** Link-lane messages (Ping, Pong), as they arrive. */
  readonly link$: Observable<InboundMessage>;
  /** Host: what goes to all but its sender at once, bytes and delivery as they came. */
  readonly relayNow$: Observable<Outgoing>;
  readonly malformed$: Observable<Malformed>;
  readonly dropped$: Observable<Dropped>;
  /** Told once a peer until {@link forget}; all it sends after that is dropped. */
  readonly overflow$: Observable<Overflow>;
  readonly faults$: Observable<Fault>;

  /** Takes one message as the transport hands it over. `bytes` must stay unchanged from here on. */
  receive(peer: PeerId, bytes: Uint8Array, delivery: Delivery): void;
  /** Queues an input of the session's own making, in order with the messages. */
  note(input: N): void;
  /** Ends the frame: everything since the last tick, in order; the array is reused by the tick after. */
  tick(): readonly (InboundMessage | N)[];
  /** Clears what is remembered of `peer`; to be called when its link opens or ends, for ids are used again. */
  forget(peer: PeerId): void;
  /** Completes every stream. */
  close(): void;
}

/** Starts an inbound pipe. */
export function createInbound<N extends Note = never>(options: InboundOptions): Inbound<N> {
  return new InboundPipe<N>(options);
}

class InboundPipe<N extends Note> implements Inbound<N> {
  readonly link$ = new Subject<InboundMessage>();
  readonly relayNow$ = new Subject<Outgoing>();
  readonly malformed$ = new Subject<Malformed>();
  readonly dropped$ = new Subject<Dropped>();
  readonly overflow$ = new Subject<Overflow>();
  readonly faults$ = new Subject<Fault>();
  readonly #packet$ = new Subject<Packet>();
  readonly #queue: FrameQueue<InboundMessage | N>;
  readonly #slots: ReadonlyMap<number, number>;
  readonly #relayNow: InboundOptions['relayNow'];
  readonly #immediatePerPeer: number;
  readonly #immediateCounts = new Uint32Array(PEERS_MAX);
  #hasImmediate = false;
  readonly #overflowed = new Uint8Array(PEERS_MAX);
  readonly #report = (fault: Fault): void => this.faults$.next(fault);

  constructor(options: InboundOptions) {
    const superseded = options.protocol.messages.filter((declaration) => declaration.superseded);
    this.#slots = new Map(superseded.map((declaration, slot) => [declaration.id, slot]));
    this.#queue = new FrameQueue({ ...options.queue, supersededSlots: superseded.length });
    this.#relayNow = options.role === 'host' ? options.relayNow : undefined;
    this.#immediatePerPeer = options.immediatePerPeer ?? 32;
    this.#packet$.pipe(judged(options)).subscribe((verdict) => this.#dispatch(verdict));
  }

  receive(peer: PeerId, bytes: Uint8Array, delivery: Delivery): void {
    invariant((peer & 0xff) === peer, () => `expected a peer id of 0 to 255, found ${peer}`);
    this.#packet$.next({ peer, bytes, delivery });
  }

  note(input: N): void {
    this.#queue.note(input);
  }

  tick(): readonly (InboundMessage | N)[] {
    if (this.#hasImmediate) this.#immediateCounts.fill(0);
    this.#hasImmediate = false;
    return this.#queue.drain();
  }

  forget(peer: PeerId): void {
    this.#overflowed[peer] = 0;
  }

  close(): void {
    this.#packet$.complete();
    for (const stream$ of [this.link$, this.relayNow$]) stream$.complete();
    for (const stream$ of [this.malformed$, this.dropped$, this.overflow$, this.faults$]) stream$.complete();
  }

  #dispatch(verdict: Verdict): void {
    if (verdict.kind === 'message') this.#accept(verdict);
    else if (verdict.kind === 'dropped') this.dropped$.next(verdict);
    else if (verdict.kind === 'fault') this.#report(verdict);
    else this.malformed$.next(verdict);
  }

  #accept(message: InboundMessage): void {
    if (this.#overflowed[message.peer] === 1) this.#drop(message, 'overflowed');
    else if (message.lane === 'link') this.#probe(message);
    else this.#enqueue(message);
  }

  #probe(message: InboundMessage): void {
    if (this.#takeImmediate(message.peer)) this.link$.next(message);
    else this.#drop(message, 'probe-flood');
  }

  #enqueue(message: InboundMessage): void {
    const { peer, declaration } = message;
    const slot = this.#slots.get(declaration.id);
    if (slot !== undefined) this.#relay(message);
    const queued = slot === undefined ? this.#queue.push(message) : this.#queue.supersede(message, slot);
    if (queued) return;
    if (declaration.delivery !== 'reliable') {
      this.#drop(message, 'queue-full');
      return;
    }
    this.#overflowed[peer] = 1;
    const sentence = `Player ${peer} sent more in one frame than the queue holds, so ${declaration.name} is lost: end its link`;
    this.overflow$.next({ peer, declaration, sentence });
  }

  #relay(message: InboundMessage): void {
    const { peer, declaration, bytes, delivery } = message;
    const relayNow = this.#relayNow;
    if (relayNow === undefined || !declaration.relay) return;
    if (!askGuarded('relayNow', () => relayNow(peer, declaration), this.#report)) return;
    if (this.#takeImmediate(peer)) this.relayNow$.next({ to: { except: peer }, bytes, delivery });
    else this.#drop(message, 'relay-flood');
  }

  /** Counts one message that is acted on at once; false when `peer` had its share of this frame. */
  #takeImmediate(peer: PeerId): boolean {
    const count = this.#immediateCounts[peer] ?? 0;
    if (count >= this.#immediatePerPeer) return false;
    this.#immediateCounts[peer] = count + 1;
    this.#hasImmediate = true;
    return true;
  }

  #drop({ peer, declaration }: InboundMessage, reason: DropReason): void {
    this.dropped$.next({ kind: 'dropped', peer, declaration, reason });
  }
}
