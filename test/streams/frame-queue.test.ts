import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameQueue } from '../../src/streams/frame-queue.js';

interface Item {
  readonly peer: number;
  readonly n: number;
}

function item(peer: number, n = 0): Item {
  return { peer, n };
}

describe('the frame queue', () => {
  it('hands over what was pushed, in order, once', () => {
    const queue = new FrameQueue<Item>();
    const items = [item(1, 1), item(2, 2), item(1, 3)];
    for (const one of items) expect(queue.push(one)).toBe(true);
    expect(queue.size).toBe(3);
    expect(queue.drain()).toEqual(items);
    expect(queue.drain()).toEqual([]);
  });

  it('lets a batch stand until the next drain while new inputs come', () => {
    const queue = new FrameQueue<Item>();
    queue.push(item(1, 1));
    const batch = queue.drain();
    queue.push(item(1, 2));
    expect(batch).toEqual([item(1, 1)]);
    expect(queue.drain()).toEqual([item(1, 2)]);
  });

  it('bounds each peer at 256 and gives it its room back at the next frame', () => {
    const queue = new FrameQueue<Item>();
    const accepted = Array.from({ length: 300 }, (_, n) => queue.push(item(7, n))).filter(Boolean);
    expect(accepted).toHaveLength(256);
    expect(queue.push(item(8))).toBe(true);
    expect(queue.drain()).toHaveLength(257);
    expect(queue.push(item(7))).toBe(true);
  });

  it('never holds more than 4,096, and even then every peer gets its share of 8', () => {
    const queue = new FrameQueue<Item>();
    for (let n = 0; n < 256; n += 1) for (let peer = 0; peer < 200; peer += 1) queue.push(item(peer, n));
    for (let peer = 200; peer < 256; peer += 1) {
      const accepted = Array.from({ length: 20 }, () => queue.push(item(peer))).filter(Boolean);
      expect(accepted, `peer ${peer}`).toHaveLength(8);
    }
    expect(queue.size).toBe(4096);
    queue.drain();
    const roomAgain = Array.from({ length: 256 }, () => queue.push(item(255))).every(Boolean);
    expect(roomAgain).toBe(true);
  });

  it('puts a superseded input in the place of the earlier one', () => {
    const queue = new FrameQueue<Item>({ supersededSlots: 2 });
    queue.supersede(item(1, 1), 0);
    queue.push(item(1, 2));
    queue.supersede(item(1, 3), 1);
    queue.supersede(item(2, 4), 0);
    queue.supersede(item(1, 5), 0);
    expect(queue.drain().map(({ n }) => n)).toEqual([5, 2, 3, 4]);
    queue.supersede(item(1, 6), 0);
    expect(queue.drain()).toEqual([item(1, 6)]);
  });

  it('supersedes also when its peer is full', () => {
    const queue = new FrameQueue<Item>({ perPeer: 2 });
    queue.supersede(item(1, 1), 0);
    queue.push(item(1, 2));
    expect(queue.supersede(item(1, 3), 0)).toBe(true);
    expect(queue.push(item(1, 4))).toBe(false);
    expect(queue.drain()).toEqual([item(1, 3), item(1, 2)]);
  });

  it('accepts notes whatever the limits', () => {
    const queue = new FrameQueue<Item>({ perPeer: 1 });
    queue.push(item(1, 1));
    queue.note(item(1, 2));
    expect(queue.push(item(1, 3))).toBe(false);
    expect(queue.drain()).toEqual([item(1, 1), item(1, 2)]);
  });

  it('refuses limits that contradict each other, by name', () => {
    expect(() => new FrameQueue({ perPeer: 0 })).toThrow('perPeer must be a whole number of at least 1');
    expect(() => new FrameQueue({ total: 100 })).toThrow('total must be a whole number of at least 2048');
    expect(() => new FrameQueue({ supersededSlots: -1 })).toThrow('supersededSlots');
  });
});

/** One step of a random history. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('push'), peer: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('supersede'), peer: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drain'), peer: fc.constant(0) }) },
);

describe('for every history', () => {
  it('nothing accepted is lost or reordered, and only superseded inputs give way', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const queue = new FrameQueue<Item>({ perPeer: 9, sharePerPeer: 2, total: 2 * 256 + 10 });
        let model: Item[] = [];
        const slots = new Map<number, number>();
        steps.forEach((one, n) => {
          const input = item(one.peer, n);
          const before = model.filter(({ peer }) => peer === one.peer).length;
          if (one.do === 'drain') {
            expect(queue.drain()).toEqual(model);
            model = [];
            slots.clear();
          } else if (one.do === 'push') {
            const accepted = queue.push(input);
            if (accepted) model.push(input);
            else expect(before).toBeGreaterThanOrEqual(2);
          } else {
            const at = slots.get(one.peer);
            const accepted = queue.supersede(input, 0);
            if (at !== undefined) {
              expect(accepted).toBe(true);
              model[at] = input;
            } else if (accepted) slots.set(one.peer, model.push(input) - 1);
          }
          const ofPeer = model.filter(({ peer }) => peer === one.peer).length;
          expect(ofPeer).toBeLessThanOrEqual(9);
        });
        expect(queue.drain()).toEqual(model);
      }),
    );
  });
});
