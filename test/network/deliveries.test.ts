/** What the two deliveries promise, and how much they carry, over every wire. */
import { describe, expect, it } from 'vitest';
import { WIRE_TARGETS } from './targets.js';
import { gamesOver } from './wire-games.js';

/** Bytes of a record of one `bytes` field beside those of the field. */
const OVERHEAD = 15;

describe.each(WIRE_TARGETS)('over $name', (target) => {
  const { wire, game, host, two, until, pass, arrived, heard } = gamesOver(target);

  describe('deliveries', () => {
    it('keep their order, and neither waits for the other', async () => {
      const { hosting, client } = await two();
      client.messages.aim({ at: 1 });
      for (const angle of [1, 2, 3]) client.messages.fire({ angle });
      client.messages.aim({ at: 2 });
      expect(await until(() => hosting.said.length === 5)).toBe(true);
      const ofKind = (kind: string) => hosting.said.filter((line) => line.startsWith(kind));
      expect(ofKind('fire')).toEqual(['fire 1.0 from 1', 'fire 2.0 from 1', 'fire 3.0 from 1']);
      expect(ofKind('aim')).toEqual(['aim 1 from 1', 'aim 2 from 1']);
    });

    it('send nothing before flush, and hand over nothing before poll', async () => {
      const { hosting, client } = await two();
      client.messages.fire({ angle: 1 });
      client.messages.aim({ at: 1 });
      await pass(20, hosting);
      expect(hosting.said).toEqual([]);
      await pass(20, client);
      expect(hosting.said).toEqual([]);
      expect(await until(() => hosting.said.length === 2)).toBe(true);
    });

    it('carry 120,000 bytes of text and 70,000 of picture in one record', async () => {
      const { hosting, client } = await two();
      hosting.messages.note({ text: 'x'.repeat(120_000), picture: new Uint8Array(70_000) });
      expect(await heard(client)).toBe(true);
      expect(client.said).toEqual(['note 120000+70000 from 0']);
    });

    it('cut a batch between records: 40 of 100 bytes arrive through a ceiling of 1024, more through a higher', async () => {
      const { hosting, client } = await two();
      const count = Math.floor((4 * wire().limits.sequenced) / 100);
      for (let at = 0; at < count; at++) client.messages.rawLossy({ bytes: new Uint8Array(100 - OVERHEAD) });
      expect(await until(() => hosting.said.length === count)).toBe(true);
      expect(hosting.said).toEqual(Array.from({ length: count }, () => 'rawLossy 85 from 1'));
    });
  });

  describe('ceilings', () => {
    it('refuse a record at the call, naming the ceiling, and nothing of it goes out', async () => {
      const { hosting, client } = await two();
      const { sequenced } = wire().limits;
      const [size, variable] = [sequenced + 1, sequenced + 1 - OVERHEAD];
      client.messages.aim({ at: 1 });
      expect(() => client.messages.rawLossy({ bytes: new Uint8Array(variable) })).toThrow(
        `${size} bytes, ${variable} of them of variable length; a record may have ${sequenced}`,
      );
      client.messages.aim({ at: 2 });
      expect(await until(() => hosting.said.length === 2)).toBe(true);
      await arrived(hosting, client);
      expect([hosting.said, hosting.faults]).toEqual([['aim 1 from 1', 'aim 2 from 1'], []]);
    });

    it('are each delivery’s own', async () => {
      const { hosting, client } = await two();
      const tooLongForOne = new Uint8Array(wire().limits.sequenced + 1 - OVERHEAD);
      expect(() => client.messages.rawLossy({ bytes: tooLongForOne })).toThrow(/may have/);
      client.messages.raw({ bytes: tooLongForOne });
      client.messages.rawLossy({ bytes: tooLongForOne.subarray(1) });
      expect(await until(() => hosting.said.length === 2)).toBe(true);
      expect(hosting.said.sort()).toEqual([
        `raw ${tooLongForOne.length} from 1`,
        `rawLossy ${tooLongForOne.length - 1} from 1`,
      ]);
    });

    it.each(['with no session', 'with an empty session'])(
      'are the same %s, for every target',
      async (when) => {
        const { messages, said } = when === 'with no session' ? game() : await host();
        const { reliable } = wire().limits;
        const tooLong = { bytes: new Uint8Array(reliable + 1 - OVERHEAD) };
        const refusal = expect.objectContaining({ code: 'transport/too-large' });
        expect(() => messages.raw(tooLong)).toThrow(refusal);
        expect(() => messages.rawDown(tooLong)).toThrow(refusal);
        expect(() => messages.rawDown.sendTo(9, tooLong)).toThrow(refusal);
        expect(() => messages.note({ text: '', picture: new Uint8Array(reliable) })).toThrow(refusal);
        expect(said).toEqual([]);
        messages.raw({ bytes: tooLong.bytes.subarray(1) });
        expect(said).toEqual([`raw ${reliable - OVERHEAD} from 0`]);
      },
    );

    it('a value that does not fit its field leaves nothing behind', async () => {
      const { hosting, client } = await two();
      client.messages.aim({ at: 1 });
      expect(() => client.messages.aim({ at: 70_000 })).toThrow(/aim\.at: expected/);
      client.messages.aim({ at: 2 });
      expect(await until(() => hosting.said.length === 2)).toBe(true);
      await arrived(hosting, client);
      expect([hosting.said, hosting.faults]).toEqual([['aim 1 from 1', 'aim 2 from 1'], []]);
    });
  });
});
