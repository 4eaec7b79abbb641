/**
 * Judges one packet: decode, then who may send it, then which lane it takes. A verdict is a value; nothing is thrown.
 *
 * ```
 *   packet ─▶ decode ─▶ sender rule ─▶ lane ─▶ message (link | session | run)
 *               │            │
 *               ▼            ▼
 *           malformed     dropped
 * ```
 *
 * It knows declarations, never what a message means, and changes nothing: the same packet gets the same verdict.
 */
import { map, type OperatorFunction } from 'rxjs';
import { type Delivery, HOST_PEER, type PeerId } from '../peers.js';
import type { MessageDeclaration, WireError, WireProtocol } from '../protocol/message.js';
import type { Fault } from './guard.js';

/** Who handles a message: `link` the round-trip probe, `session` the lobby, `run` the game. */
export type Lane = 'link' | 'session' | 'run';

/** What a transport handed over: `bytes` as `peer` sent them. */
export interface Packet {
  readonly peer: PeerId;
  readonly bytes: Uint8Array;
  readonly delivery: Delivery;
}

/** A decoded message on its way to the kernel, with the bytes it came from (the log keeps those). */
export interface InboundMessage extends Packet {
  readonly kind: 'message';
  readonly lane: Lane;
  readonly declaration: MessageDeclaration;
  readonly value: unknown;
}

/** Bytes that are no message of the protocol. */
export interface Malformed {
  readonly kind: 'malformed';
  readonly peer: PeerId;
  readonly error: WireError;
  readonly bytesLength: number;
  readonly sentence: string;
}

/**
 * Why a well-formed message went no further: `not-from-client` only the host may send it · `probe-flood` more probes than a frame may bring · `relay-flood` more relays than a frame may bring
 * (it is not forwarded, but queued) · `queue-full` an unreliable message found no room · `overflowed` its sender lost a
 * reliable message earlier, so nothing after it can count.
 */
export type DropReason = 'not-from-client' | 'probe-flood' | 'relay-flood' | 'queue-full' | 'overflowed';

/** A well-formed message that was discarded. */
export interface Dropped {
  readonly kind: 'dropped';
  readonly peer: PeerId;
  readonly declaration: MessageDeclaration;
  readonly reason: DropReason;
}

/** What became of a packet. */
export type Verdict = InboundMessage | Malformed | Dropped | Fault;

interface Route {
  readonly declaration: MessageDeclaration;
  readonly lane: Lane;
}

/** What judging depends on. */
export interface RouteOptions {
  readonly protocol: WireProtocol;
  readonly role: 'host' | 'client';
  /** Lane of a message, as the game definition lays them; asked once a declaration. */
  readonly laneOf: (declaration: MessageDeclaration) => Lane;
}

/**
 * Whether `peer` may send a message so declared. On a client everything comes from the host, which also relays what
 * clients sent; on the host, its own player speaks with the host's right.
 */
export function senderAllowed(
  role: 'host' | 'client',
  peer: PeerId,
  declaration: MessageDeclaration,
): boolean {
  return role === 'client' || peer === HOST_PEER || declaration.from !== 'host';
}

/** A function that judges packets; routes are looked up by id in a table made once. */
export function createJudge(options: RouteOptions): (packet: Packet) => Verdict {
  const { protocol, role, laneOf } = options;
  const routes = new Map<number, Route>();
  for (const declaration of protocol.messages) {
    routes.set(declaration.id, { declaration, lane: laneOf(declaration) });
  }

  return (packet) => {
    try {
      const result = protocol.decode(packet.bytes);
      if (!result.ok) return malformed(packet, result.error);
      const { id, value } = result.decoded;
      const route = routes.get(id);
      if (route === undefined) return malformed(packet, undeclared(id));
      const { declaration, lane } = route;
      if (!senderAllowed(role, packet.peer, declaration)) {
        return { kind: 'dropped', peer: packet.peer, declaration, reason: 'not-from-client' };
      }
      return {
        kind: 'message',
        lane,
        peer: packet.peer,
        declaration,
        value,
        bytes: packet.bytes,
        delivery: packet.delivery,
      };
    } catch (error) {
      return { kind: 'fault', where: 'decode', peer: packet.peer, error };
    }
  };
}

/** {@link createJudge} as an operator: one verdict a packet, and no packet ends the stream. */
export function judged(options: RouteOptions): OperatorFunction<Packet, Verdict> {
  return map(createJudge(options));
}

function malformed({ peer, bytes }: Packet, error: WireError): Malformed {
  const sentence = `Malformed message from player ${peer} ignored`;
  return { kind: 'malformed', peer, error, bytesLength: bytes.length, sentence };
}

function undeclared(id: number): WireError {
  return { code: 'wire/unknown-id', sentence: `expected a declared message id, found ${id}`, atByte: 0 };
}
