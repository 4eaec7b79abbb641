/** A protocol of two bytes a message, id and number, with one declared message for each rule the streams know. */
import type { MessageDeclaration, WireProtocol } from '../../src/protocol/message.js';
import type { Lane } from '../../src/streams/route.js';

function declare(id: number, name: string, more: Partial<MessageDeclaration> = {}): MessageDeclaration {
  const shape = {
    delivery: 'reliable',
    relay: false,
    superseded: false,
    layout: 'n:u8',
    bytesMin: 2,
    bytesMax: 2,
  } as const;
  return { id, name, from: 'either', to: 'everyone', ...shape, ...more };
}

const messages = [
  declare(1, 'Ping'),
  declare(2, 'Pong'),
  declare(10, 'Hello', { from: 'client', to: 'host' }),
  declare(13, 'Roster', { from: 'host', to: 'clients' }),
  declare(33, 'TurnEnd', { from: 'client', to: 'host' }),
  declare(41, 'Pose', { relay: true, superseded: true, delivery: 'unreliable' }),
  declare(43, 'Swing', { relay: true }),
  declare(50, 'Cheer', { delivery: 'unreliable' }),
  declare(51, 'Glance', { superseded: true, delivery: 'unreliable' }),
  declare(66, 'Gaze', { relay: true, superseded: true, delivery: 'sequenced' }),
];

/** Id 255 is a bug in the codec: decoding it throws. */
export const CODEC_BUG = 255;

export const fakeProtocol: WireProtocol = {
  name: 'FAKE-1',
  schemaHash: '0000000000000000',
  schemaHash32: 0,
  messages,
  byId: (id) => messages.find((m) => m.id === id),
  byName: (name) => messages.find((m) => m.name === name),
  decode(bytes) {
    const [id, number] = bytes;
    if (id === CODEC_BUG) throw new RangeError('codec bug');
    const message = messages.find((m) => m.id === id);
    if (message === undefined)
      return { ok: false, error: { code: 'wire/unknown-id', sentence: 'unknown id' } };
    if (number === undefined) return { ok: false, error: { code: 'wire/too-short', sentence: 'too short' } };
    return { ok: true, decoded: { id: message.id, name: message.name, value: number } };
  },
  encode: (name, value) => bytesOf(name, Number(value)),
};

/** The bytes of message `name` carrying `number`. */
export function bytesOf(name: string, number = 0): Uint8Array {
  return Uint8Array.of(declarationOf(name).id, number);
}

export function declarationOf(name: string): MessageDeclaration {
  const declaration = messages.find((m) => m.name === name);
  if (declaration === undefined) throw new RangeError(`no message ${name}`);
  return declaration;
}

/** Lanes as a game may lay them: the probe's two ids, the lobby's, the rest. */
export function laneOf({ id }: MessageDeclaration): Lane {
  if (id <= 2) return 'link';
  return id < 30 ? 'session' : 'run';
}
