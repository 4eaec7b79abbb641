/**
 * Collects what entered during one frame and hands it over as one ordered batch: two arrays, swapped at each drain.
 *
 * It never loses an input silently (a push that finds no room says so) and never lets one peer starve another. Room is
 * counted per peer: the first `sharePerPeer` inputs of every peer are always accepted, what a peer sends beyond that
 * comes out of one common pool until its own limit.
 */
import { SessionError } from '../errors.js';
import type { PeerId } from '../peers.js';

/** Peer ids are single bytes on the wire. */
export const PEERS_MAX = 256;

/** How much a frame may hold, in inputs. */
export interface FrameQueueLimits {
  /** Most inputs of one peer in a frame. @default 256 */
  readonly perPeer?: number;
  /** Most inputs of all peers together in a frame, notes aside. @default 4096 */
  readonly total?: number;
  /** Inputs of a peer that are accepted even when others flood; at most `total / 256`. @default 8 */
  readonly sharePerPeer?: number;
  /** How many superseded message ids there are: each peer has one slot for each. @default 1 */
  readonly supersededSlots?: number;
}

const EMPTY = -1;

/** A bounded queue of one frame's inputs. */
export class FrameQueue<T extends { readonly peer: PeerId }> {
  readonly #perPeer: number;
  readonly #share: number;
  readonly #poolMax: number;
  readonly #slots: number;
  readonly #counts = new Uint32Array(PEERS_MAX);
  /** Where in the filling array a peer's superseded message lies, or EMPTY. */
  readonly #positions: Int32Array;
  #positionsUsed = false;
  #pool = 0;
  #filling: T[] = [];
  #drained: T[] = [];

  /** @throws SessionError `session/bad-options` when the limits contradict each other. */
  constructor(limits: FrameQueueLimits = {}) {
    const { perPeer = 256, total = 4096, sharePerPeer = 8, supersededSlots = 1 } = limits;
    requireCount('perPeer', perPeer, 1);
    requireCount('sharePerPeer', sharePerPeer, 1);
    requireCount('total', total, sharePerPeer * PEERS_MAX);
    requireCount('supersededSlots', supersededSlots, 0);
    this.#perPeer = perPeer;
    this.#share = Math.min(sharePerPeer, perPeer);
    this.#poolMax = total - this.#share * PEERS_MAX;
    this.#slots = supersededSlots;
    this.#positions = new Int32Array(PEERS_MAX * supersededSlots).fill(EMPTY);
  }

  /** Inputs waiting for the next drain. */
  get size(): number {
    return this.#filling.length;
  }

  /** Appends `input`; false when its peer has no room left this frame, and then nothing changed. */
  push(input: T): boolean {
    const peer = input.peer;
    const count = this.#counts[peer] ?? this.#perPeer;
    if (count >= this.#share) {
      if (count >= this.#perPeer || this.#pool >= this.#poolMax) return false;
      this.#pool += 1;
    }
    this.#counts[peer] = count + 1;
    this.#filling.push(input);
    return true;
  }

  /** Puts `input` in place of its peer's earlier one in the same slot, else appends it like {@link push}. */
  supersede(input: T, slot: number): boolean {
    const key = input.peer * this.#slots + slot;
    const position = this.#positions[key] ?? EMPTY;
    if (position !== EMPTY) {
      this.#filling[position] = input;
      return true;
    }
    if (!this.push(input)) return false;
    this.#positions[key] = this.#filling.length - 1;
    this.#positionsUsed = true;
    return true;
  }

  /** Appends an input of this side's own making (a link opened or ended): always accepted, its source is bounded. */
  note(input: T): void {
    this.#filling.push(input);
  }

  /** Everything since the last drain, in order. The array is reused: it is valid until the next call. */
  drain(): readonly T[] {
    const batch = this.#filling;
    if (batch.length > 0) this.#clearCounts();
    this.#filling = this.#drained;
    this.#filling.length = 0;
    this.#drained = batch;
    return batch;
  }

  #clearCounts(): void {
    this.#counts.fill(0);
    this.#pool = 0;
    if (!this.#positionsUsed) return;
    this.#positions.fill(EMPTY);
    this.#positionsUsed = false;
  }
}

function requireCount(name: string, value: number, least: number): void {
  if (Number.isInteger(value) && value >= least) return;
  throw new SessionError(
    'session/bad-options',
    `${name} must be a whole number of at least ${least}, got ${value}; change the frame queue's limits`,
  );
}
