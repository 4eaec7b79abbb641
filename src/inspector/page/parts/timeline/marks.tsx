/** A lane of marks: each a glyph, several in one place a glyph with their number. */
import type { Mark } from '../../model/landmarks.js';
import { type Cluster, visibleMarks } from '../../model/stretch.js';
import { clockTime } from '../../model/time.js';
import { MARKS_HEIGHT, type Scale } from './layout.js';
import { stretch } from './stretch-shown.js';

/** Marks closer than this are drawn as one. */
const CLOSE_PIXELS = 20;
const SIGN_PIXELS = 18;
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
  const tones = new Set(members.map(({ tone }) => tone));
  const x = scale.x(first.frame);
  return (
    <g
      aria-label={tip}
      class={`mark mark-${tones.size === 1 ? first.tone : 'mixed'}`}
      data-mark={first.label}
      data-mark-kind={first.kind}
      data-count={members.length}
      data-frame={first.frame}
      data-tip={tip}
    >
      <rect x={x - SIGN_PIXELS / 2} y={top + 1} width={SIGN_PIXELS} height={MARKS_HEIGHT - 2} rx={4} />
      <text x={x} y={top + MARKS_HEIGHT - 6} text-anchor="middle">
        {members.length === 1 ? first.glyph : members.length}
      </text>
    </g>
  );
}

function tipOf(members: readonly Mark[], frameRate: number): string {
  const lines = members
    .slice(0, NAMED_MAX)
    .map(({ frame, glyph, label }) => `${clockTime(frame / frameRate, 1)} ${glyph} ${label}`);
  const more = members.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}
