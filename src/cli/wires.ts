/**
 * The wires that processes play over: how a session is hosted on each, and what `dugout join` takes to get in. To add one, add a
 * line to `WIRES`.
 */
import { defaultProtocol } from '../machines/known-games.js';
import { hostLocalUdp, joinLocalUdp } from '../transports/local-udp/index.js';
import { decodeJoinCode, hostP2p, joinP2p } from '../transports/p2p/index.js';
import type { Transport } from '../transports/transport.js';
import { hostWebSocket, joinWebSocket } from '../transports/websocket/index.js';
import { CliError } from './failure.js';

/** Where a host listens and a client asks unless told otherwise. */
export const DEFAULT_PORT = 47_410;

export interface HostWireOptions {
  /** Default: 127.0.0.1; for p2p all of this machine's. */
  readonly address: string | undefined;
  /** 0 for a free one. Default: {@link DEFAULT_PORT}, with a join code a free one. */
  readonly port: number | undefined;
  readonly playersMax: number;
  /** What `dugout discover` lists. */
  readonly name: string;
}

/** A transport that hosts, and what a client must type. */
export interface HostedWire {
  readonly transport: Transport;
  readonly where: string;
}

interface Wire {
  readonly name: string;
  host(options: HostWireOptions): Promise<HostedWire>;
  /** Whether `where` is a place on this wire. */
  isPlace(where: string): boolean;
  join(where: string): Promise<Transport>;
}

const LOCAL_ADDRESS = '127.0.0.1';
/** Who has other messages is refused by the wires that can tell. */
const schemaHash = defaultProtocol.schemaHash32;

const localUdp: Wire = {
  name: 'local-udp',
  async host({ address = LOCAL_ADDRESS, port = DEFAULT_PORT, playersMax }) {
    const transport = await hostLocalUdp({ address, port, playersMax });
    return { transport, where: placeOf(address, transport.port) };
  },
  isPlace: (where) => isRemotePort(addressAndPort(where).port),
  join: (where) => joinLocalUdp(addressAndPort(where)),
};

const p2p: Wire = {
  name: 'p2p',
  async host({ address, port = 0, playersMax, name }) {
    const at = address === undefined ? {} : { address };
    const transport = await hostP2p({ ...at, port, playersMax, name, schemaHash });
    return { transport, where: transport.code };
  },
  isPlace: (where) => decodeJoinCode(asCode(where)) !== undefined,
  join: (where) => joinP2p({ code: asCode(where), schemaHash }),
};

const webSocket: Wire = {
  name: 'websocket',
  async host({ address = LOCAL_ADDRESS, port = DEFAULT_PORT, playersMax }) {
    const transport = await hostWebSocket({ address, port, playersMax, schemaHash });
    return { transport, where: transport.url };
  },
  isPlace: (where) => /^wss?:/i.test(where),
  join: (url) => joinWebSocket({ url, schemaHash }),
};

const WIRES: readonly Wire[] = [localUdp, p2p, webSocket];

/** Names for `--transport`. */
export const WIRE_NAMES: readonly string[] = WIRES.map(({ name }) => name);

/** Hosts on the wire of that name. */
export function hostWire(name: string, options: HostWireOptions): Promise<HostedWire> {
  const wire = WIRES.find((one) => one.name === name);
  if (wire === undefined) throw new CliError('cli/usage', `There is no transport ${name}.`);
  return wire.host(options);
}

/** Joins at a place of any wire. @throws CliError `cli/usage` for what is a place on none. */
export function joinWire(where: string): Promise<Transport> {
  const wire = WIRES.find((one) => one.isPlace(where));
  if (wire === undefined) throw new CliError('cli/usage', noPlace(where));
  return wire.join(where);
}

/** A code as it is written, whatever a hand made of it: letters of any size, in groups. */
function asCode(where: string): string {
  return where.replace(/[\s-]/g, '').toUpperCase();
}

function noPlace(where: string): string {
  const given = JSON.stringify(where);
  if (/^https?:/i.test(where)) return `${given} is a web address: a session is at a ws:// or wss:// one.`;
  if (/^[a-z\d\s-]{8,12}$/i.test(where))
    return `${given} is no join code: that is ten letters and digits, never 0, 1, I, L or O; check its spelling.`;
  return `${given} is no place to join: give a join code of ten characters, a ws:// address, or address:port.`;
}

/** `address:port`, an IPv6 address in brackets. */
export function placeOf(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

const ADDRESS_AND_PORT = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<host>[^\s:/[\]]+)):(?<port>\d{1,5})$/i;

/** Of what is no address and port, the port is not a number. */
function addressAndPort(where: string): { readonly address: string; readonly port: number } {
  const { v6, host, port } = ADDRESS_AND_PORT.exec(where)?.groups ?? {};
  return { address: v6 ?? host ?? '', port: Number(port) };
}

/** Nobody listens at port 0. */
function isRemotePort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}
