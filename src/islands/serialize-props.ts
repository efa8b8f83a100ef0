/** Props as they are sent to the browser. */
export interface SerializedProps {
  /** Absent when some values would not arrive unchanged. */
  readonly json: string | undefined;
  readonly unserializable: readonly UnserializableValue[];
}

/** A value that JSON cannot represent, and its place in the props. */
export interface UnserializableValue {
  /** `rows[2].when` */
  readonly path: string;
  /** `a Date` */
  readonly what: string;
}

/**
 * Why props are JSON: docs/decisions/0007-island-props-are-json.md. `undefined` is allowed in an object, where it equals an
 * absent key, but not in an array.
 */
export function serializeProps(props: Readonly<Record<string, unknown>>): SerializedProps {
  const unserializable = Object.keys(props).flatMap((key) => checkValue(props[key], pathTo('', key), [props], false));
  return { json: unserializable.length === 0 ? JSON.stringify(props) : undefined, unserializable };
}

function checkValue(
  value: unknown,
  path: string,
  parents: readonly unknown[],
  inArray: boolean,
): UnserializableValue[] {
  const found = (what: string) => [{ path, what }];
  if (typeof value === 'object') return value === null ? [] : checkObject(value, path, parents);
  if (typeof value === 'number') return Number.isFinite(value) ? [] : found(String(value));
  if (value === undefined) return inArray ? found('undefined') : [];
  return typeof value === 'string' || typeof value === 'boolean' ? [] : found(`a ${typeof value}`);
}

function checkObject(value: object, path: string, parents: readonly unknown[]): UnserializableValue[] {
  const found = (what: string) => [{ path, what }];
  if (parents.includes(value)) return found('a value that contains itself');
  const inside = [...parents, value];
  if (Array.isArray(value)) {
    // Not `flatMap`, which skips holes.
    return Array.from(value as unknown[], (item, index) => checkValue(item, `${path}[${index}]`, inside, true)).flat();
  }
  if ('$$typeof' in value) return found('a React element (pass it as children instead)');
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    return found(`a ${value.constructor.name || 'class instance'}`);
  if (Object.hasOwn(value, '__proto__')) return found('an object with a key "__proto__"');
  const record = value as Readonly<Record<string, unknown>>;
  const symbols = Object.getOwnPropertySymbols(value).length > 0 ? found('an object with a symbol for a key') : [];
  return [
    ...symbols,
    ...Object.keys(record).flatMap((key) => checkValue(record[key], pathTo(path, key), inside, false)),
  ];
}

function pathTo(parent: string, key: string): string {
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key)) return `${parent}[${JSON.stringify(key)}]`;
  return parent === '' ? key : `${parent}.${key}`;
}
