/** A value that JSON cannot carry, and where it is. */
export interface UnfitValue {
  /** `rows[2].when` */
  readonly path: string;
  /** `a Date` */
  readonly what: string;
}

/**
 * Finds what would not arrive in the browser as it is. Why JSON and nothing else: docs/decisions/0007-island-props-are-json.md.
 *
 * An absent value (`undefined`) is fine in an object, where it is the same as no value, and not in an array.
 */
export function findUnfitValues(props: Readonly<Record<string, unknown>>): UnfitValue[] {
  return Object.keys(props).flatMap((key) => look(props[key], pathTo('', key), [props], false));
}

function look(value: unknown, path: string, parents: readonly unknown[], inArray: boolean): UnfitValue[] {
  const unfit = (what: string) => [{ path, what }];
  if (typeof value === 'object') return value === null ? [] : lookInside(value, path, parents);
  if (typeof value === 'number') return Number.isFinite(value) ? [] : unfit(String(value));
  if (value === undefined) return inArray ? unfit('undefined') : [];
  return typeof value === 'string' || typeof value === 'boolean' ? [] : unfit(`a ${typeof value}`);
}

function lookInside(value: object, path: string, parents: readonly unknown[]): UnfitValue[] {
  const unfit = (what: string) => [{ path, what }];
  if (parents.includes(value)) return unfit('a value that contains itself');
  const inside = [...parents, value];
  if (Array.isArray(value)) {
    // Not `flatMap`: it leaves out holes.
    return Array.from(value as unknown[], (item, index) => look(item, `${path}[${index}]`, inside, true)).flat();
  }
  if ('$$typeof' in value) return unfit('an element; put it between the tags of the island instead');
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    return unfit(`a ${value.constructor.name || 'class instance'}`);
  if (Object.hasOwn(value, '__proto__')) return unfit('an object with a key "__proto__"');
  const record = value as Readonly<Record<string, unknown>>;
  const symbols = Object.getOwnPropertySymbols(value).length > 0 ? unfit('an object with a symbol for a key') : [];
  return [...symbols, ...Object.keys(record).flatMap((key) => look(record[key], pathTo(path, key), inside, false))];
}

function pathTo(parent: string, key: string): string {
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key)) return `${parent}[${JSON.stringify(key)}]`;
  return parent === '' ? key : `${parent}.${key}`;
}
