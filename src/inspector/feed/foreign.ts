/** Leaf: what an object is that is no plain data, found out by looking at descriptors only: nothing of it is called. */

/** More of them are no data but the surface of a machine, such as a window's. */
const GETTERS_MAX = 50;

/** Whether `value` is made of its fields alone. */
export function isSheer(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Of another realm, too: what stands at the end of the chain is some Object.prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** What the class of `value` calls itself. */
export function nameOfClass(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  const made = prototype === null ? undefined : dataOf(prototype as object, 'constructor');
  const name = typeof made === 'function' ? dataOf(made, 'name') : undefined;
  return typeof name === 'string' && name !== '' ? name : 'object';
}

/** What an object is whose fields would say nothing, or far too much; `undefined` for all others. */
export function unlistedKind(value: object): string | undefined {
  if (value instanceof Date) return dateText(value);
  if (value instanceof Error) return errorText(value);
  if (value instanceof RegExp || value instanceof Promise) return nameOfClass(value);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return nameOfClass(value);
  return isSurface(value) ? nameOfClass(value) : undefined;
}

function dateText(date: Date): string {
  const time = Date.prototype.getTime.call(date);
  return Number.isNaN(time) ? 'Date' : `Date ${Date.prototype.toISOString.call(date)}`;
}

function errorText(error: Error): string {
  const message = dataOf(error, 'message');
  return typeof message === 'string' ? `${nameOfClass(error)}: ${message}` : nameOfClass(error);
}

/** Elements, windows and their like: their getters lead everywhere, and may do things. */
function isSurface(value: object): boolean {
  let getters = 0;
  for (let link: object | null = value; link !== null; link = Object.getPrototypeOf(link)) {
    if (isGetter(link, 'parentNode') || isGetter(link, 'nodeType')) return true;
    if (link === Object.prototype) break;
    for (const key of Object.getOwnPropertyNames(link)) if (isGetter(link, key)) getters++;
    if (getters > GETTERS_MAX) return true;
  }
  return false;
}

const isGetter = (of: object, key: string): boolean =>
  Object.getOwnPropertyDescriptor(of, key)?.get !== undefined;

const dataOf = (of: object, key: string): unknown => Object.getOwnPropertyDescriptor(of, key)?.value;
