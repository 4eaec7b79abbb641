/** Which frames share a datagram: in order, as many as fit. */
import { DATAGRAM_BYTES_MAX, PAYLOAD_HEADER_BYTES, SAFE_DATAGRAM_BYTES } from './constants.js';
import type { OutgoingFrame } from './outbox.js';

/** Sent this often without an answer, a frame may be on a path that loses long datagrams. */
const SENT_IN_VAIN = 3;

/**
 * Cuts frames into datagrams. A frame sent in vain for the third time goes into short ones from then on, or alone, so that a path
 * which loses long datagrams holds up none but long messages.
 */
export function* packFrames(frames: Iterable<OutgoingFrame>): Generator<OutgoingFrame[]> {
  let packet: OutgoingFrame[] = [];
  let length = PAYLOAD_HEADER_BYTES;
  let room = DATAGRAM_BYTES_MAX;
  for (const frame of frames) {
    const bytesMax = frame.timesSent > SENT_IN_VAIN ? SAFE_DATAGRAM_BYTES : DATAGRAM_BYTES_MAX;
    if (packet.length > 0 && length + frame.bytes.length > Math.min(room, bytesMax)) {
      yield packet;
      packet = [];
      length = PAYLOAD_HEADER_BYTES;
      room = DATAGRAM_BYTES_MAX;
    }
    packet.push(frame);
    length += frame.bytes.length;
    room = Math.min(room, bytesMax);
  }
  if (packet.length > 0) yield packet;
}
