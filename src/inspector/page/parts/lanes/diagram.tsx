/** The lane diagram as SVG. Where everything is, `lane-view.ts` has said. */
import type { Reel } from '../../model/reel.js';
import { clockTime } from '../../model/time.js';
import { filters, look } from '../../store.js';
import { ArrowShape } from './arrow-shape.jsx';
import type { Arrow } from './arrows.js';
import type { Lane, LaneView } from './lane-view.js';
import { type DrawnTrack, drawnTracks } from './track-view.js';

/** Times at the left are at least so far apart, and one of these many seconds. */
const TICK_PX = 34;
const TICK_SECONDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300];
const TICKS_MAX = 40;

export function Diagram({
  shown,
  view,
  height,
  chosen,
  onChoose,
}: {
  shown: Reel;
  view: LaneView;
  height: number;
  chosen: Arrow | undefined;
  onChoose: (arrow: Arrow) => void;
}) {
  const reachable = chosen ?? view.arrows.findLast(({ isPast }) => isPast)?.arrow ?? view.arrows[0]?.arrow;
  const isLevel = view.arrows.some(({ lines }) =>
    lines.some(({ x1, x2, delayMs }) => delayMs === undefined && Math.abs(x1 - x2) > 30),
  );
  return (
    <>
      <div class="lane-heads" style={{ width: `${view.width}px` }}>
        {view.lanes.map(({ peer, label, x }) => (
          <b key={peer} style={{ left: `${x}px` }} data-lane-head={peer} title={label}>
            {label}
          </b>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: there are no fieldsets in SVG */}
      <svg
        width={view.width}
        height={height}
        role="group"
        aria-label="Messages between peers"
        data-first={view.first}
        data-last={view.last}
      >
        <defs>
          <marker
            id="arrow-head"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto-start-reverse"
          >
            <path d="M0 0 L8 4 L0 8 Z" fill="context-stroke" />
          </marker>
        </defs>
        <Times shown={shown} view={view} />
        {view.lanes.map((lane) => (
          <LaneShape key={lane.peer} lane={lane} />
        ))}
        {drawnTracks(shown, view, filters.value).map((track) => (
          <TrackShape key={`${track.peer} ${track.message}`} track={track} />
        ))}
        {shown.gaps
          .filter((frame) => frame >= view.first && frame <= view.last)
          .map((frame) => (
            <text
              key={frame}
              class="lane-missed"
              x={view.width / 2}
              y={view.time.yOf(frame)}
              data-missed={frame}
            >
              ✗ something was missed here
            </text>
          ))}
        <line class="lane-now" x1="0" x2={view.width} y1={view.nowY + 4} y2={view.nowY + 4} data-now="" />
        <text class="lane-now-words" x={view.width - 4} y={view.nowY + 18}>
          now, {clockTime(shown.secondsOf(look.value.frame), 1)}
        </text>
        {view.arrows.map((drawn) => (
          <ArrowShape
            key={drawn.arrow.index}
            shown={shown}
            drawn={drawn}
            chosen={chosen}
            isReachable={drawn.arrow === reachable}
            onChoose={onChoose}
          />
        ))}
      </svg>
      {isLevel && (
        <p class="lanes-note" data-level="">
          Level arrows: no round trip was measured near them.
        </p>
      )}
    </>
  );
}

function Times({ shown, view }: { shown: Reel; view: LaneView }) {
  const { frameRate } = shown.header;
  const seconds = (view.last - view.first) / frameRate;
  const step = TICK_SECONDS.find((each) => seconds / each <= TICKS_MAX / 2) ?? seconds;
  const ticks: { frame: number; y: number }[] = [];
  let free = 12;
  for (
    let at = Math.ceil(Math.max(0, view.first) / frameRate / step);
    at * step * frameRate <= view.last;
    at++
  ) {
    const frame = at * step * frameRate;
    const y = view.time.yOf(frame);
    if (y < free) continue;
    free = y + TICK_PX;
    ticks.push({ frame, y });
  }
  return (
    <g class="lane-times">
      {ticks.map(({ frame, y }) => (
        <g key={frame}>
          <line x1="0" x2={view.width} y1={y} y2={y} />
          <text x="4" y={y - 3}>
            {clockTime(frame / frameRate, 1)}
          </text>
        </g>
      ))}
    </g>
  );
}

function LaneShape({ lane: { peer, x, stays } }: { lane: Lane }) {
  return (
    <g data-lane={peer}>
      {stays.map(({ top, bottom, hasStart, hasEnd }) => (
        <g key={top} data-stay="" data-starts={hasStart} data-ends={hasEnd}>
          <line class="lane-line" x1={x} x2={x} y1={top} y2={bottom} />
          {hasStart && <circle class="lane-start" cx={x} cy={top} r="4" />}
          {hasEnd && <path class="lane-end" d={`M${x - 6} ${bottom} H${x + 6}`} />}
        </g>
      ))}
    </g>
  );
}

function TrackShape({ track: { peer, message, x, strips, gaps } }: { track: DrawnTrack }) {
  return (
    <g class="lane-track" data-track={message} data-track-peer={peer}>
      <title>{message}: each replaces the one before</title>
      {strips.map(({ top, bottom, count }) => (
        <rect key={top} x={x} y={top - 0.5} width="7" height={bottom - top + 1} data-count={count} />
      ))}
      {gaps.map(({ gap, top, bottom, words }) => (
        <g key={gap.from} class="lane-gap" data-gap={gap.missing}>
          <rect x={x} y={top + 1} width="7" height={Math.max(1, bottom - top - 2)} />
          <text x={x + 11} y={(top + bottom) / 2 + 4}>
            {words}
          </text>
        </g>
      ))}
    </g>
  );
}
