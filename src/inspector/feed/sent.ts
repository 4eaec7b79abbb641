/** What steps wanted sent, as the feed tells it. Bytes that came in are not told a second time when they are passed on. */
import type { Effect, Plain } from '../../game.js';
import type { PeerId, Recipients } from '../../peers.js';
import type { FeedSent } from './entry.js';
import type { Payloads } from './payloads.js';
import type { Secrets } from './secrets.js';

/** The input that a step acted on, as it was read and told. */
export interface Cause {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly value: Plain;
}

export interface SentOptions {
  readonly payloads: Payloads;
  readonly secrets: Secrets;
  readonly recipientsOf: (to: Recipients) => readonly PeerId[] | string;
}

export function sentOf(effect: Effect, cause: Cause | undefined, options: SentOptions): FeedSent {
  const { payloads, secrets, recipientsOf } = options;
  switch (effect.type) {
    case 'send': {
      const { message, value } = effect;
      return { kind: 'send', message, value: secrets.clear(value, message), to: recipientsOf(effect.to) };
    }
    case 'relay': {
      const to = recipientsOf(effect.to);
      if (cause !== undefined && isSame(cause.bytes, effect.bytes)) {
        return { kind: 'relay', message: cause.name, value: cause.value, to };
      }
      const payload = payloads.read(effect.bytes);
      const { value, bytes } = payloads.tell(payload, effect.bytes);
      return { kind: 'relay', message: payload.name, value, to, ...(bytes && { bytes }) };
    }
    case 'disconnect': {
      const { peer, sentence } = effect;
      return { kind: 'disconnect', message: '', value: secrets.sentence(sentence), to: [peer] };
    }
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
