/** What is being looked at and how it stands; the search, and what is for the whole page. */
import { isHelpOpen } from '../../keys.js';
import type { Reel } from '../../model/reel.js';
import { reels, shownPlace } from '../../store.js';
import { theme, toggleTheme } from '../../theme.js';
import { CopyLink } from './copy-link.jsx';
import { Knowledge, LiveSign } from './live-sign.jsx';
import { Search } from './search.jsx';
import './bar.css';

export function Bar() {
  return (
    <header class="bar">
      <div class="matches">
        {reels.value.map((reel, index) => {
          const name = index === 0 ? 'A' : 'B';
          const isOfTwo = reels.value.length > 1;
          return (
            <Match
              key={name}
              reel={reel}
              name={isOfTwo ? name : undefined}
              isShown={isOfTwo && index === shownPlace.value}
            />
          );
        })}
      </div>
      <Search />
      <CopyLink />
      <button type="button" data-theme-now={theme.value} title="To dark or light (t)" onClick={toggleTheme}>
        {theme.value === 'dark' ? '☀ Light' : '☾ Dark'}
      </button>
      <button
        type="button"
        title="Keys (?)"
        onClick={() => {
          isHelpOpen.value = true;
        }}
      >
        ? Keys
      </button>
    </header>
  );
}

/** A match in a line: its name, its game, and whether it goes on. */
function Match({
  reel,
  name,
  isShown,
}: {
  readonly reel: Reel;
  readonly name: string | undefined;
  /** Of two: whether the page shows this one. */
  readonly isShown: boolean;
}) {
  const { title, game, gameVersion, role } = reel.header;
  return (
    <div class="match" data-match={title} data-shown={isShown}>
      {name && <b class="letter">{name}</b>}
      {isShown && <span>▸ shown</span>}
      <strong>{title}</strong>
      <span>
        {game} {gameVersion} · {role}
      </span>
      <LiveSign reel={reel} />
      <Knowledge reel={reel} />
    </div>
  );
}
