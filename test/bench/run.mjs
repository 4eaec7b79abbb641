/**
 * `npm run bench`: measures family after family, each in a process of its own, and prints what was measured, against which
 * limit. Builds `dist` when it is missing and installs what Dugout is compared with. Exits with 1 when a limit is missed.
 *
 *     npm run bench                    all families
 *     npm run bench -- send replay     some of them
 *     npm run bench -- --json          one JSON object: the machine, and every figure
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { arch, cpus, loadavg, platform } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const FAMILIES = [
  'codec',
  'frame-queue',
  'append',
  'send',
  'replay',
  'relay',
  'datagrams',
  'rooms',
  'inspector',
];
/** The families that compare with packages of test/bench/package.json. */
const COMPARING = ['replay', 'rooms'];
/** Their folders, as npm lays them out. */
const PEERS = ['boardgame.io', '@colyseus/core'];
const USAGE_ERROR = 2;

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

function main() {
  const chosen = parseFamilies();
  if (chosen === undefined) return USAGE_ERROR;
  const { families, json } = chosen;
  if (!existsSync(`${root}/dist/index.js`)) npm(['run', 'build'], root);
  if (families.some((family) => COMPARING.includes(family)) && !installPeers()) {
    console.error('The packages to compare with could not be installed; their figures are not measured.');
  }
  const machine = describeMachine();
  const results = families.map((family) => {
    const measured = { family, ...measure(family) };
    if (!json) printFamily(measured);
    return measured;
  });
  if (json) console.log(JSON.stringify({ machine, results }, null, 2));
  else console.log(`\n${machine}`);
  return results.every(({ failure, figures }) => failure === null && figures.every(({ ok }) => ok)) ? 0 : 1;
}

/** What the command line asks for; `undefined` when it asks for something that is not there. */
function parseFamilies() {
  try {
    const options = { json: { type: 'boolean', default: false } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const unknown = positionals.find((family) => !FAMILIES.includes(family));
    if (unknown === undefined) {
      return { json: values.json, families: positionals.length > 0 ? positionals : FAMILIES };
    }
    console.error(`There is no benchmark family "${unknown}". There are: ${FAMILIES.join(', ')}.`);
  } catch (error) {
    console.error(`${error.message} Options: --json.`);
  }
  return undefined;
}

/** npm's own output goes to stderr, so that `--json` stays one object. */
function npm(args, cwd) {
  const isWindows = platform() === 'win32';
  return spawnSync('npm', args, { cwd, stdio: ['ignore', 2, 2], shell: isWindows }).status === 0;
}

function installPeers() {
  const isInstalled = PEERS.every((name) => existsSync(`${here}/node_modules/${name}`));
  // Nothing of theirs is compiled or downloaded by scripts.
  return isInstalled || npm(['ci', '--no-audit', '--no-fund', '--ignore-scripts'], here);
}

function measure(family) {
  const child = spawnSync(process.execPath, [`${here}/${family}.mjs`], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const lines = child.stdout.split('\n').filter((line) => line.startsWith('{'));
  const figures = lines.map((line) => JSON.parse(line));
  const isFailed = figures.length === 0 || (child.status !== 0 && figures.every(({ ok }) => ok));
  return { failure: isFailed ? child.stderr.trim() : null, figures };
}

function describeMachine() {
  const [cpu] = cpus();
  const load = loadavg()[0].toFixed(1);
  return `Node ${process.versions.node}, ${platform()} ${arch()}, ${cpus().length} × ${cpu?.model}, load ${load} at the start`;
}

function printFamily({ family, failure, figures }) {
  const rows = figures.map(({ name, value, limit, atLeast, unit, ok }) => [
    `  ${name}`,
    value === null ? 'not measured' : `${value} ${unit}`.trim(),
    limit === null ? '' : `${atLeast ? '≥' : '≤'} ${limit}`,
    limit === null ? '' : ok ? 'met' : 'MISSED',
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column].length)));
  console.log(`\n${family}`);
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
  if (failure !== null) console.log(`  failed: ${failure}`);
}

process.exitCode = main();
