/**
 * What the Steam transport needs of Steam: a small part of ISteamMatchmaking and ISteamNetworkingSockets, one method a call of
 * theirs, so that an adapter over any binding is thin (see docs/steam.md). Types only; nothing native is a dependency.
 *
 * Source: Steamworks documentation, ISteamMatchmaking, ISteamNetworkingSockets and steamnetworkingtypes.
 */

/** A user's CSteamID, 64 bits, in decimal. */
export type SteamId = string;

/** A lobby's CSteamID, 64 bits, in decimal: what a player gives to friends. */
export type SteamLobbyId = string;

/** One end of a connection (HSteamNetConnection). */
export type SteamConnection = number;

/** How joining a lobby went (EChatRoomEnterResponse): `missing` is DoesntExist, `refused` everything not named here. */
export type SteamLobbyEntry = 'entered' | 'full' | 'missing' | 'refused';

/** Lobbies: who may meet, and a few words that all members can read. */
export interface SteamMatchmaking {
  /** Creates a lobby that `membersMax` users (at most 250) may be in, its creator included. Rejects when Steam cannot. */
  createLobby(membersMax: number): Promise<SteamLobbyId>;
  /** Rejects when Steam cannot be asked. */
  joinLobby(lobby: SteamLobbyId): Promise<SteamLobbyEntry>;
  leaveLobby(lobby: SteamLobbyId): void;
  /** For the owner only. */
  setLobbyData(lobby: SteamLobbyId, key: string, value: string): void;
  /** Empty when there is no such key. */
  lobbyData(lobby: SteamLobbyId, key: string): string;
  /** Steam makes another member the owner when the owner leaves. */
  lobbyOwner(lobby: SteamLobbyId): SteamId;
  lobbyMembers(lobby: SteamLobbyId): readonly SteamId[];
}

/** What is known of a connection (SteamNetConnectionInfo_t). */
export interface SteamConnectionInfo {
  /**
   * ESteamNetworkingConnectionState: `connecting` also stands for FindingRoute, `closed-by-peer` for ClosedByPeer, `problem` for
   * ProblemDetectedLocally, `none` for a handle that is closed or never was.
   */
  readonly state: 'none' | 'connecting' | 'connected' | 'closed-by-peer' | 'problem';
  /** ESteamNetConnectionEnd or the number the peer closed with; 0 while it is up. */
  readonly endReason: number;
  /** What the peer closed with, or Steam's own words. */
  readonly endText: string;
}

/** Somebody who asks for a connection; it waits for `accept` or `close`. */
export interface SteamIncoming {
  readonly connection: SteamConnection;
  /** Who it is: Steam has checked it. */
  readonly user: SteamId;
}

/** One received message (SteamNetworkingMessage_t); `bytes` is the receiver's to keep. */
export interface SteamMessage {
  readonly bytes: Uint8Array;
  readonly isReliable: boolean;
}

/** SteamNetConnectionRealTimeStatus_t, in part. */
export interface SteamConnectionStatus {
  /** m_nPing: round trip, ms; negative while unknown. */
  readonly pingMs: number;
  /** m_flConnectionQualityLocal: share of packets that arrived, 0 to 1; negative while unknown. */
  readonly quality: number;
  /** m_cbPendingReliable + m_cbSentUnackedReliable: bytes the peer has not acknowledged. */
  readonly unackedReliableBytes: number;
}

/** EResult of a send: `full` is LimitExceeded, `gone` everything else that is not OK. */
export type SteamSendResult = 'ok' | 'full' | 'gone';

/** Connections between users, through Valve's relays or directly. */
export interface SteamSockets {
  /** Lets others connect to this user, on virtual port 0. */
  listen(): void;
  /** Ends {@link listen}; its connections stay. */
  stopListening(): void;
  /** Everybody who asked for a connection since the last call. */
  takeIncoming(): readonly SteamIncoming[];
  accept(connection: SteamConnection): void;
  /** Asks `user` for a connection, on virtual port 0. */
  connect(user: SteamId): SteamConnection;
  info(connection: SteamConnection): SteamConnectionInfo;
  /**
   * Ends a connection and frees its handle, also one that ended already. `reason` is 1000 to 1999, `text` at most 127 bytes.
   * With `linger`, reliable messages under way are delivered first.
   */
  close(connection: SteamConnection, reason: number, text: string, linger: boolean): void;
  /** Sends a copy of `bytes`; `flags` are k_nSteamNetworkingSend_*. */
  send(connection: SteamConnection, bytes: Uint8Array, flags: number): SteamSendResult;
  /** Puts what waits for more to share a packet with on the wire. */
  flush(connection: SteamConnection): void;
  /** Up to `max` received messages, in order of arrival; also those that came before the peer closed. */
  receive(connection: SteamConnection, max: number): readonly SteamMessage[];
  /** `undefined` for a handle that is closed or never was. */
  status(connection: SteamConnection): SteamConnectionStatus | undefined;
}

/** Steam, as the user who runs this program sees it. */
export interface SteamLike extends SteamMatchmaking, SteamSockets {
  readonly userId: SteamId;
}
