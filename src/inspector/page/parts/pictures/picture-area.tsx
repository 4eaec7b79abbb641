/** Pictures of the match: those of its game, then how the links were doing. */
import type { PictureDeclaration } from '../../../../inspection.js';
import { growth, look, reel } from '../../store.js';
import { Legend } from './legend.jsx';
import { LinesPicture } from './lines-picture.jsx';
import { LinkPictures } from './link-pictures.jsx';
import './pictures.css';
import { contentOf, type PictureContent } from './points.js';
import { PolarPicture } from './polar-picture.jsx';
import { ScatterPicture } from './scatter-picture.jsx';
import { SweepPicture } from './sweep-picture.jsx';

export function PictureArea() {
  const shown = reel.value;
  if (shown === undefined) return null;
  return (
    <div class="pictures" data-growth={growth.value} data-look={look.value.frame}>
      {shown.header.pictures.map((picture) => (
        <figure key={picture.id} data-picture={picture.id}>
          <figcaption>{picture.title}</figcaption>
          <Drawn picture={picture} {...contentOf(shown, picture.id)} />
          {picture.kind !== 'lines' && <Legend series={picture.series} />}
        </figure>
      ))}
      <LinkPictures reel={shown} />
    </div>
  );
}

function Drawn({ picture, points, sweeps }: PictureContent & { readonly picture: PictureDeclaration }) {
  if (picture.kind === 'sweep') return <SweepPicture picture={picture} sweeps={sweeps} />;
  if (points.length === 0) return <p class="nothing">Nothing of it was seen so far.</p>;
  switch (picture.kind) {
    case 'lines':
      return <LinesPicture picture={picture} points={points} />;
    case 'scatter':
      return <ScatterPicture picture={picture} points={points} />;
    case 'polar':
      return <PolarPicture picture={picture} points={points} />;
  }
}
