import { describe, expect, it } from 'vitest';
import { createHost, createLoopback, joinSession } from '../../src/index.js';
import { homeRunDerby, homeRunDerbyProtocol } from '../../src/machines/home-run-derby.js';

const player = (name: string) => ({ name, batterId: 'rookie', cosmeticIds: [] });

describe('a linked peer that has not said Hello', () => {
  it('hears nothing of the game, and is told why when it is refused', async () => {
    const loopback = createLoopback();
    const common = { game: homeRunDerby, loop: 'manual', seed: 1 } as const;
    const host = await createHost({
      ...common,
      transport: loopback.host,
      options: { version: '1', player: player('Ann') },
    });
    const friend = await joinSession({
      ...common,
      transport: loopback.connect(),
      options: { version: '1', player: player('Bo') },
    });
    const stranger = loopback.connect();
    const heard: string[] = [];
    let frame = 0;
    const run = (frames: number): void => {
      for (let end = frame + frames; frame < end; frame++) {
        host.frame(frame * 20);
        friend.frame(frame * 20);
        stranger.poll({
          opened: () => undefined,
          received: (_peer, bytes) => {
            const result = homeRunDerbyProtocol.decode(bytes);
            heard.push(result.ok ? result.decoded.name : 'malformed');
          },
          closed: (_peer, end) => heard.push(end),
        });
        stranger.flush();
      }
    };
    run(20);
    expect(friend.view.roster.map(({ name }) => name)).toEqual(['Ann', 'Bo']);
    expect(heard.filter((name) => name !== 'Ping')).toEqual([]);
    const hello = {
      protocol: 'HRD-COOP-6',
      version: '1',
      player: { ...player('Cy'), id: 0, connected: true },
    };
    stranger.send(0, homeRunDerbyProtocol.encode('Hello', hello), 'reliable');
    run(20);
    expect(heard.filter((name) => name !== 'Ping')).toEqual(['Refuse', 'refused']);
    await Promise.all([friend.close(), host.close(), stranger.close()]);
  });
});
