/**
 * The codec of one message compiled from its declaration. It never explains: see `codec-closure.ts`.
 */
import type { MessageCodec } from './codec.js';
import type { Fields } from './field.js';
import { readerSource } from './generated-reader.js';
import { writerSource } from './generated-writer.js';
import { readUtf8, writeString } from './utf8.js';

/** Compiles a message's codec. Throws where code generation is forbidden: ask `canGenerateCode` first. */
export function createGeneratedCodec(message: {
  readonly id: number;
  readonly fields: Fields;
}): MessageCodec {
  const functions = compile(`
return {
write(view, bytes, p, limit, value) {
${writerSource(message.id, message.fields)}
},
read(view, bytes) {
${readerSource(message.fields)}
} };`);
  return functions(readUtf8, writeString);
}

function compile(source: string): (...helpers: unknown[]) => MessageCodec {
  return new Function('readUtf8', 'writeString', `'use strict';${source}`) as (
    ...helpers: unknown[]
  ) => MessageCodec;
}
