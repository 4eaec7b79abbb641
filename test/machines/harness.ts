/**
 * A kernel with hands: drives it the way a session does, with encoded bytes in frames, and keeps what came of it (decoded
 * batches, effects, the log). Every message an actor sends is encoded on the spot, so an illegal one fails the test it is in.
 */
import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { Effect, GameDefinition, Input, Plain, Recipients, Role } from '../../src/game.js';
import type { LinkEnd, PeerId } from '../../src/peers.js';
import { type HomeRunDerbyMessages, homeRunDerbyProtocol } from '../../src/protocol/home-run-derby.js';
import { Kernel } from '../../src/session/kernel.js';
import { type CommittedBatch, stateText } from '../../src/session/recorder.js';
import { type Batch, decodeBatch, type StepRecord } from '../../src/store/batch.js';
import type { StoredRecord } from '../../src/store/event-store.js';
import { loadHashes } from '../../src/store/hashes.js';
import { type Log, readLog } from '../../src/store/log.js';
import { encodeHeader, LOG_FORMAT } from '../../src/store/log-header.js';
import { NameTable } from '../../src/store/names.js';

export const hashes = await loadHashes();
export const FRAME_RATE = 60;

export interface RigOptions {
  readonly game: GameDefinition;
  readonly role: Role;
  readonly options?: Plain;
  readonly seed?: number;
  readonly checkPlain?: boolean;
  readonly checkPure?: boolean;
  readonly notes?: boolean;
}

/** A message an actor sent: to whom, its name, its value as the receiver decodes it. */
export interface SentMessage {
  readonly to: Recipients;
  readonly name: string;
  readonly value: unknown;
}

export class Rig {
  readonly game: GameDefinition;
  readonly kernel: Kernel;
  readonly committed: CommittedBatch[] = [];
  readonly batches: Batch[] = [];
  readonly effects: Effect[] = [];
  readonly #header: { bytes: Uint8Array; digest: bigint };
  readonly #names = new NameTable();

  constructor(given: RigOptions) {
    const {
      game,
      role,
      options = null,
      seed = 7,
      checkPlain = true,
      checkPure = false,
      notes = false,
    } = given;
    this.game = game;
    this.#header = encodeHeader(
      {
        core: {
          format: LOG_FORMAT,
          game: game.id,
          gameVersion: game.version,
          protocol: game.protocol.name,
          schemaHash: game.protocol.schemaHash,
          role,
          seed,
          frameRate: FRAME_RATE,
          options,
          rules: game.rules,
          charts: {},
          messages: [],
          names: [],
        },
        notes: { session: 'test', library: 'test', createdAt: '' },
      },
      hashes,
    );
    this.kernel = new Kernel({
      game,
      role,
      hashes,
      checkPlain,
      checkPure,
      notes,
      frameRate: FRAME_RATE,
      input: { seed, options },
      names: new NameTable(),
      digest: this.#header.digest,
      onCommit: (batch, effects) => this.#take(batch, effects),
    });
    this.kernel.start();
  }

  /** Plays one frame with `inputs` in it; returns its steps. */
  deliver(...inputs: readonly Input[]): readonly StepRecord[] {
    return this.#step(this.kernel.frame + 1, inputs);
  }

  /** Delivers into the frame that was played last, so that no time passes. */
  deliverAtOnce(...inputs: readonly Input[]): readonly StepRecord[] {
    return this.#step(this.kernel.frame, inputs);
  }

  #step(frame: number, inputs: readonly Input[]): readonly StepRecord[] {
    const { length } = this.batches;
    this.kernel.step(frame, inputs);
    return this.batches.slice(length).flatMap(({ steps }) => steps);
  }

  /** Lets time pass. */
  advance(ms: number): void {
    this.kernel.step(this.kernel.frame + Math.ceil((ms * FRAME_RATE) / 1000), []);
  }

  snapshot(id: string): AnyMachineSnapshot | undefined {
    return this.kernel.lookup(id);
  }

  /** The state of a live actor as a path, `undefined` when it is not running. */
  state(id: string): string | undefined {
    const snapshot = this.kernel.lookup(id);
    return snapshot && stateText(snapshot.value);
  }

  /** The context of a live actor. */
  context<Context>(id: string): Context {
    const snapshot = this.kernel.lookup(id);
    expect(snapshot, `actor "${id}" is running`).toBeDefined();
    return snapshot?.context as Context;
  }

  /** The state an actor was last recorded in, whether it still runs or not. */
  lastRecorded(id: string): string | undefined {
    const steps = this.batches.flatMap((batch) => batch.steps);
    const last = steps.findLast((step) => step.kind === 'transition' && step.actor === id && step.to !== '');
    return last?.kind === 'transition' ? last.to : undefined;
  }

  /** Messages sent so far, oldest first; of one name when given. */
  sent(name?: string): readonly SentMessage[] {
    const all = this.effects.flatMap((effect) => (effect.type === 'send' ? [effect] : []));
    const messages = all.map(({ to, message, value }) => ({ to, name: message, value }));
    return name === undefined ? messages : messages.filter((one) => one.name === name);
  }

  /** The log a session would have written. */
  log(): Log {
    return toLog(this.#header.bytes, this.committed);
  }

  #take(batch: CommittedBatch, effects: readonly Effect[]): void {
    this.committed.push(batch);
    this.batches.push(decodeBatch(batch.bytes, this.#names, this.committed.length));
    for (const effect of effects) {
      // A relay comes from the wire and was decoded; what an actor makes up itself must be legal too.
      if (effect.type === 'send') this.game.protocol.encode(effect.message, effect.value);
      this.effects.push(effect);
    }
  }
}

/** A log of a header and batches, read back with its chain checked. */
export function toLog(header: Uint8Array, batches: readonly { readonly bytes: Uint8Array }[]): Log {
  const records: StoredRecord[] = [header, ...batches.map(({ bytes }) => bytes)].map((bytes, seq) => ({
    seq,
    bytes,
  }));
  return readLog(records, hashes);
}

export const joined = (peer: PeerId): Input => ({ kind: 'peer-joined', peer });

export const left = (peer: PeerId, reason: LinkEnd = 'left', sentence = ''): Input => ({
  kind: 'peer-left',
  peer,
  reason,
  sentence,
});

export const command = (name: string, value: Plain = null): Input => ({ kind: 'command', name, value });

/** A message of the game as it comes over the wire. */
export function message<Name extends keyof HomeRunDerbyMessages>(
  peer: PeerId,
  name: Name,
  value: HomeRunDerbyMessages[Name],
): Input {
  return { kind: 'message', peer, bytes: homeRunDerbyProtocol.encode(name, value) };
}
