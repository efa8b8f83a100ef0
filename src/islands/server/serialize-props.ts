import { isValidElement } from 'react';
import { isImage } from '../../shared/image.ts';

/** Props as they are sent to the browser. */
export interface SerializedProps {
  /** Absent if some values would change on the way. */
  readonly json: string | undefined;
  /** True if it has values that JSON lacks, so that `decodeProps` must read it. */
  readonly isEncoded: boolean;
  readonly unserializable: readonly UnserializableValue[];
}

/** A value that cannot be sent, and its place in the props. */
export interface UnserializableValue {
  /** `rows[2].when` */
  readonly path: string;
  /** `a function` */
  readonly what: string;
}

interface Options {
  /** Even if JSON can represent the props. */
  readonly mustEncode?: boolean;
  /** Returns the name of a slot, if the value is the element of one: see `island.ts`. */
  readonly slotOf?: (value: object) => string | undefined;
}

/** A value as JSON: `null`, `[1]`; `{ $: ['Date', 0] }` for one that JSON lacks. */
type Encoded = unknown;

/**
 * The values that props can have, and why: docs/decisions/0007-island-props-are-json.md. `undefined` is allowed in an object,
 * where it equals an absent key, but not in an array.
 */
export function serializeProps(props: Readonly<Record<string, unknown>>, options: Options = {}): SerializedProps {
  const { mustEncode = false, slotOf = () => undefined } = options;
  const { encodeEntries, hasSpecial, unserializable } = createEncoder(slotOf);
  const encoded = Object.fromEntries(encodeEntries(props, '', [props]));
  const isEncoded = mustEncode || hasSpecial();
  const json = unserializable.length > 0 ? undefined : JSON.stringify(isEncoded ? encoded : props);
  return { json, isEncoded, unserializable };
}

function createEncoder(slotOf: NonNullable<Options['slotOf']>) {
  const unserializable: UnserializableValue[] = [];
  let specials = 0;
  const special = (type: string, value: Encoded): Encoded => {
    specials += 1;
    return { $: [type, value] };
  };

  const encode = (value: unknown, path: string, parents: readonly unknown[]): Encoded => {
    const slot = typeof value === 'object' && value !== null ? slotOf(value) : undefined;
    if (slot !== undefined) return special('slot', slot);
    const what = unsupported(value, parents);
    if (what !== undefined) {
      unserializable.push({ path, what });
      return null;
    }
    if (typeof value === 'bigint') return special('BigInt', String(value));
    if (Object.is(value, -0)) return special('Number', '-0');
    return typeof value === 'object' && value !== null ? encodeObject(value, path, [...parents, value]) : value;
  };

  const encodeObject = (value: object, path: string, inside: readonly unknown[]): Encoded => {
    const encodeAll = (items: Iterable<unknown>) =>
      Array.from(items, (item, index) => encode(item, `${path}[${index}]`, inside));
    if (Array.isArray(value)) return encodeAll(value);
    if (value instanceof Date) return special('Date', value.getTime());
    if (value instanceof URL) return special('URL', value.href);
    if (value instanceof Map) return special('Map', encodeAll(value));
    if (value instanceof Set) return special('Set', encodeAll(value));
    if (isImage(value)) return special('Image', Object.fromEntries(encodeEntries({ ...value }, path, inside)));
    const entries = encodeEntries(value as Readonly<Record<string, unknown>>, path, inside);
    // Otherwise it would look like a special value. That alone does not require decoding.
    return Object.hasOwn(value, '$') ? { $: ['Object', entries] } : Object.fromEntries(entries);
  };

  const encodeEntries = (record: Readonly<Record<string, unknown>>, path: string, inside: readonly unknown[]) =>
    Object.keys(record).flatMap((key): [string, Encoded][] => {
      return record[key] === undefined ? [] : [[key, encode(record[key], pathTo(path, key), inside)]];
    });

  return { encodeEntries, unserializable, hasSpecial: () => specials > 0 };
}

const ENCODABLE = [Array, Date, URL, Map, Set];

/** Describes a value that cannot be sent; `undefined` if it can. */
function unsupported(value: unknown, parents: readonly unknown[]): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value);
  if (value === undefined) return 'undefined';
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value !== 'object' || value === null) return undefined;
  return parents.includes(value) ? 'a value that contains itself' : unsupportedObject(value);
}

function unsupportedObject(value: object): string | undefined {
  if (isValidElement(value)) return 'a React element inside a Map or Set';
  if ('$$typeof' in value && typeof value.$$typeof === 'symbol') return 'a component'; // in data, it is a text
  const prototype: unknown = Object.getPrototypeOf(value);
  if (value instanceof Date && Number.isNaN(value.getTime())) return 'an invalid Date';
  if (ENCODABLE.some((type) => prototype === type.prototype)) {
    const added = findAddedProperty(value);
    return added === undefined ? undefined : `a value with the added property "${added}"`;
  }
  if (prototype !== Object.prototype && prototype !== null) return `a ${value.constructor.name || 'class instance'}`;
  if (Object.hasOwn(value, '__proto__')) return 'an object with a key "__proto__"';
  return Object.getOwnPropertySymbols(value).length > 0 ? 'an object with a symbol for a key' : undefined;
}

/** A property that is lost when only the content of a built-in type is copied, such as `index` in the result of a match. */
function findAddedProperty(value: object): string | undefined {
  const last = Object.keys(value).at(-1); // names come after items
  return last === undefined || (Array.isArray(value) && /^\d+$/.test(last)) ? undefined : last;
}

/** The path to a value: `rows[2].when`, `["a key"]`. */
export function pathTo(parent: string, key: string): string {
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key)) return `${parent}[${JSON.stringify(key)}]`;
  return parent === '' ? key : `${parent}.${key}`;
}
