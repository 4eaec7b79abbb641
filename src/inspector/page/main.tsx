/** Starts the page: fetches what it was opened for, then draws. */
import { render } from 'preact';
import { App } from './app.jsx';
import { fetchReel } from './feed.js';
import { complaint, goToFrame, reels } from './store.js';
import './style.css';

const root = document.getElementById('page');
if (root !== null) render(<App />, root);

try {
  reels.value = [await fetchReel(`feeds/0${location.search}`)];
  goToFrame(0);
} catch (error) {
  complaint.value = error instanceof Error ? error.message : String(error);
}
