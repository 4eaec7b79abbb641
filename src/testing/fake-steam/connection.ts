/**
 * One end of a connection of a fake Steam, from asking for it until both ends forgot it. It thinks once an `advance`: sends again,
 * acknowledges, keeps alive, gives up. Times and limits are those of GameNetworkingSockets where it has them.
 */
import { SEND_NO_NAGLE, SEND_RELIABLE, STEAM_LIMITS } from '../../transports/steam/constants.js';
import type {
  SteamConnectionInfo,
  SteamConnectionStatus,
  SteamId,
  SteamMessage,
  SteamSendResult,
} from '../../transports/steam/steam-like.js';
import { type Body, type Chunk, type Packet, pack } from './packet.js';
import { StreamReceiver, StreamSender } from './reliable-stream.js';
import type { FakeWire } from './wire.js';

/** k_ESteamNetworkingConfig_SendBufferSize, _RecvBufferMessages and _NagleTime. */
const SEND_BUFFER_MAX = 524_288;
const RECEIVED_MAX = 1000;
const NAGLE_MS = 5;
const RESEND_MIN_MS = 200;
const KEEPALIVE_MS = 1000;
/** An end that has heard nothing for so long doubts the other and asks for an answer, as often as Steam's own aggressive pings. */
const DOUBT_MS = 1500;
const DOUBTFUL_PING_MS = 200;
const ASK_AGAIN_MS = 500;
const ACCEPT_AGAIN_MS = 200;
/** How long a closed end still answers, so that a lost goodbye is repeated. */
const GOODBYE_MS = 5000;
/** Packets remembered to know a copy by. */
const SEEN_MAX = 1024;
/** k_ESteamNetConnectionEnd_Misc_Timeout. */
const TIMED_OUT = 5003;

/** What an end needs of the Steam around it. */
export interface ConnectionSettings {
  readonly wire: FakeWire;
  /** How long the other end may be silent: while connecting, and then. */
  readonly timeoutsMs: { readonly connecting: number; readonly connected: number };
  /** Who is at the other end. */
  readonly user: SteamId;
  /** Whether this end was asked. */
  readonly isIncoming: boolean;
  /** The other end; made by the first `ask` that gets there, if anybody listens. */
  readonly meet: (isAsking: boolean) => FakeConnection | undefined;
}

/** See the head of this file. */
export class FakeConnection {
  readonly settings: ConnectionSettings;
  readonly #sender = new StreamSender();
  readonly #receiver = new StreamReceiver();
  readonly #seen = new Set<number>();
  #info: SteamConnectionInfo = { state: 'connecting', endReason: 0, endText: '' };
  #isAccepted = false;
  /** Closed by the application: `lingering` until all was delivered, then `leaving`, then `gone`. */
  #closing:
    | { state: 'lingering' | 'leaving' | 'gone'; readonly reason: number; readonly text: string }
    | undefined;
  #unreliable: Uint8Array[] = [];
  #unreliableBytes = 0;
  #inbox: SteamMessage[] = [];
  #nextNumber = 0;
  #packetsHeard = 0;
  #packetsExpected = 0;
  #owesAck = false;
  #pingMs = -1;
  #newest: { readonly number: number; readonly sentMs: number; readonly heardMs: number } | undefined;
  #waitingSinceMs: number | undefined;
  #heardMs: number;
  #sentMs = Number.NEGATIVE_INFINITY;
  #leftMs = 0;

  constructor(settings: ConnectionSettings) {
    this.settings = settings;
    this.#heardMs = settings.wire.nowMs;
  }

  get info(): SteamConnectionInfo {
    return this.#closing === undefined ? this.#info : { state: 'none', endReason: 0, endText: '' };
  }

  /** Whether nobody needs this end any more. */
  get isGone(): boolean {
    return this.#closing?.state === 'gone';
  }

  get status(): SteamConnectionStatus {
    return {
      pingMs: this.#pingMs,
      quality: this.#packetsExpected === 0 ? -1 : this.#packetsHeard / this.#packetsExpected,
      unackedReliableBytes: this.#sender.unackedBytes,
    };
  }

  accept(): void {
    if (this.#info.state !== 'connecting') return;
    this.#isAccepted = true;
    this.#post({ kind: 'accept' });
  }

  send(bytes: Uint8Array, flags: number): SteamSendResult {
    const isReliable = (flags & SEND_RELIABLE) !== 0;
    if (this.info.state !== 'connecting' && this.info.state !== 'connected') return 'gone';
    if (bytes.length > STEAM_LIMITS.reliable) return 'gone';
    if (this.#sender.unsentBytes + this.#unreliableBytes + bytes.length > SEND_BUFFER_MAX) return 'full';
    this.#waitingSinceMs ??= this.settings.wire.nowMs;
    if (isReliable) this.#sender.add(bytes);
    else {
      this.#unreliable.push(new Uint8Array(bytes));
      this.#unreliableBytes += bytes.length;
    }
    if ((flags & SEND_NO_NAGLE) !== 0) this.flush();
    return 'ok';
  }

  flush(): void {
    if (this.#info.state !== 'connected') return;
    this.#waitingSinceMs = undefined;
    const unreliable = this.#unreliable;
    this.#unreliable = [];
    this.#unreliableBytes = 0;
    const segments = this.#sender.takeUnsent(this.settings.wire.nowMs);
    this.#postChunks([
      ...segments.map((segment) => ({ segment })),
      ...unreliable.map((bytes) => ({ unreliable: bytes })),
    ]);
  }

  receive(max: number): readonly SteamMessage[] {
    return this.#closing === undefined ? this.#inbox.splice(0, max) : [];
  }

  close(reason: number, text: string, linger: boolean): void {
    if (this.#closing !== undefined) return;
    const canLinger = linger && this.#info.state === 'connected';
    if (canLinger) this.flush();
    const { state, endReason, endText } = this.#info;
    // An end that gave up says so, whatever the application says now.
    this.#closing =
      state === 'problem'
        ? { state: 'lingering', reason: endReason, text: endText }
        : { state: 'lingering', reason, text };
    this.#inbox = [];
    if (!canLinger || this.#sender.unackedBytes === 0) this.#leave();
  }

  /** What time asks for. */
  think(): void {
    const { nowMs } = this.settings.wire;
    if (this.#closing?.state === 'leaving') {
      if (nowMs - this.#leftMs > GOODBYE_MS) this.#closing.state = 'gone';
      return;
    }
    if (this.#info.state === 'connecting' || this.#info.state === 'connected') this.#keepUp(nowMs);
    if (this.#closing === undefined) return;
    if (this.#info.state !== 'connected') this.#closing.state = 'gone';
    else if (this.#sender.unackedBytes === 0) this.#leave();
  }

  /** A packet of the other end arrived. */
  hear({ number, sentMs, echo, ack, body }: Packet): void {
    if (this.#closing?.state === 'leaving') {
      if (body.kind === 'close') this.#closing.state = 'gone';
      else this.#postGoodbye();
      return;
    }
    if (this.isGone || this.#info.state === 'closed-by-peer' || this.#info.state === 'problem') return;
    // What there is no room for was never heard, so it comes again.
    if (body.kind === 'data' && body.chunks.length > 0 && this.#inbox.length >= RECEIVED_MAX) return;
    if (this.#isCopy(number)) return;
    const heardMs = this.settings.wire.nowMs;
    this.#heardMs = heardMs;
    if (number >= (this.#newest?.number ?? 0)) this.#newest = { number, sentMs, heardMs };
    if (echo !== undefined) this.#measure(heardMs - echo.sentMs - echo.keptMs);
    this.#sender.acknowledge(ack);
    this.#take(body);
  }

  #measure(roundTripMs: number): void {
    this.#pingMs += (roundTripMs - this.#pingMs) / (this.#pingMs < 0 ? 1 : 8);
  }

  #take(body: Body): void {
    if (body.kind === 'close') {
      this.#info = { state: 'closed-by-peer', endReason: body.reason, endText: body.text };
    } else if (body.kind === 'ask') {
      if (this.#isAccepted) this.#post({ kind: 'accept' });
    } else if (body.kind === 'accept') {
      if (this.#info.state === 'connecting') this.#connected();
      this.#owesAck = true;
    } else {
      if (this.#isAccepted && this.#info.state === 'connecting') this.#connected();
      if (body.kind === 'ping') {
        this.#owesAck = true;
        return;
      }
      for (const chunk of body.chunks) this.#takeChunk(chunk);
    }
  }

  #connected(): void {
    this.#info = { state: 'connected', endReason: 0, endText: '' };
    // What was sent before waited for this.
    this.flush();
  }

  #takeChunk(chunk: Chunk): void {
    if ('unreliable' in chunk) {
      this.#inbox.push({ bytes: new Uint8Array(chunk.unreliable), isReliable: false });
      return;
    }
    this.#owesAck = true;
    for (const bytes of this.#receiver.accept(chunk.segment)) this.#inbox.push({ bytes, isReliable: true });
  }

  #isCopy(number: number): boolean {
    const isCopy = this.#seen.has(number) || number < this.#packetsExpected - SEEN_MAX;
    if (isCopy) return true;
    this.#seen.add(number);
    this.#seen.delete(number - SEEN_MAX);
    this.#packetsHeard++;
    this.#packetsExpected = Math.max(this.#packetsExpected, number + 1);
    return false;
  }

  /** Asks again, sends again, acknowledges, keeps alive; or gives up. */
  #keepUp(nowMs: number): void {
    const { timeoutsMs, isIncoming } = this.settings;
    const isConnecting = this.#info.state === 'connecting';
    if (nowMs - this.#heardMs > (isConnecting ? timeoutsMs.connecting : timeoutsMs.connected)) {
      this.#info = { state: 'problem', endReason: TIMED_OUT, endText: 'Connection dropped' };
      return;
    }
    if (isConnecting) {
      const silentMs = nowMs - this.#sentMs;
      if (!isIncoming && silentMs >= ASK_AGAIN_MS) this.#post({ kind: 'ask' });
      if (this.#isAccepted && silentMs >= ACCEPT_AGAIN_MS) this.#post({ kind: 'accept' });
      return;
    }
    if (this.#waitingSinceMs !== undefined && nowMs - this.#waitingSinceMs >= NAGLE_MS) this.flush();
    const overdue = this.#sender.takeOverdue(nowMs, Math.max(RESEND_MIN_MS, 2 * this.#pingMs));
    this.#postChunks(overdue.map((segment) => ({ segment })));
    const quietMs = nowMs - this.#sentMs;
    if (this.#owesAck || quietMs >= KEEPALIVE_MS) this.#post({ kind: 'data', chunks: [] });
    else if (nowMs - this.#heardMs >= DOUBT_MS && quietMs >= DOUBTFUL_PING_MS) this.#post({ kind: 'ping' });
  }

  #leave(): void {
    if (this.#closing === undefined) return;
    this.#closing.state = 'leaving';
    this.#leftMs = this.settings.wire.nowMs;
    this.#postGoodbye();
  }

  #postGoodbye(): void {
    const { reason = 0, text = '' } = this.#closing ?? {};
    this.#post({ kind: 'close', reason, text });
  }

  /** Sends chunks, as many in a packet as fit. */
  #postChunks(chunks: readonly Chunk[]): void {
    for (const packed of pack(chunks)) this.#post({ kind: 'data', chunks: packed.chunks }, packed.length);
  }

  #post(body: Body, length = 0): void {
    const { wire, isIncoming, meet } = this.settings;
    const { nowMs: sentMs } = wire;
    const newest = this.#newest;
    const echo = newest && { sentMs: newest.sentMs, keptMs: sentMs - newest.heardMs };
    const packet: Packet = { number: this.#nextNumber++, sentMs, echo, ack: this.#receiver.ack, body };
    this.#sentMs = sentMs;
    this.#owesAck = false;
    wire.send(length, isIncoming ? 'to-clients' : 'to-host', () => meet(body.kind === 'ask')?.hear(packet));
  }
}
