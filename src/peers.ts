/** Leaf: the words every layer shares about peers and what a send guarantees. */

/** A peer's id in its session, 0–255. The host is 0. */
export type PeerId = number;

/** The host's peer id. */
export const HOST_PEER: PeerId = 0;

/** Guarantee of one send: `reliable` once and in order · `sequenced` may be lost, never older after newer · `unreliable` may be lost or reordered. */
export type Delivery = 'reliable' | 'sequenced' | 'unreliable';

/**
 * Why a link ended: `left` the peer said so · `timed-out` it fell silent · `host-gone` the host closed the session ·
 * `refused` the host said no to joining · `overflow` its queue passed its limit · `closed` this side closed it.
 */
export type LinkEnd = (typeof LINK_ENDS)[number];

const LINK_ENDS = ['left', 'timed-out', 'host-gone', 'refused', 'overflow', 'closed'] as const;

export function isLinkEnd(value: unknown): value is LinkEnd {
  return (LINK_ENDS as readonly unknown[]).includes(value);
}

/** Who a message goes to: one peer, all, or all but one. Of a session's peers, its members; never this side itself. */
export type Recipients = PeerId | 'all' | { readonly except: PeerId };
