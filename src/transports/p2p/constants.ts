/** The numbers of p2p: those good_net_p2p fixes, then our own limits. Sizes are bytes of UDP payload. */
import type { Delivery } from '../../peers.js';

/** Version of the protocol, byte 2 of every datagram. */
export const PROTOCOL_VERSION = 1;
/** Largest datagram, bytes. */
export const DATAGRAM_BYTES_MAX = 1200;
/** Magic, version and type, in front of every datagram. */
export const PROLOGUE_BYTES = 4;
/** Prologue and the numbers in front of the frames of a payload datagram. */
export const PAYLOAD_HEADER_BYTES = PROLOGUE_BYTES + 9;
/** Largest header of one frame: that of a fragment. */
const FRAME_HEADER_BYTES_MAX = 9;
/** Most bytes one frame carries. */
export const FRAME_PAYLOAD_MAX = DATAGRAM_BYTES_MAX - PAYLOAD_HEADER_BYTES - FRAME_HEADER_BYTES_MAX;
/** Most frames one message is cut into. */
export const FRAGMENTS_MAX = 255;

/** Largest message per delivery, bytes. Only reliable messages are cut: a lost piece of another would lose the whole. */
export const P2P_LIMITS: Readonly<Record<Delivery, number>> = {
  reliable: FRAME_PAYLOAD_MAX * FRAGMENTS_MAX,
  sequenced: FRAME_PAYLOAD_MAX,
  unreliable: FRAME_PAYLOAD_MAX,
};

/** UDP port that hosts announce themselves to. */
export const DISCOVERY_PORT = 43_770;
/** How often they do, ms. */
export const BEACON_MS = 1000;
/** How long a joining client waits for an answer before asking again, ms. */
export const CONNECT_AGAIN_MS = 200;

/** Most players in a session, the host's own included: an accept with this many and the longest name still fits a datagram. */
export const PLAYERS_MAX = 235;
/** How often a goodbye is sent: nobody acknowledges it, and a lost one costs the peer its whole timeout. */
export const GOODBYE_COPIES = 3;
/** A datagram up to this long passes any path of IPv4: 576 bytes less the headers of IP and UDP. */
export const SAFE_DATAGRAM_BYTES = 548;
