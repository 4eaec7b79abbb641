/** A plot by uPlot that is as wide as its place, and takes its colours from the page. */
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { theme } from '../../theme.js';

/** A line of a plot. `dash` tells lines apart that colour alone would. */
export interface PlotLine {
  readonly label: string;
  /** Name of a colour of the page, such as `--good`. */
  readonly colour: string;
  readonly dash: readonly number[];
}

export interface PlotProps {
  readonly lines: readonly PlotLine[];
  /** Ascending x, then the values of each line; `null` where there is none. */
  readonly data: readonly (readonly (number | null)[])[];
  readonly x: string;
  readonly y: string;
  /** Where the page looks, in units of x. */
  readonly now?: number;
  /** A click: the nearest x. */
  readonly choose: (x: number, index: number) => void;
  readonly hasDots?: boolean;
}

const HEIGHT = 220;
/** How far above the highest value a plot goes. */
const HEADROOM = 1.06;
/** Steps of the upright axis: nothing that is plotted comes in parts. */
const WHOLE_STEPS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000].flatMap((power) => [
  power,
  2 * power,
  5 * power,
]);

export function Plot({ lines, data, x, y, now, choose, hasDots = false }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const marked = useRef(now);
  const chosen = useRef(choose);
  marked.current = now;
  chosen.current = choose;
  const look = theme.value;
  const shape = JSON.stringify([lines, x, y, hasDots, look]);

  // A new plot only when what it is made of changed; its data and its width change in place.
  useEffect(() => {
    const home = place.current;
    if (home === null) return undefined;
    const made = new uPlot(
      optionsOf({ lines, x, y, hasDots, home, marked, chosen }),
      data as uPlot.AlignedData,
      home,
    );
    plot.current = made;
    const resized = new ResizeObserver(() => made.setSize({ width: home.clientWidth, height: HEIGHT }));
    resized.observe(home);
    return () => {
      resized.disconnect();
      made.destroy();
    };
  }, [shape]);

  useEffect(() => plot.current?.setData(data as uPlot.AlignedData), [data]);
  useEffect(() => {
    if (plot.current) placeMarker(plot.current, now);
  }, [now]);
  return (
    <div
      class="plot"
      ref={place}
      role="img"
      aria-label={`${y} over ${x}: ${lines.map(({ label }) => label).join(', ')}`}
      data-lines={lines.length}
      data-values={data[0]?.length ?? 0}
    />
  );
}

function optionsOf({
  lines,
  x,
  y,
  hasDots,
  home,
  marked,
  chosen,
}: Pick<PlotProps, 'lines' | 'x' | 'y'> & {
  readonly hasDots: boolean;
  readonly home: HTMLElement;
  readonly marked: { readonly current: number | undefined };
  readonly chosen: { readonly current: PlotProps['choose'] };
}): uPlot.Options {
  const colours = getComputedStyle(home);
  const colour = (name: string): string => colours.getPropertyValue(name).trim();
  const axis = (label: string): uPlot.Axis => ({
    label,
    stroke: colour('--text'),
    grid: { stroke: colour('--line'), width: 0.5 },
    ticks: { stroke: colour('--line') },
    labelSize: 18,
    font: '12px sans-serif',
    labelFont: '12px sans-serif',
  });
  return {
    width: home.clientWidth,
    height: HEIGHT,
    scales: {
      x: { time: false },
      y: { range: (_, low, high) => [Math.min(0, low), Math.max(1, high) * HEADROOM] },
    },
    axes: [
      { ...axis(x), size: 34 },
      { ...axis(y), size: 62, incrs: WHOLE_STEPS },
    ],
    cursor: { y: false, drag: { x: false, y: false } },
    series: [
      { label: x },
      ...lines.map(({ label, colour: name, dash }) => ({
        label,
        stroke: colour(name),
        width: 2,
        dash: [...dash],
        spanGaps: true,
        points: { show: hasDots, size: 7 },
      })),
    ],
    hooks: {
      ready: [
        (made) =>
          made.over.addEventListener('click', () => {
            const { idx } = made.cursor;
            const value = typeof idx === 'number' ? made.data[0][idx] : undefined;
            if (typeof idx === 'number' && value !== undefined) chosen.current(value, idx);
          }),
      ],
      draw: [(made) => placeMarker(made, marked.current)],
    },
  };
}

/** The moment, as an upright line over the plot: the plot itself need not be drawn again to move it. */
function placeMarker({ over, valToPos }: uPlot, at: number | undefined): void {
  let marker = over.querySelector<HTMLElement>('.plot-now');
  if (marker === null) {
    marker = document.createElement('div');
    marker.className = 'plot-now';
    over.append(marker);
  }
  const left = at === undefined ? Number.NaN : valToPos(at, 'x');
  marker.hidden = !(left >= 0 && left <= over.clientWidth);
  if (!marker.hidden) marker.style.transform = `translateX(${left}px)`;
}
