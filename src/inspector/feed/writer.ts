/**
 * Turns a match into feed entries as it is read or as it goes on: batches, superseded messages, link samples and notices, each
 * in the order of their frames. The same for a log and for a live session. Whatever it gives is plain, cut and cleared.
 */
import type { GameDefinition } from '../../game.js';
import type { PeerId } from '../../peers.js';
import type { LinkSample, ObservedActor, StepNote } from '../../session/observe.js';
import type { Batch } from '../../store/batch.js';
import type { LogHeader } from '../../store/log-header.js';
import { ActorCharts } from './actor-charts.js';
import { ActorsSoFar } from './actors-so-far.js';
import { defaultInspection } from './default-inspection.js';
import type { FeedBase, FeedEnd, FeedEntry, FeedFrame, FeedHeader, FeedNotice } from './entry.js';
import { type FeedAbout, feedHeader } from './feed-header.js';
import { FrameInputs } from './frame-inputs.js';
import { FrameSteps } from './frame-steps.js';
import { Payloads } from './payloads.js';
import { LinkedPeers } from './recipients.js';
import { Secrets } from './secrets.js';
import { Sightings } from './sightings.js';
import { SupersededTrack } from './superseded-track.js';

export interface FeedWriterOptions extends FeedAbout {
  readonly header: LogHeader;
  /** The game of the log, with its messages; without it the log is all there is. */
  readonly game?: GameDefinition | undefined;
  /** Names that are secret besides the usual ones. */
  readonly secrets?: readonly string[] | undefined;
}

export class FeedWriter {
  /** The first entry. */
  readonly header: FeedHeader;
  readonly #secrets: Secrets;
  readonly #payloads: Payloads;
  readonly #actors: ActorsSoFar;
  readonly #charts: ActorCharts;
  readonly #linked: LinkedPeers;
  readonly #inputs: FrameInputs;
  readonly #steps: FrameSteps;
  readonly #sightings: Sightings;
  readonly #track: SupersededTrack;
  readonly #faults: FeedNotice[] = [];
  #lastFrame = 0;

  constructor({ header, game, secrets, ...about }: FeedWriterOptions) {
    const { role, frameRate, charts, messages } = header.core;
    this.#secrets = new Secrets(secrets);
    this.#payloads = new Payloads(messages, game?.protocol, this.#secrets);
    this.#actors = new ActorsSoFar(charts);
    this.#charts = new ActorCharts(charts);
    this.#linked = new LinkedPeers(role, game);
    this.#inputs = new FrameInputs(role, this.#payloads, this.#secrets);
    this.#steps = new FrameSteps({
      actors: this.#actors,
      charts: this.#charts,
      linked: this.#linked,
      payloads: this.#payloads,
      secrets: this.#secrets,
    });
    const inspection = game?.inspection ?? defaultInspection(charts, (actor) => this.#charts.of(actor));
    this.#sightings = new Sightings({
      inspection,
      match: { frameRate, role },
      contextOf: (actor) => this.#actors.contextOf(actor),
      secrets: this.#secrets,
      onFault: (frame, sentence) => this.#faults.push(this.notice(frame, 'inspection', sentence)),
    });
    this.#track = new SupersededTrack(frameRate);
    this.header = feedHeader(header, about, inspection, this.#secrets);
  }

  /** The match as it is at a frame: where a feed begins that does not begin with the match, and goes on after a gap. */
  base(frame: number, actors: readonly ObservedActor[]): FeedBase {
    this.#lastFrame = frame;
    this.#actors.clear();
    this.#linked.forget();
    for (const { id, chart, state, context } of actors) {
      this.#charts.learn(id, chart);
      this.#actors.put(id, state, { ...context });
    }
    return {
      kind: 'base',
      frame,
      actors: actors.map(({ id, chart, state, context }) => ({
        id,
        chart,
        state,
        context: this.#secrets.fields(context),
      })),
    };
  }

  /** A batch; `notes` of its steps when its game's code ran. */
  batch(batch: Batch, notes?: readonly StepNote[]): readonly FeedEntry[] {
    const { frame, draws } = batch;
    this.#lastFrame = frame;
    this.#linked.see(batch.inputs);
    const inputs = this.#inputs.read(batch.inputs);
    const { told, seen } = this.#steps.read(batch.steps, inputs, notes);
    this.#sightings.frame({ frame, inputs: inputs.map((input) => input.seen), steps: seen });
    const sightings = this.#sightings.take();
    const entry: FeedFrame = {
      kind: 'frame',
      frame,
      inputs: inputs.map((input) => input.told),
      steps: told,
      draws,
      sightings,
    };
    return [...this.#takeFaults(), entry];
  }

  /** A superseded message; `bytes` may be lent. */
  superseded(frame: number, peer: PeerId, bytes: Uint8Array): readonly FeedEntry[] {
    this.#lastFrame = Math.max(this.#lastFrame, frame);
    const { name, value } = this.#payloads.read(bytes);
    this.#sightings.superseded(frame, { kind: 'superseded', peer, name, value });
    return this.#track.add(name, frame, peer) ? this.#track.take() : [];
  }

  /** A measurement of all linked peers. */
  links(frame: number, links: readonly LinkSample[]): readonly FeedEntry[] {
    this.#linked.know(links.map(({ peer }) => peer));
    return [{ kind: 'links', frame, links }];
  }

  notice(frame: number, notice: string, sentence: string, peer?: PeerId): FeedNotice {
    const told = this.#secrets.sentence(sentence);
    return { kind: 'notice', frame, notice, ...(peer === undefined ? {} : { peer }), sentence: told };
  }

  /** All that still waits for something to follow. */
  flush(): readonly FeedEntry[] {
    this.#sightings.flush();
    const sightings = this.#sightings.take();
    const common = { kind: 'frame', frame: this.#lastFrame, inputs: [], steps: [], draws: [] } as const;
    return [
      ...this.#takeFaults(),
      ...(sightings.length > 0 ? [{ ...common, sightings }] : []),
      ...this.#track.take(),
    ];
  }

  end(frame: number, sentence: string): readonly FeedEntry[] {
    const end: FeedEnd = { kind: 'end', frame, sentence: this.#secrets.sentence(sentence) };
    return [...this.flush(), end];
  }

  #takeFaults(): readonly FeedNotice[] {
    return this.#faults.splice(0);
  }
}
