/** Plain data, which `v8.serialize` copies without loss. It silently drops prototypes, private fields, accessors and symbols. */
import { isProxy, isTypedArray } from 'node:util/types';
import { deserialize, serialize } from 'node:v8';
import { isImage } from './image.ts';

/** Built-in types that are copied completely, except for properties that were added to them. */
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

/** A non-primitive value, and its place. */
interface Place {
  readonly value: unknown;
  readonly key: PropertyKey;
  /** The place of the object that contains it. */
  readonly holder?: Place;
}

/**
 * Finds a value that does not survive copying: a function, symbol, class instance or accessor.
 *
 * @param name of the value: `props`
 * @returns its place and kind: `props.link is an instance of URL`; `undefined` if the value is plain
 */
export function findUnplain(value: unknown, name: string): string | undefined {
  const seen = new Set<unknown>();
  const queue: Place[] = [{ value, key: name }];
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    const { value: current } = place;
    if (typeof current === 'function' || typeof current === 'symbol') return `${pathOf(place)} is a ${typeof current}`;
    if (typeof current !== 'object' || current === null || seen.has(current)) continue;
    seen.add(current);
    if (!addContent(queue, place, current)) return `${pathOf(place)} is ${describeObject(current)}`;
  }
  return undefined;
}

/** `props.links[2]` */
function pathOf(place: Place): string {
  const parts: string[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.holder) parts.push(showKey(String(at.key)));
  return parts.toReversed().join('').slice(1);
}

function showKey(key: string): string {
  if (key.startsWith('{')) return key;
  return /^\d+$/.test(key) ? `[${key}]` : `.${key}`;
}

/**
 * Encodes a value as text.
 *
 * @param name of the value: `meta`
 * @throws if the value is not plain
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

/** @returns false if the object would not be copied unchanged */
function addContent(queue: Place[], holder: Place, object: object): boolean {
  if (isProxy(object)) return false;
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype === Object.prototype || prototype === null) return addProperties(queue, holder, object);
  if (Array.isArray(object)) return prototype === Array.prototype && addItems(queue, holder, object);
  if (isTypedArray(object)) return isKnownArray(prototype);
  if (ERRORS.has(prototype)) {
    add(queue, holder, 'cause', (object as Error).cause);
    // Its stack is an accessor since Node 22.
    return Reflect.ownKeys(object).every((key) => OF_ERRORS.includes(key));
  }
  const entries = object instanceof Map ? [...object].flat() : object instanceof Set ? [...object] : [];
  for (const [index, entry] of entries.entries()) add(queue, holder, `{${index}}`, entry);
  return COPIED.has(prototype) && Reflect.ownKeys(object).every((key) => key === 'lastIndex');
}

/** Most values are primitives, which are copied as they are. */
function add(queue: Place[], holder: Place, key: PropertyKey, value: unknown): void {
  const type = typeof value;
  if (type === 'object' || type === 'function' || type === 'symbol') queue.push({ value, key, holder });
}

/** For an object, or an array with holes or named properties. */
function addProperties(queue: Place[], holder: Place, object: object): boolean {
  for (const key of Reflect.ownKeys(object)) {
    const property = Object.getOwnPropertyDescriptor(object, key);
    if (typeof key === 'symbol' || property === undefined || !('value' in property)) return false;
    if (key === 'toString' && isImage(object)) continue; // a copy of an image is an image
    if (property.enumerable !== true && !(key === 'length' && Array.isArray(object))) return false;
    add(queue, holder, key, property.value);
  }
  return true;
}

/** Checking each item of a list for an accessor would take four times as long. */
function addItems(queue: Place[], holder: Place, list: readonly unknown[]): boolean {
  const keys = Object.keys(list); // names come after items
  const isDense = keys.length === list.length && (keys.length === 0 || keys.at(-1) === `${list.length - 1}`);
  if (!isDense || Object.getOwnPropertySymbols(list).length > 0) return addProperties(queue, holder, list);
  for (const [index, item] of list.entries()) add(queue, holder, index, item);
  return true;
}

/** True for a typed array or a Buffer, but not for a site's subclass. */
function isKnownArray(prototype: unknown): boolean {
  return prototype === Buffer.prototype || Object.getPrototypeOf(prototype) === TYPED_ARRAY;
}

const TYPED_ARRAY: unknown = Object.getPrototypeOf(Uint8Array.prototype);

function describeObject(object: object): string {
  const { constructor } = object;
  const name = typeof constructor === 'function' ? constructor.name : '';
  return name === '' || name === 'Object' ? 'an object with accessors or symbols' : `an instance of ${name}`;
}
