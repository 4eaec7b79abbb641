import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../src/peers.js';
import { decodeFrame, encodeJoined } from '../../../src/transports/websocket/framing.js';
import { FRAME_BYTES, Outbox, RELIABLE_WAITING_MAX } from '../../../src/transports/websocket/outbox.js';

const LIMITS = { reliable: 200_000, sequenced: 16_384, unreliable: 16_384 };

/** What the next frames hold, e.g. `reliable 1`; of a message its first byte. */
function frames(outbox: Outbox): string[][] {
  const all: string[][] = [];
  for (let frame = outbox.takeFrame(); frame !== undefined; frame = outbox.takeFrame()) {
    all.push(
      (decodeFrame(frame) ?? []).map((packet) =>
        packet.kind === 'message' ? `${packet.delivery} ${packet.payload[0]}` : packet.kind,
      ),
    );
  }
  return all;
}

function filled(...messages: (readonly [Delivery, number, number?])[]): Outbox {
  const outbox = new Outbox(LIMITS);
  for (const [delivery, first, length = 1] of messages) {
    const bytes = new Uint8Array(length).fill(first);
    expect(outbox.addMessage(bytes, delivery)).toBe(true);
    bytes.fill(0xff);
  }
  return outbox;
}

describe('an outbox', () => {
  it('puts what waits into one frame, in order, as it was when it was added', () => {
    const outbox = filled(['reliable', 1], ['unreliable', 2], ['sequenced', 3]);
    outbox.addNotice(encodeJoined(7));
    expect(frames(outbox)).toEqual([['reliable 1', 'unreliable 2', 'sequenced 3', 'joined']]);
    expect(outbox.takeFrame()).toBeUndefined();
  });

  it('begins another frame when one is full, and gives a long message its own', () => {
    const half = FRAME_BYTES / 2;
    const outbox = filled(
      ['reliable', 1, half - 10],
      ['reliable', 2, half - 10],
      ['reliable', 3],
      ['reliable', 4, half],
      ['reliable', 5, 200_000],
      ['reliable', 6],
    );
    expect(frames(outbox)).toEqual([
      ['reliable 1', 'reliable 2', 'reliable 3'],
      ['reliable 4'],
      ['reliable 5'],
      ['reliable 6'],
    ]);
  });

  it('keeps of what may be lost the newest sequenced message, and says how many went', () => {
    const outbox = filled(
      ['sequenced', 1],
      ['reliable', 2],
      ['unreliable', 3],
      ['sequenced', 4],
      ['unreliable', 5],
      ['reliable', 6],
    );
    expect(outbox.supersede()).toBe(3);
    expect(outbox.supersede()).toBe(0);
    expect(frames(outbox)).toEqual([['reliable 2', 'sequenced 4', 'reliable 6']]);
  });

  it('has room again for what went, and for what was superseded', () => {
    const outbox = new Outbox(LIMITS);
    const fill = (delivery: Delivery, length: number) => {
      let count = 0;
      while (count < 10_000 && outbox.addMessage(new Uint8Array(length), delivery)) count++;
      return count;
    };
    expect(fill('unreliable', 1)).toBe(1024);
    expect(fill('reliable', 1)).toBe(RELIABLE_WAITING_MAX);
    expect(outbox.addNotice(encodeJoined(1))).toBe(false);
    expect(outbox.supersede()).toBe(1024);
    expect(fill('sequenced', 16_384)).toBe(63);
    frames(outbox);
    expect(fill('reliable', 200_000)).toBe(3);
    frames(outbox);
    expect([fill('unreliable', 1), fill('reliable', 1)]).toEqual([1024, RELIABLE_WAITING_MAX]);
  });
});
