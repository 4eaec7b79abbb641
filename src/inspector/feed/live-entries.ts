/** Turns what an observer of a session saw into entries, in order, outside the session's frames. */
import type { GameDefinition, Input, Plain } from '../../game.js';
import { HOST_PEER } from '../../peers.js';
import type { Observation, StepNote } from '../../session/observe.js';
import { decodeBatch } from '../../store/batch.js';
import type { LogHeader } from '../../store/log-header.js';
import { NameTable } from '../../store/names.js';
import {
  FEED_VERSION,
  type FeedBase,
  type FeedEntry,
  type FeedHeader,
  type FeedInput,
  type FeedStep,
} from './entry.js';
import type { Observed } from './live-queue.js';

export class LiveEntries {
  readonly #header: LogHeader;
  readonly #game: GameDefinition;
  readonly #messages: ReadonlyMap<number, string>;
  readonly #charts = new Map<string, string>();
  #names: NameTable;

  constructor(header: LogHeader, game: GameDefinition) {
    this.#header = header;
    this.#game = game;
    this.#names = new NameTable(header.core.names);
    this.#messages = new Map(header.core.messages.map(([id, name]) => [id, name]));
  }

  header(title: string): FeedHeader {
    const { core, notes } = this.#header;
    const { game, gameVersion, protocol, schemaHash, role, frameRate, options, rules, charts, messages } =
      core;
    return {
      ...{
        kind: 'header',
        version: FEED_VERSION,
        source: 'live',
        title,
        game,
        gameVersion,
        protocol,
        schemaHash,
      },
      ...{
        role,
        frameRate,
        createdAt: notes.createdAt,
        library: notes.library,
        options,
        rules,
        charts,
        messages,
      },
      ...{ rows: [], pictures: [], knowledge: { code: true, sentence: 'Told by the running session.' } },
    };
  }

  base({ frame, names, actors }: Pick<Observation, 'frame' | 'names' | 'actors'>): FeedBase {
    this.#names = new NameTable(names);
    for (const { id, chart } of actors) this.#charts.set(id, chart);
    return { kind: 'base', frame, actors };
  }

  of(observed: Observed): FeedEntry {
    const { kind, frame } = observed;
    switch (kind) {
      case 'batch':
        return this.batch(observed.batch.bytes, observed.batch.notes);
      case 'superseded': {
        const message = this.#messages.get(observed.bytes[0] ?? -1) ?? '';
        return { kind, message, frames: [frame], peers: [observed.peer] };
      }
      case 'links':
        return { kind, frame, links: observed.samples };
      case 'notice': {
        const { kind: notice, peer, sentence } = observed.notice;
        return { kind, frame, notice, sentence, ...(peer === undefined ? {} : { peer }) };
      }
      case 'ended':
        return { kind: 'end', frame, sentence: 'The session is over.' };
    }
  }

  batch(bytes: Uint8Array, notes: readonly StepNote[]): FeedEntry {
    const batch = decodeBatch(bytes, this.#names, 0);
    return {
      kind: 'frame',
      frame: batch.frame,
      inputs: batch.inputs.map((input) => this.#input(input)),
      steps: batch.steps.map((step, index): FeedStep => {
        const note = notes[index];
        if (note) this.#charts.set(step.actor, note.chart);
        const chart = note?.chart ?? this.#charts.get(step.actor) ?? '';
        return step.kind === 'refusal'
          ? { ...step, chart, from: '', to: '', changes: [] }
          : { ...step, chart };
      }),
      draws: batch.draws,
      sightings: [],
    };
  }

  #input(input: Input): FeedInput {
    switch (input.kind) {
      case 'message': {
        const decoded = this.#game.protocol.decode(input.bytes);
        const name = this.#messages.get(input.bytes[0] ?? -1) ?? `message ${input.bytes[0]}`;
        const value = decoded.ok ? (decoded.decoded.value as Plain) : null;
        return { kind: 'message', peer: input.peer, name, value, bytes: input.bytes };
      }
      case 'command':
        return { kind: 'command', peer: HOST_PEER, name: input.name, value: input.value };
      case 'peer-left':
        return {
          kind: 'peer-left',
          peer: input.peer,
          name: input.reason,
          value: null,
          sentence: input.sentence,
        };
      case 'peer-joined':
        return { kind: 'peer-joined', peer: input.peer, name: '', value: null };
    }
  }
}
