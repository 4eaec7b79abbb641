/** Which builds play together, over every wire: those whose declared messages have one hash, whatever else differs. */
import { describe, expect, it } from 'vitest';
import {
  createNetwork,
  fixedBytes,
  float32,
  type NetworkDescriptor,
  string,
  uint8,
} from '../../src/network/index.js';
import { WIRE_TARGETS } from './targets.js';
import { gamesOver, idOf } from './wire-games.js';

type Describe = (net: NetworkDescriptor) => unknown;

const build: Describe = (net) => {
  const turn = net.message('turn', { angle: float32 });
  const chat = net.message('chat', { text: string() });
  net.on(turn, () => {});
  return { turn, chat };
};

const SAME: Record<string, Describe> = {
  'other names of variables and fields, as a minifier gives them': (a) => {
    const b = a.message('turn', { c: float32 });
    const d = a.message('chat', { e: string() });
    return { b, d };
  },
  'a system more, which only listens': (net) => {
    const turn = net.message('turn', { angle: float32 });
    const chat = net.message('chat', { text: string() });
    net.on(chat, () => {});
    return { turn, chat };
  },
};

const OTHER: Record<string, Describe> = {
  'another id': (net) => [
    net.message('turn.v2', { angle: float32 }),
    net.message('chat', { text: string() }),
  ],
  'a field of another kind whose head is as long': (net) => [
    net.message('turn', { angle: float32 }),
    net.message('chat', { text: fixedBytes(10) }),
  ],
  'a message more': (net) => [build(net), net.message('vote', { yes: uint8 })],
  'another order of messages': (net) => [
    net.message('chat', { text: string() }),
    net.message('turn', { angle: float32 }),
  ],
  'another target': (net) => [
    net.message('turn', { angle: float32 }, { to: 'clients' }),
    net.message('chat', { text: string() }),
  ],
};

const hashText = (hash: number) => `0x${hash.toString(16).padStart(8, '0')}`;

describe.each(WIRE_TARGETS)('over $name', (target) => {
  const { wire, keep, settled, pass } = gamesOver(target);

  function sideOf(describePass: Describe) {
    const network = createNetwork({ wire: wire(), describe: describePass });
    const joined: number[] = [];
    network.listen({ onPeerJoined: (peer) => joined.push(peer) });
    return keep({ network, joined });
  }

  async function hostAndOther(other: Describe) {
    const [hosting, joining] = [sideOf(build), sideOf(other)];
    await hosting.network.host();
    return { hosting, joining };
  }

  it.each(Object.keys(SAME))('a build gets in with %s', async (difference) => {
    const { hosting, joining } = await hostAndOther(SAME[difference] ?? build);
    joining.network.listen({});
    expect(joining.network.schema.hash).toBe(hosting.network.schema.hash);
    await settled(joining.network.join(idOf(hosting)));
    expect(joining.joined).toEqual([0]);
  });

  it.each(Object.keys(OTHER))('a build is refused with %s', async (difference) => {
    const { hosting, joining } = await hostAndOther(OTHER[difference] ?? build);
    const [theirs, own] = [hosting, joining].map(({ network }) => hashText(network.schema.hash));
    const hashes = new RegExp(target.namesBothHashes ? `${theirs}.*${own}` : `${own}`);
    await expect(settled(joining.network.join(idOf(hosting)))).rejects.toMatchObject({
      code: 'session/refused',
      message: expect.stringMatching(hashes),
    });
    await pass(3);
    expect([hosting.joined, joining.joined, joining.network.session]).toEqual([[], [], null]);
  });
});
