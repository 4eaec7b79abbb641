/** What crossed a link, in words. */
import type { Reel } from '../../model/reel.js';
import { peerNames } from '../filters/peer-names.js';
import { listWords } from '../happened/event-words.js';
import type { Arrow } from './arrows.js';

/** In a few words, beside the arrow. */
export function arrowLabel(reel: Reel, arrow: Arrow): string {
  const { input, sent, words, fate, name } = arrow;
  if (input?.kind === 'peer-joined') return '● joined';
  if (input?.kind === 'peer-left') return `✗ left: ${words || name || 'no reason told'}`;
  if (arrow.notice) return `✗ ${words}`;
  if (sent) return `→ ${sent.kind === 'relay' ? 'passed on ' : ''}${name} ${whomWords(reel, arrow)}`;
  const what = input?.kind === 'command' ? `command ${name}` : name;
  if (fate === 'unmet') return `✗ ${what}: no actor acted on it`;
  return fate === 'refused' ? `✗ ${what}: ${words}` : what;
}

/** As a sentence. */
export function arrowSentence(reel: Reel, arrow: Arrow): string {
  const { input, notice, sent, name, peers, step, words, fate } = arrow;
  const names = peerNames(reel);
  const who = listWords((peers ?? []).map((peer) => names.labelOf(peer, step)));
  if (notice) return words;
  if (sent) return `${name} was ${sent.kind === 'relay' ? 'passed on' : 'sent'} ${whomWords(reel, arrow)}`;
  if (input?.kind === 'command') return `The local player asked for ${name}`;
  if (input?.kind === 'peer-joined') return `${who} joined`;
  if (input?.kind === 'peer-left') return `${who} left: ${words || name || 'no reason told'}`;
  const fates = {
    taken: '',
    refused: `, ${words}`,
    unmet: ', and no actor acted on it',
    dropped: ', and was dropped',
  };
  return `${name} came from ${who}${fates[fate]}`;
}

function whomWords(reel: Reel, { peers, words, step }: Arrow): string {
  const names = peerNames(reel);
  return peers === undefined
    ? words
    : `to ${listWords(peers.map((peer) => names.labelOf(peer, step))) || 'nobody'}`;
}
