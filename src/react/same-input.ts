/** Compares the inputs of an async component in two passes over its page. */

/** Compared as JSON, like plain data. React's images have addresses that are objects: see `withoutPreload`. */
const WITH_JSON: readonly unknown[] = [Date.prototype, URL.prototype, String.prototype];

const PLAIN: readonly unknown[] = [Object.prototype, Array.prototype, null];

const ELEMENT = Symbol.for('react.transitional.element');

/**
 * Plain data and elements are the same if their values are, because a page creates them in each pass. Functions are ignored for the
 * same reason. All others, such as maps and instances, have to be identical: only their classes know what they contain.
 *
 * @param compared pairs of objects under comparison: data may contain itself
 */
export function isSameInput(before: unknown, now: unknown, compared = new Map<object, object>()): boolean {
  if (Object.is(before, now) || (typeof before === 'function' && typeof now === 'function')) return true;
  if (!isObject(before) || !isObject(now)) return false;
  if (compared.get(before) === now) return true;
  compared.set(before, now);
  const prototype: unknown = Object.getPrototypeOf(before);
  if (prototype !== Object.getPrototypeOf(now)) return false;
  if (WITH_JSON.includes(prototype)) return JSON.stringify(before) === JSON.stringify(now);
  if (!PLAIN.includes(prototype)) return false;
  const isElement = before['$$typeof'] === ELEMENT;
  if (isElement && typeName(before['type']) !== typeName(now['type'])) return false;
  const names = isElement ? ['key', 'props'] : Object.keys({ ...before, ...now });
  return names.every((name) => isSameInput(before[name], now[name], compared));
}

/** A page may also create a component in each pass. */
function typeName(type: unknown): unknown {
  return typeof type === 'function' ? `${(type as { displayName?: string }).displayName ?? type.name}()` : type;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
