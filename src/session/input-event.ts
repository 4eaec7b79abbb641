/** An input as the actors see it: the event that it arrives as. Live sessions and replays make the same one of the same bytes. */
import type { AnyEventObject } from 'xstate';
import { SessionError } from '../errors.js';
import type { Input } from '../game.js';
import type { Decoded, MessageDeclaration, WireProtocol } from '../protocol/message.js';

interface InputEvent {
  readonly event: AnyEventObject;
  /** Of a message. */
  readonly declaration: MessageDeclaration | undefined;
}

/** @throws SessionError `store/corrupt-batch` for a logged message of another protocol. */
export function eventOf(input: Input, protocol: WireProtocol): InputEvent {
  switch (input.kind) {
    case 'peer-joined':
      return { event: { type: 'peer.joined', peer: input.peer }, declaration: undefined };
    case 'peer-left':
      return {
        event: { type: 'peer.left', peer: input.peer, reason: input.reason, sentence: input.sentence },
        declaration: undefined,
      };
    case 'command':
      return { event: { type: `command.${input.name}`, value: input.value }, declaration: undefined };
    case 'message': {
      const { id, name, value } = input.decoded ?? decode(input.bytes, protocol);
      const event = { type: name, peer: input.peer, message: value, bytes: input.bytes };
      return { event, declaration: protocol.byId(id) };
    }
  }
}

/** Only bytes that decoded become inputs, live; those of a log can be of another protocol. */
function decode(bytes: Uint8Array, protocol: WireProtocol): Decoded {
  const result = protocol.decode(bytes);
  if (result.ok) return result.decoded;
  throw new SessionError('store/corrupt-batch', `A logged message does not decode: ${result.error.sentence}`);
}
