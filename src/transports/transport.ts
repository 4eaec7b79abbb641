/**
 * The contract every transport fulfils. A transport moves bytes between peers and never looks inside.
 *
 * Rules (each a case of the conformance suite): TR1 nothing is delivered outside `poll` · TR2 nothing is sent outside
 * `flush` but the transport's own control packets · TR3 `send` copies · TR4 reliable arrives once and in order ·
 * TR5 sequenced never arrives older after newer · TR6 a message one byte over the ceiling throws at the call, also with
 * nobody connected · TR7 every queue has a limit and says so · TR8 `close` is idempotent and leaves no timer or socket ·
 * TR9 leaving, timing out and the host going are different reasons, each told once · TR10 malformed datagrams are
 * counted and dropped, and the link lives · TR11 a transport reads time and randomness only from its options · TR12 both
 * sides know who is there · TR13 who asks for another session, or speaks another version or schema, is refused with a reason.
 *
 * A wire that cannot keep a rule says why in its conformance target (`cannot`), and every run of the suite prints it.
 */

import type { Delivery, LinkEnd, PeerId } from '../peers.js';

export type { LinkEnd } from '../peers.js';

/** What `poll` hands over, in order of arrival. */
export interface TransportEvents {
  /** A link to `peer` is up. On a client `peer` is `HOST_PEER`. */
  opened(peer: PeerId): void;
  /**
   * One message. `bytes` is owned by the receiver (never reused by the transport). `delivery` is how it travelled, which
   * may be a stronger one than it was sent with, on a wire that lacks a weaker one.
   */
  received(peer: PeerId, bytes: Uint8Array, delivery: Delivery): void;
  /** The link to `peer` ended; told once. `sentence` is for a player to read (a refusal's reason), else empty. */
  closed(peer: PeerId, end: LinkEnd, sentence: string): void;
  /** On a client, on wires that tell: another client is in the session too. There is no link to it. */
  joined?(peer: PeerId): void;
  /** On a client, on wires that tell: that other client is gone. Not told when this client's own link ends. */
  left?(peer: PeerId, end: LinkEnd): void;
}

/** How good a link is, as its transport measured it. */
export interface LinkQuality {
  /** Smoothed round trip, ms; `undefined` before the first measurement. */
  readonly roundTripMs: number | undefined;
  /** Share of recent datagrams that were lost, 0 to 1. Always 0 on a wire that loses none or hides it. */
  readonly loss: number;
}

/** Counters since creation, for the inspector and for tests. */
export interface TransportStats {
  readonly datagramsSent: number;
  readonly datagramsReceived: number;
  /** Malformed, truncated, unknown or spoofed datagrams that were dropped. */
  readonly datagramsDropped: number;
  readonly resent: number;
}

/** One end of a transport. A host talks to many peers, a client to `HOST_PEER` only. */
export interface Transport {
  readonly name: string;
  readonly role: 'host' | 'client';
  /** Largest message per delivery, bytes. */
  readonly limits: Readonly<Record<Delivery, number>>;
  /** This side's id: 0 on the host, on a client what the host gave, `undefined` before the link is up. */
  readonly localPeer: PeerId | undefined;
  readonly stats: TransportStats;
  /**
   * Everybody else in the session that this side knows of, in the order they came: a host's clients; a client's host, then the
   * other clients where the wire tells of them. One and the same array for a transport's life; it changes during `poll`.
   */
  readonly peers: readonly PeerId[];

  /**
   * Hands over everything that happened since the last call; after {@link Transport.close} nothing more. Its callbacks may
   * call anything but `poll`.
   */
  poll(events: TransportEvents): void;

  /**
   * Queues `bytes` for one peer; nothing leaves before the next {@link Transport.flush}. Copies `bytes` (TR3). Sending to a
   * peer that is not (or no longer) connected does nothing: its `closed` tells.
   *
   * @throws SessionError `transport/too-large` when longer than `limits[delivery]`, naming size, ceiling and delivery.
   * @throws SessionError `transport/closed` after {@link Transport.close}.
   */
  send(peer: PeerId, bytes: Uint8Array, delivery: Delivery): void;

  /** Puts what is queued on the wire; also resends and keeps links alive. */
  flush(): void;

  /** Reliable messages to `peer` not yet acknowledged (0 for an unknown peer). */
  backlog(peer: PeerId): number;

  /** How good the link to `peer` is; `undefined` for a peer without a link to this side. */
  quality(peer: PeerId): LinkQuality | undefined;

  /**
   * Host: ends the link to `peer`; locally `closed(peer, 'closed')` follows at the next poll. The peer is told `refused` with
   * `sentence` (with one of its own on a wire that carries none), or `host-gone` when that is empty. What was not flushed is
   * discarded. A client may end its link likewise.
   */
  disconnect(peer: PeerId, sentence: string): void;

  /** Tells the peers and releases everything; resolves when the socket is gone. Idempotent (TR8). */
  close(): Promise<void>;
}
