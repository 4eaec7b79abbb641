/** What keys do, wherever the focus is but in a field. */
import { signal } from '@preact/signals';
import { zoom, zoomOut } from './parts/timeline/stretch-shown.js';
import { changeSpeed, goToEnd, goToStart, togglePlaying, walk } from './playback.js';
import { goToHit } from './searching.js';
import { look, TABS, tab } from './store.js';
import { toggleTheme } from './theme.js';

/** A key and what it does. */
interface KeyUse {
  /** As people call it. */
  readonly name: string;
  /** As the browser does; with `Shift+` where both ways mean something. */
  readonly keys: readonly string[];
  readonly does: string;
  readonly act: () => void;
}

/** Id of the field to search in. */
export const SEARCH_FIELD = 'search';
export const isHelpOpen = signal(false);

const ZOOM_STEP = 1.6;

export const KEY_USES: readonly KeyUse[] = [
  { name: 'Space', keys: [' '], does: 'play or pause', act: togglePlaying },
  { name: '→', keys: ['ArrowRight'], does: 'on by a transition', act: () => walk(1, 'step') },
  { name: '←', keys: ['ArrowLeft'], does: 'back by a transition', act: () => walk(-1, 'step') },
  { name: 'Shift →', keys: ['Shift+ArrowRight'], does: 'on by the chosen unit', act: () => walk(1) },
  { name: 'Shift ←', keys: ['Shift+ArrowLeft'], does: 'back by the chosen unit', act: () => walk(-1) },
  { name: 'Home', keys: ['Home'], does: 'to the start', act: goToStart },
  { name: 'End', keys: ['End'], does: 'to the end; follows a match that goes on', act: goToEnd },
  { name: '[', keys: ['['], does: 'slower', act: () => changeSpeed(-1) },
  { name: ']', keys: [']'], does: 'faster', act: () => changeSpeed(1) },
  { name: '+', keys: ['+', '='], does: 'zoom in', act: () => zoom(1 / ZOOM_STEP, look.value.frame) },
  { name: '−', keys: ['-'], does: 'zoom out', act: () => zoom(ZOOM_STEP, look.value.frame) },
  { name: '0', keys: ['0'], does: 'the whole match', act: zoomOut },
  { name: '/', keys: ['/'], does: 'search', act: () => document.getElementById(SEARCH_FIELD)?.focus() },
  { name: 'F3', keys: ['F3'], does: 'next hit', act: () => goToHit(1) },
  { name: 'Shift F3', keys: ['Shift+F3'], does: 'hit before', act: () => goToHit(-1) },
  ...TABS.map(({ id, title }, index) => ({
    name: `${index + 1}`,
    keys: [`${index + 1}`],
    does: title.toLowerCase(),
    act: () => {
      tab.value = id;
    },
  })),
  { name: 't', keys: ['t', 'T'], does: 'dark or light', act: toggleTheme },
  {
    name: '?',
    keys: ['?'],
    does: 'these keys',
    act: () => {
      isHelpOpen.value = !isHelpOpen.value;
    },
  },
];

export function startKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyped(event)) return;
    const shifted = `Shift+${event.key}`;
    const use =
      (event.shiftKey ? KEY_USES.find(({ keys }) => keys.includes(shifted)) : undefined) ??
      KEY_USES.find(({ keys }) => keys.includes(event.key));
    if (use === undefined) return;
    event.preventDefault();
    use.act();
  });
}

/** Whether the key is for what has the focus: letters for a field, space for a button. F3 is for nobody else. */
function isTyped({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || key === 'F3') return false;
  if (target.closest('input, textarea, select, [contenteditable]')) return true;
  if (target.closest('dialog')) return key !== '?';
  return key === ' ' && target.closest('button, a, summary, [role=button], [role=tab]') !== null;
}
