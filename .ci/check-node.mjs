/** Fails unless this Node is at least what `engines.node` in package.json asks for. */
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [needMajor = 0, needMinor = 0] = (manifest.engines.node.match(/\d+/g) ?? []).map(Number);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const enough = major > needMajor || (major === needMajor && minor >= needMinor);

process.stdout.write(`Node ${process.versions.node}; package.json asks for ${manifest.engines.node}\n`);
process.exitCode = enough ? 0 : 1;
