// What host and page must agree on: the game, its rules, its version, and where the session is.
import { createHomeRunDerby, defaultRules } from 'dugout/home-run-derby';

export const rules = { ...defaultRules, innings: 1 };
export const game = createHomeRunDerby(rules);
export const version = 'browser-example-1';
export const SESSION_PATH = '/session';
