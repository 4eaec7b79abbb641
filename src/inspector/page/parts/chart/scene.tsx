/** Everything that is drawn of a chart at the moment. */
import { useMemo } from 'preact/hooks';
import { BOX_PADDING, NAME_ROW } from '../../../charts/box.js';
import type { ArrowDrawing, ChartLayout, StateDrawing } from '../../../charts/layout.js';
import { DOT, LABEL_PADDING } from '../../../charts/layout-graph.js';
import { LINE_HEIGHT } from '../../../charts/metrics.js';
import { headPath, linePath } from '../../../charts/shapes.js';
import { STATE_SIGNS } from '../../../charts/svg.js';
import { arrowSentence } from '../../../charts/wording.js';
import { look } from '../../store.js';
import { type ArrowLook, arrowLook, choose, type StateLook, stateLook } from './looks.js';
import { index, momentNow, selection } from './shown.js';
import './scene.css';

/** Baseline of text below the top of its line. */
const BASE = 13;

export function Scene({ layout }: { readonly layout: ChartLayout }) {
  const { states, arrows, initials, graph } = layout;
  const [moment, visits, chosen] = [momentNow.value, index.value?.visits, selection.value];
  const paths = useMemo(() => new Map(arrows.map((one) => [one, pathsOf(one)])), [arrows]);
  if (moment === undefined || visits === undefined) return null;
  const context = { chart: graph.id, moment, visits, look: look.value, chosen };
  const looks = new Map(arrows.map((one) => [one, arrowLook(context, one.arrow)]));
  return (
    <>
      {states.map((one) => (
        <State
          key={one.node.path}
          drawing={one}
          look={stateLook(context, one.node)}
          rows={one.rows.map(({ arrow }) => arrow && arrowLook(context, arrow))}
        />
      ))}
      {initials.map(({ dot, line }) => (
        <g key={`${dot.x} ${dot.y}`} class="chart-arrow">
          <circle class="head" cx={dot.x + DOT / 2} cy={dot.y + DOT / 2} r={DOT / 2} />
          <path class="line" d={linePath(line)} />
          <path class="head" d={headPath(line)} />
        </g>
      ))}
      {arrows.map((one) => {
        const how = looks.get(one);
        return how && <Lines key={`${one.arrow.id} ${how.flash}`} look={how} paths={paths.get(one) ?? []} />;
      })}
      {arrows.map((one) => {
        const how = looks.get(one);
        return how && <Label key={one.arrow.id} drawing={one} look={how} />;
      })}
    </>
  );
}

const pathsOf = ({ lines }: ArrowDrawing): [string, string][] =>
  lines.map((points) => [linePath(points), headPath(points)]);

function State({
  drawing: { node, title, rows: blocks, x, y, width, height },
  look: how,
  rows,
}: {
  readonly drawing: StateDrawing;
  readonly look: StateLook;
  readonly rows: readonly (ArrowLook | undefined)[];
}) {
  const { type } = node.state;
  const isChart = node.depth === 0;
  return (
    <g class={`chart-state-box ${isChart ? 'whole' : type} ${how.classes}`} {...how.data}>
      <rect class="box" x={x} y={y} width={width} height={height} rx={7} />
      {type === 'final' && (
        <rect class="inset" x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={5} />
      )}
      {(blocks.length > 0 || node.children.length > 0) && (
        <path class="rule" d={`M${x} ${y + NAME_ROW}h${width}`} />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no button */}
      <g class="press" role="button" tabindex={isChart ? -1 : 0} aria-label={how.label} {...choose(how)}>
        <title>{how.label}</title>
        <rect class="hit" x={x} y={y} width={width} height={NAME_ROW} />
        <text class="name" x={x + BOX_PADDING} y={y + 19}>
          {how.isActive ? '▶ ' : ''}
          {title}
          {STATE_SIGNS[type]}
        </text>
        <text class="count" x={x + width - BOX_PADDING} y={y + 19}>
          {isChart ? '' : how.count}
        </text>
      </g>
      {blocks.map(({ lines, arrow, y: below }, place) => {
        const row = rows[place];
        const texts = lines.map((line, number) => (
          <text
            key={number}
            class={row && number === 0 ? 'event' : 'quiet'}
            x={x + BOX_PADDING}
            y={y + below + number * LINE_HEIGHT + BASE}
          >
            {line}
          </text>
        ));
        if (arrow === undefined || row === undefined) return texts;
        return (
          // biome-ignore lint/a11y/useSemanticElements: SVG has no button
          <g
            key={`${arrow.id} ${row.flash}`}
            class={`chart-row press ${row.classes}`}
            role="button"
            tabindex={0}
            aria-label={row.label}
            {...row.data}
            {...choose(row)}
          >
            <title>{row.label}</title>
            <rect
              class="hit"
              x={x + 3}
              y={y + below}
              width={width - 6}
              height={lines.length * LINE_HEIGHT}
              rx={3}
            />
            {texts}
            <text class="count" x={x + width - BOX_PADDING} y={y + below + BASE}>
              {row.badge}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function Lines({
  look: how,
  paths,
}: {
  readonly look: ArrowLook;
  readonly paths: readonly [string, string][];
}) {
  return (
    <g class={`chart-arrow ${how.classes}`}>
      {paths.map(([line, head]) => (
        <>
          <path class="line" d={line} />
          <path class="head" d={head} />
        </>
      ))}
    </g>
  );
}

function Label({
  drawing: { arrow, label },
  look: how,
}: {
  readonly drawing: ArrowDrawing;
  readonly look: ArrowLook;
}) {
  const { x, y, width, height, lines } = label;
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button
    <g
      class={`chart-label press ${how.classes}`}
      role="button"
      tabindex={0}
      aria-label={arrowSentence(arrow)}
      {...how.data}
      {...choose(how)}
    >
      <title>{how.label}</title>
      <rect class="hit" x={x} y={y} width={width} height={height} rx={5} />
      {lines.map((line, number) => (
        <text
          key={number}
          class={number === 0 ? 'event' : 'quiet'}
          x={x + LABEL_PADDING}
          y={y + LABEL_PADDING + number * LINE_HEIGHT + BASE}
        >
          {line}
        </text>
      ))}
      <text class="count" x={x + width - LABEL_PADDING} y={y + LABEL_PADDING + BASE}>
        {how.badge}
      </text>
    </g>
  );
}
