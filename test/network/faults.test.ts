/** What goes wrong on the way in: counted, told, delivered once, and never in the way of the rest. */
import { describe, expect, it } from 'vitest';
import { createNetwork, encodeRecord, type NetworkFault, uint16 } from '../../src/network/index.js';
import { createLoopbackWire } from '../../src/transports/loopback/wire.js';
import type { Wire } from '../../src/transports/wire.js';

/** A network whose `step` throws at 13, with and without somebody to tell. */
function createPeer(wire: Wire, onFault?: (fault: NetworkFault) => void) {
  const said: string[] = [];
  const network = createNetwork({
    wire,
    ...(onFault && { onFault }),
    describe(net) {
      const step = net.message('step', { to: uint16 });
      const shout = net.signal('shout', { to: 'clients' });
      net.on(step, ({ to }, from) => {
        said.push(`step ${to} from ${from}`);
        if (to === 13) throw new RangeError('No step 13.');
      });
      return { step, shout };
    },
  });
  return { network, said, ...network.messages };
}

type Peer = ReturnType<typeof createPeer>;

/** A host that tells of faults as given, and a client, in one session. */
async function connect(onFault?: (fault: NetworkFault) => void): Promise<{ host: Peer; client: Peer }> {
  const wire = createLoopbackWire();
  const [host, client] = [createPeer(wire, onFault), createPeer(wire, () => {})];
  const joined = client.network.join((await host.network.host()).id);
  for (let turn = 0; turn < 4; turn++) {
    await Promise.resolve();
    for (const { network } of [client, host]) {
      network.poll();
      network.flush();
    }
  }
  await joined;
  return { host, client };
}

function send(client: Peer, bytes: Uint8Array): void {
  client.network.session?.connectionTo(0)?.send(bytes);
  client.network.flush();
}

describe('a malformed record', () => {
  it('is counted and told; what came before stands, and nothing comes twice', async () => {
    const faults: NetworkFault[] = [];
    const { host, client } = await connect((fault) => faults.push(fault));
    const good = encodeRecord(client.network.schema, client.step.declaration, { to: 1 });
    send(client, Uint8Array.of(...good, 0xff, 0xff, 1, 2, 3));
    client.step({ to: 2 });
    client.network.flush();
    host.network.poll();
    host.network.poll();
    expect(host.said).toEqual(['step 1 from 1', 'step 2 from 1']);
    expect(faults).toMatchObject([
      { kind: 'malformed', from: 1, error: { code: 'wire/unknown-index', atByte: 5 } },
    ]);
    expect(host.network.counters.malformed).toBe(1);
  });

  it('of any bytes at all never throws', async () => {
    const { host, client } = await connect(() => {});
    for (let length = 1; length < 40; length++) send(client, new Uint8Array(length).fill(length % 3));
    host.network.poll();
    expect(host.network.counters.malformed).toBeGreaterThan(0);
    expect(host.network.session?.peerCount).toBe(1);
  });

  it('is no matter to who does not listen', async () => {
    const { host, client } = await connect();
    send(client, Uint8Array.of(0));
    host.network.poll();
    expect(host.network.counters.malformed).toBe(1);
  });
});

describe('a handler that throws', () => {
  it('keeps no other from running; poll throws the first error at its end, once', async () => {
    const { host, client } = await connect();
    for (const to of [12, 13, 13, 14]) client.step({ to });
    client.network.flush();
    expect(() => host.network.poll()).toThrow(new RangeError('No step 13.'));
    expect(host.said).toEqual(['step 12 from 1', 'step 13 from 1', 'step 13 from 1', 'step 14 from 1']);
    host.network.poll();
    expect(host.said).toHaveLength(4);
    expect(host.network.counters.threw).toBe(2);
  });

  it('is told to onFault instead, where there is one', async () => {
    const faults: NetworkFault[] = [];
    const { host, client } = await connect((fault) => faults.push(fault));
    client.step({ to: 13 });
    client.network.flush();
    host.network.poll();
    expect(faults).toEqual([{ kind: 'threw', where: 'step', error: new RangeError('No step 13.') }]);
  });

  it('throws out of the call when it runs here', async () => {
    const { host } = await connect();
    expect(() => host.step({ to: 13 })).toThrow(RangeError);
    host.network.poll();
  });

  it('as onFault does: poll throws at its end', async () => {
    const { host, client } = await connect(() => {
      throw new RangeError('Told too much.');
    });
    for (const to of [13, 14]) client.step({ to });
    client.network.flush();
    expect(() => host.network.poll()).toThrow('Told too much.');
    expect(host.said).toEqual(['step 13 from 1', 'step 14 from 1']);
  });
});

it('a message nobody handles here is counted and told', async () => {
  const { host, client } = await connect();
  host.shout();
  host.network.flush();
  client.network.poll();
  expect(client.network.counters.unhandled).toBe(1);
});

it('a listener that throws keeps no other from being told', async () => {
  const { host, client } = await connect();
  const told: string[] = [];
  host.network.listen({ onPeerLeft: () => told.push('first') });
  host.network.listen({
    onPeerLeft() {
      throw new RangeError('Not me.');
    },
  });
  await client.network.leave();
  expect(() => host.network.poll()).toThrow('Not me.');
  expect(told).toEqual(['first']);
});

it('poll within poll is a mistake, and is told', async () => {
  const { host, client } = await connect();
  host.network.listen({ onPeerLeft: () => host.network.poll() });
  await client.network.leave();
  expect(() => host.network.poll()).toThrow(/poll was called by a handler/);
});
