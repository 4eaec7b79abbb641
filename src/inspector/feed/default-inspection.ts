/** How a match is looked at whose game says nothing of its own: by its charts, a row each with the state as its band. */
import type { InspectionDefinition, SeenStep, Sighting } from '../../inspection.js';
import { STOP_EVENT } from '../../session/recorder.js';
import type { ChartState } from '../../store/log-header.js';

/** More rows would say less. */
const ROWS_MAX = 6;

/** `chartOf` gives the chart's id of an actor, as far as it is known at that moment. */
export function defaultInspection(
  charts: Readonly<Record<string, ChartState>>,
  chartOf: (actor: string) => string,
): InspectionDefinition {
  const rows = Object.keys(charts)
    .slice(0, ROWS_MAX)
    .map((id) => ({ id, title: id }));
  return {
    rows,
    pictures: [],
    read() {
      /** Of several actors of one chart the first one has the row, while it lasts. */
      const shown = new Map<string, string>();
      const see = (step: SeenStep): readonly Sighting[] => {
        const row = chartOf(step.actor);
        if (!rows.some(({ id }) => id === row)) return [];
        const holder = shown.get(row) ?? step.actor;
        if (holder !== step.actor) return [];
        shown.set(row, holder);
        const hasStopped = step.event === STOP_EVENT;
        if (hasStopped || charts[row]?.states[step.to]?.type === 'final') shown.delete(row);
        if (hasStopped) return [{ kind: 'band-end', row }];
        return step.from === step.to ? [] : [{ kind: 'band', row, label: step.to, tone: 'plain' }];
      };
      return ({ steps }) => steps.flatMap(see);
    },
  };
}
