/**
 * Detects site code that changes JavaScript itself: the pages of a thread share its built-in objects with each other, and with
 * sitegen. These are not frozen, because packages add to them.
 */

/** The originals: this file must not depend on changed ones. */
const { getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
const { keys } = Object;

/** Globals that code everywhere relies on. Clocks, timers, the console and `fetch` may be replaced without harm to others. */
const NAMES =
  'Object Function Array String Number Boolean Symbol BigInt RegExp Date Math JSON Reflect Proxy Promise Map Set WeakMap WeakSet WeakRef ArrayBuffer SharedArrayBuffer DataView Uint8Array Int32Array Float64Array Atomics Error TypeError RangeError SyntaxError Intl Buffer TextEncoder TextDecoder URL URLSearchParams MessagePort'.split(
    ' ',
  );

/** A property of a built-in object. */
interface Property {
  /** For messages: `Array.prototype.map` */
  readonly name: string;
  readonly owner: object;
  readonly key: PropertyKey;
  /** Its value. Absent for an accessor. */
  readonly value?: unknown;
  readonly get?: unknown;
}

interface Intrinsics {
  readonly properties: readonly Property[];
  /** The number of properties of `Object.prototype`: every object would inherit one more. */
  readonly inObjects: number;
}

/** Owned by the thread that `rememberIntrinsics` was called in. */
let original: Intrinsics | undefined;

/** Remembers the built-in objects as they are. Called before site code runs. */
export function rememberIntrinsics(): void {
  const properties = NAMES.flatMap((name): Property[] => {
    const value: unknown = Reflect.get(globalThis, name);
    return [{ name, owner: globalThis, key: name, value }, ...propertiesOf(name, value)];
  });
  const iterators = [[], new Map(), new Set(), ''].map((list) => getPrototypeOf(list[Symbol.iterator]()));
  const prototypes = [...iterators, getPrototypeOf(iterators[0] as object)];
  original = {
    properties: [
      ...properties,
      ...propertiesOf('TypedArray', getPrototypeOf(Uint8Array)),
      ...prototypes.flatMap((prototype) => propertiesOf('Iterator', { prototype })),
    ],
    inObjects: ownKeys(Object.prototype).length,
  };
}

/** @returns its own functions, and those of its prototype */
function propertiesOf(name: string, value: unknown): Property[] {
  const { prototype } = Object(value) as { readonly prototype?: unknown };
  const owners = [[name, value] as const, [`${name}.prototype`, prototype] as const];
  return owners.flatMap(([ownerName, owner]) => {
    if (Object(owner) !== owner) return [];
    return ownKeys(owner as object).flatMap((key): Property[] => {
      if (key === 'prepareStackTrace') return []; // packages that format stacks may set it
      const described = getOwnPropertyDescriptor(owner as object, key);
      const property = { name: `${ownerName}.${String(key)}`, owner: owner as object, key };
      // Node replaces the accessors of a constructor with functions that it loads on first use.
      if (described?.get !== undefined) return owner === value ? [] : [{ ...property, get: described.get }];
      // Read in the same way as it is compared later: the clock of `build --verify` is a proxy.
      return typeof described?.value === 'function' ? [{ ...property, value: Reflect.get(owner as object, key) }] : [];
    });
  });
}

/**
 * Uses neither iterators nor methods, because these may have changed.
 *
 * @returns a built-in function that has been replaced, or a property that all objects now have; `undefined` if there is none
 */
export function findChangedIntrinsic(): string | undefined {
  if (original === undefined) return undefined;
  const { properties, inObjects } = original;
  for (let index = 0; index < properties.length; index += 1) {
    const { name, owner, key, value, get } = properties[index] as Property;
    const now: unknown = get === undefined ? (owner as Record<PropertyKey, unknown>)[key] : getterOf(owner, key);
    if (now !== (get ?? value)) return name;
  }
  const added = ownKeys(Object.prototype);
  if (added.length !== inObjects) return `Object.prototype.${String(added[added.length - 1])}`;
  const inArrays = keys(Array.prototype)[0];
  return inArrays === undefined ? undefined : `Array.prototype.${inArrays}`;
}

function getterOf(owner: object, key: PropertyKey): unknown {
  return getOwnPropertyDescriptor(owner, key)?.get;
}
