/** What `v8.serialize` copies without losing anything. It silently drops prototypes, private fields, accessors and symbols. */
import { isProxy, isTypedArray } from 'node:util/types';
import { deserialize, serialize } from 'node:v8';

/** Of these, everything is copied but properties that were added. */
const COPIED: ReadonlySet<unknown> = new Set(
  [Date, RegExp, Map, Set, ArrayBuffer, DataView, Boolean, Number, BigInt].map((type) => type.prototype as unknown),
);

const ERRORS: ReadonlySet<unknown> = new Set(
  [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
    (type) => type.prototype as unknown,
  ),
);

/** The properties of an error that are copied. */
const OF_ERRORS: readonly PropertyKey[] = ['message', 'stack', 'cause'];

/**
 * Finds what would not be the same after it is copied: functions, symbols, instances of classes, accessors.
 *
 * @param name of the value: `props`
 * @returns where it is, and what: `props.link is a URL`. Nothing when the value is plain
 */
export function findUnplain(value: unknown, name: string): string | undefined {
  const seen = new Set<unknown>();
  const queue: [value: unknown, path: string][] = [[value, name]];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [current, path] = next;
    if (typeof current === 'function' || typeof current === 'symbol') return `${path} is a ${typeof current}`;
    if (typeof current !== 'object' || current === null || seen.has(current)) continue;
    seen.add(current);
    const content = contentOf(current);
    if (content === undefined) return `${path} is ${describe(current)}`;
    for (const [key, item] of content) queue.push([item, `${path}${key}`]);
  }
  return undefined;
}

/**
 * Encodes a value as text that the cache can keep.
 *
 * @param name of the value: `meta`
 * @throws when it would not be the same after it is copied
 */
export function encodePlain(value: unknown, name: string): string {
  const unplain = findUnplain(value, name);
  if (unplain !== undefined)
    throw new Error(`Functions in templates/files receive a copy of \`${name}\`, but ${unplain}.`);
  return serialize(value).toString('base64');
}

/** @returns a copy of what `encodePlain` encoded */
export function decodePlain(encoded: string): unknown {
  return deserialize(Buffer.from(encoded, 'base64'));
}

type Content = [key: string, value: unknown][];

/** @returns what an object holds; nothing when it is not copied as it is */
function contentOf(object: object): Content | undefined {
  if (isProxy(object)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype === Object.prototype || prototype === null) return propertiesOf(object, isEnumerable);
  if (Array.isArray(object)) return prototype === Array.prototype ? propertiesOf(object, isItem) : undefined;
  if (isTypedArray(object)) return isKnownArray(prototype) ? [] : undefined;
  if (ERRORS.has(prototype)) {
    // Its stack is an accessor since Node 22.
    const isCopied = Reflect.ownKeys(object).every((key) => OF_ERRORS.includes(key));
    return isCopied ? [['.cause', (object as Error).cause]] : undefined;
  }
  if (!COPIED.has(prototype)) return undefined;
  if (Reflect.ownKeys(object).some((key) => key !== 'lastIndex')) return undefined;
  const entries = object instanceof Map ? [...object].flat() : object instanceof Set ? [...object] : [];
  return entries.map((entry, index) => [`{${index}}`, entry]);
}

function propertiesOf(
  object: object,
  isCopied: (key: string, property: PropertyDescriptor) => boolean,
): Content | undefined {
  const content: Content = [];
  for (const key of Reflect.ownKeys(object)) {
    const property = Object.getOwnPropertyDescriptor(object, key);
    if (typeof key === 'symbol' || property === undefined || !('value' in property)) return undefined;
    if (!isCopied(key, property)) return undefined;
    content.push([/^\d+$/.test(key) ? `[${key}]` : `.${key}`, property.value]);
  }
  return content;
}

function isEnumerable(_key: string, { enumerable }: PropertyDescriptor): boolean {
  return enumerable === true;
}

function isItem(key: string, { enumerable }: PropertyDescriptor): boolean {
  return enumerable === true || key === 'length';
}

/** A typed array or a Buffer, and no class of the site's. */
function isKnownArray(prototype: unknown): boolean {
  return prototype === Buffer.prototype || Object.getPrototypeOf(prototype) === TYPED_ARRAY;
}

const TYPED_ARRAY: unknown = Object.getPrototypeOf(Uint8Array.prototype);

function describe(object: object): string {
  const { constructor } = object;
  const name = typeof constructor === 'function' ? constructor.name : '';
  return name === '' || name === 'Object' ? 'an object with accessors or symbols' : `an instance of ${name}`;
}
