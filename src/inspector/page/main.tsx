/** Starts the page: fetches what it was opened for, then draws. */
import { render } from 'preact';
import { App } from './app.jsx';
import { openReels } from './open.js';
import { complaint } from './store.js';
import './style.css';

const root = document.getElementById('page');
if (root !== null) render(<App />, root);

try {
  await openReels();
} catch (error) {
  complaint.value = error instanceof Error ? error.message : String(error);
}
