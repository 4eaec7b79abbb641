/** One thing that crossed a link: its lines, what stopped it, and its words; a button that goes to its step. */
import type { Reel } from '../../model/reel.js';
import { msWords } from '../../model/time.js';
import { arrowLabel } from './arrow-words.js';
import type { Arrow } from './arrows.js';
import type { ArrowLine, DrawnArrow } from './lane-view.js';

export function ArrowShape({
  shown,
  drawn: { arrow, y, lines, labelX, endsAtLabel, isPast },
  chosen,
  isReachable,
  onChoose,
}: {
  shown: Reel;
  drawn: DrawnArrow;
  chosen: Arrow | undefined;
  /** Whether the tab key stops here: at one arrow of all. */
  isReachable: boolean;
  onChoose: (arrow: Arrow) => void;
}) {
  const label = arrowLabel(shown, arrow);
  const delay = delayWords(lines);
  const isStopped = arrow.fate !== 'taken';
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are no buttons in SVG
    <g
      class={`arrow arrow-${arrow.way}`}
      role="button"
      tabindex={isReachable ? 0 : -1}
      aria-label={`${label} ${delay}`}
      aria-current={chosen === arrow ? 'true' : undefined}
      data-arrow={arrow.name}
      data-arrow-index={arrow.index}
      data-way={arrow.way}
      data-fate={arrow.fate}
      data-past={isPast}
      data-at={arrow.frame}
      onClick={() => onChoose(arrow)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onChoose(arrow);
      }}
    >
      <title>{label}</title>
      {lines.map((line) => (
        <Line key={line.peer} line={line} isStopped={isStopped} />
      ))}
      <text x={labelX} y={y - 3} text-anchor={endsAtLabel ? 'end' : 'start'}>
        {label} <tspan class="arrow-delay">{delay}</tspan>
      </text>
    </g>
  );
}

function Line({
  line: { peer, x1, y1, x2, y2, delayMs },
  isStopped,
}: {
  line: ArrowLine;
  isStopped: boolean;
}) {
  return (
    <g data-line={peer} data-delay={delayMs ?? 'unknown'}>
      <line class="arrow-reach" x1={x1} y1={y1} x2={x2} y2={y2} />
      <line
        class="arrow-line"
        x1={x1}
        y1={y1}
        x2={x2}
        y2={y2}
        marker-end={isStopped ? undefined : 'url(#arrow-head)'}
      />
      {isStopped && <path class="arrow-stop" d={`M${x2 - 4} ${y2 - 4} l8 8 m0 -8 l-8 8`} />}
    </g>
  );
}

function delayWords(lines: readonly ArrowLine[]): string {
  const delays = lines.flatMap(({ delayMs }) => delayMs ?? []);
  if (delays.length === 0) return '';
  const [least, most] = [Math.min(...delays), Math.max(...delays)];
  return Math.round(least) === Math.round(most)
    ? `≈ ${msWords(most)}`
    : `≈ ${msWords(least)} to ${msWords(most)}`;
}
