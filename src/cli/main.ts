#!/usr/bin/env node
/** The `dugout` command: runs the program on this process's arguments. */
import { createProgram } from './program.js';
import { runProgram } from './run-program.js';

await runProgram(createProgram(), process.argv.slice(2));
