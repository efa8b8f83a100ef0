/**
 * Reports islands that format dates and numbers without a locale or a time zone. A build uses its own and a browser the
 * visitor's, so hydration would find different text. Event handlers, which run only in browsers, and code outside islands are
 * not affected, which a check of the source could not tell: see decision 19.
 */
import { findRenderedIsland } from '../../islands/server/render-context.ts';
import { warning } from '../../shared/diagnostics.ts';
import { replace, type Callable } from './fix-locale.ts';

interface Methods {
  readonly owner: object;
  readonly names: readonly string[];
}

const METHODS: readonly Methods[] = [
  { owner: Number.prototype, names: ['toLocaleString'] },
  { owner: BigInt.prototype, names: ['toLocaleString'] },
  { owner: Date.prototype, names: ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] },
];

/** What each formatter lacks: it is often created outside of the component that uses it. */
const incomplete = new WeakMap<object, string>();

/** Applies for the lifetime of the worker. */
export function reportFormats(): void {
  for (const { owner, names } of METHODS) {
    for (const name of names) replace(owner, name, (original) => reporting(original, owner === Date.prototype));
  }
  for (const name of Object.getOwnPropertyNames(Intl)) {
    if (!name.endsWith('Format')) continue;
    replace(Intl, name, (original) => {
      reportUses(original.prototype as object);
      return remembering(original, name === 'DateTimeFormat');
    });
  }
}

function reporting(original: Callable, isOfDate: boolean): Callable {
  return new Proxy(original, {
    apply: (target, self, args) => {
      report(lackOf(args, isOfDate));
      return Reflect.apply(target, self, args);
    },
  });
}

function remembering(original: Callable, isOfDate: boolean): Callable {
  const remember = (formatter: object, args: readonly unknown[]) => {
    const lack = lackOf(args, isOfDate);
    if (lack !== undefined) incomplete.set(formatter, lack);
    return formatter;
  };
  return new Proxy(original, {
    apply: (target, self, args) => remember(Reflect.apply(target, self, args) as object, args),
    construct: (target, args, newTarget) => remember(Reflect.construct(target, args, newTarget) as object, args),
  });
}

/** `format`, `formatToParts`, `formatRange` and the like: functions, or getters of functions. */
function reportUses(prototype: object): void {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    const kind = descriptor.get === undefined ? 'value' : 'get';
    const original: unknown = descriptor[kind];
    if (!name.startsWith('format') || typeof original !== 'function') continue;
    const replaced = new Proxy(original, {
      apply: (target, self, args) => {
        report(incomplete.get(self as object));
        return Reflect.apply(target as Callable, self, args);
      },
    });
    Object.defineProperty(prototype, name, { ...descriptor, [kind]: replaced });
  }
}

/** @param args a locale, and options */
function lackOf([locale, options]: readonly unknown[], isOfDate: boolean): string | undefined {
  const hasLocale = locale !== undefined && !(Array.isArray(locale) && locale.length === 0);
  const { timeZone } = (options ?? {}) as Intl.DateTimeFormatOptions;
  const lacking = [...(hasLocale ? [] : ['a locale']), ...(isOfDate && timeZone === undefined ? ['a time zone'] : [])];
  return lacking.length === 0 ? undefined : lacking.join(' and ');
}

function report(lack: string | undefined): void {
  const rendered = lack === undefined ? undefined : findRenderedIsland();
  if (rendered === undefined) return;
  const message = `formats a value without ${lack} in the island "${rendered.island}", so a browser may show another text than the page has.`;
  const hint = `pass both, for example toLocaleString('de-DE', { timeZone: 'Europe/Berlin' })`;
  rendered.record.problems.push({ ...warning('locale-missing', message, { hint }), stack: new Error().stack ?? '' });
}
