/** Starts the page: fetches what it was opened for, then draws. */
import { render } from 'preact';
import { App } from './app.jsx';
import { startComparing } from './comparing.js';
import { startKeys } from './keys.js';
import { goToLinked, startLinking } from './links.js';
import { openReels } from './open.js';
import { startSearchList } from './parts/bar/search.jsx';
import { follow, isLive, startFollowing } from './playback.js';
import { startSearching } from './searching.js';
import { complaint, goToFrame, reels, tab } from './store.js';
import { startTheme } from './theme.js';
import './style.css';

startTheme();
const root = document.getElementById('page');
if (root !== null) render(<App />, root);

try {
  await openReels();
  startFollowing();
  if (reels.value.length > 1) tab.value = 'compare';
  if (!goToLinked()) {
    if (isLive.value) follow();
    else goToFrame(0);
  }
  startComparing();
  startSearching();
  startSearchList();
  startKeys();
  startLinking();
} catch (error) {
  complaint.value = error instanceof Error ? error.message : String(error);
}
