/** A small game to test networks with: one message or two for each target and delivery, and a line for all that happens. */
import {
  bytes,
  createNetwork,
  float32,
  type NetworkFault,
  type NetworkListener,
  string,
  uint16,
} from '../../src/network/index.js';
import { createLoopbackWire } from '../../src/transports/loopback/wire.js';
import type { Wire } from '../../src/transports/wire.js';

/** Writes what it is told into `log`: `opened`, `joined 1`, `left 1 left`, `closed closed`. */
export function logTo(log: string[], prefix = ''): NetworkListener {
  return {
    onSessionOpened: () => log.push(`${prefix}opened`),
    onPeerJoined: (peer) => log.push(`${prefix}joined ${peer}`),
    onPeerLeft: (peer, reason) => log.push(`${prefix}left ${peer} ${reason}`),
    onSessionClosed: (reason) => log.push(`${prefix}closed ${reason}`),
  };
}

/**
 * One side of the game. `said` are messages that ran here, `events` what happened to its session, `marked` how many marks came:
 * what was sent before a mark is here when it is.
 */
export function createGame(wire: Wire, extra: readonly string[] = []) {
  const said: string[] = [];
  const events: string[] = [];
  const faults: NetworkFault[] = [];
  const payloads: Uint8Array[] = [];
  let marks = 0;
  const network = createNetwork({
    wire,
    onFault: (fault) => faults.push(fault),
    describe(net) {
      const fire = net.message('fire', { angle: float32 });
      const aim = net.message('aim', { at: uint16 }, { delivery: 'unreliable' });
      const opened = net.message('opened', { door: uint16 }, { to: 'clients' });
      const moved = net.message('moved', { x: uint16 }, { to: 'everyone', delivery: 'unreliable' });
      const roundEnded = net.signal('roundEnded', { to: 'everyone' });
      const note = net.message('note', { text: string(), picture: bytes }, { to: 'everyone' });
      const raw = net.message('raw', { bytes });
      const rawDown = net.message('rawDown', { bytes }, { to: 'clients' });
      const rawLossy = net.message('rawLossy', { bytes }, { delivery: 'unreliable' });
      net.on(fire, ({ angle }, from) => said.push(`fire ${angle.toFixed(1)} from ${from}`));
      net.on(aim, ({ at }, from) => said.push(`aim ${at} from ${from}`));
      net.on(opened, ({ door }, from) => said.push(`opened ${door} from ${from}`));
      net.on(moved, ({ x }, from) => said.push(`moved ${x} from ${from}`));
      net.on(roundEnded, (from) => said.push(`roundEnded from ${from}`));
      net.on(note, ({ text, picture }, from) =>
        said.push(`note ${text.length}+${picture.length} from ${from}`),
      );
      const keep = (id: string) => (value: { readonly bytes: Uint8Array }, from: number) => {
        payloads.push(value.bytes);
        said.push(`${id} ${value.bytes.length} from ${from}`);
      };
      net.on(raw, keep('raw'));
      net.on(rawDown, keep('rawDown'));
      net.on(rawLossy, keep('rawLossy'));
      const markUp = net.signal('markUp');
      const markDown = net.signal('markDown', { to: 'clients' });
      net.on(markUp, () => void marks++);
      net.on(markDown, () => void marks++);
      for (const id of extra) net.signal(id);
      return { fire, aim, opened, moved, roundEnded, note, raw, rawDown, rawLossy, markUp, markDown };
    },
  });
  network.listen(logTo(events));
  return { network, messages: network.messages, said, events, faults, payloads, marked: () => marks };
}

export type Game = ReturnType<typeof createGame>;

/** One frame of each game: all flush, then all poll. */
export function frame(...games: readonly Game[]): void {
  for (const { network } of games) network.flush();
  for (const { network } of games) network.poll();
}

/** Lets promises that can settle do so. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
}

/** Lets a client into the session of `host`, on a wire that needs no time. */
export async function join(client: Game, host: Game): Promise<void> {
  const joined = client.network.join(host.network.session?.id ?? '');
  for (let turn = 0; turn < 3; turn++) {
    await settle();
    frame(host, client);
  }
  await joined;
}

/** A host and its client, on a wire that needs no time. */
export async function pairOn(
  wire: Wire = createLoopbackWire(),
): Promise<{ wire: Wire; host: Game; client: Game }> {
  const [host, client] = [createGame(wire), createGame(wire)];
  await host.network.host({ name: 'Kitchen table', maxPeers: 4 });
  await join(client, host);
  return { wire, host, client };
}
