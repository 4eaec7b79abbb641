/**
 * Which pages may join. A browser says where its page comes from and cannot be made to lie by that page; a program that is no
 * browser can say anything, so this keeps strangers' pages out, not strangers.
 */

/** `same-host`, a list such as `['https://game.example']`, or a decision of your own. */
export type AllowedOrigins = 'same-host' | readonly string[] | ((origin: string) => boolean);

/** Whether a request with these headers may become a socket. One without an Origin comes from no page and may. */
export function isOriginAllowed(
  origin: string | undefined,
  host: string | undefined,
  allowed: AllowedOrigins,
): boolean {
  if (origin === undefined) return true;
  if (typeof allowed === 'function') return allowed(origin);
  if (allowed !== 'same-host') return allowed.includes(origin);
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
