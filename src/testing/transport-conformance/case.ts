/** What a conformance case is, and what it needs of the transport under test. Types only. */
import type { Transport } from '../../transports/transport.js';

/** How the network between host and clients behaves. Settable while it runs. */
export interface NetworkConditions {
  /** Probability that a datagram does not arrive. */
  readonly loss: number;
  /** Probability that it arrives twice. */
  readonly duplicate: number;
  /** Probability that it is overtaken. */
  readonly reorder: number;
  /** How long every datagram takes, ms. */
  readonly delayMs: number;
  /** Up to how much longer one may take, ms. */
  readonly jitterMs: number;
  /** In which direction nothing gets through at all. */
  readonly blackOut: Direction | 'none';
  /** Datagrams longer than `bytes` do not get through in `direction`. */
  readonly mtu: { readonly direction: Direction; readonly bytes: number } | 'any';
}

/** Which way datagrams go. */
export type Direction = 'to-host' | 'to-clients' | 'both';

/** In which way a client asks for something this host is not. */
export type Mismatch = 'session' | 'version' | 'schema';

/**
 * What not every wire can do or be put through: `conditions` a network that can be set while running · `mtu` datagrams with a length of
 * their own · `timeouts` silence ends a link · `goodbye-text` a link ended by the host carries a sentence · `roster` clients are told of
 * each other · `session`, `version`, `schema` who asks for another one is refused · `malformed`, `replayed`, `spoofed` datagrams can be forged ·
 * `round-trip` is measured · `seeded` runs on a clock and by a seed of its own, so that the same seed gives the same events.
 */
export type Ability =
  | 'conditions'
  | 'mtu'
  | 'timeouts'
  | 'goodbye-text'
  | 'roster'
  | Mismatch
  | 'malformed'
  | 'replayed'
  | 'spoofed'
  | 'round-trip'
  | 'seeded';

/** One transport under test and the network it runs on; made anew for each case. */
export interface ConformanceSubject {
  /** Opens a host; `playersMax` counts the host's own player. */
  createHost(options?: { readonly playersMax?: number }): Promise<Transport>;
  /** Opens a client that asks `host` to let it in; with `mismatch`, one that must be refused. */
  createClient(host: Transport, options?: { readonly mismatch?: Mismatch }): Promise<Transport>;
  /** Lets a frame (1/60 s of the subject's time) pass, and what is on its way arrive. */
  advance(): Promise<void>;
  /** Changes how the network behaves from now on. */
  setConditions?(change: Partial<NetworkConditions>): void;
  /** Makes datagrams that this wire cannot mean, some of them cut-off ones, arrive at `to` as if `from` had sent them; returns how many. */
  sendMalformed?(from: Transport, to: Transport): number;
  /** Makes every datagram that `from` sent to `to` so far arrive once more, in order; returns how many. */
  replay?(from: Transport, to: Transport): number;
  /** Makes well-formed datagrams of a link arrive at `to` from where nobody has one; returns how many. */
  spoof?(to: Transport): number;
  /** Sockets and timers the transports hold now. */
  openHandles?(): number;
  /** Releases what the subject itself holds. */
  dispose?(): Promise<void>;
}

/** A transport as the suite runs it. */
export interface ConformanceTarget {
  readonly name: string;
  /** A fresh subject; the same seed behaves the same. An impaired one has bad {@link NetworkConditions} from the start. */
  create(options: {
    readonly seed: number;
    readonly isImpaired: boolean;
  }): ConformanceSubject | Promise<ConformanceSubject>;
  /** What this wire cannot do or be put through, each with a reason that is printed in every run. */
  readonly cannot: Readonly<Partial<Record<Ability, string>>>;
}

/** How a case is run: `plain`, on bad {@link NetworkConditions}, or `second`: after another client joined, talked and left. */
export type ConformanceMode = 'plain' | 'impaired' | 'second';

/** What a case is given. */
export interface ConformanceRun {
  readonly subject: ConformanceSubject;
  readonly mode: ConformanceMode;
  /** Whether datagrams may be lost from the start, so that an unreliable message or a goodbye may never arrive. */
  readonly isLossy: boolean;
  can(ability: Ability): boolean;
  /** One more subject, made just like `subject`; whoever asks disposes of it. */
  another(): Promise<ConformanceSubject>;
}

/** One rule to check. */
export interface ConformanceCase {
  /** The rule and a word, e.g. `TR4/burst`. */
  readonly id: string;
  readonly title: string;
  /** What this case cannot do without. */
  readonly needs: readonly Ability[];
  /** Rejects when the transport breaks the rule. */
  run(run: ConformanceRun): Promise<void>;
}
