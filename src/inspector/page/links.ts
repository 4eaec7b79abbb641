/** Keeps the moment in the page's address, so that it can be copied, and goes to a moment that an address names. */
import { effect } from '@preact/signals';
import { everyMs } from './clock.js';
import { momentOfHash, momentToHash } from './model/moment-link.js';
import { pause } from './playback.js';
import { chosenActor, complaint, look, reel, tab } from './store.js';

/** Browsers refuse an address that changes too often. */
const ADDRESS_MS = 300;

/** Goes to the moment that `hash` names, by default the address's. False when there is none. */
export function goToLinked(hash = location.hash): boolean {
  const shown = reel.peek();
  if (shown === undefined || hash.length < 2) return false;
  const { sentences, ...linked } = momentOfHash(hash, shown);
  pause();
  if (linked.look) look.value = linked.look;
  if (linked.actor !== undefined) chosenActor.value = linked.actor;
  if (linked.tab) tab.value = linked.tab;
  complaint.value = sentences.join(' ');
  return linked.look !== undefined;
}

/** The address of this moment. */
export function linkToMoment(): string {
  writeAddress();
  return location.href;
}

/** From now on the address follows the moment, and the moment an address that somebody types. */
export function startLinking(): void {
  const writeSoon = everyMs(ADDRESS_MS, writeAddress);
  effect(() => {
    void [look.value, chosenActor.value, tab.value];
    writeSoon();
  });
  // The event's own address: that of the page may be written again before the event is told.
  addEventListener('hashchange', ({ newURL }) => goToLinked(new URL(newURL).hash));
}

function writeAddress(): void {
  const hash = momentToHash({ look: look.peek(), actor: chosenActor.peek(), tab: tab.peek() });
  if (hash !== location.hash) history.replaceState(null, '', hash);
}
