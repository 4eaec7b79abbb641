/** `dugout/network`: declared messages and signals, and the session they go to, over any wire. Re-exports only. */
export type {
  RecordDelivery,
  RecordMessage,
  RecordPayload,
  RecordRouting,
  RecordTarget,
} from '../protocol/record/define.js';
export {
  type BigIntKind,
  type BytesKind,
  bytes,
  entity,
  type FixedBytesKind,
  type FixedStringKind,
  type FloatKind,
  fixedBytes,
  fixedString,
  float32,
  float64,
  type IntegerKind,
  int8,
  int16,
  int32,
  int64,
  type NoFields,
  optional,
  type RecordField,
  type RecordFields,
  type RecordKind,
  type StringKind,
  string,
  type TextEncoding,
  uint1,
  uint2,
  uint4,
  uint8,
  uint16,
  uint32,
  type ValueOfRecord,
} from '../protocol/record/kind.js';
export type { RecordError, RecordErrorCode } from '../protocol/record/result.js';
export { encodeRecord, type RecordSchema } from '../protocol/record/schema.js';
export type { AbortOptions, HostSessionOptions, Network, NetworkOptions, SessionInfo } from './contract.js';
export type { MessageHandler, NetworkDescriptor, NetworkMessage } from './describe.js';
export type { NetworkCounters, NetworkFault } from './faults.js';
export type { NetworkListener } from './listeners.js';
export { createNetwork } from './network.js';
export type { NetworkConnection, NetworkSession } from './session.js';
