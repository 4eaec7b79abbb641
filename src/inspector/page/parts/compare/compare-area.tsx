/** Two matches side by side. */
import { reels } from '../../store.js';

export function CompareArea() {
  return <div class="compare" data-reels={reels.value.length} />;
}
