import { describe, expect, expectTypeOf, it } from 'vitest';
import { InvariantError } from '../../../src/errors.js';
import { u8 } from '../../../src/protocol/field.js';
import { RecordBatch } from '../../../src/protocol/record/batch.js';
import {
  defineRecord,
  defineSignal,
  type RecordMessage,
  type RecordPayload,
  type RecordSignal,
} from '../../../src/protocol/record/define.js';
import {
  bytes,
  entity,
  fixedBytes,
  fixedString,
  float32,
  optional,
  string,
  uint1,
  uint8,
  type ValueOfRecord,
} from '../../../src/protocol/record/kind.js';
import { createRecordSchema, encodeRecord } from '../../../src/protocol/record/schema.js';
import { walkRecords } from '../../../src/protocol/record/walk.js';

const fire = defineRecord('fire', { angle: float32 }, { delivery: 'unreliable' });
const spawn = defineRecord(
  'spawn',
  { who: entity, name: string(), skin: optional(fixedString(8)), seed: optional(bytes) },
  { to: 'everyone' },
);
const ended = defineSignal('ended', { to: 'clients' });
const schema = createRecordSchema([fire, spawn, ended]);

describe('declaring', () => {
  it('gives plain data, with the defaults of the seed', () => {
    expect(defineRecord('chat', { text: string() })).toEqual({
      id: 'chat',
      fields: { text: { kind: 'string', encoding: 'utf-8' } },
      to: 'host',
      delivery: 'reliable',
    });
    expect(defineSignal('ended')).toEqual({ id: 'ended', fields: {}, to: 'host', delivery: 'reliable' });
  });

  it('refuses an empty id where it is declared', () => {
    expect(() => defineRecord('', {})).toThrow(InvariantError);
    expect(() => defineSignal('')).toThrow('A message needs an id that is not empty.');
  });

  it('refuses fields, targets and deliveries that are none, as JavaScript may give them', () => {
    const fields = [u8, string, uint8.kind, null, { kind: 'bool' }, { kind: 'string', encoding: 'utf8' }];
    const sized = [
      { kind: 'fixedBytes', bytesMax: 0 },
      { kind: 'fixedString', bytesMax: 8 },
    ];
    for (const field of [...fields, ...sized]) {
      const declare = () => defineRecord('m', { angle: field as never });
      expect(declare).toThrow(InvariantError);
      expect(declare).toThrow('m.angle is no field of a record');
    }
    expect(() => defineSignal('m', { to: 'all' as never })).toThrow(
      'm may be for host, clients, everyone, not "all".',
    );
    expect(() => defineSignal('m', { delivery: 'sequenced' as never })).toThrow(
      'm may be reliable or unreliable, not "sequenced".',
    );
  });

  it('refuses two messages of one id, whatever else they are', () => {
    expect(() => createRecordSchema([fire, ended, defineSignal('fire')])).toThrow(InvariantError);
    expect(() => createRecordSchema([fire, fire])).toThrow('Two messages have the id fire.');
  });

  it('refuses names that are not fields of plain objects', () => {
    for (const name of ['', '1', 'a-b', '__proto__', 'toString', 'constructor']) {
      expect(() => defineRecord('m', { [name]: uint8 })).toThrow('The name of a field of m must be');
    }
  });

  it('refuses a capacity two bytes cannot say', () => {
    for (const capacity of [0, -1, 65_536, 1.5, Number.NaN]) {
      expect(() => fixedString(capacity)).toThrow('fixedString must be 1 to 65535');
      expect(() => fixedBytes(capacity)).toThrow('fixedBytes must be 1 to 65535');
    }
  });

  it('refuses more messages than an index can tell apart', () => {
    const many: readonly RecordSignal[] = Array.from({ length: 65_537 }, (_, at) => defineSignal(`s${at}`));
    expect(() => createRecordSchema(many)).toThrow('at most 65536 messages');
    const all = createRecordSchema(many.slice(1));
    expect(encodeRecord(all, many[65_536] ?? ended)).toEqual(Uint8Array.of(0xff, 0xff));
  });

  it('is sealed: what is done to the parts afterwards changes nothing', () => {
    const fields: Record<string, typeof float32 | typeof uint8> = { angle: float32 };
    const message = defineRecord('fire', fields);
    const list: RecordMessage[] = [message];
    const sealed = createRecordSchema(list);
    fields.power = uint8;
    list.push(defineRecord('late', {}));
    expect(sealed.messages).toEqual([message]);
    expect(Object.keys(message.fields)).toEqual(['angle']);
    expect([sealed, sealed.messages, message, message.fields].every(Object.isFrozen)).toBe(true);
  });
});

describe('types', () => {
  it('of a value follow from its declaration', () => {
    expectTypeOf<ValueOfRecord<typeof fire.fields>>().toEqualTypeOf<{ readonly angle: number }>();
    expectTypeOf<ValueOfRecord<typeof spawn.fields>>().toEqualTypeOf<{
      readonly who: bigint;
      readonly name: string;
      readonly skin?: string;
      readonly seed?: Uint8Array;
    }>();
    expectTypeOf<RecordPayload<typeof ended>>().toEqualTypeOf<[value?: Record<string, never>]>();
    expectTypeOf(schema.messages).toEqualTypeOf<readonly (typeof fire | typeof spawn | typeof ended)[]>();
  });

  it('refuse a wrong payload', () => {
    const batch = new RecordBatch(schema, { recordBytesMax: 1178 });
    const refused = [
      // @ts-expect-error angle is missing
      () => batch.append(fire),
      // @ts-expect-error angle is missing
      () => batch.append(fire, {}),
      // @ts-expect-error angle is a number
      () => batch.append(fire, { angle: '1' }),
      // @ts-expect-error nobody declared power
      () => batch.append(fire, { angle: 1, power: 2 }),
      // @ts-expect-error an entity is a bigint
      () => batch.append(spawn, { who: 1, name: 'x' }),
      // @ts-expect-error left out, not undefined; and no text where bytes are
      () => batch.append(spawn, { who: 1n, name: 'x', seed: 'x' }),
      // @ts-expect-error a signal has no fields
      () => batch.append(ended, { angle: 1 }),
      // @ts-expect-error not in this schema
      () => batch.append(defineRecord('other', { flag: uint1 }), { flag: 1 }),
      // @ts-expect-error angle is a number
      () => encodeRecord(schema, fire, { angle: 1n }),
    ];
    for (const append of refused) expect(append).toThrow(/^(fire|spawn|ended|other)/);
    expect(batch.recordCount).toBe(0);
    expect(() => defineRecord('m', {}, { to: 'host', delivery: 'reliable' })).not.toThrow();
    // @ts-expect-error no such target
    expect(() => defineSignal('m', { to: 'players' })).toThrow();
    // @ts-expect-error a record is not sequenced: its unreliable is
    expect(() => defineSignal('m', { delivery: 'sequenced' })).toThrow();
  });

  it('of what is read are told apart by id', () => {
    const batch = new RecordBatch(schema, { recordBytesMax: 1178 });
    batch.append(spawn, { who: 3n, name: 'Ann' });
    batch.append(ended);
    const seen: unknown[] = [];
    for (const result of walkRecords(schema, batch.pieces()[0] ?? new Uint8Array(0))) {
      if (!result.ok) expectTypeOf(result.error.atByte).toEqualTypeOf<number>();
      else if (result.id === 'spawn') {
        expectTypeOf(result.value.who).toEqualTypeOf<bigint>();
        expectTypeOf(result.message.to).toEqualTypeOf<'host' | 'clients' | 'everyone'>();
        seen.push(result.value);
      } else seen.push(result.id);
    }
    expect(seen).toEqual([{ who: 3n, name: 'Ann' }, 'ended']);
  });
});
