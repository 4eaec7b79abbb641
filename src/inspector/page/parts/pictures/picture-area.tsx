/** Pictures of the match. */
import { reel } from '../../store.js';

export function PictureArea() {
  return <div class="pictures" data-pictures={reel.value?.header.pictures.length} />;
}
