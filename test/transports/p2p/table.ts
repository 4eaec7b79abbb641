/** p2p ends on one simulated network, frame by frame, and raw sockets beside them that say what no end of ours would. */

import {
  createSimulatedNetwork,
  type SimulatedNetwork,
  type SimulatedNetworkOptions,
} from '../../../src/testing/simulated-network.js';
import { createChance } from '../../../src/transports/datagram/chance.js';
import { decodePacket, type Packet } from '../../../src/transports/p2p/framing.js';
import {
  encodeJoinCode,
  type HostP2pOptions,
  hostP2p,
  type JoinP2pOptions,
  joinP2p,
  type P2pHost,
} from '../../../src/transports/p2p/index.js';
import {
  encodeFrame,
  encodePayload,
  type Frame,
  type PayloadHeader,
} from '../../../src/transports/p2p/payload.js';
import type { Transport } from '../../../src/transports/transport.js';

const ADDRESS = '127.0.0.1';
const FRAME_MS = 1000 / 60;

/** A payload datagram; all numbers are 0 unless given. */
export interface RawPayload extends Partial<PayloadHeader> {
  readonly frames?: readonly Frame[];
}

/** A socket without a transport. */
export interface RawPeer {
  readonly port: number;
  /** The code of a host at this port. */
  readonly code: string;
  /** What arrived since the last call. */
  take(): Uint8Array[];
  /** As {@link take}, decoded. */
  packets(): Packet[];
  /** Sends to the host. */
  send(bytes: Uint8Array): void;
  sendTo(port: number, bytes: Uint8Array): void;
  /** Sends to whoever was heard last. */
  reply(bytes: Uint8Array): void;
  /** As {@link send} and {@link reply}, a payload datagram. */
  sendPayload(payload: RawPayload): void;
  replyPayload(payload: RawPayload): void;
  close(): Promise<void>;
}

/** See the head of this file. */
export class Table {
  readonly network: SimulatedNetwork;
  readonly host: P2pHost;
  readonly #said = new Map<Transport, string[]>();
  readonly #options: HostP2pOptions;

  private constructor(network: SimulatedNetwork, options: HostP2pOptions, host: P2pHost) {
    this.network = network;
    this.#options = options;
    this.host = host;
    this.#said.set(host, []);
  }

  /** A table with a host. */
  static async with(
    options: Omit<HostP2pOptions, 'network' | 'clock'> = {},
    conditions: SimulatedNetworkOptions = {},
  ): Promise<Table> {
    const network = createSimulatedNetwork(conditions);
    const shared = { network, clock: network.clock, random: createChance(conditions.seed ?? 1) };
    const host = await hostP2p({ ...shared, address: ADDRESS, ...options });
    network.hostPort = host.port;
    return new Table(network, { ...shared, ...options }, host);
  }

  /** A client that asks. */
  async knock(options: Partial<JoinP2pOptions> = {}): Promise<Transport> {
    const { network, clock, schemaHash = 0 } = this.#options;
    const shared = { ...(network && { network }), ...(clock && { clock }) };
    const client = await joinP2p({ ...shared, schemaHash, code: this.host.code, ...options });
    this.#said.set(client, []);
    return client;
  }

  /** A client whose link is up on both sides. */
  async join(options: Partial<JoinP2pOptions> = {}): Promise<Transport> {
    const before = this.host.peers.length;
    const client = await this.knock(options);
    this.until(() => client.peers.length > 0 && this.host.peers.length > before);
    return client;
  }

  /** Everything this end ever said, one line an event. */
  said(transport: Transport): readonly string[] {
    return this.#said.get(transport) ?? [];
  }

  /** As {@link said}, from now on nothing of it again. */
  take(transport: Transport): readonly string[] {
    return this.#said.get(transport)?.splice(0) ?? [];
  }

  /** No more frames for this end: it hangs, or its program is gone without a word. */
  abandon(transport: Transport): void {
    this.#said.delete(transport);
  }

  frames(count: number): void {
    for (let frame = 0; frame < count; frame++) {
      for (const [transport, said] of this.#said) said.push(...polled(transport));
      for (const transport of this.#said.keys()) transport.flush();
      this.network.advance(FRAME_MS);
    }
  }

  seconds(count: number): void {
    this.frames(Math.ceil(count * 60));
  }

  /** Frames until `condition`, 20 seconds of them at most. */
  until(condition: () => boolean): void {
    for (let frame = 0; frame < 1200 && !condition(); frame++) this.frames(1);
    if (!condition()) throw new RangeError(`waited in vain for ${condition}`);
  }

  /** A socket that knows the host's port and nothing else. */
  async raw(port = 0): Promise<RawPeer> {
    const socket = await this.network.bind(ADDRESS, port);
    const arrived: Uint8Array[] = [];
    let heardFrom = 0;
    socket.onMessage((bytes, _address, from) => {
      heardFrom = from;
      arrived.push(bytes);
    });
    const send = (bytes: Uint8Array) => socket.send(bytes, ADDRESS, this.host.port);
    const take = () => arrived.splice(0);
    return {
      port: socket.port,
      code: codeOf(socket.port),
      take,
      packets: () => take().flatMap((bytes) => decodePacket(bytes) ?? []),
      send,
      sendTo: (to, bytes) => socket.send(bytes, ADDRESS, to),
      reply: (bytes) => socket.send(bytes, ADDRESS, heardFrom),
      sendPayload: (payload) => send(encodeRaw(payload)),
      replyPayload: (payload) => socket.send(encodeRaw(payload), ADDRESS, heardFrom),
      close: () => socket.close(),
    };
  }
}

/** The code of whoever hosts at this port of the simulated network. */
export function codeOf(port: number): string {
  return encodeJoinCode({ address: ADDRESS, port });
}

function encodeRaw({ seq = 0, ack = 0, ackBits = 0, ackValid = false, frames = [] }: RawPayload): Uint8Array {
  return encodePayload({ seq, ack, ackBits, ackValid }, frames.map(encodeFrame));
}

/** Polls once and returns what happened, one line an event; messages by their numbers. */
function polled(transport: Transport): string[] {
  const lines: string[] = [];
  transport.poll({
    opened: (peer) => lines.push(`opened ${peer}`),
    received: (peer, bytes, delivery) => lines.push(`${delivery} ${bytes.join(',')} from ${peer}`),
    closed: (peer, end, sentence) => lines.push(`closed ${peer} ${end}${sentence && `: ${sentence}`}`),
    joined: (peer) => lines.push(`joined ${peer}`),
    left: (peer, end) => lines.push(`left ${peer} ${end}`),
  });
  return lines;
}

/** The packets of one kind, in order. */
export function ofKind<K extends Packet['kind']>(packets: readonly Packet[], kind: K) {
  return packets.filter((packet): packet is Packet & { kind: K } => packet.kind === kind);
}
