/** A lane of marks: each a glyph, several in one place the most telling glyph with their number. */
import { landmarksOf, type Mark } from '../../model/landmarks.js';
import { leadOf, nextOf } from '../../model/mark-groups.js';
import type { Reel } from '../../model/reel.js';
import { type Cluster, visibleMarks } from '../../model/stretch.js';
import { clockTime } from '../../model/time.js';
import { goToStepOf, look } from '../../store.js';
import { MARKS_HEIGHT, type Scale } from './layout.js';
import { stretch } from './stretch-shown.js';

/** Marks closer than this are drawn as one. */
const CLOSE_PIXELS = 28;
const SIGN_PIXELS = 18;
const CLUSTER_PIXELS = 27;
/** A cluster's tooltip names so many. */
const NAMED_MAX = 12;

interface MarksProps {
  readonly title: string;
  readonly top: number;
  readonly marks: readonly Mark[];
  readonly scale: Scale;
  readonly reel: Reel;
}

export function Marks({ title, top, marks, scale, reel }: MarksProps) {
  const clusters = visibleMarks(marks, stretch.value, CLOSE_PIXELS * scale.perPixel);
  return (
    <g aria-label={title}>
      <text class="lane-name" x={6} y={top + MARKS_HEIGHT - 6}>
        {title}
      </text>
      {clusters.map((cluster) => (
        <MarkSign key={cluster.from} cluster={cluster} top={top} scale={scale} reel={reel} />
      ))}
    </g>
  );
}

function MarkSign({
  cluster: { first, members },
  top,
  scale,
  reel,
}: Pick<MarksProps, 'top' | 'scale' | 'reel'> & { readonly cluster: Cluster<Mark> }) {
  const tip = tipOf(members, reel.header.frameRate);
  const lead = leadOf(members, landmarksOf(reel).countOf);
  const x = scale.x(first.frame);
  const isOne = members.length === 1;
  const width = isOne ? SIGN_PIXELS : CLUSTER_PIXELS;
  return (
    <g
      aria-label={tip}
      class={`mark mark-${lead.tone}`}
      data-mark={first.label}
      data-mark-kind={first.kind}
      data-count={members.length}
      data-frame={first.frame}
      data-lead={lead.glyph}
      data-tip={tip}
      onPointerDown={({ button, shiftKey }) => {
        if (button === 0 && !shiftKey) goToNext(reel, members);
      }}
    >
      <rect x={x - width / 2} y={top + 1} width={width} height={MARKS_HEIGHT - 2} rx={4} />
      <text x={x} y={top + MARKS_HEIGHT - 6} text-anchor="middle">
        {isOne ? lead.glyph : `${lead.glyph}${members.length}`}
      </text>
    </g>
  );
}

/** Goes to the next of a group, round and round. */
function goToNext(reel: Reel, members: readonly Mark[]): void {
  const stepAt = ({ frame, step }: Mark): number =>
    reel.steps[step]?.frame === frame ? step : reel.stepAtFrame(frame);
  const next = nextOf(members, look.peek(), stepAt);
  if (next) goToStepOf(next.step, next.frame);
}

function tipOf(members: readonly Mark[], frameRate: number): string {
  const lines = members
    .slice(0, NAMED_MAX)
    .map(({ frame, glyph, label }) => `${clockTime(frame / frameRate, 1)} ${glyph} ${label}`);
  const more = members.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}
