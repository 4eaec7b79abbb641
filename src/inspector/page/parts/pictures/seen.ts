/** What is seen in a picture of the match that is open. */
import { reel } from '../../store.js';
import { contentOf, NOTHING_SEEN, type PictureContent } from './points.js';

/** All of it so far; whoever reads it is told when there is more. */
export function seenIn(picture: string): PictureContent {
  const shown = reel.value;
  return shown === undefined ? NOTHING_SEEN : contentOf(shown, picture);
}
