/**
 * A small Steam in memory: users, lobbies, connections over a network that can be made bad, on a clock of its own. It does what the
 * real one does where a transport may notice: other members hear of a new one late, who asks for a connection waits for an answer,
 * unreliable messages are lost, reliable ones come again, silence ends a connection, and a handle lives until it is closed.
 */
import type { TransportClock } from '../transports/datagram/socket.js';
import type {
  SteamConnection,
  SteamConnectionInfo,
  SteamId,
  SteamIncoming,
  SteamLike,
  SteamLobbyEntry,
  SteamLobbyId,
  SteamMessage,
  SteamSendResult,
} from '../transports/steam/steam-like.js';
import { FakeConnection } from './fake-steam/connection.js';
import { FakeLobbies } from './fake-steam/lobbies.js';
import { FakeWire } from './fake-steam/wire.js';
import type { NetworkConditions } from './transport-conformance/case.js';

/** Options of {@link createFakeSteam}. */
export interface FakeSteamOptions {
  /** Default 1. */
  readonly seed?: number;
  /** How the network behaves at first. Default: good. */
  readonly conditions?: Partial<NetworkConditions>;
  /** A peer silent for longer is gone, ms. Default 5000, what docs/steam.md sets TimeoutConnected to. */
  readonly timeoutMs?: number;
  /** The same while connecting, ms. Default 10000, Steam's TimeoutInitial. */
  readonly connectTimeoutMs?: number;
  /** A program that has not looked at its connections for so long counts as crashed, and Steam in it with it, ms. Default: never. */
  readonly crashMs?: number;
  /** How long until other members of a lobby hear of a new one, ms. Default 100. */
  readonly lobbyNewsMs?: number;
}

/** A Steam that several users of one program share. */
export interface FakeSteam {
  readonly clock: TransportClock;
  /** Packets sent, and how many of them were lost. */
  readonly counters: { readonly sent: number; readonly lost: number };
  /** Connection handles that nobody closed, and users that listen. */
  readonly openHandles: number;
  /** A new user, as its own program sees Steam. */
  login(): SteamLike;
  setConditions(change: Partial<NetworkConditions>): void;
  /** Moves time on, ms. */
  advance(ms: number): void;
}

/** An id as Steam's users have them. */
const FIRST_USER_ID = 76_561_197_960_265_729n;

/** Creates a Steam without users at time 0. */
export function createFakeSteam(options: FakeSteamOptions = {}): FakeSteam {
  const { seed = 1, conditions = {}, lobbyNewsMs = 100, crashMs = Number.POSITIVE_INFINITY } = options;
  const timeoutsMs = { connecting: options.connectTimeoutMs ?? 10_000, connected: options.timeoutMs ?? 5000 };
  const wire = new FakeWire(seed, conditions);
  const users = new Map<SteamId, FakeUser>();
  const lobbies = new FakeLobbies(() => wire.nowMs, lobbyNewsMs);
  return {
    clock: { now: () => wire.nowMs },
    counters: wire.counters,
    get openHandles() {
      return [...users.values()].reduce((count, user) => count + user.openHandles, 0);
    },
    login() {
      const user = new FakeUser(String(FIRST_USER_ID + BigInt(users.size)), {
        wire,
        timeoutsMs,
        crashMs,
        lobbies,
        users,
      });
      users.set(user.userId, user);
      return user;
    },
    setConditions: (change) => wire.setConditions(change),
    advance(ms) {
      wire.advance(ms);
      for (const user of users.values()) user.think();
    },
  };
}

interface Surroundings {
  readonly wire: FakeWire;
  readonly timeoutsMs: { readonly connecting: number; readonly connected: number };
  readonly crashMs: number;
  readonly lobbies: FakeLobbies;
  readonly users: ReadonlyMap<SteamId, FakeUser>;
}

class FakeUser implements SteamLike {
  readonly userId: SteamId;
  readonly #around: Surroundings;
  readonly #connections = new Map<SteamConnection, FakeConnection>();
  #incoming: SteamIncoming[] = [];
  #isListening = false;
  #nextHandle = 1;
  #lookedMs: number;

  constructor(userId: SteamId, around: Surroundings) {
    this.userId = userId;
    this.#around = around;
    this.#lookedMs = around.wire.nowMs;
  }

  get openHandles(): number {
    const open = [...this.#connections.values()].filter(({ info }) => info.state !== 'none');
    return open.length + Number(this.#isListening);
  }

  think(): void {
    const { wire, crashMs } = this.#around;
    if (wire.nowMs - this.#lookedMs > crashMs) return;
    for (const [handle, connection] of this.#connections) {
      connection.think();
      if (connection.isGone) this.#connections.delete(handle);
    }
  }

  createLobby(membersMax: number): Promise<SteamLobbyId> {
    return Promise.resolve(this.#around.lobbies.create(this.userId, membersMax));
  }

  joinLobby(lobby: SteamLobbyId): Promise<SteamLobbyEntry> {
    return Promise.resolve(this.#around.lobbies.join(this.userId, lobby));
  }

  leaveLobby(lobby: SteamLobbyId): void {
    this.#around.lobbies.leave(this.userId, lobby);
  }

  setLobbyData(lobby: SteamLobbyId, key: string, value: string): void {
    this.#around.lobbies.setData(this.userId, lobby, key, value);
  }

  lobbyData(lobby: SteamLobbyId, key: string): string {
    return this.#around.lobbies.data(lobby, key);
  }

  lobbyOwner(lobby: SteamLobbyId): SteamId {
    return this.#around.lobbies.owner(lobby);
  }

  lobbyMembers(lobby: SteamLobbyId): readonly SteamId[] {
    return this.#around.lobbies.members(this.userId, lobby);
  }

  listen(): void {
    this.#isListening = true;
  }

  stopListening(): void {
    this.#isListening = false;
  }

  takeIncoming(): readonly SteamIncoming[] {
    this.#lookedMs = this.#around.wire.nowMs;
    const incoming = this.#incoming;
    this.#incoming = [];
    return incoming;
  }

  accept(connection: SteamConnection): void {
    this.#connections.get(connection)?.accept();
  }

  connect(user: SteamId): SteamConnection {
    let other: FakeConnection | undefined;
    const ours: FakeConnection = this.#connection(user, false, (isAsking) => {
      if (isAsking) other ??= this.#around.users.get(user)?.meet(this.userId, ours);
      return other;
    });
    return this.#add(ours);
  }

  info(connection: SteamConnection): SteamConnectionInfo {
    this.#lookedMs = this.#around.wire.nowMs;
    return this.#connections.get(connection)?.info ?? { state: 'none', endReason: 0, endText: '' };
  }

  close(connection: SteamConnection, reason: number, text: string, linger: boolean): void {
    this.#connections.get(connection)?.close(reason, text, linger);
  }

  send(connection: SteamConnection, bytes: Uint8Array, flags: number): SteamSendResult {
    return this.#connections.get(connection)?.send(bytes, flags) ?? 'gone';
  }

  flush(connection: SteamConnection): void {
    this.#connections.get(connection)?.flush();
  }

  receive(connection: SteamConnection, max: number): readonly SteamMessage[] {
    return this.#connections.get(connection)?.receive(max) ?? [];
  }

  status(connection: SteamConnection) {
    return this.#connections.get(connection)?.status;
  }

  /** Somebody asks for a connection: our end of it, if we listen. */
  meet(user: SteamId, theirs: FakeConnection): FakeConnection | undefined {
    if (!this.#isListening) return undefined;
    const ours = this.#connection(user, true, () => theirs);
    this.#incoming.push({ connection: this.#add(ours), user });
    return ours;
  }

  #connection(user: SteamId, isIncoming: boolean, meet: (isAsking: boolean) => FakeConnection | undefined) {
    const { wire, timeoutsMs } = this.#around;
    return new FakeConnection({ wire, timeoutsMs, user, isIncoming, meet });
  }

  #add(connection: FakeConnection): SteamConnection {
    const handle = this.#nextHandle++;
    this.#connections.set(handle, connection);
    return handle;
  }
}
