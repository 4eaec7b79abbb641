/** Two links, datagram by datagram. */
import { describe, expect, it } from 'vitest';
import { DatagramPort } from '../../../src/transports/datagram/port.js';
import { decodePacket } from '../../../src/transports/p2p/framing.js';
import { Link } from '../../../src/transports/p2p/link.js';
import {
  encodeFrame,
  encodePayload,
  type Frame,
  type PayloadPacket,
} from '../../../src/transports/p2p/payload.js';
import { counting } from './vectors.js';

const TIMES = { timeoutMs: 5000, keepaliveMs: 100 };

/** One end: what it sent and was not taken yet, and what it passed on. */
class End {
  readonly sent: Uint8Array[] = [];
  readonly passed: string[] = [];
  readonly counters = { datagramsSent: 0, datagramsReceived: 0, datagramsDropped: 0, resent: 0 };
  readonly link: Link;

  constructor(firstSeq = 0) {
    const wire = { counters: this.counters, transmit: (datagram: Uint8Array) => this.sent.push(datagram) };
    this.link = new Link(wire, TIMES, 0, firstSeq);
  }

  take(): PayloadPacket[] {
    return this.sent.splice(0).flatMap((bytes) => {
      const packet = decodePacket(bytes);
      return packet?.kind === 'payload' ? [packet] : [];
    });
  }

  hear(packet: PayloadPacket, nowMs = 0): boolean {
    return this.link.receive(packet, nowMs, {
      message: (bytes, delivery) =>
        this.passed.push(
          bytes.length > 8 ? `${delivery} of ${bytes.length}` : `${delivery} ${bytes.join(',')}`,
        ),
      system: (payload) => this.passed.push(`system ${payload.join(',')}`),
    });
  }
}

/** A packet from nobody in particular. */
function packet(seq: number, frames: readonly Frame[], header = {}): PayloadPacket {
  const whole = { seq, ack: 0, ackBits: 0, ackValid: false, ...header };
  return { header: whole, frames, isWhole: true };
}

const unreliable = (number: number): Frame => ({
  kind: 'unreliable',
  messageId: 0,
  fragment: undefined,
  payload: Uint8Array.of(number),
});
const reliable = (messageId: number, payload = Uint8Array.of(messageId)): Frame => ({
  kind: 'reliable',
  messageId: messageId & 0xffff,
  fragment: undefined,
  payload,
});

describe('unreliable frames', () => {
  it('that are older than one passed on are dropped (D1), with everything else of their packet taken', () => {
    const end = new End();
    end.hear(packet(0, [unreliable(40)]));
    end.hear(packet(2, [unreliable(42), unreliable(43)]));
    expect(end.hear(packet(1, [unreliable(41), reliable(0)]))).toBe(true);
    expect(end.passed).toEqual(['sequenced 40', 'sequenced 42', 'sequenced 43', 'reliable 0']);
  });

  it('still pass after more packets without any than a number can tell apart', () => {
    const end = new End();
    end.hear(packet(0, [unreliable(1)]));
    for (let seq = 1; seq < 40_000; seq++) end.hear(packet(seq, []));
    end.hear(packet(40_000, [unreliable(2)]));
    expect(end.passed).toEqual(['sequenced 1', 'sequenced 2']);
  });

  it('are sent once, and hold up nothing', () => {
    const [from, to] = [new End(), new End()];
    from.link.send(Uint8Array.of(1), 'unreliable');
    from.link.flush(0);
    from.take();
    from.link.send(Uint8Array.of(2), 'sequenced');
    for (let nowMs = 0; nowMs < 2000; nowMs += 10) {
      from.link.flush(nowMs);
      for (const each of from.take()) to.hear(each);
    }
    expect(to.passed).toEqual(['sequenced 2']);
  });
});

describe('reliable frames', () => {
  it('pass once and in order, across the wrap of their numbers', () => {
    const end = new End();
    for (let id = 0; id < 70_000; id += 2) {
      end.hear(packet(id & 0xffff, [reliable(id + 1)]));
      end.hear(packet((id + 1) & 0xffff, [reliable(id), reliable(id + 1)]));
    }
    expect(end.passed.length).toBe(70_000);
    expect(end.passed.slice(0, 4)).toEqual(['reliable 0', 'reliable 1', 'reliable 2', 'reliable 3']);
  });

  it('too far ahead make their packet one that never came; the others are kept', () => {
    const end = new End();
    expect(end.hear(packet(0, [reliable(4095)]))).toBe(true);
    expect(end.hear(packet(1, [unreliable(9), reliable(4096)]))).toBe(false);
    end.link.flush(100);
    expect(end.take()[0]?.header).toMatchObject({ ack: 0, ackBits: 0 });
    end.hear(packet(1, [reliable(0)]));
    expect(end.passed).toEqual(['reliable 0']);
  });

  it('are resent after 100 ms at first, then by the measured round trip', () => {
    const [from, to] = [new End(), new End()];
    from.link.send(Uint8Array.of(1), 'reliable');
    for (const [nowMs, sent] of [
      [0, 1],
      [99, 0],
      [100, 1],
      [199, 0],
      [200, 1],
    ] as const) {
      from.link.flush(nowMs);
      expect(from.take().filter(({ frames }) => frames.length > 0).length).toBe(sent);
    }
    expect(from.counters.resent).toBe(2);
    from.link.flush(300);
    for (const each of from.take()) to.hear(each);
    to.link.flush(340);
    for (const each of to.take()) from.hear(each, 340);
    expect([from.link.backlog, from.link.quality.roundTripMs]).toEqual([0, 40]);
    from.link.send(Uint8Array.of(2), 'reliable');
    from.link.flush(400);
    from.link.flush(479);
    expect(from.take().length).toBe(1);
    from.link.flush(480);
    expect(from.take().length).toBe(1);
  });

  it('are not resent when a later packet is acknowledged and an earlier one is not', () => {
    const [from, to] = [new End(), new End()];
    for (const number of [1, 2]) {
      from.link.send(Uint8Array.of(number), 'reliable');
      from.link.flush(0);
    }
    for (const each of from.take().slice(1)) to.hear(each);
    to.link.flush(30);
    for (const each of to.take()) from.hear(each, 30);
    from.link.flush(100);
    const again = from.take().flatMap(({ frames }) => frames);
    expect(again.map(({ messageId }) => messageId)).toEqual([0]);
    expect(from.link.backlog).toBe(1);
  });

  it('that come early are kept as they came first', () => {
    const end = new End();
    end.hear(packet(0, [reliable(1, Uint8Array.of(11))]));
    end.hear(packet(1, [reliable(1, Uint8Array.of(12)), reliable(0)]));
    expect(end.passed).toEqual(['reliable 0', 'reliable 11']);
  });

  it('are counted by message in the backlog, however many pieces', () => {
    const [from, to] = [new End(), new End()];
    from.link.sendSystem(Uint8Array.of(0));
    from.link.send(counting(3000), 'reliable');
    from.link.send(Uint8Array.of(1), 'reliable');
    expect(from.link.backlog).toBe(2);
    from.link.flush(0);
    const packets = from.take();
    expect(packets.length).toBe(4);
    for (const each of packets) to.hear(each);
    expect(to.passed).toEqual(['system 0', 'reliable of 3000', 'reliable 1']);
    to.link.flush(50);
    for (const each of to.take()) from.hear(each, 50);
    expect(from.link.backlog).toBe(0);
  });

  it('end the link when too many wait, and no more than the window is on the wire', () => {
    const end = new End();
    for (let count = 0; count < 4096; count++) expect(end.link.send(Uint8Array.of(1), 'reliable')).toBe(true);
    expect(end.link.send(Uint8Array.of(1), 'reliable')).toBe(false);
    expect(end.link.sendSystem(Uint8Array.of(1))).toBe(false);
    for (let nowMs = 0; nowMs < 1000; nowMs += 100) {
      end.link.flush(nowMs);
      expect(end.take().flatMap(({ frames }) => frames).length).toBe(1024);
    }
    const almost = new End();
    for (let count = 0; count < 16; count++) almost.link.send(counting(300_390), 'reliable');
    expect(almost.link.send(counting(300_390), 'reliable')).toBe(false);
  });

  it('of a message whose start is missing, or whose pieces do not follow each other, are no message', () => {
    const end = new End();
    const piece = (id: number, index: number, count: number): Frame => ({
      ...reliable(id),
      fragment: { group: 1, index, count },
    });
    end.hear(packet(0, [piece(0, 1, 2), piece(1, 0, 3), piece(2, 2, 3), piece(3, 0, 2), piece(4, 1, 2)]));
    expect(end.passed).toEqual(['reliable 3,4']);
  });
});

describe('acknowledgements', () => {
  it('fall not out of the 33 a header tells of, however many packets come between two flushes', () => {
    const [from, to] = [new End(), new End()];
    from.link.send(counting(100_000), 'reliable');
    from.link.flush(0);
    for (const each of from.take()) to.hear(each);
    to.link.flush(25);
    const answers = to.take();
    expect(answers.length).toBe(Math.ceil(85 / 16));
    for (const each of answers) from.hear(each, 25);
    expect([from.link.backlog, to.passed]).toEqual([0, ['reliable of 100000']]);
    from.link.flush(600);
    expect([from.counters.resent, from.link.quality.loss]).toEqual([0, 0]);
  });

  it('of packets we never sent make a packet none of this link', () => {
    const end = new End(500);
    end.link.keepAlive(0);
    for (const ack of [499, 501, 0, 40_000]) {
      expect(end.hear(packet(0, [reliable(0)], { ack, ackValid: true }))).toBe(false);
    }
    expect(end.hear(packet(0, [reliable(0)], { ack: 500, ackValid: true }))).toBe(true);
    expect(end.passed).toEqual(['reliable 0']);
  });

  it('come at once for the first packet, soon for reliable frames, with the next keepalive for others', () => {
    const answeredAfter = (frame: Frame) => {
      const end = new End();
      end.hear(packet(0, []));
      end.link.flush(0);
      expect(end.take().map(({ header }) => header)).toEqual([
        { seq: 0, ack: 0, ackBits: 0, ackValid: true },
      ]);
      end.hear(packet(1, [frame]));
      for (let nowMs = 0; nowMs <= 200; nowMs++) {
        end.link.flush(nowMs);
        if (end.sent.length > 0) return nowMs;
      }
      return -1;
    };
    expect([answeredAfter(reliable(0)), answeredAfter(unreliable(0))]).toEqual([25, 100]);
  });

  it('ride along when there is something to say', () => {
    const end = new End();
    end.hear(packet(0, [reliable(0)]));
    end.link.send(Uint8Array.of(1), 'reliable');
    end.link.send(Uint8Array.of(2), 'unreliable');
    end.link.flush(16);
    const packets = end.take();
    expect(packets.map(({ frames, header }) => [frames.length, header.ackValid])).toEqual([[2, true]]);
  });
});

describe('copies', () => {
  it('of packets are dropped and are no sign of life, those older than the bits tell of too', () => {
    const end = new End();
    const packets = Array.from({ length: 100 }, (_, seq) => packet(seq, [reliable(seq), unreliable(seq)]));
    for (const each of packets) end.hear(each, 0);
    const passed = end.passed.length;
    expect(packets.map((each) => end.hear(each, 4000))).toEqual(packets.map(() => false));
    expect(end.passed.length).toBe(passed);
    expect([end.link.isSilent(5000), end.link.isSilent(5001)]).toEqual([false, true]);
  });

  it('are not what only comes late: its reliable frames count', () => {
    const end = new End();
    for (let seq = 1; seq < 60; seq++) end.hear(packet(seq, [reliable(seq)]));
    expect(end.hear(packet(0, [reliable(0)]), 3000)).toBe(true);
    expect([end.passed.length, end.link.isSilent(5001)]).toEqual([60, false]);
  });
});

describe('signs of life', () => {
  it('are sent after 100 ms without any short datagram', () => {
    const end = new End();
    const sentAt: number[] = [];
    for (let nowMs = 0; nowMs <= 400; nowMs += 10) {
      if (nowMs > 200) end.link.send(counting(1000), 'unreliable');
      end.link.flush(nowMs);
      if (end.take().some(({ frames }) => frames.length === 0)) sentAt.push(nowMs);
    }
    expect(sentAt).toEqual([100, 200, 300, 400]);
  });

  it('do not count as loss when nothing was due (weakness 6)', () => {
    const [from, to] = [new End(), new End()];
    from.link.send(Uint8Array.of(1), 'reliable');
    for (let nowMs = 0; nowMs < 5000; nowMs += 10) {
      from.link.flush(nowMs);
      for (const each of from.take()) to.hear(each, nowMs);
      to.link.flush(nowMs);
      for (const each of to.take()) from.hear(each, nowMs);
    }
    expect([from.link.quality.loss, to.link.quality.loss]).toEqual([0, 0]);
  });
});

describe('on a path that loses long datagrams', () => {
  it('frames sent in vain for the third time go into short ones', () => {
    const end = new End();
    for (let count = 0; count < 20; count++) end.link.send(counting(100), 'reliable');
    const longest = [0, 100, 200, 300, 400].map((nowMs) => {
      // What is new and goes with them must not make them long again.
      if (nowMs === 300) end.link.send(counting(400), 'unreliable');
      end.link.flush(nowMs);
      return Math.max(...end.sent.splice(0).map(({ length }) => length));
    });
    expect(longest.map((length) => length > 548)).toEqual([true, true, true, false, false]);
  });
});

describe('bounded', () => {
  it('unreliable messages beyond a queue are dropped and counted', () => {
    const end = new End();
    for (let count = 0; count < 1100; count++)
      expect(end.link.send(Uint8Array.of(1), 'unreliable')).toBe(true);
    expect(end.counters.datagramsDropped).toBe(1100 - 1024);
  });

  it('every datagram fits, whatever is queued', () => {
    const end = new End();
    for (let length = 0; length <= 1178; length += 19) {
      end.link.send(counting(length), 'reliable');
      end.link.send(counting(length), 'unreliable');
    }
    end.link.flush(0);
    expect(Math.max(...end.sent.map(({ length }) => length))).toBeLessThanOrEqual(1200);
    expect(end.take().flatMap(({ frames }) => frames).length).toBe(2 * 63);
  });
});

it('a port counts what leaves, lost or not', () => {
  const arrived: Uint8Array[] = [];
  const socket = {
    port: 1,
    onMessage: () => {},
    close: async () => {},
    send: (bytes: Uint8Array) => arrived.push(bytes),
  };
  const port = new DatagramPort(socket, { seed: 1, loss: 1 });
  port.send(
    encodePayload({ seq: 0, ack: 0, ackBits: 0, ackValid: false }, [encodeFrame(unreliable(1))]),
    '',
    1,
  );
  port.sendUnimpaired(Uint8Array.of(1), '', 1);
  port.simulatedLoss = undefined;
  port.send(Uint8Array.of(2), '', 1);
  expect([port.counters.datagramsSent, arrived.map((bytes) => bytes[0])]).toEqual([3, [1, 2]]);
});
