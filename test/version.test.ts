import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LIBRARY_VERSION } from '../src/version.js';

it("is package.json's", () => {
  expect(LIBRARY_VERSION).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
});
