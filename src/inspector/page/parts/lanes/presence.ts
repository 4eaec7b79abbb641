/** Which peers there are and from when to when: the lanes. */
import { HOST_PEER, type PeerId } from '../../../../peers.js';
import type { FeedFrame } from '../../../feed/entry.js';
import type { Reel } from '../../model/reel.js';
import { type Growing, perReel } from '../filters/per-reel.js';

/** A time for which a peer was there. */
export interface Stay {
  /** 0 when it was there before this began. */
  readonly from: number;
  /** `undefined` while it stays. */
  to: number | undefined;
  /** Why it left. */
  reason: string;
}

export class Presence implements Growing {
  readonly #reel: Reel;
  readonly #stays = new Map<PeerId, Stay[]>();
  #frames = 0;
  #links = 0;

  constructor(reel: Reel) {
    this.#reel = reel;
  }

  grow(): void {
    const { frames, links } = this.#reel;
    for (; this.#frames < frames.length; this.#frames++) this.#frame(frames[this.#frames] as FeedFrame);
    for (; this.#links < links.length; this.#links++)
      for (const { peer } of links[this.#links]?.links ?? []) this.#seen(peer);
  }

  /** All peers there ever were, the host first. */
  get peers(): readonly PeerId[] {
    return [...this.#stays.keys()].sort((a, b) => a - b);
  }

  /** The times a peer was there, in order. */
  staysOf(peer: PeerId): readonly Stay[] {
    return this.#stays.get(peer) ?? [];
  }

  /** Peers that were there at any time from `first` to `last`. */
  during(first: number, last: number): readonly PeerId[] {
    return this.peers.filter((peer) =>
      this.staysOf(peer).some(({ from, to }) => from <= last && (to === undefined || to >= first)),
    );
  }

  #frame({ frame, inputs, steps }: FeedFrame): void {
    for (const { kind, peer, name, sentence } of inputs) {
      const open = this.#open(peer);
      if (kind === 'peer-joined' && open === undefined)
        this.#stays.set(peer, [...this.staysOf(peer), stay(frame)]);
      else if (kind === 'peer-left' && open !== undefined) {
        open.to = frame;
        open.reason = sentence || name || 'left';
      } else if (kind === 'message') this.#seen(peer);
    }
    for (const { sent = [] } of steps)
      for (const { to } of sent) if (typeof to !== 'string') for (const peer of to) this.#seen(peer);
  }

  /** A peer of which there is news was there, although nobody said that it came. */
  #seen(peer: PeerId): void {
    if (!this.#stays.has(peer)) this.#stays.set(peer, [stay(0)]);
  }

  #open(peer: PeerId): Stay | undefined {
    return this.#stays.get(peer)?.find(({ to }) => to === undefined);
  }
}

const stay = (from: number): Stay => ({ from, to: undefined, reason: '' });

export const presenceOf = perReel((reel) => new Presence(reel));

/** The lane of the machine that is being looked at: the host's own, or that of a client, which does not know its id. */
export const CLIENT_LANE = -1;
export const ownLane = (reel: Reel): number => (reel.header.role === 'host' ? HOST_PEER : CLIENT_LANE);
