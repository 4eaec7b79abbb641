/**
 * The lock of byte layouts: which layout every message has under every protocol name ever locked.
 *
 * A peer compares protocol names only. A payload that changes while the name does not makes two builds misread each other
 * without a word (HRD-COOP-7 broke exactly there), so a locked name's layouts never change: a changed payload needs a new name.
 */
import { messageLayout } from './layout.js';
import type { Message } from './typed-protocol.js';

/** Protocol name → message name → layout line (see `layout.ts`). */
export type ProtocolLock = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a lock compares: a protocol's name and its declarations. */
export interface Lockable {
  readonly name: string;
  readonly messages: readonly Message[];
}

/** The command that adds a new protocol name to the lock file. */
const UPDATE_LOCK_COMMAND = 'UPDATE_LOCK=1 npx vitest run test/protocol/lock.test.ts';

/** What differs between declarations and lock, a sentence each, saying what to do. Empty when nothing does. */
export function compareToLock(protocol: Lockable, lock: ProtocolLock): string[] {
  const locked = lock[protocol.name];
  if (locked === undefined) {
    return [`The protocol ${protocol.name} is not in the lock file: run \`${UPDATE_LOCK_COMMAND}\`.`];
  }
  const declared = layoutsOf(protocol);
  const names = new Set([...Object.keys(declared), ...Object.keys(locked)]);
  return [...names].flatMap((name) => {
    const [is, was] = [declared[name], locked[name]];
    if (is === was) return [];
    const change =
      was === undefined
        ? `${name} is new`
        : is === undefined
          ? `${name} is gone`
          : `${name} changed its layout from "${was}" to "${is}"`;
    return [
      `${change}, but the protocol is still ${protocol.name}: give the protocol a new name, ` +
        `then run \`${UPDATE_LOCK_COMMAND}\`.`,
    ];
  });
}

/** `lock` with the protocol added; the same lock when its name is there already, whatever its layouts are. */
export function addToLock(protocol: Lockable, lock: ProtocolLock): ProtocolLock {
  return Object.hasOwn(lock, protocol.name) ? lock : { ...lock, [protocol.name]: layoutsOf(protocol) };
}

function layoutsOf({ messages }: Lockable): Readonly<Record<string, string>> {
  return Object.fromEntries(messages.map((message) => [message.name, messageLayout(message)]));
}
