/**
 * A protocol at work: looks up the codec by first byte or by name, owns the scratch bytes of `encode`.
 *
 * Never throws on bytes; throws SessionError on values. Each message has its closure codec, which explains, and where
 * allowed a generated one in front of it.
 */
import { invariant, SessionError } from '../errors.js';
import { BAD_VALUE, type CodecMode, canGenerateCode, type MessageCodec, NO_ROOM } from './codec.js';
import { createClosureCodec, type ExplainingCodec } from './codec-closure.js';
import { createGeneratedCodec } from './codec-generated.js';
import type { DecodeResult, WireErrorCode, WireProtocol } from './message.js';
import { schemaHash } from './schema-hash.js';
import type { Message } from './typed-protocol.js';
import { createUnknownFieldFinder, type UnknownFieldFinder } from './unknown-field.js';

const SCRATCH_BYTES = 2048;

interface Entry {
  readonly message: Message;
  readonly fast: MessageCodec;
  readonly explaining: ExplainingCodec;
  readonly findUnknownField: UnknownFieldFinder;
}

/** The untyped protocol behind `defineProtocol`. */
export function createProtocol(options: {
  readonly name: string;
  readonly messages: readonly Message[];
  readonly codec?: CodecMode;
}): WireProtocol {
  return new DeclaredProtocol(options.name, options.messages, options.codec ?? 'auto');
}

class DeclaredProtocol implements WireProtocol {
  readonly name: string;
  readonly messages: readonly Message[];
  readonly schemaHash: string;
  readonly schemaHash32: number;
  readonly #byId: (Entry | undefined)[] = new Array(256).fill(undefined);
  readonly #byName = new Map<string, Entry>();
  #scratch = new Uint8Array(SCRATCH_BYTES);
  #target: Uint8Array = this.#scratch;
  #targetView: DataView = new DataView(this.#scratch.buffer);

  constructor(name: string, messages: readonly Message[], mode: CodecMode) {
    invariant(name.length > 0, 'A protocol needs a name.');
    this.name = name;
    this.messages = [...messages].sort((a, b) => a.id - b.id);
    for (const message of this.messages) this.#add(message, mode);
    this.schemaHash = schemaHash(this.messages);
    this.schemaHash32 = Number.parseInt(this.schemaHash.slice(-8), 16);
  }

  #add(message: Message, mode: CodecMode): void {
    const taken = this.#byId[message.id]?.message.name;
    invariant(taken === undefined, `Id ${message.id} is declared by both ${taken} and ${message.name}.`);
    invariant(!this.#byName.has(message.name), `Two messages are named ${message.name}.`);
    const explaining = createClosureCodec(message);
    const isGenerated = mode === 'generated' || (mode === 'auto' && canGenerateCode());
    const entry = {
      message,
      explaining,
      fast: isGenerated ? createGeneratedCodec(message) : explaining,
      findUnknownField: createUnknownFieldFinder(message.fields),
    };
    this.#byId[message.id] = entry;
    this.#byName.set(message.name, entry);
  }

  byId(id: number): Message | undefined {
    return this.#byId[id]?.message;
  }

  byName(name: string): Message | undefined {
    return this.#byName.get(name)?.message;
  }

  decode(bytes: Uint8Array): DecodeResult {
    const id = bytes[0];
    if (id === undefined) return fault('wire/empty', 'A message has at least its id byte, found no bytes.');
    const entry = this.#byId[id];
    if (entry === undefined) return fault('wire/unknown-id', `No message of ${this.name} has id ${id}.`);
    const { message } = entry;
    if (bytes.length > message.bytesMax) {
      const sentence = `${message.name} has ${bytes.length} bytes, at most ${message.bytesMax} are allowed.`;
      return fault('wire/too-long', sentence, message.name);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const value = entry.fast.read(view, bytes);
    if (value !== undefined) return { ok: true, decoded: { id, name: message.name, value } };
    const result = entry.explaining.readOrExplain(view, bytes);
    return result.ok ? { ok: true, decoded: { id, name: message.name, value: result.value } } : result;
  }

  encode(name: string, value: unknown): Uint8Array {
    const entry = this.#entry(name);
    let end = this.#write(entry, value, this.#scratch, 0);
    while (end === NO_ROOM) {
      this.#scratch = new Uint8Array(this.#scratch.length * 2);
      end = this.#write(entry, value, this.#scratch, 0);
    }
    const unknown = entry.findUnknownField(value);
    if (unknown === undefined) return this.#scratch.slice(0, end);
    throw new SessionError('wire/bad-value', `${name}${unknown}: no such field is declared; leave it out.`);
  }

  encodeInto(name: string, value: unknown, target: Uint8Array, offset: number): number {
    const entry = this.#entry(name);
    const isWithin = Number.isInteger(offset) && offset >= 0;
    const end = isWithin ? this.#write(entry, value, target, offset) : NO_ROOM;
    if (end !== NO_ROOM) return end;
    throw new SessionError(
      'wire/bad-value',
      `${name} does not fit into ${target.length} bytes from offset ${offset}: give it more room.`,
    );
  }

  #entry(name: string): Entry {
    const entry = this.#byName.get(name);
    if (entry !== undefined) return entry;
    throw new SessionError('wire/unknown-message', `No message of ${this.name} is named ${name}.`);
  }

  #write(entry: Entry, value: unknown, target: Uint8Array, offset: number): number {
    if (target !== this.#target) {
      this.#target = target;
      this.#targetView = new DataView(target.buffer, target.byteOffset, target.length);
    }
    const end = entry.fast.write(this.#targetView, target, offset, target.length, value);
    if (end !== BAD_VALUE) return end;
    return entry.explaining.writeOrThrow(this.#targetView, target, offset, target.length, value);
  }
}

function fault(code: WireErrorCode, sentence: string, message?: string): DecodeResult {
  return { ok: false, error: message === undefined ? { code, sentence } : { code, sentence, message } };
}
