/** Hides the language of the machine from the code of a site. */

/** What code gets that names no language. */
const LOCALE = 'en-US';

/** Methods that take a language, by the place at which they take it. */
const METHODS: readonly (readonly [owner: object, names: readonly string[], place: number])[] = [
  [Number.prototype, ['toLocaleString'], 0],
  [BigInt.prototype, ['toLocaleString'], 0],
  [Date.prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'], 0],
  [String.prototype, ['toLocaleLowerCase', 'toLocaleUpperCase'], 0],
  [String.prototype, ['localeCompare'], 1],
];

/**
 * For as long as the thread lives. Node itself can be told a language only before it starts, and on Windows not at all.
 */
export function fixLocale(): void {
  for (const [owner, names, place] of METHODS) {
    for (const name of names) replace(owner, name, (original) => withLocale(original, place));
  }
  for (const name of Object.getOwnPropertyNames(Intl)) {
    const constructor = (Intl as unknown as Record<string, Partial<typeof Intl.NumberFormat>>)[name];
    if (constructor?.supportedLocalesOf === undefined) continue; // `Intl.Locale` is always given one
    replace(Intl, name, (original) => withLocale(original, 0));
  }
  for (const name of ['toString', 'toTimeString']) replace(Date.prototype, name, withEnglishZone);
}

type Callable = (...args: unknown[]) => unknown;

function replace(owner: object, name: string, change: (original: Callable) => Callable): void {
  const functions = owner as Record<string, Callable>;
  const original = functions[name] as Callable;
  const changed = change(original);
  functions[name] = changed;
  // What somebody may compare `value.constructor` with.
  if (/^[A-Z]/.test(name)) Object.defineProperty(original.prototype, 'constructor', { value: changed });
}

function withLocale(original: Callable, place: number): Callable {
  const complete = (args: readonly unknown[]) => {
    const named = args[place];
    const isNamed = named !== undefined && !(Array.isArray(named) && named.length === 0);
    return isNamed ? args : [...args.slice(0, place), LOCALE, ...args.slice(place + 1)];
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
