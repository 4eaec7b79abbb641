/** Pictures of the match: those of its game, then how the links were doing. */
import type { PictureDeclaration } from '../../../../inspection.js';
import { look, reel } from '../../store.js';
import { Legend } from './legend.jsx';
import { LinesPicture } from './lines-picture.jsx';
import { LinkPictures } from './link-pictures.jsx';
import './pictures.css';
import { PolarPicture } from './polar-picture.jsx';
import { ScatterPicture } from './scatter-picture.jsx';
import { seenIn } from './seen.js';
import { SweepPicture } from './sweep-picture.jsx';

export function PictureArea() {
  const shown = reel.value;
  if (shown === undefined) return null;
  return (
    <div class="pictures" data-look={look.value.frame}>
      {shown.header.pictures.map((picture) => (
        <figure key={picture.id} data-picture={picture.id}>
          <figcaption>{picture.title}</figcaption>
          <Drawn picture={picture} />
          {picture.kind !== 'lines' && <Legend series={picture.series} />}
        </figure>
      ))}
      <LinkPictures />
    </div>
  );
}

/** What is seen grows in place, so each picture reads it for itself and takes only its declaration. */
function Drawn({ picture }: { readonly picture: PictureDeclaration }) {
  if (picture.kind === 'sweep') return <SweepPicture picture={picture} />;
  if (seenIn(picture.id).points.length === 0) return <p class="nothing">Nothing of it was seen so far.</p>;
  switch (picture.kind) {
    case 'lines':
      return <LinesPicture picture={picture} />;
    case 'scatter':
      return <ScatterPicture picture={picture} />;
    case 'polar':
      return <PolarPicture picture={picture} />;
    default:
      return <p class="nothing">This page cannot draw pictures of the kind {String(picture.kind)}.</p>;
  }
}
