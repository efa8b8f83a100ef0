/** Hides the machine's language from site code. */

/** The locale for code that does not specify one. */
const LOCALE = 'en-US';

/** Methods that take a language, and the index of that argument. */
const METHODS: readonly (readonly [owner: object, names: readonly string[], index: number])[] = [
  [Number.prototype, ['toLocaleString'], 0],
  [BigInt.prototype, ['toLocaleString'], 0],
  [Date.prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'], 0],
  [String.prototype, ['toLocaleLowerCase', 'toLocaleUpperCase'], 0],
  [String.prototype, ['localeCompare'], 1],
];

/** Applies for the lifetime of the worker. Node's own language can be set only before it starts, and not at all on Windows. */
export function fixLocale(): void {
  for (const [owner, names, index] of METHODS) {
    for (const name of names) replace(owner, name, (original) => withLocale(original, index));
  }
  for (const name of Object.getOwnPropertyNames(Intl)) {
    const constructor = (Intl as unknown as Record<string, Partial<typeof Intl.NumberFormat>>)[name];
    if (constructor?.supportedLocalesOf === undefined) continue; // `Intl.Locale` requires one
    replace(Intl, name, (original) => withLocale(original, 0));
  }
  for (const name of ['toString', 'toTimeString']) replace(Date.prototype, name, withEnglishZone);
}

type Callable = (...args: unknown[]) => unknown;

/** Replaces a built-in function, for the lifetime of the worker. */
function replace(owner: object, name: string, change: (original: Callable) => Callable): void {
  const functions = owner as Record<string, Callable>;
  const original = functions[name] as Callable;
  const changed = change(original);
  functions[name] = changed;
  // Some code compares it with `value.constructor`.
  if (/^[A-Z]/.test(name)) Object.defineProperty(original.prototype, 'constructor', { value: changed });
}

function withLocale(original: Callable, index: number): Callable {
  const complete = (args: readonly unknown[]) => {
    const named = args[index];
    const isNamed = named !== undefined && !(Array.isArray(named) && named.length === 0);
    return isNamed ? args : [...args.slice(0, index), LOCALE, ...args.slice(index + 1)];
  };
  return new Proxy(original, {
    apply: (target, self, args) => Reflect.apply(target, self, complete(args)),
    construct: (target, args, newTarget) => Reflect.construct(target, complete(args), newTarget) as object,
  });
}

/** `… GMT+0000 (Koordinierte Weltzeit)` */
function withEnglishZone(original: Callable): Callable {
  return new Proxy(original, {
    apply: (target, self, args) =>
      String(Reflect.apply(target, self, args)).replace(/(?<=GMT\+0000 \().*(?=\)$)/, 'Coordinated Universal Time'),
  });
}
