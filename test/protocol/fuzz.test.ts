/**
 * 200,000 random and mutated messages: every answer is typed, nothing throws, nothing decoded is larger than its bytes
 * warrant, and what is accepted encodes to the same bytes. `FUZZ_SEED=n` repeats a run.
 */
import { expect, it } from 'vitest';
import { defineProtocol } from '../../src/protocol/define.js';
import { homeRunDerbyProtocol } from '../../src/protocol/home-run-derby.js';
import type { WireErrorCode, WireProtocol } from '../../src/protocol/message.js';
import { goldenMessages } from './golden-cases.js';
import { createRandom } from './mulberry32.js';

const MESSAGES = 200_000;
const seed = Number(process.env.FUZZ_SEED ?? 20_261_130);

const generated: WireProtocol = homeRunDerbyProtocol;
const closure: WireProtocol = defineProtocol({
  name: 'HRD-COOP-7',
  messages: homeRunDerbyProtocol.messages,
  codec: 'closure',
});

const random = createRandom(seed);
const samples = goldenMessages.map(({ hex }) => new Uint8Array(Buffer.from(hex, 'hex')));
const ids = generated.messages.map(({ id }) => id);
const hostile = [0, 1, 2, 0x7f, 0x80, 0xc0, 0xed, 0xf8, 0xff];

function pick<T>(from: readonly T[]): T {
  return from[random(from.length)] as T;
}

function randomBytes(length: number): Uint8Array {
  return Uint8Array.from({ length }, () => random(256));
}

function concat(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

function nextMessage(): Uint8Array {
  const sample = Uint8Array.from(pick(samples));
  switch (random(6)) {
    case 0:
      return randomBytes(random(120));
    case 1:
      return concat(Uint8Array.of(pick(ids)), randomBytes(random(120)));
    case 2:
      return sample.subarray(0, random(sample.length + 1));
    case 3:
      return concat(sample, randomBytes(1 + random(8)));
    case 4: {
      const other = pick(samples);
      return concat(sample.subarray(0, random(sample.length)), other.subarray(random(other.length)));
    }
    default:
      for (let flips = 1 + random(4); flips > 0; flips--) {
        sample[random(sample.length)] = random(2) === 0 ? pick(hostile) : random(256);
      }
      return sample;
  }
}

/** How many numbers, flags, characters and array items a decoded value holds: each comes from at least one byte. */
function weight(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let sum = Array.isArray(value) ? 1 : 0;
  if (Array.isArray(value)) for (const part of value) sum += weight(part);
  else for (const part of Object.values(value)) sum += weight(part);
  return sum;
}

it(`answers ${MESSAGES} random and mutated messages with typed results (seed ${seed})`, () => {
  const seen = new Map<WireErrorCode | 'ok', number>();
  for (let count = 0; count < MESSAGES; count++) {
    const bytes = nextMessage();
    const result = generated.decode(bytes);
    const answer = result.ok ? 'ok' : result.error.code;
    seen.set(answer, (seen.get(answer) ?? 0) + 1);
    const where = () => `seed ${seed}, message ${count}: ${Buffer.from(bytes).toString('hex')}`;
    if (closure.decode(bytes).ok !== result.ok) expect.fail(`the codecs disagree, ${where()}`);
    if (result.ok) {
      if (weight(result.decoded.value) > bytes.length) expect.fail(`decoded more than was sent, ${where()}`);
      const again = generated.encode(result.decoded.name, result.decoded.value);
      if (Buffer.compare(again, bytes) !== 0) expect.fail(`has a second encoding, ${where()}`);
    } else if (result.error.sentence.length > 200) expect.fail(`a sentence too long to log, ${where()}`);
  }
  for (const code of [
    'ok',
    'wire/empty',
    'wire/unknown-id',
    'wire/too-short',
    'wire/too-long',
    'wire/count-too-large',
    'wire/string-too-long',
    'wire/bad-utf8',
    'wire/bad-bool',
    'wire/not-finite',
  ] as const) {
    expect(seen.get(code) ?? 0, `${code}, seed ${seed}`).toBeGreaterThan(50);
  }
});

it('refuses a huge message before reading it', () => {
  const huge = new Uint8Array(64 * 1024 * 1024);
  for (const { id, name } of generated.messages) {
    huge[0] = id;
    expect(generated.decode(huge)).toMatchObject({ error: { code: 'wire/too-long', message: name } });
  }
});
