/**
 * Builds `dist` in place: compiles, removes what no source stands behind any more, makes the command executable.
 *
 * `dist` is never emptied first: `npx dugout` in a checkout builds on some versions of npm, and a session that runs from
 * `dist` in another terminal must go on finding its files. The mode of the command is npm's to set only once.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const EMITTED = /\.(js|d\.ts)(\.map)?$/;

function compile() {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { stdio: 'inherit' }).status ?? 1;
}

function removeOrphans() {
  for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
    const isOrphan = EMITTED.test(name) && !existsSync(join('src', name.replace(EMITTED, '.ts')));
    if (isOrphan) rmSync(join('dist', name));
  }
}

function makeCommandsExecutable() {
  for (const command of Object.values(JSON.parse(readFileSync('package.json', 'utf8')).bin)) {
    if (existsSync(command)) chmodSync(command, 0o755);
  }
}

process.exitCode = compile();
if (process.exitCode === 0) {
  removeOrphans();
  makeCommandsExecutable();
}
