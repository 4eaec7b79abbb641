/** The public API of dugout. Node-only parts and the first game have entry points of their own; see the README. */
export {
  type ActorsOf,
  type CommandsOf,
  type DeclaredTypes,
  defineGame,
  type GameDeclaration,
  type SideDeclaration,
  type TypesOfDeclaration,
} from './define-game.js';
export { InvariantError, SessionError, type SessionErrorCode } from './errors.js';
export type {
  ActedMessage,
  ActorLookup,
  CommandEvent,
  Effect,
  GameDefinition,
  GameSide,
  GameTypes,
  Input,
  MessageEvent,
  MessageEventOf,
  PeerEvent,
  Plain,
  PlaybackDefinition,
  Recipients,
  Refusals,
  Role,
  SessionInput,
} from './game.js';
export type {
  Axis,
  BandRow,
  InspectionDefinition,
  PictureDeclaration,
  SeenFrame,
  SeenInput,
  SeenStep,
  Series,
  Sighting,
  Stroke,
  Tone,
} from './inspection.js';
export { lerp, lerpVector2, lerpVector3, slerp, type Vector2, type Vector3 } from './interpolate.js';
export { type Delivery, HOST_PEER, type LinkEnd, type PeerId } from './peers.js';
export { defineMessage, defineProtocol, type Routing } from './protocol/define.js';
export * as field from './protocol/field.js';
export { addToLock, compareToLock, type Lockable, type ProtocolLock } from './protocol/lock.js';
export type {
  Decoded,
  DecodeResult,
  MessageDeclaration,
  Sender,
  WireError,
  WireErrorCode,
  WireProtocol,
} from './protocol/message.js';
export type { Message, MessageValues, Protocol } from './protocol/typed-protocol.js';
export { type RandomStream, randomOf } from './random.js';
export { branchLog } from './session/branch.js';
export { type JoinOptions, joinSession } from './session/client.js';
export type { Divergence } from './session/divergence.js';
export { createHost, type HostOptions } from './session/host.js';
export type { SessionClock } from './session/loop.js';
export type {
  LinkSample,
  Observation,
  ObservedActor,
  ObservedBatch,
  SessionObserver,
  StepNote,
  Verdict,
} from './session/observe.js';
export type { GameOptions, SessionOptions } from './session/options.js';
export {
  type AnnotatedReport,
  annotate,
  type FoldedActor,
  type FoldedLog,
  fold,
  type ReplayOptions,
  type ReplayReport,
  verify,
} from './session/replay.js';
export type {
  CommandResult,
  LinkStatus,
  LogStatus,
  Notice,
  Received,
  Session,
  TypesOf,
} from './session/session.js';
export type { Batch, RefusalRecord, StepRecord, TransitionRecord } from './store/batch.js';
export type { Durability, EventStore, OpenedLog, StoredRecord, TornTail } from './store/event-store.js';
export { digestText, type Hashes, loadHashes } from './store/hashes.js';
export { type LinkEntry, linkEntries } from './store/link-track.js';
export { type Log, type LoggedBatch, readLog } from './store/log.js';
export type { ChartState, ChartTransition, HeaderCore, HeaderNotes, LogHeader } from './store/log-header.js';
export { createMemoryStore, type MemoryDisk, type MemoryStore } from './store/memory-store.js';
export { openLog } from './store/open-log.js';
export { type SideTrackEntry, sideTrackEntries } from './store/side-track.js';
export type { SimulatedLoss } from './transports/datagram/impairment.js';
export type { TransportClock } from './transports/datagram/socket.js';
export { type ImpairedTransport, type Impairment, type ImpairOptions, impair } from './transports/impair.js';
export { createLoopback, type Loopback, type LoopbackOptions } from './transports/loopback/loopback.js';
export { createLoopbackWire } from './transports/loopback/wire.js';
export type { LinkQuality, Transport, TransportEvents, TransportStats } from './transports/transport.js';
export type {
  FoundSession,
  Wire,
  WireEnd,
  WireHostOptions,
  WireSchema,
} from './transports/wire.js';
export { LIBRARY_VERSION } from './version.js';
