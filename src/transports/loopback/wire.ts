/**
 * Loopback by codes: the sessions of one process, for `createNetwork` in tests and for players at one screen. Codes are counted
 * up, so a run repeats itself; who is refused for its code or its schema is so at once.
 */
import { SessionError } from '../../errors.js';
import type { FoundSession, Wire, WireHostOptions } from '../wire.js';
import { createLoopback, LOOPBACK_LIMITS, type Loopback, type LoopbackOptions } from './loopback.js';

/** Without 0, 1, I, L, O: the symbols of every code. */
const SYMBOLS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const CODE_LENGTH = 6;

interface Hosted {
  readonly loopback: Loopback;
  readonly options: WireHostOptions;
}

/** A new switchboard: networks that share it can join each other. */
export function createLoopbackWire(options: Omit<LoopbackOptions, 'playersMax'> = {}): Wire {
  const limits = { ...LOOPBACK_LIMITS, ...options.limits };
  const sessions = new Map<string, Hosted>();
  let hostedBefore = 0;
  return {
    limits,

    async host(session) {
      const loopback = createLoopback({ ...options, playersMax: session.playersMax });
      const code = codeOf(hostedBefore++);
      sessions.set(code, { loopback, options: session });
      const transport = loopback.host;
      const close = transport.close.bind(transport);
      transport.close = () => {
        sessions.delete(code);
        return close();
      };
      return { transport, code, name: session.name };
    },

    async join(code, { schemaHash }) {
      const hosted = sessions.get(code);
      if (hosted === undefined) {
        throw new SessionError('session/refused', `Nobody hosts under the code ${code}; ask for a new one.`);
      }
      const { loopback, options: session } = hosted;
      if (session.schemaHash !== schemaHash) {
        const sentence = `The host has the messages ${hex(session.schemaHash)}, your game ${hex(schemaHash)}; update the older one.`;
        throw new SessionError('session/refused', sentence);
      }
      return { transport: loopback.connect(), code, name: session.name };
    },

    async discover({ schemaHash }) {
      return [...sessions]
        .filter(([, hosted]) => hosted.options.advertise && hosted.options.schemaHash === schemaHash)
        .map(([code, hosted]) => foundSession(code, hosted));
    },
  };
}

function foundSession(code: string, { loopback, options }: Hosted): FoundSession {
  const { name, playersMax } = options;
  const players = loopback.host.peers.length + 1;
  return { code, name, players, playersMax, isFull: players >= playersMax };
}

function codeOf(count: number): string {
  let code = '';
  for (let left = count; code.length < CODE_LENGTH; left = Math.floor(left / SYMBOLS.length)) {
    code = SYMBOLS.charAt(left % SYMBOLS.length) + code;
  }
  return code;
}

function hex(hash: number): string {
  return `0x${hash.toString(16).padStart(8, '0')}`;
}
