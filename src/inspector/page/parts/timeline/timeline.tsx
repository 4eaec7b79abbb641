/** The match from end to end, and where in it the page looks. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { landmarksOf } from '../../model/landmarks.js';
import type { Reel } from '../../model/reel.js';
import { growth, reel } from '../../store.js';
import { Activity } from './activity.jsx';
import { Axis } from './axis.jsx';
import { Bands } from './bands.jsx';
import { Controls } from './controls.jsx';
import { lanesOf, type Scale, scaleOf } from './layout.js';
import { Marks } from './marks.jsx';
import { Playhead } from './playhead.jsx';
import { pointing, tip } from './pointing.js';
import { stretch } from './stretch-shown.js';
import './timeline.css';

export function Timeline() {
  const shown = reel.value;
  if (shown === undefined) return null;
  return (
    <section class="timeline" aria-label="Time">
      <Controls />
      <Lines reel={shown} />
      <TipBox />
    </section>
  );
}

function Lines({ reel: shown }: { readonly reel: Reel }) {
  const place = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(0);
  const scale = scaleOf(stretch.value, width);
  const latest = useRef<Scale>(scale);
  latest.current = scale;
  const { onWheel, ...handlers } = useMemo(() => pointing(() => latest.current), []);

  useEffect(() => {
    const home = place.current;
    if (home === null) return undefined;
    const resized = new ResizeObserver(() => setWidth(home.clientWidth));
    resized.observe(home);
    // A wheel that zooms must not scroll as well, which only an active listener can keep it from.
    const wheel = onWheel as unknown as (event: WheelEvent) => void;
    home.addEventListener('wheel', wheel, { passive: false });
    return () => {
      resized.disconnect();
      home.removeEventListener('wheel', wheel);
    };
  }, []);

  const { rows, frameRate } = shown.header;
  const lanes = lanesOf(rows.length);
  return (
    <svg
      ref={place}
      class="lines"
      height={lanes.height}
      aria-label="The match from end to end"
      data-from={Math.round(stretch.value.from)}
      data-to={Math.round(stretch.value.to)}
      data-growth={growth.value}
      {...handlers}
    >
      {width > 0 && <Drawn reel={shown} scale={scale} />}
      {width > 0 && <Playhead scale={scale} frameRate={frameRate} height={lanes.height} />}
    </svg>
  );
}

/** All but the playhead: drawn again when the stretch or the match changes, not when the moment does. */
function Drawn({ reel: { header }, reel: shown, scale }: { readonly reel: Reel; readonly scale: Scale }) {
  void growth.value;
  const landmarks = landmarksOf(shown);
  const { rows, frameRate } = header;
  const lanes = lanesOf(rows.length);
  return (
    <>
      <Axis scale={scale} frameRate={frameRate} height={lanes.height} />
      {rows.map((row, index) => (
        <Bands
          key={row.id}
          row={row}
          top={lanes.row(index)}
          landmarks={landmarks}
          scale={scale}
          frameRate={frameRate}
        />
      ))}
      <Marks title="Marks" top={lanes.marks} marks={landmarks.marks} scale={scale} reel={shown} />
      <Marks title="Notices" top={lanes.troubles} marks={landmarks.troubles} scale={scale} reel={shown} />
      <Activity reel={shown} top={lanes.activity} scale={scale} />
    </>
  );
}

const TIP_WIDTH = 320;

function TipBox() {
  const shown = tip.value;
  if (shown === undefined) return null;
  const left = Math.max(4, Math.min(shown.x + 12, innerWidth - TIP_WIDTH - 4));
  return (
    <div
      class="tip-box"
      role="tooltip"
      style={{ left: `${left}px`, bottom: `${innerHeight - shown.y + 12}px` }}
    >
      {shown.text}
    </div>
  );
}
