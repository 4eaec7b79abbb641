import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, it } from 'vitest';
import { loadHashes } from '../../src/store/hashes.js';
import { FRAME_BYTES, frameRecord, logMagic, MAGIC_BYTES } from '../../src/store/record.js';
import { scanRecords } from '../../src/store/scan.js';

const hashes = await loadHashes();

/** Record n of the test log: a length between 0 and 96 bytes, filled from a seeded generator. */
function testRecords(count: number, seed = 1): Uint8Array[] {
  const random = xoroshiro128plus(seed);
  return Array.from({ length: count }, () =>
    Uint8Array.from({ length: (random.next() >>> 0) % 97 }, () => random.next()),
  );
}

function logOf(frames: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat([logMagic(), ...frames]));
}

const records = testRecords(120);
const frames = records.map((record, seq) => frameRecord(hashes, seq, record));
const log = logOf(frames);

/** Offsets where each record ends; the first entry is the end of the magic. */
const ends = [MAGIC_BYTES];
for (const frame of frames) ends.push((ends.at(-1) ?? 0) + frame.length);

describe('a whole log', () => {
  it('ST1 gives every record back as a view into its bytes', () => {
    const result = scanRecords(log, hashes);
    expect(result).toMatchObject({ ok: true, wholeBytes: log.length, tornTail: null });
    if (!result.ok) return;
    expect(result.records.map(({ seq }) => seq)).toEqual(records.map((_, seq) => seq));
    for (const [seq, record] of records.entries()) {
      expect(Buffer.compare(result.records[seq]?.bytes ?? Buffer.alloc(0), record)).toBe(0);
      expect(result.records[seq]?.bytes.buffer).toBe(log.buffer);
    }
  });

  it('may be empty, with its magic or without', () => {
    expect(scanRecords(new Uint8Array(0), hashes)).toEqual({
      ok: true,
      records: [],
      wholeBytes: 0,
      tornTail: null,
    });
    expect(scanRecords(logMagic(), hashes)).toEqual({ ok: true, records: [], wholeBytes: 8, tornTail: null });
  });
});

describe('ST4 a torn tail', () => {
  it('ST4 gives exactly the whole records back, for each of the last 4096 bytes cut away', () => {
    for (let length = log.length - 4096; length < log.length; length++) {
      const result = scanRecords(log.subarray(0, length), hashes);
      const whole = ends.filter((end) => end <= length).length - 1;
      const wholeBytes = ends[whole] ?? 0;
      expect(result, `cut to ${length}`).toMatchObject({ ok: true, wholeBytes });
      if (!result.ok) continue;
      expect(result.records.length, `cut to ${length}`).toBe(whole);
      const last = result.records.at(-1)?.bytes ?? Buffer.alloc(0);
      expect(Buffer.compare(last, records[whole - 1] ?? Buffer.alloc(0))).toBe(0);
      if (wholeBytes === length) expect(result.tornTail).toBeNull();
      else
        expect(result.tornTail).toMatchObject({
          seq: whole,
          offsetBytes: wholeBytes,
          lengthBytes: length - wholeBytes,
        });
    }
  });

  it('ST4 starts at 0 when the log is cut inside its magic', () => {
    for (let length = 1; length < MAGIC_BYTES; length++) {
      const tornTail = { seq: 0, offsetBytes: 0, lengthBytes: length };
      expect(scanRecords(log.subarray(0, length), hashes)).toMatchObject({ ok: true, records: [], tornTail });
    }
  });

  it('ST4 may quote records: an older one, or one further on than the log is long, is no later record', () => {
    for (const quotedSeq of [0, 119, 120, 1_000_000]) {
      const quote = frameRecord(hashes, quotedSeq, Uint8Array.of(1, 2, 3));
      const torn = frameRecord(hashes, 120, new Uint8Array(Buffer.concat([quote, quote]))).subarray(0, -1);
      const tornTail = { seq: 120, offsetBytes: log.length, lengthBytes: torn.length };
      expect(scanRecords(logOf([...frames, torn]), hashes), `quotes ${quotedSeq}`).toMatchObject({
        ok: true,
        tornTail,
      });
    }
  });

  it('ST4 says what was wrong', () => {
    const reasonOf = (bytes: Uint8Array) => {
      const result = scanRecords(bytes, hashes);
      return result.ok ? result.tornTail?.reason : result.code;
    };
    const start = ends[119] ?? 0;
    expect(reasonOf(log.subarray(0, start + 3))).toBe('the log ends inside the frame of a record');
    expect(reasonOf(log.subarray(0, -1))).toBe('the log ends inside a record');
    expect(reasonOf(flipped(log, start * 8))).toBe('no record starts here');
    expect(reasonOf(flipped(log, (start + 9) * 8 + 7))).toMatch(
      /claims 2147483\d+ bytes, more than the limit/,
    );
    expect(reasonOf(flipped(log, log.length * 8 - 1))).toBe('the checksum of a record does not match');
  });

  it('ST4 is what a file system leaves that grew the file before it wrote: zeros', () => {
    const result = scanRecords(Buffer.concat([log, Buffer.alloc(5000)]), hashes);
    expect(result).toMatchObject({
      ok: true,
      wholeBytes: log.length,
      tornTail: { seq: 120, lengthBytes: 5000 },
    });
  });

  it('ST4 every single flipped bit of the last record is detected', () => {
    const start = ends[ends.length - 2] ?? 0;
    let flips = 0;
    for (let bit = start * 8; bit < log.length * 8; bit++) {
      const damaged = flipped(log, bit);
      expect(scanRecords(damaged, hashes), `bit ${bit - start * 8}`).toMatchObject({
        ok: true,
        wholeBytes: start,
        tornTail: { seq: 119, offsetBytes: start, lengthBytes: log.length - start },
      });
      flips++;
    }
    expect(flips).toBe(((records[119]?.length ?? 0) + FRAME_BYTES) * 8);
  });
});

describe('ST5 damage before the tail', () => {
  it('ST5 every single flipped bit of a record in the middle is refused and named', () => {
    const start = ends[60] ?? 0;
    for (let bit = start * 8; bit < (ends[61] ?? 0) * 8; bit++) {
      const failure = { ok: false, code: 'store/corrupt-record', seq: 60, offsetBytes: start };
      expect(scanRecords(flipped(log, bit), hashes), `bit ${bit - start * 8}`).toMatchObject(failure);
    }
  });

  it.each([
    ['removed', frames.toSpliced(60, 1), 60],
    ['removed, the first one', frames.toSpliced(0, 1), 0],
    ['repeated', frames.toSpliced(60, 0, frames[59] ?? new Uint8Array(0)), 60],
    ['repeated, the last one', frames.concat(frames.slice(-1)), 120],
    ['swapped with the next', frames.toSpliced(60, 2, ...frames.slice(60, 62).reverse()), 60],
    ['cut short', frames.toSpliced(60, 1, (frames[60] ?? new Uint8Array(0)).subarray(0, -1)), 60],
    [
      'replaced by one from another log',
      frames.toSpliced(60, 1, frameRecord(hashes, 61, Uint8Array.of(9))),
      60,
    ],
  ])('ST5 a record %s is refused and named', (_, damaged, seq) => {
    const result = scanRecords(logOf(damaged), hashes);
    expect(result).toMatchObject({ ok: false, code: 'store/corrupt-record', seq, offsetBytes: ends[seq] });
  });
});

describe('bytes that are no log', () => {
  it('are named: another kind of file, another format version', () => {
    expect(scanRecords(Buffer.from('{}'), hashes)).toMatchObject({ ok: false, code: 'store/not-a-log' });
    expect(scanRecords(Buffer.from('DUGONG_0 a sea cow'), hashes)).toMatchObject({
      ok: false,
      code: 'store/not-a-log',
    });
    const newer = log.slice();
    newer[6] = 2;
    expect(scanRecords(newer, hashes)).toMatchObject({ ok: false, code: 'store/unsupported-format' });
  });

  it('never throw, be they random, or random behind a magic, or random overwritten in a log', () => {
    const outcomes = new Set<string>();
    for (let seed = 0; seed < 600; seed++) {
      const random = xoroshiro128plus(seed);
      const noise = Uint8Array.from({ length: (random.next() >>> 0) % 600 }, () => random.next());
      const bytes = log.slice();
      bytes.set(noise, (random.next() >>> 0) % (log.length - noise.length));
      for (const input of [noise, Buffer.concat([logMagic(), noise]), bytes]) {
        const result = scanRecords(input, hashes);
        outcomes.add(result.ok ? (result.tornTail === null ? 'whole' : 'torn') : result.code);
        if (result.ok) expect(result.wholeBytes, `seed ${seed}`).toBeLessThanOrEqual(input.length);
      }
    }
    expect([...outcomes].sort()).toEqual(['store/corrupt-record', 'store/not-a-log', 'torn', 'whole']);
  });

  it('are refused when searching them would cost their length squared', () => {
    // Frames that claim to be later records of 1 MiB, with a wrong checksum each, one behind the other.
    const frame = Buffer.alloc(FRAME_BYTES);
    frame.set([0xd1, 0x0e]);
    frame.writeUInt32LE(1 << 20, 6);
    frame.writeUInt32LE(1, 10);
    const bytes = Buffer.concat([logMagic(), ...Array.from({ length: 150_000 }, () => frame)]);
    expect(scanRecords(bytes, hashes)).toMatchObject({ ok: false, code: 'store/corrupt-record', seq: 0 });
  });
});

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const damaged = bytes.slice();
  damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return damaged;
}
