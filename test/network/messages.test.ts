/** Whom a declared message reaches, by target and side, over every wire: two or three games in one process. */
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../src/errors.js';
import { encodeRecord } from '../../src/network/index.js';
import { HOST_PEER } from '../../src/peers.js';
import { WIRE_TARGETS } from './targets.js';
import { gamesOver } from './wire-games.js';

describe.each(WIRE_TARGETS)('over $name', (target) => {
  const { game, two, three, arrived } = gamesOver(target);

  describe('with no session', () => {
    it('runs what is for the host or everyone here, from the host, and nothing else', () => {
      const { messages, said, network } = game();
      messages.fire({ angle: 1.2 });
      messages.roundEnded();
      messages.opened({ door: 1 });
      messages.fire.sendTo(HOST_PEER, { angle: 2 });
      messages.fire.sendTo(7, { angle: 3 });
      expect(said).toEqual(['fire 1.2 from 0', 'roundEnded from 0', 'fire 2.0 from 0']);
      expect([network.isHost, network.localPeer, network.isNetworked]).toEqual([true, 0, false]);
    });
  });

  describe('targets', () => {
    it('a client’s request runs on the host only, from the client', async () => {
      const { hosting, client, other } = await three();
      client.messages.fire({ angle: 1.2 });
      await arrived(hosting, client, other);
      expect([hosting.said, client.said, other.said]).toEqual([['fire 1.2 from 1'], [], []]);
    });

    it('the host’s own request runs at once, on the host only', async () => {
      const { hosting, client } = await two();
      hosting.messages.fire({ angle: 1.2 });
      expect(hosting.said).toEqual(['fire 1.2 from 0']);
      await arrived(hosting, client);
      expect([hosting.said, client.said]).toEqual([['fire 1.2 from 0'], []]);
    });

    it('what is for clients runs on each client and not on the host', async () => {
      const { hosting, client, other } = await three();
      hosting.messages.opened({ door: 3 });
      await arrived(hosting, client, other);
      expect([hosting.said, client.said, other.said]).toEqual([[], ['opened 3 from 0'], ['opened 3 from 0']]);
    });

    it('what is for everyone runs on each client, and on the host within the call', async () => {
      const { hosting, client, other } = await three();
      hosting.messages.roundEnded();
      expect(hosting.said).toEqual(['roundEnded from 0']);
      await arrived(hosting, client, other);
      for (const { said } of [hosting, client, other]) expect(said).toEqual(['roundEnded from 0']);
    });

    it('a client that sends what only the host may throws, and nothing leaves', async () => {
      const { hosting, client } = await two();
      expect(() => client.messages.opened({ door: 1 })).toThrow(/opened is for the host to send/);
      expect(() => client.messages.roundEnded()).toThrow(InvariantError);
      expect(() => client.messages.roundEnded.sendTo(1)).toThrow(InvariantError);
      await arrived(hosting, client);
      expect([hosting.said, hosting.faults, client.said]).toEqual([[], [], []]);
    });

    it('what comes from the wrong end is dropped, counted and told, and what follows runs', async () => {
      const { hosting, client } = await two();
      hosting.messages.fire.sendTo(1, { angle: 1 });
      hosting.messages.opened({ door: 1 });
      await arrived(hosting, client);
      expect(client.said).toEqual(['opened 1 from 0']);
      expect(client.faults).toEqual([{ kind: 'rejected', from: 0, message: 'fire' }]);
      expect(client.network.counters).toEqual({ malformed: 0, rejected: 1, unhandled: 0, threw: 0 });
      expect(hosting.said).toEqual([]);
    });

    it('a client that forges what only the host may send is not heard', async () => {
      const { hosting, client } = await two();
      const { schema, session } = client.network;
      session?.sendToAll(encodeRecord(schema, client.messages.opened.declaration, { door: 1 }));
      session?.sendToAll(encodeRecord(schema, client.messages.roundEnded.declaration));
      client.messages.fire({ angle: 1 });
      await arrived(hosting, client);
      expect(hosting.said).toEqual(['fire 1.0 from 1']);
      expect(hosting.faults).toEqual([
        { kind: 'rejected', from: 1, message: 'opened' },
        { kind: 'rejected', from: 1, message: 'roundEnded' },
      ]);
    });
  });

  describe('sendTo', () => {
    it('reaches one peer', async () => {
      const { hosting, client, other } = await three();
      hosting.messages.opened.sendTo(2, { door: 4 });
      await arrived(hosting, client, other);
      expect([hosting.said, client.said, other.said]).toEqual([[], [], ['opened 4 from 0']]);
    });

    it('to oneself runs here, whatever the target', async () => {
      const { hosting, client } = await two();
      hosting.messages.opened.sendTo(HOST_PEER, { door: 4 });
      client.messages.fire.sendTo(1, { angle: 1 });
      expect([hosting.said, client.said]).toEqual([['opened 4 from 0'], ['fire 1.0 from 1']]);
    });

    it('to somebody who left does nothing; from a client to another is a mistake', async () => {
      const { hosting, client, other } = await three();
      expect(() => client.messages.fire.sendTo(2, { angle: 1 })).toThrow(/no link to peer 2/);
      await other.network.leave();
      hosting.messages.opened.sendTo(2, { door: 4 });
      await arrived(hosting, client);
      hosting.messages.opened.sendTo(2, { door: 4 });
      await arrived(hosting, client);
      expect([hosting.said, client.said, other.said]).toEqual([[], [], []]);
    });

    it('keeps the order of a delivery also between one peer and all', async () => {
      const { hosting, client } = await two();
      hosting.messages.opened.sendTo(1, { door: 1 });
      hosting.messages.opened({ door: 2 });
      hosting.messages.opened.sendTo(1, { door: 3 });
      await arrived(hosting, client);
      expect(client.said).toEqual(['opened 1 from 0', 'opened 2 from 0', 'opened 3 from 0']);
    });
  });
});
