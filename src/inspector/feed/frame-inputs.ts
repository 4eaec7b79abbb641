/** The inputs of a frame, each as the game's reader sees it and as the feed tells it. */
import type { Input, Role } from '../../game.js';
import type { SeenInput } from '../../inspection.js';
import { HOST_PEER, type PeerId } from '../../peers.js';
import type { FeedInput } from './entry.js';
import type { Payloads } from './payloads.js';
import type { Secrets } from './secrets.js';

/** An input, read. */
export interface ReadInput {
  readonly seen: SeenInput;
  readonly told: FeedInput;
  /** As it came, also where the feed withholds it. */
  readonly bytes: Uint8Array | undefined;
}

export class FrameInputs {
  readonly #role: Role;
  readonly #payloads: Payloads;
  readonly #secrets: Secrets;
  /** On a client whoever is not the host is the player here; before its first message nobody knows. */
  #localPeer: PeerId = HOST_PEER;

  constructor(role: Role, payloads: Payloads, secrets: Secrets) {
    this.#role = role;
    this.#payloads = payloads;
    this.#secrets = secrets;
  }

  read(inputs: readonly Input[]): readonly ReadInput[] {
    return inputs.map((input) => this.#read(input));
  }

  #read(input: Input): ReadInput {
    switch (input.kind) {
      case 'message':
        return this.#message(input.peer, input.bytes);
      case 'command': {
        const { kind, name, value } = input;
        const common = { kind, peer: this.#localPeer, name };
        const told = { ...common, value: this.#secrets.clear(value, name) };
        return { seen: { ...common, value }, told, bytes: undefined };
      }
      case 'peer-joined': {
        const seen = { kind: input.kind, peer: input.peer, name: '', value: null };
        return { seen, told: seen, bytes: undefined };
      }
      case 'peer-left': {
        const { kind, peer, reason } = input;
        const seen = { kind, peer, name: '', value: null };
        const sentence = this.#secrets.sentence(input.sentence);
        return { seen, told: { ...seen, name: reason, sentence }, bytes: undefined };
      }
    }
  }

  #message(peer: PeerId, bytes: Uint8Array): ReadInput {
    if (this.#role === 'client' && peer !== HOST_PEER) this.#localPeer = peer;
    const payload = this.#payloads.read(bytes);
    const common = { kind: 'message' as const, peer, name: payload.name };
    return {
      seen: { ...common, value: payload.value },
      told: { ...common, ...this.#payloads.tell(payload, bytes) },
      bytes,
    };
  }
}
