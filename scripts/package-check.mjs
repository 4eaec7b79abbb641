/**
 * Packs the package once and checks that tarball as its users get it: what is in it, what the manifest says of it
 * (publint), what the types say of it (attw), and that every entry point and the command load with the run-time
 * dependencies alone.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const SHIPPED = [
  /^package\.json$/,
  /^README\.md$/,
  /^(LICENSE|CHANGELOG\.md|CONTRIBUTING\.md)$/,
  /^examples\/.+\.(mjs|html|md)$/,
  /^docs\/.+\.(md|svg|png)$/,
  /^src\/.+\.ts$/,
  /^dist\/.+\.(js|d\.ts)(\.map)?$/,
  /^dist\/page\/(index\.html|assets\/[\w.-]+\.(css|md))$/,
];

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const work = mkdtempSync(join(tmpdir(), 'dugout-package-'));

function run(command, args, options = {}) {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options });
}

function pack() {
  const json = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', work]);
  const [{ filename, files }] = JSON.parse(json);
  const strangers = files.map((file) => file.path).filter((path) => !SHIPPED.some((rule) => rule.test(path)));
  if (strangers.length > 0) {
    throw new Error(
      `The tarball holds files users do not need: ${strangers.join(', ')}. See "files" in package.json.`,
    );
  }
  return { tarball: join(work, filename), fileCount: files.length };
}

/** Unpacks as `node_modules/<name>` of an empty project that has the run-time dependencies and nothing else. */
function installAlone(tarball) {
  const modules = join(work, 'consumer', 'node_modules');
  const home = join(modules, manifest.name);
  mkdirSync(home, { recursive: true });
  run('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  for (const dependency of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(modules, dependency)), { recursive: true });
    symlinkSync(resolve('node_modules', dependency), join(modules, dependency), 'dir');
  }
  return home;
}

function load(home) {
  const entries = Object.keys(manifest.exports).filter((entry) => !entry.endsWith('.json'));
  const specifiers = entries.map((entry) => manifest.name + entry.slice(1));
  const program = specifiers.map((name) => `await import(${JSON.stringify(name)});`).join('\n');
  run(process.execPath, ['--input-type=module', '--eval', program], { cwd: dirname(dirname(home)) });
  for (const command of Object.values(manifest.bin)) {
    run(process.execPath, [join(home, command), '--help'], { cwd: work, timeout: 20_000 });
  }
  return specifiers;
}

try {
  const { tarball, fileCount } = pack();
  run('npx', ['--no-install', 'publint', 'run', tarball, '--strict'], { stdio: 'inherit' });
  run('npx', ['--no-install', 'attw', tarball, '--profile', 'esm-only'], { stdio: 'inherit' });
  const specifiers = load(installAlone(tarball));
  process.stdout.write(`${fileCount} files packed; loaded alone: ${specifiers.join(', ')} and the command\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
