/** Transports on real sockets in a test: kept until its end, and polled until something was said. */
import { setTimeout } from 'node:timers/promises';
import { afterEach } from 'vitest';
import type { Transport } from '../../src/transports/transport.js';
import { polled } from './polled.js';

/** Turns of a millisecond or more after which a condition was waited for in vain. */
const TURNS_MAX = 8000;

/** A function that keeps a transport, to close it when the test ends. Call once a file. */
export function keeper(): <T extends Transport>(transport: T) => T {
  const open: Transport[] = [];
  afterEach(async () => {
    for (const transport of open.splice(0)) await transport.close();
  });
  return (transport) => {
    open.push(transport);
    return transport;
  };
}

/** Polls and flushes all until `condition`; what each said. */
export async function until(
  condition: (said: string[][]) => boolean,
  ...transports: Transport[]
): Promise<string[][]> {
  const said = transports.map((): string[] => []);
  for (let turn = 0; turn < TURNS_MAX && !condition(said); turn++) {
    for (const [index, transport] of transports.entries()) {
      said[index]?.push(...polled(transport));
      transport.flush();
    }
    await setTimeout(1);
  }
  return said;
}
