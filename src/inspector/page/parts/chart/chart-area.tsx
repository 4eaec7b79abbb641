/** The chart of the chosen actor. */
import { chosenActor } from '../../store.js';

export function ChartArea() {
  return <div class="chart" data-chart={chosenActor.value} />;
}
