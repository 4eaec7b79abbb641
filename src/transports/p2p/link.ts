/**
 * One link of p2p, the same on both ends: what was queued leaves in as few datagrams as it fits, what arrives is acknowledged,
 * and silence is noticed. It knows no address and has no timer.
 */
import type { Delivery } from '../../peers.js';
import type { TransportCounters } from '../datagram/port.js';
import type { LinkQuality } from '../transport.js';
import { SAFE_DATAGRAM_BYTES } from './constants.js';
import { Outbox, type OutgoingFrame } from './outbox.js';
import { packFrames } from './pack.js';
import { encodePayload, type PayloadPacket } from './payload.js';
import { ReceivedPackets } from './received-packets.js';
import { type LinkSink, ReliableInbox } from './reliable-inbox.js';
import { RoundTrip } from './round-trip.js';
import { SentPackets } from './sent-packets.js';
import { sequenceDistance } from './sequence.js';

/** A reliable frame waits no longer for its acknowledgement, ms: the round trip is measured with it, and resending follows that. */
const ANSWER_AFTER_MS = 25;
/** Packets with frames that may come without an answer: a header tells of 33. */
const UNANSWERED_MAX = 16;

/** How many packets ago one may have left whose acknowledgement proves that we are heard: 3 s of keepalives. */
const PROOF_PACKETS = 32;

/** Where a link's datagrams go. */
export interface LinkWire {
  transmit(datagram: Uint8Array): void;
  readonly counters: TransportCounters;
}

/** Times of a link, ms. */
export interface LinkTimes {
  /** A peer silent for longer is gone. */
  readonly timeoutMs: number;
  /** A link on which nothing was sent for this long sends a keepalive. */
  readonly keepaliveMs: number;
}

/** See the head of this file. */
export class Link {
  readonly #wire: LinkWire;
  readonly #times: LinkTimes;
  readonly #roundTrip = new RoundTrip();
  readonly #outbox = new Outbox();
  readonly #inbox = new ReliableInbox();
  readonly #received = new ReceivedPackets();
  readonly #sent: SentPackets;
  #heardAtMs: number;
  #sentAtMs: number;
  /** When what we heard must be answered, though there is nothing to say. */
  #answerAtMs = Number.POSITIVE_INFINITY;
  /** Packets with frames heard since we last sent anything. */
  #unanswered = 0;
  #hasHeardFrames = false;
  /** The newest packet an unreliable frame was passed on from. */
  #newestUnreliable = Number.NEGATIVE_INFINITY;

  constructor(wire: LinkWire, times: LinkTimes, nowMs: number, firstSeq: number) {
    this.#wire = wire;
    this.#times = times;
    this.#sent = new SentPackets(this.#roundTrip, firstSeq);
    this.#heardAtMs = nowMs;
    this.#sentAtMs = nowMs;
  }

  /** Reliable messages not yet acknowledged. */
  get backlog(): number {
    return this.#outbox.backlog;
  }

  get quality(): LinkQuality {
    return { roundTripMs: this.#roundTrip.smoothedMs, loss: this.#roundTrip.loss };
  }

  /** The number of the next packet that leaves. */
  get nextSeq(): number {
    return this.#sent.nextSeq;
  }

  /** Whether the other side has said anything yet but that it is there. */
  get hasHeardFrames(): boolean {
    return this.#hasHeardFrames;
  }

  /** Whether anything left yet. */
  get hasSent(): boolean {
    return this.#sent.count > 0;
  }

  /** Whether `packet` acknowledges one of our latest, which only somebody who heard us knows and others must guess. */
  provesHearing({ header }: PayloadPacket): boolean {
    return (
      header.ackValid &&
      this.#sent.mayHaveSent(header.ack) &&
      sequenceDistance(this.nextSeq, header.ack) <= PROOF_PACKETS
    );
  }

  /** Whether the peer has been silent for too long. */
  isSilent(nowMs: number): boolean {
    return nowMs - this.#heardAtMs > this.#times.timeoutMs;
  }

  /** Queues a copy of `bytes` for the next flush; false when the link must end because its reliable queue is full. */
  send(bytes: Uint8Array, delivery: Delivery): boolean {
    if (delivery === 'reliable') return this.#outbox.addReliable(bytes);
    if (!this.#outbox.addUnreliable(bytes)) this.#wire.counters.datagramsDropped++;
    return true;
  }

  /** Queues a word to the other transport; false as for {@link send}. */
  sendSystem(payload: Uint8Array): boolean {
    return this.#outbox.addSystem(payload);
  }

  /** Takes in a packet; false when it is a copy, malformed or not of this link. */
  receive(packet: PayloadPacket, nowMs: number, sink: LinkSink): boolean {
    const { header, frames } = packet;
    // What acknowledges a packet we never sent is forged, or meant for who had our address before.
    if (header.ackValid && !this.#sent.mayHaveSent(header.ack)) return false;
    if (!this.#inbox.hasRoomFor(frames)) return false;
    const isFirst = !this.#received.acknowledgement.ackValid;
    const heard = this.#received.heard(header.seq);
    if (heard === undefined) return false;
    if (header.ackValid) {
      const arrived = this.#sent.acknowledge(header.ack, header.ackBits, nowMs);
      for (const frame of arrived) this.#outbox.acknowledge(frame);
    }
    this.#planAnswer(packet, isFirst, nowMs);
    const isNews = this.#pass(packet, heard.number, sink);
    this.#hasHeardFrames ||= isNews;
    if (heard.isLate && !isNews) return false;
    this.#heardAtMs = nowMs;
    return packet.isWhole;
  }

  /** Sends what is queued and what is due again; a keepalive when there was nothing to say for long, or somebody waits for an answer. */
  flush(nowMs: number): void {
    this.#sent.sweep(nowMs);
    if (!this.#outbox.isEmpty) this.#sendDue(nowMs);
    if (nowMs - this.#sentAtMs >= this.#times.keepaliveMs || nowMs >= this.#answerAtMs) this.keepAlive(nowMs);
  }

  /** Sends a packet without frames. */
  keepAlive(nowMs: number): void {
    this.#transmit([], nowMs);
  }

  #sendDue(nowMs: number): void {
    for (const frames of packFrames(this.#outbox.due(nowMs, this.#roundTrip.resendAfterMs))) {
      this.#transmit(frames, nowMs);
    }
  }

  #planAnswer({ frames }: PayloadPacket, isFirst: boolean, nowMs: number): void {
    // The first packet of a link is answered at the next flush: the other side may hold its door open for that.
    if (isFirst) this.#answerAtMs = nowMs;
    if (frames.some(({ kind }) => kind !== 'unreliable')) {
      this.#answerAtMs = Math.min(this.#answerAtMs, nowMs + ANSWER_AFTER_MS);
    }
    if (frames.length > 0 && ++this.#unanswered >= UNANSWERED_MAX) this.keepAlive(nowMs);
  }

  /** Passes on what is in order and not stale; returns whether any frame had not come before. */
  #pass({ frames }: PayloadPacket, number: number, sink: LinkSink): boolean {
    const isNewest = number > this.#newestUnreliable;
    let isNews = false;
    for (const frame of frames) {
      if (frame.kind !== 'unreliable') {
        isNews = this.#inbox.accept(frame, sink) || isNews;
      } else if (isNewest && frame.fragment === undefined) {
        // An older one after a newer one is dropped; that is what sequenced promises, so it is passed on as that.
        this.#newestUnreliable = number;
        isNews = true;
        sink.message(frame.payload, 'sequenced');
      }
    }
    return isNews;
  }

  #transmit(frames: readonly OutgoingFrame[], nowMs: number): void {
    const header = { seq: this.#sent.nextSeq, ...this.#received.acknowledgement };
    const datagram = encodePayload(
      header,
      frames.map(({ bytes }) => bytes),
    );
    const reliable = frames.filter(({ isReliable }) => isReliable);
    this.#wire.counters.resent += reliable.filter(({ timesSent }) => timesSent > 1).length;
    this.#sent.sent(reliable, nowMs);
    this.#wire.transmit(datagram);
    // A long one may not get through where a short one does, so it is no sign of life.
    if (datagram.length > SAFE_DATAGRAM_BYTES) return;
    this.#sentAtMs = nowMs;
    this.#answerAtMs = Number.POSITIVE_INFINITY;
    this.#unanswered = 0;
  }
}
