import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defineProtocol } from '../../src/protocol/define.js';
import { homeRunDerbyProtocol } from '../../src/protocol/home-run-derby.js';
import type { WireProtocol } from '../../src/protocol/message.js';
import { type GoldenMessage, goldenMessages } from './golden-cases.js';

const file = new URL('../golden/messages/home-run-derby.json', import.meta.url);

/** JSON can hold −0 but JSON.stringify does not write it. */
function toJson(messages: readonly GoldenMessage[]): string {
  const marked = JSON.stringify(messages, (_, value: unknown) => (Object.is(value, -0) ? '<-0>' : value), 1);
  return `${marked.replaceAll('"<-0>"', '-0')}\n`;
}

/** `UPDATE_GOLDEN=1` writes the file anew: for a new message or case only, bytes of a released message never change. */
if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, toJson(goldenMessages));

const stored = JSON.parse(readFileSync(file, 'utf8')) as readonly GoldenMessage[];
const generated: WireProtocol = homeRunDerbyProtocol;
const closure: WireProtocol = defineProtocol({
  name: generated.name,
  messages: homeRunDerbyProtocol.messages,
  codec: 'closure',
});

describe('golden messages', () => {
  it('are stored as the hand-made writer writes them', () => {
    expect(toJson(stored)).toBe(toJson(goldenMessages));
  });

  it('cover every message', () => {
    const covered = new Set(stored.map(({ name }) => name));
    expect([...covered].sort()).toEqual(homeRunDerbyProtocol.messages.map(({ name }) => name).sort());
  });

  describe.each([
    ['generated', generated],
    ['closure', closure],
  ])('by the %s codec', (_, protocol) => {
    it.each(stored)('$name, $title: encodes to the bytes', ({ name, value, hex }) => {
      expect(Buffer.from(protocol.encode(name, value)).toString('hex')).toBe(hex);
    });

    it.each(stored)('$name, $title: decodes to the value', ({ name, value, hex }) => {
      const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
      expect(protocol.decode(bytes)).toEqual({ ok: true, decoded: { id: bytes[0], name, value } });
    });

    it.each(stored)('$name, $title: refuses every shorter message and one byte more', ({ name, hex }) => {
      const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
      for (let length = 1; length < bytes.length; length++) {
        expect(protocol.decode(bytes.subarray(0, length))).toMatchObject({
          error: { code: 'wire/too-short', message: name },
        });
      }
      expect(protocol.decode(Uint8Array.of(...bytes, 0))).toMatchObject({
        error: { code: 'wire/too-long', message: name },
      });
    });
  });

  it('of AtBatResult without the four fields the game added later are refused, never misread', () => {
    for (const { hex } of stored.filter(({ name }) => name === 'AtBatResult')) {
      const now = Buffer.from(hex, 'hex');
      const before = new Uint8Array(Buffer.concat([now.subarray(0, 36), now.subarray(36 + 17)]));
      expect(generated.decode(before).ok).toBe(false);
    }
  });
});
