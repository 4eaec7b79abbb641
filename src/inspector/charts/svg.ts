/**
 * Charts as one SVG document, for people who want a picture. Names come from anybody's log: whatever they hold is drawn as text
 * and never read as markup.
 */

import { BOX_PADDING, NAME_ROW } from './box.js';
import type { ArrowDrawing, ChartLayout, InitialDrawing, StateDrawing } from './layout.js';
import { DOT, LABEL_PADDING } from './layout-graph.js';
import { CHART_FONT, LINE_HEIGHT, NAME_SIZE, TEXT_SIZE } from './metrics.js';
import { headPath, linePath } from './shapes.js';
import { arrowSentence } from './wording.js';

/** px around and between charts. */
const MARGIN = 16;

/** Readable on a light and on a dark ground; a viewer that knows neither gets the light one. */
const STYLE = `
.ground{fill:#f3f5f8}.box{fill:#fff;stroke:#8796a8;stroke-width:1.2}.nest-1{fill:#f6f8fa}.chart-box{fill:none;stroke:#b9c3d0}
.rule{stroke:#b9c3d0}text{fill:#1a2230;font-family:${CHART_FONT};font-size:${TEXT_SIZE}px}
.name{font-size:${NAME_SIZE}px;font-weight:700}.line{fill:none;stroke:#566274;stroke-width:1.4}.head,.dot{fill:#566274}
.label{fill:#f3f5f8;stroke:#d5dce5}.quiet{fill:#566274}
@media (prefers-color-scheme:dark){.ground{fill:#14171c}.box{fill:#1f252d;stroke:#6d7b8d}.nest-1{fill:#181c22}.chart-box{fill:none;stroke:#3a4452}
.rule{stroke:#3a4452}text{fill:#e6eaf0}.line{stroke:#9aa6b5}.head,.dot{fill:#9aa6b5}.label{fill:#14171c;stroke:#303946}.quiet{fill:#9aa6b5}}
`.trim();

/** One document of `charts`, one below the other. */
export function chartsSvg(charts: readonly ChartLayout[]): string {
  const width = Math.ceil(Math.max(0, ...charts.map((chart) => chart.width))) + 2 * MARGIN;
  let y = MARGIN;
  const drawn = charts.map((chart) => {
    const text = `<g class="chart" data-chart="${escaped(chart.graph.id)}" transform="translate(${MARGIN} ${y})">\n${chartBody(chart)}\n</g>`;
    y += Math.ceil(chart.height) + MARGIN;
    return text;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}">`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${width}" height="${y}"/>`,
    ...drawn,
    '</svg>',
  ].join('\n');
}

function chartBody({ states, initials, arrows }: ChartLayout): string {
  return [
    ...states.map(stateSvg),
    ...initials.map(initialSvg),
    // Labels stand behind all lines, so that none crosses a text.
    ...arrows.map(({ lines }) => lines.map((points) => lineSvg(points)).join('')),
    ...arrows.map(labelSvg),
  ].join('\n');
}

function stateSvg({ node, title, rows, x, y, width, height }: StateDrawing): string {
  const { type } = node.state;
  const kind = node.depth === 0 ? 'chart-box' : `box nest-${node.children.length === 0 ? 0 : node.depth % 2}`;
  const shape = (inset: number): string =>
    `<rect class="${kind}" x="${x + inset}" y="${y + inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="7"${type === 'parallel' ? ' stroke-dasharray="7 3"' : ''}/>`;
  const parts = [shape(0), ...(type === 'final' ? [shape(3)] : [])];
  parts.push(text(x + BOX_PADDING, y + 19, title + STATE_SIGNS[type], 'name'));
  if (rows.length > 0 || node.children.length > 0)
    parts.push(`<path class="rule" d="M${x} ${y + NAME_ROW}h${width}"/>`);
  for (const row of rows) {
    for (const [index, line] of row.lines.entries()) {
      const isQuiet = row.arrow !== undefined && index === 0 ? '' : 'quiet';
      parts.push(text(x + BOX_PADDING, y + row.y + index * LINE_HEIGHT + 13, line, isQuiet));
    }
  }
  return `<g data-state="${escaped(node.path)}">${parts.join('')}</g>`;
}

/** What a state is, beside its name: shape and colour are not the only signs. */
export const STATE_SIGNS: Readonly<Record<StateDrawing['node']['state']['type'], string>> = {
  atomic: '',
  compound: '',
  parallel: ' ∥',
  final: ' ◉',
  history: ' (H)',
};

function initialSvg({ dot, line }: InitialDrawing): string {
  return `<circle class="dot" cx="${dot.x + DOT / 2}" cy="${dot.y + DOT / 2}" r="${DOT / 2}"/>${lineSvg(line)}`;
}

const lineSvg = (points: ArrowDrawing['lines'][number]): string =>
  `<path class="line" d="${linePath(points)}"/><path class="head" d="${headPath(points)}"/>`;

function labelSvg({ arrow, label }: ArrowDrawing): string {
  const { x, y, width, height, lines } = label;
  const texts = lines.map((line, index) =>
    text(x + LABEL_PADDING, y + LABEL_PADDING + index * LINE_HEIGHT + 13, line, index === 0 ? '' : 'quiet'),
  );
  return (
    `<g data-transition="${escaped(arrow.id)}"><title>${escaped(arrowSentence(arrow))}</title>` +
    `<rect class="label" x="${x}" y="${y}" width="${width}" height="${height}" rx="4"/>${texts.join('')}</g>`
  );
}

const text = (x: number, y: number, content: string, kind: string): string =>
  `<text x="${x}" y="${y}"${kind === '' ? '' : ` class="${kind}"`} xml:space="preserve">${escaped(content)}</text>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** `content` as XML text; characters that XML has no way to write become dots. */
export function escaped(content: string): string {
  return content
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '\u00b7')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
