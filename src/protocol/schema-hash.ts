/**
 * The digest that tells two sets of declarations apart.
 *
 * The text hashed is the {@link messageLayout} line of every message by ascending id, joined by one line feed, as UTF-8,
 * without the protocol's name and without who sends it to whom: only what decides the bytes of a message.
 */
import { messageLayout } from './layout.js';
import type { MessageDeclaration } from './message.js';

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

/** 64-bit FNV-1a of `text` as UTF-8, 16 hex digits. Source: IETF draft-eastlake-fnv. */
export function fnv1a64(text: string): string {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * FNV_PRIME);
  }
  return hash.toString(16).padStart(16, '0');
}

/** Digest of the layouts of `messages`, which must be sorted by id. */
export function schemaHash(messages: readonly MessageDeclaration[]): string {
  return fnv1a64(messages.map(messageLayout).join('\n'));
}
