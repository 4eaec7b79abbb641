/** What the bytes of messages say: by the game's protocol, or without one by the layouts in the log's header. */
import type { Plain } from '../../game.js';
import type { WireProtocol } from '../../protocol/message.js';
import type { HeaderCore } from '../../store/log-header.js';
import { CUT_LIMITS } from './cut.js';
import { type LayoutReader, layoutReader } from './layout-reader.js';
import type { Secrets } from './secrets.js';

/** A message, read. `value` is as it was sent: not for the feed. */
export interface Payload {
  readonly name: string;
  /** `null` when it could not be read. */
  readonly value: unknown;
  /** Why not. */
  readonly sentence?: string;
}

/** A message as the feed may tell it. */
export interface ToldPayload {
  readonly value: Plain;
  readonly bytes?: Uint8Array;
  readonly sentence?: string;
}

interface KnownMessage {
  readonly name: string;
  readonly hasSecret: boolean;
  readonly read: LayoutReader | undefined;
}

export class Payloads {
  readonly #protocol: WireProtocol | undefined;
  readonly #secrets: Secrets;
  readonly #declared: ReadonlyMap<number, HeaderCore['messages'][number]>;
  /** Read from their layouts when one comes: a header may declare more than its log has. */
  readonly #known = new Map<number, KnownMessage>();

  constructor(messages: HeaderCore['messages'], protocol: WireProtocol | undefined, secrets: Secrets) {
    this.#protocol = protocol;
    this.#secrets = secrets;
    this.#declared = new Map(messages.map((message) => [message[0], message]));
  }

  read(bytes: Uint8Array): Payload {
    const id = bytes[0] ?? -1;
    const message = this.#messageOf(id);
    const name = message?.name ?? `message ${id}`;
    if (this.#protocol !== undefined) {
      const result = this.#protocol.decode(bytes);
      if (result.ok) return { name: result.decoded.name, value: result.decoded.value };
      return { name, value: null, sentence: result.error.sentence };
    }
    if (message?.read === undefined) {
      return {
        name,
        value: null,
        sentence: 'The log says nothing readable of how such a message is laid out.',
      };
    }
    const result = message.read(bytes);
    return result.ok ? { name, value: result.value } : { name, value: null, sentence: result.error.sentence };
  }

  /** A message as it is told: without its bytes when something in it is secret, or may be. */
  tell({ name, value, sentence }: Payload, bytes: Uint8Array): ToldPayload {
    const isWithheld = this.#messageOf(bytes[0] ?? -1)?.hasSecret ?? true;
    const shown = Math.min(bytes.length, CUT_LIMITS.bytes);
    const remark = shown < bytes.length ? `These are the first ${shown} of ${bytes.length} bytes.` : sentence;
    return {
      value: this.#secrets.clear(value, name),
      ...(isWithheld ? {} : { bytes: bytes.subarray(0, shown) }),
      ...(remark === undefined ? {} : { sentence: this.#secrets.sentence(remark) }),
    };
  }

  #messageOf(id: number): KnownMessage | undefined {
    const known = this.#known.get(id);
    const declared = this.#declared.get(id);
    if (known !== undefined || declared === undefined) return known;
    const [, name, layout] = declared;
    const read = this.#protocol === undefined ? layoutReader(declared) : undefined;
    const message = { name, hasSecret: this.#secrets.hasSecret(name, layout), read };
    this.#known.set(id, message);
    return message;
  }
}
