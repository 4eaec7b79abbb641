/**
 * The first record of a log: everything needed to read, draw and step it without the code that wrote it (RP7).
 *
 *   header = kind 0 (u8) · length of core (u32 LE) · core · notes        core and notes are msgpack maps
 *
 * The digest chain starts from the core's bytes. The notes (when, by which library) are for people and outside the chain, so
 * the same run has the same digest whenever and wherever it was played.
 */
import { decode, encode } from '@msgpack/msgpack';
import { SessionError } from '../errors.js';
import type { Plain, Role } from '../game.js';
import { isCharts, isMessageList } from './chart-shape.js';
import type { Hashes } from './hashes.js';

const HEADER_KIND = 0;
const CORE_AT = 5;

/** The log format this build writes, and the newest it reads. */
export const LOG_FORMAT = 1;

/** A state of a chart as data: enough to draw it and to step a log through it. */
export interface ChartState {
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly initial?: string;
  readonly transitions: readonly ChartTransition[];
  readonly invokes: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly states: Readonly<Record<string, ChartState>>;
}

/** A transition of a chart as data. */
export interface ChartTransition {
  readonly event: string;
  /** Ids of the target states; empty for a transition that stays. */
  readonly targets: readonly string[];
  readonly guard?: string;
  readonly actions: readonly string[];
  /** For a delayed transition: its delay in ms, or the name of a delay. */
  readonly delay?: string;
}

/** The part of a header that the digest chain starts from. */
export interface HeaderCore {
  readonly format: number;
  readonly game: string;
  readonly gameVersion: string;
  readonly protocol: string;
  readonly schemaHash: string;
  readonly role: Role;
  readonly seed: number;
  /** Frames a second. */
  readonly frameRate: number;
  readonly options: Plain;
  readonly rules: Plain;
  readonly charts: Readonly<Record<string, ChartState>>;
  /** Declared messages as data: `[id, name, layout]`. */
  readonly messages: readonly (readonly [id: number, name: string, layout: string])[];
  /** Names known from the start; batches announce later ones. */
  readonly names: readonly string[];
}

/** The part of a header for people. */
export interface HeaderNotes {
  readonly session: string;
  readonly library: string;
  /** ISO 8601, or empty when the session had no calendar. */
  readonly createdAt: string;
}

/** The first record of a log. */
export interface LogHeader {
  readonly core: HeaderCore;
  readonly notes: HeaderNotes;
}

/** Encodes a header; `digest` is where the log's chain starts. */
export function encodeHeader(header: LogHeader, hashes: Hashes): { bytes: Uint8Array; digest: bigint } {
  const core = encode(header.core);
  const notes = encode(header.notes);
  const bytes = new Uint8Array(CORE_AT + core.length + notes.length);
  bytes[0] = HEADER_KIND;
  new DataView(bytes.buffer).setUint32(1, core.length, true);
  bytes.set(core, CORE_AT);
  bytes.set(notes, CORE_AT + core.length);
  return { bytes, digest: hashes.digest(core, 0n) };
}

/**
 * Reads a header.
 * @throws SessionError `store/not-a-log` when `bytes` is none, `store/unsupported-format` when a newer build wrote it.
 */
export function decodeHeader(bytes: Uint8Array, hashes: Hashes): LogHeader & { digest: bigint } {
  const notesAt = notesOffset(bytes);
  const coreBytes = bytes.subarray(CORE_AT, notesAt);
  const core = unpack(coreBytes) as HeaderCore;
  if (typeof core?.format !== 'number') throw noHeader();
  if (core.format > LOG_FORMAT) {
    throw new SessionError(
      'store/unsupported-format',
      `The log has format ${core.format}; this build reads up to ${LOG_FORMAT}. Update dugout.`,
    );
  }
  if (!isHeaderCore(core)) throw noHeader();
  return { core, notes: unpackNotes(bytes.subarray(notesAt)), digest: hashes.digest(coreBytes, 0n) };
}

/**
 * The header `bytes` with `session` in its notes; the core's bytes, and so the digest, stay as they are.
 * @throws SessionError `store/not-a-log` when `bytes` is no header.
 */
export function renameHeader(bytes: Uint8Array, session: string): Uint8Array {
  const notesAt = notesOffset(bytes);
  const notes = encode({ ...unpackNotes(bytes.subarray(notesAt)), session });
  const renamed = new Uint8Array(notesAt + notes.length);
  renamed.set(bytes.subarray(0, notesAt));
  renamed.set(notes, notesAt);
  return renamed;
}

/** Where a header's notes begin, which is where its core ends. */
function notesOffset(bytes: Uint8Array): number {
  if (bytes[0] !== HEADER_KIND || bytes.length < CORE_AT) throw noHeader();
  const coreLength = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(1, true);
  if (CORE_AT + coreLength > bytes.length) throw noHeader();
  return CORE_AT + coreLength;
}

function isHeaderCore(core: HeaderCore): boolean {
  return (
    typeof core.game === 'string' &&
    typeof core.schemaHash === 'string' &&
    (core.role === 'host' || core.role === 'client') &&
    Number.isInteger(core.seed) &&
    Number.isFinite(core.frameRate) &&
    core.frameRate > 0 &&
    typeof core.gameVersion === 'string' &&
    typeof core.protocol === 'string' &&
    isCharts(core.charts) &&
    isMessageList(core.messages) &&
    Array.isArray(core.names) &&
    core.names.every((name) => typeof name === 'string')
  );
}

function unpackNotes(bytes: Uint8Array): HeaderNotes {
  const notes = unpack(bytes) as HeaderNotes | null;
  const isWhole = [notes?.session, notes?.library, notes?.createdAt].every(
    (note) => typeof note === 'string',
  );
  if (notes === null || !isWhole) throw noHeader();
  return notes;
}

function unpack(bytes: Uint8Array): unknown {
  try {
    return decode(bytes);
  } catch (cause) {
    throw noHeader(cause);
  }
}

function noHeader(cause?: unknown): SessionError {
  return new SessionError(
    'store/not-a-log',
    'The first record is no log header: this is not the log of a session.',
    { cause },
  );
}
