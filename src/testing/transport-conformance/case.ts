/** What a conformance case is, and what it needs of the transport under test. Types only. */
import type { Transport } from '../../transports/transport.js';

/** A transport under test and the network it runs on; made anew for each case. */
export interface ConformanceSubject {
  /** Opens a host; `playersMax` counts the host's own player. */
  createHost(options?: { readonly playersMax?: number }): Promise<Transport>;
  /** Opens a client that asks `host` to let it in. */
  createClient(host: Transport): Promise<Transport>;
  /** Lets about a frame of the subject's time pass, and what is on its way arrive. */
  advance(): Promise<void>;
  /** Whether datagrams may be lost, so that an unreliable message or a goodbye may never arrive. Default false. */
  readonly isLossy?: boolean;
  /** Cuts (true) or restores (false) every connection, if the subject's network can. */
  blackOut?(isCut: boolean): void;
  /** Makes datagrams that this wire cannot mean arrive at `to` as if `from` had sent them; returns how many. */
  sendMalformed?(from: Transport, to: Transport): number;
}

/** One rule to check. */
export interface ConformanceCase {
  /** The rule and a word, e.g. `TR4/burst`. */
  readonly id: string;
  readonly title: string;
  /** The optional parts of the subject that this case cannot do without. */
  readonly needs: readonly ('blackOut' | 'sendMalformed')[];
  /** Rejects when the transport breaks the rule. */
  run(subject: ConformanceSubject): Promise<void>;
}
