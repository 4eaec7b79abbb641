/**
 * The host's door: answers who asks to be let in. Anybody can ask in anybody's name, so asking gives a link but no seat: that
 * is for who then acknowledges a packet of that link, which only somebody at that address can have read.
 */
import { isSameAddress, type SocketAddress } from '../datagram/address.js';
import type { DatagramPort } from '../datagram/port.js';
import type { Client, ClientTable } from './clients.js';
import { type ConnectRequest, encodeConnectAccept, encodeConnectReject, REJECT } from './framing.js';
import { Link, type LinkTimes } from './link.js';
import { wrap } from './sequence.js';

/** How long after its link opened a client that asks may still lack our accept, ms. */
const ACCEPT_AGAIN_MS = 2000;
/** Packet numbers are 16 bits. */
const NUMBERS = 2 ** 16;
/**
 * A link beside an open one begins with numbers at least this far behind that one's, and up to four times as far: old copies to
 * whoever has the open link, and nothing it would ever acknowledge.
 */
const BEHIND = 2 ** 12;

/** What a door is made of. */
export interface DoorSettings extends LinkTimes {
  readonly wire: DatagramPort;
  /** Uniform in [0, 1): where a link's packet numbers begin, which a forger has to guess. */
  readonly random: () => number;
  readonly code: string;
  readonly name: string;
  readonly playersMax: number;
  readonly schemaHash: number;
}

/** See the head of this file. */
export class Door {
  readonly #settings: DoorSettings;
  readonly #clients: ClientTable;

  constructor(settings: DoorSettings, clients: ClientTable) {
    this.#settings = settings;
    this.#clients = clients;
  }

  /** Answers a request. */
  answer(from: SocketAddress, request: ConnectRequest, nowMs: number): void {
    const reason = this.#refusalOf(request, from);
    const client = reason === undefined ? this.#clientFor(from, nowMs) : undefined;
    if (client === undefined) {
      this.#send(encodeConnectReject(reason ?? REJECT.sessionFull), from);
      return;
    }
    this.#send(this.#acceptOf(client), from);
    // Something to acknowledge, at once; but only once, for each more would make guessing easier.
    if (client.state === 'asking' && !client.link.hasSent) client.link.keepAlive(nowMs);
  }

  #refusalOf(request: ConnectRequest, from: SocketAddress): number | undefined {
    if (request.code !== this.#settings.code) return REJECT.wrongSession;
    if (request.schemaHash !== this.#settings.schemaHash) return REJECT.schemaMismatch;
    // Who has a seat keeps it, also when the program there was started anew.
    const hasSeat = this.#clients.openAt(from) !== undefined;
    return !hasSeat && this.#clients.isFull ? REJECT.sessionFull : undefined;
  }

  /** The client that is told it may come in; `undefined` when there is no id left. */
  #clientFor(from: SocketAddress, nowMs: number): Client | undefined {
    const open = this.#clients.openAt(from);
    // A client of upstream acknowledges packets before it has our accept, but has nothing to say until then.
    const mayLackAccept =
      open !== undefined && !open.link.hasHeardFrames && nowMs - open.sinceMs < ACCEPT_AGAIN_MS;
    if (mayLackAccept) return open;
    const asking = this.#clients.askingAt(from);
    if (asking === undefined) return this.#clients.ask(from, this.#createLink(from, open, nowMs), nowMs);
    asking.sinceMs = nowMs;
    return asking;
  }

  #createLink(to: SocketAddress, open: Client | undefined, nowMs: number): Link {
    const { wire, random } = this.#settings;
    const first =
      open === undefined
        ? Math.floor(random() * NUMBERS)
        : wrap(open.link.nextSeq - BEHIND - Math.floor(random() * 3 * BEHIND));
    const transmit = (datagram: Uint8Array) => this.#send(datagram, to);
    return new Link({ counters: wire.counters, transmit }, this.#settings, nowMs, first);
  }

  #acceptOf(client: Client): Uint8Array {
    const { slot, generation } = client;
    const { playersMax, name } = this.#settings;
    // Whoever has an open link at its address is itself, or makes room for it.
    const others = [...this.#clients.open()].filter((other) => !isSameAddress(other, client));
    return encodeConnectAccept({ slot, generation, playersMax, name, others });
  }

  #send(datagram: Uint8Array, { address, port }: SocketAddress): void {
    this.#settings.wire.send(datagram, address, port);
  }
}
