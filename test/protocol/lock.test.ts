import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defineMessage, defineProtocol } from '../../src/protocol/define.js';
import { f32, u8, when } from '../../src/protocol/field.js';
import { homeRunDerbyProtocol } from '../../src/protocol/home-run-derby.js';
import { addToLock, compareToLock, type ProtocolLock } from '../../src/protocol/lock.js';
import type { Message } from '../../src/protocol/typed-protocol.js';

const lockFile = new URL('../golden/protocol-lock.json', import.meta.url);

function readLock(): ProtocolLock {
  return JSON.parse(readFileSync(lockFile, 'utf8')) as ProtocolLock;
}

/** The derby with some messages replaced or added, under `name`. */
function derbyWith(changed: readonly Message[], name = 'HRD-COOP-7') {
  const changedIds = new Set(changed.map(({ id }) => id));
  const kept = homeRunDerbyProtocol.messages.filter(({ id }) => !changedIds.has(id));
  return defineProtocol({ name, messages: [...kept, ...changed] });
}

const routing = { from: 'either', to: 'everyone', relay: true } as const;

describe('the lock file', () => {
  it('holds the layouts that are declared', () => {
    if (process.env.UPDATE_LOCK === '1') {
      const lock = addToLock(homeRunDerbyProtocol, readLock());
      writeFileSync(lockFile, `${JSON.stringify(lock, undefined, 2)}\n`);
    }
    expect(compareToLock(homeRunDerbyProtocol, readLock())).toEqual([]);
  });

  it('has the schema hash of the live layout', () => {
    expect(homeRunDerbyProtocol.schemaHash).toBe('52f2141d56b4f753');
  });
});

describe('a payload changed under the same protocol name', () => {
  const fields = homeRunDerbyProtocol.byName('AtBatResult')?.fields ?? {};

  it('gives a sentence with the message and what to do', () => {
    const changed = defineMessage(44, 'AtBatResult', { spin: f32, ...fields }, routing);
    const findings = compareToLock(derbyWith([changed]), readLock());
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatch(
      /^AtBatResult changed its layout from "44 AtBatResult at:f32 .*" to "44 .* spin:f32 at/,
    );
    expect(findings[0]).toMatch(
      /but the protocol is still HRD-COOP-7: give the protocol a new name, then add it with addToLock\.$/,
    );
  });

  it.each([
    [
      'two fields of one kind swapped',
      defineMessage(30, 'RoundStart', { pool: u8, inningIndex: u8 }, routing),
    ],
    [
      'a field that became conditional',
      defineMessage(43, 'AtBatSwing', { on: when({ pressTime: f32 }) }, routing),
    ],
    ['a field removed', defineMessage(33, 'TurnEnd', { homeRuns: u8 }, routing)],
  ])('is found: %s', (_, changed) => {
    const findings = compareToLock(derbyWith([changed]), readLock());
    expect(findings).toEqual([expect.stringContaining(`${changed.name} changed its layout`)]);
    expect(derbyWith([changed]).schemaHash).not.toBe(homeRunDerbyProtocol.schemaHash);
  });

  it('is found when a message is added, removed or renumbered', () => {
    const added = defineMessage(39, 'Taunt', { sound: u8 }, routing);
    expect(compareToLock(derbyWith([added]), readLock())[0]).toMatch(
      /^Taunt is new, but the protocol is still/,
    );
    const fewer = { name: 'HRD-COOP-7', messages: homeRunDerbyProtocol.messages.slice(1) };
    expect(compareToLock(fewer, readLock())[0]).toMatch(/^Ping is gone, but the protocol is still/);
    const renumbered = homeRunDerbyProtocol.messages.map((message) =>
      message.name === 'Ping' ? { ...message, id: 3 } : message,
    );
    expect(compareToLock({ name: 'HRD-COOP-7', messages: renumbered }, readLock())[0]).toMatch(
      /^Ping changed its layout from "1 Ping /,
    );
  });

  it('is found in a message, and a protocol, called as what every object has', () => {
    const messages = [defineMessage(1, 'toString', { sound: u8 }, routing)];
    expect(compareToLock({ name: 'valueOf', messages }, {})).toEqual([
      'The protocol valueOf is not in the lock: add it with addToLock.',
    ]);
    expect(compareToLock({ name: 'A', messages }, { A: {} })[0]).toMatch(/^toString is new, but/);
  });

  it('is not written into the lock; a new name is', () => {
    const changed = defineMessage(33, 'TurnEnd', { homeRuns: u8 }, routing);
    const lock = readLock();
    expect(addToLock(derbyWith([changed]), lock)).toBe(lock);
    const renamed = derbyWith([changed], 'HRD-COOP-8');
    expect(compareToLock(renamed, lock)).toEqual([
      'The protocol HRD-COOP-8 is not in the lock: add it with addToLock.',
    ]);
    const extended = addToLock(renamed, lock);
    expect(compareToLock(renamed, extended)).toEqual([]);
    expect(extended['HRD-COOP-7']).toEqual(lock['HRD-COOP-7']);
  });
});
