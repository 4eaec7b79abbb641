/** Messages between the peers. */
import { reel } from '../../store.js';

export function Lanes() {
  return <div class="lanes" data-frames={reel.value?.frames.length} />;
}
