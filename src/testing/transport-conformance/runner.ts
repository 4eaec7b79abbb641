/** Which cases a transport is put through, in which modes and with which seeds, and one of them run. Knows no test framework. */
import { InvariantError, invariant } from '../../errors.js';
import type {
  Ability,
  ConformanceCase,
  ConformanceMode,
  ConformanceSubject,
  ConformanceTarget,
} from './case.js';

/** One run of a case. */
export interface PlannedCase {
  readonly case: ConformanceCase;
  readonly mode: ConformanceMode;
  readonly seed: number;
}

/** A case that does not apply, or with a mode instead of an id, a whole mode; with an ability, what cases pass over. */
export interface InapplicableCase {
  readonly id: string;
  /** Why, a sentence for each thing that is lacking. */
  readonly reasons: readonly string[];
}

/** What {@link planCases} found. */
export interface ConformancePlan {
  readonly runs: readonly PlannedCase[];
  readonly inapplicable: readonly InapplicableCase[];
}

/** What a subject must have for an ability; the others are the transport's own, and only a run shows them. */
const PARTS: Readonly<Partial<Record<Ability, keyof ConformanceSubject>>> = {
  conditions: 'setConditions',
  mtu: 'setConditions',
  malformed: 'sendMalformed',
  replayed: 'replay',
  spoofed: 'spoof',
};

/** Plans `cases` in every mode, impaired once for each of `seeds`. */
export function planCases(
  cases: readonly ConformanceCase[],
  target: ConformanceTarget,
  seeds: readonly number[],
): ConformancePlan {
  const runs: PlannedCase[] = [];
  const inapplicable: InapplicableCase[] = [];
  const { conditions } = target.cannot;
  const modes = [['plain', seeds.slice(0, 1)] as const, ['second', seeds.slice(0, 1)] as const];
  const all = conditions === undefined ? [...modes, ['impaired', seeds] as const] : modes;
  if (conditions !== undefined) inapplicable.push({ id: 'impaired', reasons: [conditions] });
  for (const item of cases) {
    const reasons = item.needs.flatMap((ability) => target.cannot[ability] ?? []);
    if (reasons.length > 0) inapplicable.push({ id: item.id, reasons });
    else for (const [mode, own] of all) runs.push(...own.map((seed) => ({ case: item, mode, seed })));
  }
  // What no case needs whole still narrows what some check, so it is told all the same.
  const needed = new Set(cases.flatMap(({ needs }) => needs));
  for (const [ability, reason] of Object.entries(target.cannot)) {
    if (!needed.has(ability as Ability) && ability !== 'conditions')
      inapplicable.push({ id: ability, reasons: [reason] });
  }
  return { runs, inapplicable };
}

/**
 * Runs one case on a fresh subject. Rejects when the transport breaks the rule, or lacks what the case needs without a reason in
 * `cannot`; the message names case, mode and seed.
 */
export async function runConformanceCase(
  target: ConformanceTarget,
  { id, needs, run }: ConformanceCase,
  mode: ConformanceMode,
  seed: number,
): Promise<void> {
  const isLossy = mode === 'impaired';
  const another = async () => target.create({ seed, isImpaired: isLossy });
  const subject = await another();
  const can = (ability: Ability) => target.cannot[ability] === undefined;
  try {
    for (const ability of needs) {
      const part = PARTS[ability];
      invariant(
        part === undefined || subject[part] !== undefined,
        `The subject has no ${part}, and \`cannot\` does not say why.`,
      );
    }
    await run({ subject, mode, isLossy, can, another });
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause);
    throw new InvariantError(`${target.name}, ${id}, ${mode}, seed ${seed}: ${what}`, { cause });
  } finally {
    await subject.dispose?.();
  }
}
