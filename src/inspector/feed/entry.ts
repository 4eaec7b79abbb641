/**
 * The feed: what the page is told of a match, from a log or live, in the same words. Plain data in msgpack; whatever is in it
 * has been cut to size and cleared of secrets before. The page knows nothing else of Dugout.
 */
import type { Plain, Role } from '../../game.js';
import type { BandRow, PictureDeclaration, Sighting } from '../../inspection.js';
import type { PeerId } from '../../peers.js';
import type { LinkSample, Verdict } from '../../session/observe.js';
import type { ChartState } from '../../store/log-header.js';

/** Version of the feed; a page refuses another. */
export const FEED_VERSION = 1;

/** The first entry of a feed. */
export interface FeedHeader {
  readonly kind: 'header';
  readonly version: number;
  readonly source: 'log' | 'live';
  /** What people call it: the log's file name or the session's. */
  readonly title: string;
  readonly game: string;
  readonly gameVersion: string;
  readonly protocol: string;
  readonly schemaHash: string;
  readonly role: Role;
  readonly frameRate: number;
  /** ISO 8601, or empty. */
  readonly createdAt: string;
  readonly library: string;
  readonly options: Plain;
  readonly rules: Plain;
  readonly charts: Readonly<Record<string, ChartState>>;
  readonly messages: readonly (readonly [id: number, name: string, layout: string])[];
  /** Rows and pictures of the game, or of the charts when the game says nothing of its own. */
  readonly rows: readonly BandRow[];
  readonly pictures: readonly PictureDeclaration[];
  /** What the feed can tell: with the game's code also payloads, guards, what was sent; and why not, as a sentence. */
  readonly knowledge: { readonly code: boolean; readonly sentence: string };
}

/** All actors at a frame: where a live feed begins, and goes on after a gap. */
export interface FeedBase {
  readonly kind: 'base';
  readonly frame: number;
  readonly actors: readonly {
    readonly id: string;
    readonly chart: string;
    readonly state: string;
    readonly context: Readonly<Record<string, Plain>>;
  }[];
}

/** Something that came in. */
export interface FeedInput {
  readonly kind: 'message' | 'command' | 'peer-joined' | 'peer-left';
  readonly peer: PeerId;
  /** Message or command; empty for peers. */
  readonly name: string;
  /** Decoded payload, a command's value, or `null`. */
  readonly value: Plain;
  /** As it came; only of messages, and withheld (absent) when a field is secret. */
  readonly bytes?: Uint8Array;
  /** Why a peer left, or why a payload could not be read. */
  readonly sentence?: string;
}

/** Something that was sent because of a step. */
export interface FeedSent {
  readonly kind: 'send' | 'relay' | 'disconnect';
  readonly message: string;
  readonly value: Plain;
  /** Peers, or `all` or `all but 3` in words when the feed cannot tell who they were. */
  readonly to: readonly PeerId[] | string;
  readonly bytes?: Uint8Array;
}

/** A step of an actor; what needs the game's code is absent without it. */
export interface FeedStep {
  readonly kind: 'transition' | 'refusal';
  /** Number of the input in its frame from 1; 0 for a timer or the start. */
  readonly cause: number;
  readonly actor: string;
  /** Id of the actor's chart. */
  readonly chart: string;
  readonly event: string;
  /** State paths; equal and empty for a refusal. */
  readonly from: string;
  readonly to: string;
  readonly changes: readonly (readonly [field: string, value: Plain])[];
  /** Of a refusal. */
  readonly rule?: string;
  readonly guards?: readonly (readonly [guard: string, holds: boolean])[];
  readonly sent?: readonly FeedSent[];
  readonly next?: readonly (readonly [event: string, verdict: Verdict])[];
  readonly delays?: readonly (readonly [event: string, ms: number])[];
}

/** A frame in which something happened. */
export interface FeedFrame {
  readonly kind: 'frame';
  readonly frame: number;
  readonly inputs: readonly FeedInput[];
  readonly steps: readonly FeedStep[];
  readonly draws: readonly (readonly [stream: string, count: number])[];
  readonly sightings: readonly Sighting[];
}

/** Superseded messages (poses) since the last such entry, in order, not decoded. */
export interface FeedSuperseded {
  readonly kind: 'superseded';
  readonly message: string;
  readonly frames: readonly number[];
  readonly peers: readonly PeerId[];
}

/** How the links were doing at a frame. */
export interface FeedLinks {
  readonly kind: 'links';
  readonly frame: number;
  readonly links: readonly LinkSample[];
}

/** Something worth a mark, in words. */
export interface FeedNotice {
  readonly kind: 'notice';
  readonly frame: number;
  readonly notice: string;
  readonly peer?: PeerId;
  readonly sentence: string;
}

/** Entries that a slow page did not take; a base follows. */
export interface FeedGap {
  readonly kind: 'gap';
  readonly frame: number;
  readonly missed: number;
}

/** Nothing follows. */
export interface FeedEnd {
  readonly kind: 'end';
  readonly frame: number;
  readonly sentence: string;
}

/** What a feed is a list of. */
export type FeedEntry =
  | FeedHeader
  | FeedBase
  | FeedFrame
  | FeedSuperseded
  | FeedLinks
  | FeedNotice
  | FeedGap
  | FeedEnd;
