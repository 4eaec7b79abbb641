/** Which transport `dugout conformance` runs: one of ours by its name, or one of the user's by the path of a module. */
import { builtInTargets } from '../testing/targets/index.js';
import type { ConformanceTarget } from '../testing/transport-conformance.js';
import { CliError } from './failure.js';
import { loadModule } from './load-module.js';

/**
 * The target that `transport` names.
 *
 * @throws CliError `cli/usage` for a name that is none, or a module without a target.
 * @throws CliError `cli/unreadable-file` for a module that cannot be loaded.
 */
export async function conformanceTarget(transport: string): Promise<ConformanceTarget> {
  const builtIn = builtInTargets.find(({ name }) => name === transport);
  if (builtIn) return builtIn;
  if (/[/\\]|\.[cm]?[jt]s$/.test(transport)) return targetOfModule(transport);
  const names = builtInTargets.map(({ name }) => name).join(', ');
  throw new CliError(
    'cli/usage',
    `There is no transport ${transport}. Known are ${names}; one of your own is given as the path of its module.`,
  );
}

async function targetOfModule(path: string): Promise<ConformanceTarget> {
  const { target } = await loadModule(path);
  if (isTarget(target)) return target;
  throw new CliError(
    'cli/usage',
    `${path} exports no \`target\` with name, create and cannot; see ConformanceTarget of dugout/testing.`,
  );
}

function isTarget(value: unknown): value is ConformanceTarget {
  if (typeof value !== 'object' || value === null) return false;
  const { name, create, cannot } = value as Partial<Record<keyof ConformanceTarget, unknown>>;
  return (
    typeof name === 'string' && typeof create === 'function' && typeof cannot === 'object' && cannot !== null
  );
}
