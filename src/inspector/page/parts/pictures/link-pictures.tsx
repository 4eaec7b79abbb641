/** How the links were doing: round trip, loss and queues, a line a peer. */
import { useMemo } from 'preact/hooks';
import { goToFrame, look, reel } from '../../store.js';
import { peerNames } from '../filters/peer-names.js';
import { LINK_MEASURES, type LinkMeasure, linkLines, peersOf } from './links.js';
import { Plot } from './plot.jsx';

const COLOURS = ['--accent', '--good', '--warn', '--bad', '--active', '--text'];
const DASHES: readonly (readonly number[])[] = [[], [6, 4], [2, 3], [10, 4, 2, 4]];

export function LinkPictures() {
  if (reel.value === undefined || reel.value.links.length === 0)
    return (
      <p class="nothing">
        The links were not measured: nobody was linked, or the log is older than this build.
      </p>
    );
  return (
    <>
      {LINK_MEASURES.map((measure) => (
        <LinkPicture key={measure.id} measure={measure} />
      ))}
    </>
  );
}

function LinkPicture({ measure }: { readonly measure: LinkMeasure }) {
  const shown = reel.value;
  const links = shown?.links ?? [];
  const frameRate = shown?.header.frameRate ?? 1;
  const { peers, data } = useMemo(() => {
    const known = peersOf(links);
    return { peers: known, data: linkLines(links, known, measure, frameRate) };
  }, [links.length, measure, frameRate]);
  const lines = peers.map((peer, index) => ({
    label: shown ? peerNames(shown).labelOf(peer, look.value.step) : '',
    colour: COLOURS[index % COLOURS.length] ?? '--text',
    dash: DASHES[index % DASHES.length] ?? [],
  }));
  return (
    <figure data-picture={measure.id}>
      <figcaption>{measure.title}</figcaption>
      <Plot
        lines={lines}
        data={data}
        x="time, s"
        y={measure.unit}
        now={look.value.frame / frameRate}
        choose={(seconds) => goToFrame(seconds * frameRate)}
      />
    </figure>
  );
}
