/** elkjs in Node: 1.6 MB of code, so it is loaded when a chart is to be laid out and not before. In the page it is a worker's. */
import type { LayoutEngine } from './layout.js';

export async function loadLayoutEngine(): Promise<LayoutEngine> {
  const { default: elk } = await import('elkjs/lib/elk.bundled.js');
  return new elk.default();
}
