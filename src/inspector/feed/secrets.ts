/**
 * What of a match is nobody else's business: fields, commands and messages by their names, addresses in any text. The feed is
 * read by whoever looks at the page, and kept by whoever saves it.
 */
import type { Plain } from '../../game.js';
import { cut, cutText, SECRET_MARK } from './cut.js';

/** Names are secret that have one of these in them, as whole words: `authTicket`, `HOST_ADDRESS`, `emails`. */
const SECRET_WORDS = [
  ...['token', 'password', 'passphrase', 'passcode', 'secret', 'ticket', 'credential', 'cookie', 'signature'],
  ...['auth', 'authentication', 'authorization', 'api key', 'private key', 'join code', 'invite code'],
  ...['email', 'e mail', 'phone', 'address', 'addr', 'ip', 'ipv', 'hostname', 'latitude', 'longitude'],
];

/** The longest sentence, in UTF-16 units. */
const SENTENCE_CHARACTERS = 1_000;

export class Secrets {
  readonly #words: readonly string[];
  readonly #known = new Map<string, boolean>();
  readonly #cutting = { isSecret: (name: string) => this.isSecret(name), clearText: maskAddresses };

  /** With `more` names than the usual ones, matched as whole words too. */
  constructor(more: readonly string[] = []) {
    this.#words = [...SECRET_WORDS, ...more].map(wordsOf);
  }

  /** Whether what has this name is withheld. */
  isSecret(name: string): boolean {
    let isSecret = this.#known.get(name);
    if (isSecret === undefined) {
      const words = wordsOf(name);
      isSecret = this.#words.some((word) => words.includes(word) || words.includes(`${word.trimEnd()}s `));
      // Names come from outside, too; what is remembered of them must not grow for ever.
      if (this.#known.size < 10_000) this.#known.set(name, isSecret);
    }
    return isSecret;
  }

  /** A message is told with its bytes only when nothing in it, by its layout, is secret. */
  hasSecret(message: string, layout: string): boolean {
    return (
      this.isSecret(message) || [...layout.matchAll(/(\w+):/g)].some(([, field = '']) => this.isSecret(field))
    );
  }

  /** `value` as the feed may have it: plain, cut, cleared. `name` is what holds it. */
  clear(value: unknown, name = ''): Plain {
    return this.isSecret(name) ? SECRET_MARK : cut(value, this.#cutting);
  }

  /** A context as the feed may have it. */
  fields(context: Readonly<Record<string, unknown>>): Readonly<Record<string, Plain>> {
    return cut(context, this.#cutting) as Readonly<Record<string, Plain>>;
  }

  /** A sentence without addresses. */
  sentence(text: string): string {
    return cutText(maskAddresses(text), SENTENCE_CHARACTERS);
  }
}

/** The words of a name, each between spaces: ` host address `. */
function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
  return ` ${words.join(' ')} `;
}

/** Where something is, its name and what it is asked for included. */
const URLS = /\b(?:wss?|https?):\/\/[^\s"'‹›]*[^\s"'‹›.,:;]/gi;
const IPV4 = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?![\w]|\.\d)/g;
/** Anything of hexadecimal groups and colons; a time of day has too few of both. */
const COLONS = /\[?(?<![\w:.])[\da-f]{0,4}(?::[\da-f]{0,4}){2,}(?:[\d.]*\d)?(?:%\w+)?(?:\]:\d{1,5}|\])?/gi;

function maskAddresses(text: string): string {
  // Most texts are a word.
  if (!/[.:]/.test(text)) return text;
  return text
    .replace(URLS, '‹address›')
    .replace(COLONS, (found) => (found.includes('::') || found.split(':').length >= 8 ? '‹address›' : found))
    .replace(IPV4, '‹address›');
}
