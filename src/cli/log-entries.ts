/** The steps and inputs of a log, one plain object each: what `log cat` prints, and the shape of its JSON lines. */
import type { Input } from '../game.js';
import type { Decoded, WireProtocol } from '../protocol/message.js';
import { type Batch, decodeBatch, type StepRecord } from '../store/batch.js';
import type { Log } from '../store/log.js';
import { NameTable } from '../store/names.js';

/** What every entry has. `cause` is in words; `message` is the decoded payload when a message was the cause. */
interface Entry {
  readonly frame: number;
  readonly cause: string;
  readonly message: Decoded | null;
}

export type InputEntry = Entry & { readonly kind: 'input'; readonly input: Input };

export type StepEntry = Entry & { readonly step: StepRecord };

/** All batches in order, decoded one by one. @throws SessionError `store/corrupt-batch`. */
export function* batchesOf(log: Log): Generator<Batch> {
  const names = new NameTable(log.header.core.names);
  for (const { bytes, seq } of log.batches) yield decodeBatch(bytes, names, seq);
}

/** Reads the entries of one log. Payloads are decoded when `protocol` is the log's. */
export class EntryReader {
  readonly #names: ReadonlyMap<number, string>;
  readonly #protocol: WireProtocol | undefined;

  constructor(log: Log, protocol: WireProtocol | undefined) {
    this.#names = new Map(log.header.core.messages.map(([id, name]) => [id, name]));
    this.#protocol = protocol;
  }

  inputs(batch: Batch): InputEntry[] {
    return batch.inputs.map((input) => ({
      kind: 'input',
      frame: batch.frame,
      cause: this.#describe(input),
      input,
      message: this.#decode(input),
    }));
  }

  /** The payload is told with the step that received the message, not with those that followed from it. */
  steps(batch: Batch): StepEntry[] {
    return batch.steps.map((step) => {
      const input = batch.inputs[step.cause - 1];
      const message = input && this.#nameOf(input) === step.event ? this.#decode(input) : null;
      return { frame: batch.frame, cause: input ? this.#describe(input) : causeOfNone(batch), step, message };
    });
  }

  /** By the log's own list of messages, so that a log of another game still reads well. */
  #nameOf(input: Input): string | undefined {
    return input.kind === 'message' ? this.#names.get(input.bytes[0] ?? -1) : undefined;
  }

  #describe(input: Input): string {
    switch (input.kind) {
      case 'peer-joined':
        return `peer ${input.peer} joined`;
      case 'peer-left':
        return `peer ${input.peer} ${input.reason}`;
      case 'message':
        return `peer ${input.peer}: ${this.#nameOf(input) ?? `message ${input.bytes[0]}`}`;
      case 'command':
        return `command ${input.name}`;
    }
  }

  /** The message in `bytes`, or `null` when this build does not know the log's messages. */
  decode(bytes: Uint8Array): Decoded | null {
    const result = this.#protocol?.decode(bytes);
    return result?.ok ? result.decoded : null;
  }

  #decode(input: Input): Decoded | null {
    return input.kind === 'message' ? this.decode(input.bytes) : null;
  }
}

/** A step without an input: the start of the session, or a timer. */
const causeOfNone = ({ frame }: Batch): string => (frame === 0 ? 'start' : 'timer');
