/** Leaf: the words every layer shares about peers and what a send guarantees. */

/** A peer's id in its session, 0–255. The host is 0. */
export type PeerId = number;

/** The host's peer id. */
export const HOST_PEER: PeerId = 0;

/** Guarantee of one send: `reliable` once and in order · `sequenced` may be lost, never older after newer · `unreliable` may be lost or reordered. */
export type Delivery = 'reliable' | 'sequenced' | 'unreliable';
