/** What a poll handed over, readable in an assertion. */
import type { Transport } from '../../src/transports/transport.js';

/** Polls once and returns what happened, one line an event. */
export function polled(transport: Transport): string[] {
  const lines: string[] = [];
  transport.poll({
    opened: (peer) => lines.push(`opened ${peer}`),
    received: (peer, bytes, delivery) => lines.push(`${delivery} ${bytes.join(',')} from ${peer}`),
    closed: (peer, end, sentence) => lines.push(`closed ${peer} ${end}${sentence && `: ${sentence}`}`),
  });
  return lines;
}
