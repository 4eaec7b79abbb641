/** Who else is in the session, as the host tells its client: from its accept, then by system frames. Names them by slot. */
import type { PeerId } from '../../peers.js';
import type { TransportEvents } from '../transport.js';
import { endOfOther } from './endings.js';
import type { WirePeer } from './framing.js';
import type { SystemWord } from './system-frames.js';

/** A peer id is a byte; upstream's slots are two. */
const PEER_ID_MAX = 255;

/** Whether a slot can be a peer id of a client. */
export function isClientId(slot: number): boolean {
  return slot >= 1 && slot <= PEER_ID_MAX;
}

/** See the head of this file. */
export class Others {
  readonly #peers: PeerId[];
  readonly #generations = new Map<PeerId, number>();

  /** `peers` is kept up to date. */
  constructor(peers: PeerId[]) {
    this.#peers = peers;
  }

  /** Takes in what the host told. What is known already, or of nobody known, changes nothing. */
  hear(word: SystemWord, events: TransportEvents): void {
    if (word.kind === 'joined') this.joined(word, events);
    else this.#left(word, word.reason, events);
  }

  joined({ slot, generation }: WirePeer, events: TransportEvents): void {
    if (!isClientId(slot) || this.#generations.has(slot)) return;
    this.#generations.set(slot, generation);
    this.#peers.push(slot);
    events.joined?.(slot);
  }

  #left({ slot, generation }: WirePeer, reason: number, events: TransportEvents): void {
    if (this.#generations.get(slot) !== generation) return;
    this.#generations.delete(slot);
    this.#peers.splice(this.#peers.indexOf(slot), 1);
    events.left?.(slot, endOfOther(reason));
  }
}
