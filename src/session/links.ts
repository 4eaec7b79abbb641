/** The peers with a link, and how far away they are: pings each once a second, answers their pings. */
import type { PeerId } from '../peers.js';
import type { WireProtocol } from '../protocol/message.js';
import { pongFor, RoundTrips } from '../streams/link.js';
import type { Outgoing } from '../streams/outbound.js';
import type { InboundMessage } from '../streams/route.js';

/** Often enough to show a link getting worse, rare enough to cost nothing. */
const PING_EVERY_MS = 1_000;

export class Links {
  readonly #protocol: WireProtocol;
  readonly #push: (message: Outgoing) => void;
  readonly #roundTrips = new RoundTrips();
  readonly #linked = new Set<PeerId>();
  #lastPingMs = Number.NEGATIVE_INFINITY;

  constructor(protocol: WireProtocol, push: (message: Outgoing) => void) {
    this.#protocol = protocol;
    this.#push = push;
  }

  get peers(): readonly PeerId[] {
    return [...this.#linked];
  }

  add(peer: PeerId): void {
    this.#linked.add(peer);
  }

  remove(peer: PeerId): void {
    this.#linked.delete(peer);
    this.#roundTrips.forget(peer);
  }

  roundTripMs(peer: PeerId): number | undefined {
    return this.#roundTrips.ofPeer(peer);
  }

  /** Takes a message of the link lane. */
  receive({ peer, declaration, bytes, value }: InboundMessage, nowMs: number): void {
    const pong = this.#protocol.byName('Pong');
    if (declaration.name === 'Ping' && pong) {
      this.#push({ to: peer, bytes: pongFor(bytes, pong.id), delivery: pong.delivery });
    } else if (declaration.name === 'Pong') {
      this.#roundTrips.answered(peer, (value as { readonly sendTime: number }).sendTime, nowMs / 1000);
    }
  }

  /** Pings everybody when it is time; does nothing in a protocol without Ping. */
  probe(nowMs: number): void {
    const ping = this.#protocol.byName('Ping');
    if (ping === undefined || nowMs - this.#lastPingMs < PING_EVERY_MS) return;
    this.#lastPingMs = nowMs;
    const sendTime = nowMs / 1000;
    for (const peer of this.#linked) {
      this.#push({ to: peer, bytes: this.#protocol.encode('Ping', { sendTime }), delivery: ping.delivery });
      this.#roundTrips.sent(peer, sendTime);
    }
  }
}
