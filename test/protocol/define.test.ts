import { describe, expect, expectTypeOf, it } from 'vitest';
import { SessionError } from '../../src/errors.js';
import { defineMessage, defineProtocol } from '../../src/protocol/define.js';
import {
  bool,
  type Fields,
  f32,
  list,
  string,
  struct,
  u8,
  u8Clamped,
  vec2,
  when,
} from '../../src/protocol/field.js';
import { homeRunDerbyProtocol } from '../../src/protocol/home-run-derby.js';
import type { WireProtocol } from '../../src/protocol/message.js';

const routing = { from: 'either', to: 'everyone' } as const;
const kick = defineMessage(50, 'Kick', { foot: u8, power: f32, hit: when({ where: vec2 }) }, routing);
const chat = defineMessage(
  51,
  'Chat',
  { text: string({ bytesMax: 8 }), to: list(u8, { countMax: 3 }) },
  routing,
);

describe('declaring', () => {
  it('checks ids and names where they are declared', () => {
    for (const id of [-1, 256, 1.5, Number.NaN]) {
      expect(() => defineMessage(id, 'Kick', {}, routing)).toThrow('id must be 0 to 255');
    }
    for (const name of ['', '1st', 'a b', 'a-b']) {
      expect(() => defineMessage(1, name, {}, routing)).toThrow('name must be letters');
    }
    expect(() => defineProtocol({ name: '', messages: [] })).toThrow('A protocol needs a name.');
    expect(() => defineProtocol({ name: 'X', messages: [kick, { ...chat, id: 50 }] })).toThrow(
      'Id 50 is declared by both Kick and Chat.',
    );
    expect(() => defineProtocol({ name: 'X', messages: [kick, { ...chat, name: 'Kick' }] })).toThrow(
      'Two messages are named Kick.',
    );
  });

  it('checks fields where they are declared', () => {
    const fields = (given: Fields) => () => defineMessage(1, 'M', given, routing);
    expect(fields({ 'a;alert(1)': u8 })).toThrow("field's name must be letters");
    expect(fields({ ['__proto__']: u8 })).toThrow("field's name must be letters");
    expect(fields({ flag: when({ x: u8 }), after: u8 })).toThrow('flag must be the last');
    expect(fields({ x: u8, flag: when({ x: u8 }) })).toThrow('Two fields of one object are named x.');
    expect(() => struct({})).toThrow('at least one field');
    expect(() => string({ bytesMax: 65_536 })).toThrow('1 to 65535');
    expect(() => list(u8, { countMax: 256 })).toThrow('1 to 255');
  });

  it('lets a game add messages to a protocol it did not declare', () => {
    const more = defineProtocol({ name: 'MORE-1', messages: [...homeRunDerbyProtocol.messages, kick] });
    expect(more.messages).toHaveLength(homeRunDerbyProtocol.messages.length + 1);
    expect((more as WireProtocol).encode('Welcome', { playerId: 3 })).toEqual(Uint8Array.of(11, 3));
    expect(more.byName('Kick')).toBe(kick);
    expect(more.byId(50)).toBe(kick);
    expect(more.byId(52)).toBeUndefined();
    expect(more.byName('toString')).toBeUndefined();
  });

  it('types a union told apart by its flag', () => {
    const protocol = defineProtocol({ name: 'SOCCER-1', messages: [kick, chat] });
    expectTypeOf(protocol.encode<'Kick'>)
      .parameter(1)
      .toEqualTypeOf<
        | {
            readonly foot: number;
            readonly power: number;
            readonly hit: true;
            readonly where: readonly [number, number];
          }
        | { readonly foot: number; readonly power: number; readonly hit: false }
      >();
    // @ts-expect-error where is missing
    expect(() => protocol.encode('Kick', { foot: 1, power: 1, hit: true })).toThrow(
      'Kick.where: expected an array of 2',
    );
    // @ts-expect-error no such message
    expect(() => protocol.encode('Punt', {})).toThrow('No message of SOCCER-1 is named Punt.');
  });
});

describe.each(['generated', 'closure'] as const)('the %s codec', (codec) => {
  const protocol = defineProtocol({ name: 'SOCCER-1', messages: [kick, chat], codec });
  const untyped: WireProtocol = protocol;

  it.each([
    ['Kick', null, 'Kick: expected an object, found null.'],
    ['Kick', [], 'Kick.foot: expected an integer from 0 to 255, found nothing.'],
    ['Kick', 7, 'Kick: expected an object, found 7.'],
    ['Kick', { power: 1, hit: false }, 'Kick.foot: expected an integer from 0 to 255, found nothing.'],
    ['Kick', { foot: 256, power: 1, hit: false }, 'Kick.foot: expected an integer from 0 to 255, found 256.'],
    [
      'Kick',
      { foot: 1n, power: 1, hit: false },
      'Kick.foot: expected an integer from 0 to 255, found a bigint.',
    ],
    ['Kick', { foot: 1, power: 1, hit: 1 }, 'Kick.hit: expected true or false, found 1.'],
    [
      'Kick',
      { foot: 1, power: 1, hit: false, where: [0, 0] },
      'Kick.where: no such field is declared; leave it out.',
    ],
    [
      'Kick',
      { foot: 1, power: 1, hit: true, where: [0, Number.NaN] },
      'Kick.where[1]: expected a finite number within',
    ],
    [
      'Kick',
      { foot: 1, power: 3.41e38, hit: false },
      'Kick.power: expected a finite number within the range of a 32-bit',
    ],
    [
      'Chat',
      { text: 'ninechars', to: [] },
      'Chat.text: expected well-formed text of at most 8 bytes of UTF-8, found text of 9',
    ],
    [
      'Chat',
      { text: '', to: [1, 2, 3, 4] },
      'Chat.to: expected an array of at most 3 items, found an array of 4.',
    ],
    ['Chat', { text: '', to: [1, -1] }, 'Chat.to[1]: expected an integer from 0 to 255, found -1.'],
    ['Chat', { text: '', to: [], too: undefined }, 'Chat.too: no such field is declared; leave it out.'],
  ])('refuses to encode %s %o', (name, value, sentence) => {
    expect(() => untyped.encode(name, value)).toThrow(SessionError);
    expect(() => untyped.encode(name, value)).toThrow(sentence);
    expect(() => untyped.encode(name, value)).toThrow(expect.objectContaining({ code: 'wire/bad-value' }));
  });

  it.each([
    [[], { code: 'wire/empty' }],
    [[99, 1], { code: 'wire/unknown-id' }],
    [[50, 1, 0, 0], { code: 'wire/too-short', field: 'power', atByte: 2 }],
    [[50, 1, 0, 0, 0, 0, 2], { code: 'wire/bad-bool', field: 'hit', atByte: 6 }],
    [[50, 1, 0, 0, 0, 0, 0, 0], { code: 'wire/too-long', atByte: 7 }],
    [[50, 1, 0, 0, 0x80, 0x7f, 0], { code: 'wire/not-finite', field: 'power', atByte: 2 }],
    [
      [51, 9, 0, ...new Array<number>(10).fill(65)],
      { code: 'wire/string-too-long', field: 'text', atByte: 1 },
    ],
    [[51, 1, 0, 0xff, 0], { code: 'wire/bad-utf8', field: 'text', atByte: 1 }],
    [[51, 0, 0, 4, 1, 2, 3, 4], { code: 'wire/count-too-large', field: 'to', atByte: 3 }],
    [[51, 0, 0, 3, 1, 2], { code: 'wire/too-short', field: 'to', atByte: 3 }],
  ])('answers bytes %j', (bytes, error) => {
    expect(protocol.decode(Uint8Array.from(bytes))).toEqual({
      ok: false,
      error: expect.objectContaining(error),
    });
  });

  it('names the item and the field of a fault in a list of structs', () => {
    const players = list(struct({ id: u8, ready: bool }), { countMax: 5 });
    const lobby = defineProtocol({
      name: 'L',
      messages: [defineMessage(1, 'Lobby', { players }, routing)],
      codec,
    });
    expect(lobby.decode(Uint8Array.of(1, 2, 7, 1, 8, 3))).toMatchObject({
      error: {
        code: 'wire/bad-bool',
        message: 'Lobby',
        field: 'players[1].ready',
        atByte: 5,
        sentence: 'Lobby.players[1].ready holds 3 where 0 or 1 is allowed (byte 5).',
      },
    });
  });

  it('finds undeclared fields where they are, also in lists, structs and under a flag', () => {
    const part = struct({ id: u8, more: when({ size: u8 }) });
    const fields = { parts: list(part, { countMax: 3 }), whole: part };
    const box: WireProtocol = defineProtocol({
      name: 'B',
      messages: [defineMessage(1, 'Box', fields, routing)],
      codec,
    });
    const [small, large] = [
      { id: 1, more: false },
      { id: 2, more: true, size: 9 },
    ];
    expect(box.encode('Box', { parts: [small, large], whole: large })).toHaveLength(10);
    const refused = (value: unknown) => expect(() => box.encode('Box', value));
    refused({ parts: [small, { ...small, size: 9 }], whole: small }).toThrow(
      'Box.parts[1].size: no such field',
    );
    refused({ parts: [], whole: { ...large, weight: 1 } }).toThrow('Box.whole.weight: no such field');
    refused({ parts: [], whole: small, hole: 1 }).toThrow(
      'Box.hole: no such field is declared; leave it out.',
    );
  });

  it('takes a Float32Array for a vector', () => {
    const where = Float32Array.of(0.5, -2);
    const value: unknown = { foot: 1, power: 1, hit: true, where };
    expect(untyped.decode(untyped.encode('Kick', value))).toMatchObject({
      decoded: { value: { where: [0.5, -2] } },
    });
  });

  it('reads a message that lies within a larger buffer', () => {
    const buffer = Uint8Array.of(9, 9, 51, 1, 0, 65, 1, 7, 9, 9);
    expect(protocol.decode(buffer.subarray(2, 8))).toMatchObject({
      decoded: { value: { text: 'A', to: [7] } },
    });
  });

  it('clamps only where declared, integers only', () => {
    const streak = defineProtocol({
      name: 'S',
      messages: [defineMessage(1, 'Streak', { n: u8Clamped }, routing)],
      codec,
    });
    expect([-5, 0, 255, 256, 2 ** 40].map((n) => streak.encode('Streak', { n })[1])).toEqual([
      0, 0, 255, 255, 255,
    ]);
    expect(() => streak.encode('Streak', { n: 1.5 })).toThrow('Streak.n: expected an integer, found 1.5.');
  });

  it('encodes into given bytes, and nothing outside of them', () => {
    const target = new Uint8Array(20).fill(0xaa);
    const room = target.subarray(2, 12);
    expect(protocol.encodeInto('Chat', { text: 'hi', to: [1, 2] }, room, 1)).toBe(9);
    expect([...target]).toEqual([
      0xaa,
      0xaa,
      0xaa,
      51,
      2,
      0,
      104,
      105,
      2,
      1,
      2,
      ...new Array<number>(9).fill(0xaa),
    ]);
    for (const offset of [3, 9, 10, 11, -1, 0.5]) {
      expect(() => protocol.encodeInto('Chat', { text: 'hi', to: [1, 2] }, room, offset)).toThrow(
        `Chat does not fit into 10 bytes from offset ${offset}`,
      );
    }
    expect([...target.subarray(0, 3), ...target.subarray(12)].every((byte) => byte === 0xaa)).toBe(true);
  });

  it('encodes fresh bytes every time, also when they outgrow its scratch', () => {
    const names = list(string({ bytesMax: 200 }), { countMax: 200 });
    const big = defineProtocol({ name: 'B', messages: [defineMessage(1, 'Big', { names }, routing)], codec });
    const value = { names: Array.from({ length: 200 }, (_, index) => `${index}`.padEnd(200, '.')) };
    const [first, second] = [big.encode('Big', value), big.encode('Big', value)];
    expect(first.length).toBe(2 + 200 * 202);
    expect(first.buffer).not.toBe(second.buffer);
    expect(big.decode(first)).toMatchObject({ ok: true, decoded: { value } });
  });
});
