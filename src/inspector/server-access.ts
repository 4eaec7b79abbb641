/**
 * Who may ask an inspector for anything. On loopback: programs and pages of this machine, but no page of another site, whatever
 * name it gave itself (DNS rebinding) · elsewhere: who knows the token, from the address or from the cookie that it left.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const TOKEN_BYTES = 16;

/** Names by which a browser of this machine reaches it, with any port. */
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;
const LOOPBACK_ADDRESS = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/** Why a request is not answered. */
export interface Refusal {
  readonly status: 403 | 405;
  readonly sentence: string;
}

/** The doorkeeper of one server. */
export interface Access {
  /** What the page's address must carry; empty where none is needed. */
  readonly search: string;
  /** Why `request` is not answered, or `undefined` when it is. */
  refusalOf(request: IncomingMessage, search: URLSearchParams): Refusal | undefined;
  /** A cookie for a request that knew the token, so that what the page loads is let in as well. */
  cookie(port: number): string | undefined;
}

/** Lets in by the rules for a server that listens at `address`. */
export function createAccess(address: string): Access {
  return LOOPBACK_ADDRESS.test(address) ? loopbackAccess : tokenAccess(randomBytes(TOKEN_BYTES));
}

const loopbackAccess: Access = {
  search: '',
  refusalOf(request) {
    const { host = '' } = request.headers;
    if (!LOOPBACK_HOST.test(host))
      return forbidden(`This inspector is for this machine: ask at 127.0.0.1 or localhost, not at ${host}.`);
    return refusalOfRest(request);
  },
  cookie: () => undefined,
};

function tokenAccess(random: Buffer): Access {
  const token = random.toString('base64url');
  const expected = digest(token);
  const isToken = (text: string): boolean => timingSafeEqual(digest(text), expected);
  return {
    search: `?token=${token}`,
    refusalOf(request, search) {
      const given = search.get('token') ?? cookieOf(request);
      if (!isToken(given))
        return forbidden('The address of this inspector ends with ?token=…: open it as it was printed.');
      return refusalOfRest(request);
    },
    cookie: (port) => `${cookieName(port)}=${token}; Path=/; HttpOnly; SameSite=Strict`,
  };
}

/** What is refused whoever asks. */
function refusalOfRest({ method, headers: { origin, host } }: IncomingMessage): Refusal | undefined {
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, sentence: 'An inspector is only looked at: GET or HEAD.' };
  // A program has no origin; a page of this server has this server's.
  if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()))
    return undefined;
  return forbidden(`A page of ${origin} may not look at this match.`);
}

/** Cookies do not tell ports apart, so their names do. */
const cookieName = (port: number | string): string => `dugout-inspector-${port}`;

function cookieOf({ headers: { cookie = '' }, socket }: IncomingMessage): string {
  const name = `${cookieName(socket.localPort ?? 0)}=`;
  const found = cookie.split('; ').find((part) => part.startsWith(name));
  return found?.slice(name.length) ?? '';
}

/** Digests have one length, so that comparing them takes one time. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const forbidden = (sentence: string): Refusal => ({ status: 403, sentence });
