/**
 * One frame's records as bytes, and back. Knows the shape of a batch, nothing of what the values mean.
 *
 *   batch  = kind 1 (u8) · length of head (u32 LE) · head · tail · digest (u64 LE)
 *   head   = msgpack [frame, [input, …]]
 *   tail   = msgpack [[new name, …], [step, …], [[stream name id, draws so far], …]]
 *   input  = [0, peer] joined · [1, peer, reason, sentence] left · [2, peer, bytes] message · [3, name, value] command
 *   step   = [cause, actor, event, from, to, field, value, field, value, …] a transition and what changed in the context
 *          | [cause, actor, event, rule] an event refused by a named rule
 *
 * `cause` is the input's number in this batch from 1, or 0 for a timer. Names are ids of the log's name table. The digest is
 * XXH64 over everything before it, seeded with the previous batch's, so any cut, swap or edit is found and located.
 */
import { Decoder } from '@msgpack/msgpack';
import { SessionError } from '../errors.js';
import type { Input, Plain } from '../game.js';
import { isLinkEnd } from '../peers.js';
import type { Hashes } from './hashes.js';
import type { NameTable } from './names.js';
import { PackWriter } from './pack-writer.js';

export const BATCH_KIND = 1;
const HEAD_AT = 5;
const DIGEST_BYTES = 8;

/** A transition has at least this many elements; a refusal has one fewer. */
const TRANSITION_LENGTH_MIN = 5;

/** A step as it is recorded: names already interned. */
export type EncodedStep = readonly unknown[];

/** One actor's step: what it was sent, where it went, what changed in its context. */
export interface TransitionRecord {
  readonly kind: 'transition';
  readonly cause: number;
  readonly actor: string;
  readonly event: string;
  /** State value as a path such as `open.lobby`; empty before the actor's start. */
  readonly from: string;
  readonly to: string;
  readonly changes: readonly (readonly [field: string, value: Plain])[];
}

/** An event that changed nothing, and the rule that refused it. */
export interface RefusalRecord {
  readonly kind: 'refusal';
  readonly cause: number;
  readonly actor: string;
  readonly event: string;
  readonly rule: string;
}

/** What is recorded of an actor in a frame. */
export type StepRecord = TransitionRecord | RefusalRecord;

/** A batch as read from a log. */
export interface Batch {
  readonly frame: number;
  readonly inputs: readonly Input[];
  readonly steps: readonly StepRecord[];
  /** Cumulative draw counts of the random streams that were drawn from. */
  readonly draws: readonly (readonly [stream: string, count: number])[];
}

/** What the recorder collected in one frame. */
export interface BatchParts {
  readonly frame: number;
  readonly inputs: readonly Input[];
  readonly steps: readonly EncodedStep[];
  readonly draws: readonly (readonly [nameId: number, count: number])[];
}

const writer = new PackWriter();
/** No batch of one frame comes near these; a hostile log must not make us allocate more than it is long. */
const decoder = new Decoder({ maxArrayLength: 100_000, maxMapLength: 10_000 });

/** Encodes a batch; returns its bytes, which stay as they are, and the new running digest. */
export function encodeBatch(
  parts: BatchParts,
  names: NameTable,
  hashes: Hashes,
  previousDigest: bigint,
): { bytes: Uint8Array; digest: bigint } {
  writer.begin();
  writer.u8(BATCH_KIND);
  writer.u32(0);
  writer.array(2);
  writer.value(parts.frame);
  writer.array(parts.inputs.length);
  for (const input of parts.inputs) writer.value(encodeInput(input));
  writer.setU32(1, writer.length - HEAD_AT);
  writer.array(3);
  writer.value(names.takeFresh());
  writer.value(parts.steps);
  writer.value(parts.draws);
  const digest = hashes.digest(writer.written, previousDigest);
  writer.u64(digest);
  return { bytes: writer.take(), digest };
}

function encodeInput(input: Input): unknown[] {
  switch (input.kind) {
    case 'peer-joined':
      return [0, input.peer];
    case 'peer-left':
      return [1, input.peer, input.reason, input.sentence];
    case 'message':
      return [2, input.peer, input.bytes];
    case 'command':
      return [3, input.name, input.value];
  }
}

/** The running digest a batch carries, checked against the one computed from the batch and its predecessor. */
export function checkDigest(bytes: Uint8Array, hashes: Hashes, previousDigest: bigint, seq: number): bigint {
  if (bytes.length < HEAD_AT + DIGEST_BYTES)
    throw corrupt(seq, `is ${bytes.length} bytes long, too short for a batch`);
  const digestAt = bytes.length - DIGEST_BYTES;
  const digest = hashes.digest(bytes.subarray(0, digestAt), previousDigest);
  if (viewOf(bytes).getBigUint64(digestAt, true) !== digest) {
    throw corrupt(
      seq,
      'does not carry the digest of its content and its predecessors: it was edited, or one before it is missing',
    );
  }
  return digest;
}

/** Reads frame and inputs only: all that a replay needs of a batch that it reproduces. */
export function decodeInputs(bytes: Uint8Array, seq: number): { frame: number; inputs: Input[] } {
  const [head] = split(bytes, seq);
  const decoded = unpack(head, seq);
  if (!isArray(decoded) || decoded.length !== 2) throw corrupt(seq, 'has no frame and inputs');
  const [frame, inputs] = decoded;
  if (!isCount(frame) || !isArray(inputs)) throw corrupt(seq, 'has no frame and inputs');
  return { frame, inputs: inputs.map((input) => decodeInput(input, seq)) };
}

/** Reads a whole batch. `names` learns the batch's new names: batches must be read in order. */
export function decodeBatch(bytes: Uint8Array, names: NameTable, seq: number): Batch {
  const { frame, inputs } = decodeInputs(bytes, seq);
  const decoded = unpack(split(bytes, seq)[1], seq);
  if (!isArray(decoded) || decoded.length !== 3) throw corrupt(seq, 'has no names, steps and draws');
  const [fresh, steps, draws] = decoded;
  if (!isArray(fresh) || !fresh.every((name) => typeof name === 'string'))
    throw corrupt(seq, 'announces a name that is no string');
  names.add(fresh);
  if (!isArray(steps) || !isArray(draws)) throw corrupt(seq, 'has no steps and draws');
  return {
    frame,
    inputs,
    steps: steps.map((step) => decodeStep(step, names, seq)),
    draws: draws.map((draw) => {
      if (!isArray(draw) || !isCount(draw[1])) throw corrupt(seq, 'holds a draw count that is none');
      return [names.nameOf(draw[0]), draw[1]] as const;
    }),
  };
}

function decodeInput(input: unknown, seq: number): Input {
  if (isArray(input)) {
    const [kind, first, second, third] = input;
    if (kind === 0 && isPeer(first)) return { kind: 'peer-joined', peer: first };
    if (kind === 1 && isPeer(first) && isLinkEnd(second) && typeof third === 'string') {
      return { kind: 'peer-left', peer: first, reason: second, sentence: third };
    }
    if (kind === 2 && isPeer(first) && second instanceof Uint8Array)
      return { kind: 'message', peer: first, bytes: second };
    if (kind === 3 && typeof first === 'string')
      return { kind: 'command', name: first, value: (second ?? null) as Plain };
  }
  throw corrupt(seq, 'holds an input of an unknown kind');
}

function decodeStep(step: unknown, names: NameTable, seq: number): StepRecord {
  if (!isArray(step) || step.length < TRANSITION_LENGTH_MIN - 1 || !isCount(step[0]))
    throw corrupt(seq, 'holds a step that is none');
  const [cause, actor, event, from, to] = step;
  const common = { cause, actor: names.nameOf(actor), event: names.nameOf(event) };
  if (step.length < TRANSITION_LENGTH_MIN) return { kind: 'refusal', ...common, rule: names.nameOf(from) };
  const changes: [string, Plain][] = [];
  for (let index = TRANSITION_LENGTH_MIN; index + 1 < step.length; index += 2) {
    changes.push([names.nameOf(step[index]), step[index + 1] as Plain]);
  }
  return { kind: 'transition', ...common, from: names.nameOf(from), to: names.nameOf(to), changes };
}

function split(bytes: Uint8Array, seq: number): [head: Uint8Array, tail: Uint8Array] {
  if (bytes.length < HEAD_AT + DIGEST_BYTES || bytes[0] !== BATCH_KIND) throw corrupt(seq, 'is no batch');
  const headEnd = HEAD_AT + viewOf(bytes).getUint32(1, true);
  if (headEnd > bytes.length - DIGEST_BYTES) throw corrupt(seq, 'has a head longer than itself');
  return [bytes.subarray(HEAD_AT, headEnd), bytes.subarray(headEnd, bytes.length - DIGEST_BYTES)];
}

function unpack(bytes: Uint8Array, seq: number): unknown {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw corrupt(seq, 'is no msgpack', cause);
  }
}

function corrupt(seq: number, what: string, cause?: unknown): SessionError {
  return new SessionError('store/corrupt-batch', `The batch at record ${seq} ${what}.`, { cause });
}

const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isPeer = (value: unknown): value is number => isCount(value) && value <= 255;
const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
