/** Refusals in words, and which of them are no trouble. */
import type { FeedStep } from '../../feed/entry.js';

type Refusal = Pick<FeedStep, 'actor' | 'event' | 'rule'>;

/** The session's own rule: the actor that the input is for does not run. */
const NOT_RUNNING = 'actor/not-running';

/** Such as `run was not there: peer.left changed nothing` or `turn refused Move: not-yours`. `what`: the event, or what it is called. */
export function refusalWords({ actor, event, rule }: Refusal, what: string = event): string {
  if (rule === NOT_RUNNING) return `${actor} was not there: ${what} changed nothing`;
  return `${actor} refused ${what}: ${rule ?? 'a rule'}`;
}

/** An actor that is not there need not be told who left. */
export const isHarmless = ({ event, rule }: Refusal): boolean =>
  rule === NOT_RUNNING && event === 'peer.left';
