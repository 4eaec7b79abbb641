/**
 * Builds `dist` in place: compiles, bundles the inspector's page into `dist/page`, removes what no source stands behind any more, makes the command executable.
 *
 * `dist` is never emptied first: `npx dugout` in a checkout builds on some versions of npm, and a session that runs from
 * `dist` in another terminal must go on finding its files. The mode of the command is npm's to set only once.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';

/** The page's own bundle: no file of it has a source of its own. */
const PAGE = 'page';

const EMITTED = /\.(js|d\.ts)(\.map)?$/;

function compile() {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { stdio: 'inherit' }).status ?? 1;
}

async function bundlePage() {
  const { build } = await import('vite');
  await build({ configFile: 'scripts/page.vite.mjs', logLevel: 'warn' });
}

function removeOrphans() {
  for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
    const isOfPage = name === PAGE || name.startsWith(`${PAGE}${sep}`);
    const isOrphan =
      !isOfPage && EMITTED.test(name) && !existsSync(join('src', name.replace(EMITTED, '.ts')));
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
  await bundlePage();
  removeOrphans();
  makeCommandsExecutable();
}
