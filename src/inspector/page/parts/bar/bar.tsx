/** What is being looked at: the match, its game and role. */
import { reel } from '../../store.js';
import { LiveSign } from './live-sign.jsx';

export function Bar() {
  const header = reel.value?.header;
  return (
    <header class="bar">
      <strong>{header?.title}</strong> {header?.game} · {header?.role} <LiveSign />
    </header>
  );
}
