/** What both ends can be told, with defaults and checks. For Node and browsers. */
import { invariant, SessionError } from '../../errors.js';
import type { Delivery } from '../../peers.js';
import type { TransportClock } from '../datagram/socket.js';
import { systemClock } from '../datagram/system-clock.js';
import { PACKET_HEADER_BYTES_MAX, SESSION_BYTES_MAX } from './framing.js';
import { FRAME_BYTES } from './outbox.js';

/** Ceiling of messages that may be lost, bytes: one that is larger is no update any more. */
const LOSSY_BYTES_MAX = 16 * 1024;

/** What both ends can be told. */
export interface WebSocketOptions {
  /** Hash of the game's protocol, u32; a client with another one is refused. Default 0. */
  readonly schemaHash?: number;
  /** Name of the session, at most 255 bytes of UTF-8; a client that asks for another one is refused. Default: none. */
  readonly session?: string;
  /** Longest reliable message, bytes, 1024 to 2 ** 27; the same on both ends. Default 1 MiB. Others may have 16 KiB at most. */
  readonly messageBytesMax?: number;
  /** A link on which nothing is heard for this long after a ping ends, ms. Default 5000. */
  readonly timeoutMs?: number;
  /** From one ping to the next, ms. Default 1000. */
  readonly pingMs?: number;
  /** Where the time is read. Default: the real clock. */
  readonly clock?: TransportClock;
}

/** Options of `joinWebSocket` that work everywhere. */
export interface JoinWebSocketOptions extends WebSocketOptions {
  /** The host's address, `ws://` or `wss://`. */
  readonly url: string;
  /** How long to wait for the host's answer before giving up with `timed-out`, ms. Default 10000. */
  readonly connectTimeoutMs?: number;
}

/** Fills in what was not said. */
export function withDefaults(options: WebSocketOptions) {
  const { schemaHash = 0, session = '', timeoutMs = 5000, pingMs = 1000, clock = systemClock } = options;
  const { messageBytesMax = 1024 * 1024 } = options;
  invariant(schemaHash >>> 0 === schemaHash, `schemaHash must be a u32, not ${schemaHash}.`);
  const isSize = messageBytesMax >= 1024 && messageBytesMax <= 2 ** 27;
  invariant(isSize, `messageBytesMax must be 1024 to 2 ** 27, not ${messageBytesMax}.`);
  const sessionBytes = new TextEncoder().encode(session).length;
  invariant(
    sessionBytes <= SESSION_BYTES_MAX,
    `session must be at most ${SESSION_BYTES_MAX} bytes, not ${sessionBytes}.`,
  );
  const lossy = Math.min(LOSSY_BYTES_MAX, messageBytesMax);
  const limits: Readonly<Record<Delivery, number>> = {
    reliable: messageBytesMax,
    sequenced: lossy,
    unreliable: lossy,
  };
  const frameBytesMax = Math.max(FRAME_BYTES, messageBytesMax + PACKET_HEADER_BYTES_MAX);
  return { schemaHash, session, timeoutMs, pingMs, clock, limits, frameBytesMax };
}

/** @throws SessionError `transport/bad-code` when no WebSocket can be opened to `url`. */
export function checkUrl(url: string): void {
  if (URL.canParse(url) && /^wss?:\/\/[^#]*$/i.test(url)) return;
  throw new SessionError(
    'transport/bad-code',
    `A WebSocket's url must look like ws://host:port/path or wss://…, without a #; it is ${url}.`,
  );
}
