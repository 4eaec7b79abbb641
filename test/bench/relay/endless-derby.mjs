/** The Home Run Derby with an at-bat that nobody's waiting ends. */
import { createHomeRunDerby, defaultRules } from '../../../dist/machines/home-run-derby.js';

const DAY_MS = 86_400_000;
const waits = Object.fromEntries(Object.keys(defaultRules.waits).map((name) => [name, DAY_MS]));

export const VERSION = 'bench';
export const endlessDerby = createHomeRunDerby({
  ...defaultRules,
  waits: { ...waits, startMs: 0, closingMs: 0 },
});
