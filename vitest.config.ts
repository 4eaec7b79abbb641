import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**', '**/node_modules/**'],
    testTimeout: 30_000,
    // Every core works: half of the tests wait for processes of their own.
    maxWorkers: '100%',
  },
});
