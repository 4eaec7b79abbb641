/** What a pointer does on the timeline: drag to scrub, shift-drag and shift-wheel to pan, wheel to zoom, double click to zoom to a band. */
import { signal } from '@preact/signals';
import { pause } from '../../playback.js';
import { goToFrame } from '../../store.js';
import type { Scale } from './layout.js';
import { pan, zoom, zoomOut, zoomTo } from './stretch-shown.js';

/** What is told beside the pointer. */
export interface Tip {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** What is under the pointer; `undefined` when nothing is. */
export const tip = signal<Tip | undefined>(undefined);

const ZOOM_PER_PIXEL = 1.0025;
/** A wheel that counts in lines turns so many pixels a line. */
const LINE_PIXELS = 33;

type Target = SVGSVGElement;

/** Handlers for a timeline with this scale. */
export function pointing(scale: () => Scale) {
  let panFrom: number | undefined;
  const xOf = (event: MouseEvent & { readonly currentTarget: Target }): number =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  return {
    onPointerDown(event: PointerEvent & { readonly currentTarget: Target }): void {
      if (event.button > 1) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.querySelector<SVGElement>('[role=slider]')?.focus({ preventScroll: true });
      const x = xOf(event);
      if (event.shiftKey || event.button === 1) panFrom = x;
      else scrubTo(scale(), x, event.target);
    },
    onPointerMove(event: PointerEvent & { readonly currentTarget: Target }): void {
      const x = xOf(event);
      tellTip(event);
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      if (panFrom === undefined) scrubTo(scale(), x, null);
      else {
        pan((panFrom - x) * scale().perPixel);
        panFrom = x;
      }
    },
    onPointerUp(event: PointerEvent & { readonly currentTarget: Target }): void {
      event.currentTarget.releasePointerCapture(event.pointerId);
      panFrom = undefined;
    },
    onPointerLeave(): void {
      tip.value = undefined;
    },
    onDblClick(event: MouseEvent & { readonly currentTarget: Target }): void {
      const band = bandAt(event);
      if (band === undefined) zoomOut();
      else zoomTo({ from: Number(band.dataset.from), to: Number(band.dataset.to) });
    },
    onWheel(event: WheelEvent & { readonly currentTarget: Target }): void {
      event.preventDefault();
      const unit = event.deltaMode === event.DOM_DELTA_LINE ? LINE_PIXELS : 1;
      const isPan = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (isPan) pan((event.deltaX || event.deltaY) * unit * scale().perPixel);
      else zoom(ZOOM_PER_PIXEL ** (event.deltaY * unit), scale().frame(xOf(event)));
    },
  };
}

/** A press on a mark is for the mark. */
function scrubTo(scale: Scale, x: number, target: EventTarget | null): void {
  pause();
  const mark = target instanceof Element ? target.closest<SVGElement>('[data-mark]') : null;
  if (mark === null) goToFrame(scale.frame(x));
}

/** The pointer is captured by the timeline, so what is under it is asked of the document. */
function bandAt({ clientX, clientY }: MouseEvent): SVGElement | undefined {
  const under = document.elementFromPoint(clientX, clientY);
  return under?.closest<SVGElement>('[data-band]') ?? undefined;
}

function tellTip({ clientX, clientY }: PointerEvent): void {
  const under = document.elementFromPoint(clientX, clientY)?.closest<SVGElement>('[data-tip]');
  const text = under?.dataset.tip;
  tip.value = text === undefined ? undefined : { x: clientX, y: clientY, text };
}
