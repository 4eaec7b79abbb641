/**
 * The lock of byte layouts: which layout every message has under every protocol name ever locked.
 *
 * A peer compares protocol names only. A payload that changes while the name does not makes two builds misread each other
 * without a word (HRD-COOP-7 broke exactly there), so a locked name's layouts never change: a changed payload needs a new name.
 */
import { messageLayout } from './layout.js';
import type { WireProtocol } from './message.js';

/** Protocol name → message name → layout line, as plain data for a JSON file. */
export type ProtocolLock = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a lock compares: a protocol's name and its declarations. */
export type Lockable = Pick<WireProtocol, 'name' | 'messages'>;

/**
 * What differs between a protocol and its lock, a sentence each, saying what to do; empty when nothing does. For a test of a
 * game's own: a message that changes while the protocol keeps its name fails there, not between two players.
 */
export function compareToLock(protocol: Lockable, lock: ProtocolLock): readonly string[] {
  const locked = Object.hasOwn(lock, protocol.name) ? lock[protocol.name] : undefined;
  if (locked === undefined)
    return [`The protocol ${protocol.name} is not in the lock: add it with addToLock.`];
  const [is, was] = [layoutsOf(protocol), new Map(Object.entries(locked))];
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((name) => {
    const change = changeOf(name, is.get(name), was.get(name));
    if (change === undefined) return [];
    return [
      `${change}, but the protocol is still ${protocol.name}: give the protocol a new name, then add it with addToLock.`,
    ];
  });
}

/** `lock` with the protocol added; the same lock when its name is there already, whatever its layouts are. */
export function addToLock(protocol: Lockable, lock: ProtocolLock): ProtocolLock {
  if (Object.hasOwn(lock, protocol.name)) return lock;
  return { ...lock, [protocol.name]: Object.fromEntries(layoutsOf(protocol)) };
}

function changeOf(name: string, is: string | undefined, was: string | undefined): string | undefined {
  if (is === was) return undefined;
  if (was === undefined) return `${name} is new`;
  return is === undefined ? `${name} is gone` : `${name} changed its layout from "${was}" to "${is}"`;
}

function layoutsOf({ messages }: Lockable): ReadonlyMap<string, string> {
  return new Map(messages.map((message) => [message.name, messageLayout(message)]));
}
