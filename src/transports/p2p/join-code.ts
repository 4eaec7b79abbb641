/**
 * The join code: a host's IPv4 address and port as ten symbols that can be read out. Digits of base 31, most significant first;
 * there is no checksum and no case folding.
 */
import { invariant } from '../../errors.js';

/** Without 0, 1, I, L, O: nothing that reads like something else. In order of digit. */
const SYMBOLS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const CODE_LENGTH = 10;
/** Values are 48 bits, which a number holds exactly; bit operators would not. */
const VALUES = 2 ** 48;
const PORTS = 2 ** 16;

/** Where a host listens. */
export interface HostAddress {
  /** IPv4, dotted. */
  readonly address: string;
  readonly port: number;
}

/** Whether `code` could be somebody's: some symbols of the alphabet, of any length. */
export function isWellFormedCode(code: string): boolean {
  return code !== '' && [...code].every((symbol) => SYMBOLS.includes(symbol));
}

/** Whether a code can name `address`. */
export function isIPv4(address: string): boolean {
  const parts = partsOf(address);
  return parts.length === 4 && parts.every((part) => Number.isInteger(part) && part >= 0 && part <= 255);
}

/** The code of an address; throws an `InvariantError` unless it is IPv4. */
export function encodeJoinCode({ address, port }: HostAddress): string {
  invariant(isIPv4(address), `A join code needs an IPv4 address, and ${address} is none.`);
  const parts = partsOf(address);
  let value = parts.reduce((sum, part) => sum * 256 + part, 0) * PORTS + port;
  let code = '';
  while (code.length < CODE_LENGTH) {
    code = SYMBOLS.charAt(value % SYMBOLS.length) + code;
    value = Math.floor(value / SYMBOLS.length);
  }
  return code;
}

/** The address a code stands for; `undefined` when it stands for none. */
export function decodeJoinCode(code: string): HostAddress | undefined {
  if (code.length !== CODE_LENGTH || !isWellFormedCode(code)) return undefined;
  const value = [...code].reduce((sum, symbol) => sum * SYMBOLS.length + SYMBOLS.indexOf(symbol), 0);
  if (value >= VALUES) return undefined;
  const host = Math.floor(value / PORTS);
  const address = [24, 16, 8, 0].map((shift) => (host >>> shift) & 0xff).join('.');
  return { address, port: value % PORTS };
}

function partsOf(address: string): number[] {
  return address.split('.').map(Number);
}
