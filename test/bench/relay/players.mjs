/**
 * The players of all sessions, in one process: in each session one sends a pose 30 times a second, three listen. They do as
 * little as the wire allows: no session, no machine, no view, so that two cores are enough for them and the relay.
 */
import { createSocket } from 'node:dgram';
import { homeRunDerbyProtocol as protocol } from '../../../dist/machines/home-run-derby.js';
import { HOST_PEER } from '../../../dist/peers.js';
import { poseOf } from '../messages.mjs';
import { VERSION } from './endless-derby.mjs';
import { serve } from './process.mjs';
import { wires } from './wires.mjs';

const SEATS = 4;
const POSES_A_SECOND = 30;
const HEARTBEAT_MS = 250;
/** How long the players sleep between two looks at the clock, and how often they read what came. */
const STEP_MS = 2;
const READ_EVERY_MS = 20;
const SETTLE_MS = 200;
const READY_WITHIN_MS = 30_000;
const OPENED_AT_ONCE = 20;

/** kind → an opened session: `send` a pose, `step` what its players do now and then, `received` poses of all listeners. */
const openers = {
  bare: (port) => openBare(port, false),
  alive: (port) => openBare(port, true),
  colyseus: openColyseus,
  ...Object.fromEntries(Object.keys(wires).map((wire) => [wire, (endpoint) => openDugout(wire, endpoint)])),
};

async function openBare(port, isAlive) {
  const session = { received: 0, send, step() {} };
  const lookup = (host, _options, callback) => callback(null, host, 4);
  const sockets = [];
  for (let seat = 0; seat < SEATS; seat++) {
    const socket = createSocket({ type: 'udp4', lookup });
    socket.on('message', (bytes) => {
      if (bytes.length > 1) session.received++;
    });
    await new Promise((resolve) => socket.connect(port, '127.0.0.1', resolve));
    await new Promise((resolve) => socket.send(Uint8Array.of(1), resolve));
    sockets.push(socket);
  }
  const [batter, ...listeners] = sockets;
  if (isAlive) {
    setInterval(() => {
      for (const socket of listeners) socket.send(Uint8Array.of(7));
    }, HEARTBEAT_MS);
  }
  function send(pose) {
    const datagram = new Uint8Array(pose.length + 1);
    datagram[0] = 4;
    datagram.set(pose, 1);
    batter.send(datagram);
  }
  return session;
}

/** Four players over `wire`, up to the first pose of an at-bat. */
async function openDugout(wire, endpoint) {
  const players = [];
  for (let seat = 0; seat < SEATS; seat++) players.push(createPlayer(await wires[wire].join(endpoint), seat));
  const session = {
    get received() {
      return players.reduce((sum, player) => sum + player.poses, 0);
    },
    send: (pose) => batter.transport.send(HOST_PEER, pose, 'unreliable'),
    step() {
      for (const player of players) player.step();
    },
  };
  await until(() => {
    session.step();
    return players.some((player) => player.isAtBat) && players.every((player) => player.isInRun);
  });
  const batter = players.find((player) => player.isAtBat);
  return session;
}

/** Says what a player must until its at-bat begins, and then only counts. */
function createPlayer(transport, seat) {
  const say = (name, value) => transport.send(HOST_PEER, protocol.encode(name, value), 'reliable');
  const poseId = protocol.byName('AtBatPose').id;
  const heard = {
    StartRun: () => say('IntroDone', {}),
    RoundStart: () => {
      player.isInRun = true;
    },
    TurnStart: ({ batter }) => {
      player.isAtBat = batter === transport.localPeer;
      const begin = { batter, batUpgradeId: '', outs: 3, ringRadius: 0.3, teamScore: 0 };
      if (player.isAtBat) say('AtBatBegin', begin);
    },
    Ping: ({ sendTime }) => transport.send(HOST_PEER, protocol.encode('Pong', { sendTime }), 'unreliable'),
  };
  const events = {
    opened() {
      const info = { id: 0, name: `Player ${seat}`, batterId: 'rookie', cosmeticIds: [], connected: true };
      say('Hello', { protocol: protocol.name, version: VERSION, player: info });
    },
    received(_peer, bytes) {
      if (bytes[0] === poseId) {
        player.poses++;
        return;
      }
      const { name, value } = protocol.decode(bytes).decoded;
      heard[name]?.(value);
    },
    closed(_peer, end, sentence) {
      console.error(`a player's link ended: ${end} ${sentence}`);
    },
  };
  const player = {
    transport,
    poses: 0,
    isInRun: false,
    isAtBat: false,
    step() {
      transport.poll(events);
      transport.flush();
    },
  };
  return player;
}

async function openColyseus({ port, roomId }) {
  const { Client } = await import('@colyseus/sdk');
  const session = { received: 0, send, step() {} };
  const rooms = [];
  for (let seat = 0; seat < SEATS; seat++) {
    const room = await new Client(`http://127.0.0.1:${port}`).joinById(roomId);
    room.onMessage('pose', () => {
      session.received++;
    });
    rooms.push(room);
  }
  function send(pose) {
    rooms[0].sendBytes('pose', pose);
  }
  return session;
}

async function until(condition) {
  const endMs = performance.now() + READY_WITHIN_MS;
  while (!condition()) {
    if (performance.now() > endMs) throw new RangeError('the players did not get to an at-bat');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const sessionsOf = new Map();
let running;
let receivedBefore = 0;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

// Links of sessions that are not measured now want to be kept alive.
setInterval(() => {
  for (const [kind, sessions] of sessionsOf) {
    if (kind !== running) for (const session of sessions) session.step();
  }
}, 50);

/** Sends the poses of all sessions of `kind`, evenly spread over time. What arrives is told by `settle`. */
async function run({ kind, seconds }) {
  const sessions = sessionsOf.get(kind);
  receivedBefore = countReceived(kind);
  const startMs = performance.now();
  running = kind;
  let sent = 0;
  let readAtMs = startMs;
  while (performance.now() - startMs < seconds * 1000) {
    const elapsedMs = performance.now() - startMs;
    const due = Math.floor((elapsedMs / 1000) * POSES_A_SECOND * sessions.length);
    const pose = protocol.encode('AtBatPose', { ...poseOf(0), t: startMs / 1000 + elapsedMs / 1000 });
    for (; sent < due; sent++) {
      const session = sessions[sent % sessions.length];
      session.send(pose);
      session.step();
    }
    if (performance.now() - readAtMs >= READ_EVERY_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      readAtMs = performance.now();
    }
    // Asleep where no arrival wakes it: on one machine the relay would pay for every waking.
    Atomics.wait(sleeper, 0, 0, STEP_MS);
  }
  running = undefined;
  return { sent, seconds: (performance.now() - startMs) / 1000 };
}

const countReceived = (kind) => sessionsOf.get(kind).reduce((sum, { received }) => sum + received, 0);

/** How many poses arrived of those the last run sent, late ones included. */
async function settle(kind) {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return countReceived(kind) - receivedBefore;
}

serve({
  async open({ kind, endpoints }) {
    const sessions = sessionsOf.get(kind) ?? [];
    sessionsOf.set(kind, sessions);
    // Some at a time, so that setting up hundreds does not overrun anybody's queue.
    for (let at = 0; at < endpoints.length; at += OPENED_AT_ONCE) {
      const opening = endpoints.slice(at, at + OPENED_AT_ONCE).map((endpoint) => openers[kind](endpoint));
      for (const session of await Promise.all(opening)) sessions.push(session);
    }
  },
  run,
  settle,
});
