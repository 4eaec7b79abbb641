/** A lane of marks: each a glyph, several in one place the most telling glyph with their number. */
import type { Mark } from '../../model/landmarks.js';
import { type Cluster, visibleMarks } from '../../model/stretch.js';
import { clockTime } from '../../model/time.js';
import { MARKS_HEIGHT, type Scale } from './layout.js';
import { stretch } from './stretch-shown.js';

/** Marks closer than this are drawn as one. */
const CLOSE_PIXELS = 28;
const SIGN_PIXELS = 18;
const CLUSTER_PIXELS = 27;
/** A cluster's tooltip names so many. */
const NAMED_MAX = 6;

interface MarksProps {
  readonly title: string;
  readonly top: number;
  readonly marks: readonly Mark[];
  readonly scale: Scale;
  readonly frameRate: number;
}

export function Marks({ title, top, marks, scale, frameRate }: MarksProps) {
  const clusters = visibleMarks(marks, stretch.value, CLOSE_PIXELS * scale.perPixel);
  return (
    <g aria-label={title}>
      <text class="lane-name" x={6} y={top + MARKS_HEIGHT - 6}>
        {title}
      </text>
      {clusters.map((cluster) => (
        <MarkSign key={cluster.from} cluster={cluster} top={top} scale={scale} frameRate={frameRate} />
      ))}
    </g>
  );
}

function MarkSign({
  cluster: { first, members },
  top,
  scale,
  frameRate,
}: Pick<MarksProps, 'top' | 'scale' | 'frameRate'> & { readonly cluster: Cluster<Mark> }) {
  const tip = tipOf(members, frameRate);
  const lead = leadOf(members);
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
      data-step={first.step}
      data-tip={tip}
    >
      <rect x={x - width / 2} y={top + 1} width={width} height={MARKS_HEIGHT - 2} rx={4} />
      <text x={x} y={top + MARKS_HEIGHT - 6} text-anchor="middle">
        {isOne ? lead.glyph : `${lead.glyph}${members.length}`}
      </text>
    </g>
  );
}

/** Of several, the one that people look for. */
function leadOf(members: readonly Mark[]): Mark {
  const lead =
    members.find(({ tone }) => tone === 'good') ?? members.find(({ tone }) => tone === 'bad') ?? members[0];
  return lead as Mark;
}

function tipOf(members: readonly Mark[], frameRate: number): string {
  const lines = members
    .slice(0, NAMED_MAX)
    .map(({ frame, glyph, label }) => `${clockTime(frame / frameRate, 1)} ${glyph} ${label}`);
  const more = members.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}
