/** The bands of each row; those too narrow to be told apart are drawn as one with their number. */
import type { BandRow } from '../../../../inspection.js';
import type { Band, Landmarks } from '../../model/landmarks.js';
import { type Cluster, visibleBands } from '../../model/stretch.js';
import { clockTime } from '../../model/time.js';
import { ROW_HEIGHT, type Scale } from './layout.js';
import { stretch, whole } from './stretch-shown.js';

const NARROW_PIXELS = 4;
const LETTER_PIXELS = 7;
const TONE_GLYPHS = { good: '✓ ', bad: '✗ ', plain: '' };

interface BandsProps {
  readonly row: BandRow;
  readonly top: number;
  readonly landmarks: Landmarks;
  readonly scale: Scale;
  readonly frameRate: number;
}

export function Bands({ row, top, landmarks, scale, frameRate }: BandsProps) {
  const narrow = NARROW_PIXELS * scale.perPixel;
  const clusters = visibleBands(landmarks.bandsOf(row.id), stretch.value, whole.value.to, narrow);
  return (
    <g aria-label={row.title} data-row={row.id}>
      <text class="lane-name" x={6} y={top + ROW_HEIGHT - 6}>
        {row.title}
      </text>
      {clusters.map((cluster) => (
        <BandBox key={cluster.from} cluster={cluster} top={top} scale={scale} frameRate={frameRate} />
      ))}
    </g>
  );
}

function BandBox({
  cluster,
  top,
  scale,
  frameRate,
}: Pick<BandsProps, 'top' | 'scale' | 'frameRate'> & { readonly cluster: Cluster<Band> }) {
  const { first, members, from, to } = cluster;
  const isOne = members.length === 1;
  const left = Math.max(scale.x(from), scale.left);
  const width = Math.max(Math.min(scale.x(to), scale.right) - left - 1, 1);
  const name = isOne ? `${TONE_GLYPHS[first.tone]}${first.label}` : `${members.length}×`;
  const times = `${clockTime(from / frameRate, 1)}–${clockTime(to / frameRate, 1)}`;
  const tip = isOne ? `${name} · ${times}` : `${members.length} bands from ${first.label} on · ${times}`;
  return (
    <g
      aria-label={tip}
      class={isOne ? `band band-${first.tone}` : 'band band-many'}
      data-band={first.label}
      data-count={members.length}
      data-from={from}
      data-to={to}
      data-tip={tip}
    >
      <rect x={left} y={top + 2} width={width} height={ROW_HEIGHT - 4} rx={3} />
      {width > 14 && (
        <text x={left + 4} y={top + ROW_HEIGHT - 6}>
          {cut(name, (width - 6) / LETTER_PIXELS)}
        </text>
      )}
    </g>
  );
}

function cut(text: string, letters: number): string {
  if (text.length <= letters) return text;
  return letters < 2 ? '' : `${text.slice(0, Math.floor(letters) - 1)}…`;
}
