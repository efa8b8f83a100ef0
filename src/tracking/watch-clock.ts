/** Functions that read the clock unless they are given a time. */
import type { OnUse } from './watch-members.ts';

type Callable = (...args: unknown[]) => unknown;

export function watchClock(onUse: OnUse): void {
  watchDate(onUse);
  watchDateFormat(onUse);
}

/** `new Date()` reads the clock; `new Date('2026-01-31')` does not. */
function watchDate(onUse: OnUse): void {
  const { now } = Date;
  const watchedNow = new Proxy(now, {
    apply(target, self, args) {
      onUse('Date.now()');
      return Reflect.apply(target, self, args) as number;
    },
  });
  Date.now = watchedNow;
  const WatchedDate = new Proxy(Date, {
    construct(target, args, newTarget) {
      if (args.length === 0) onUse('new Date()');
      return Reflect.construct(target, args, newTarget) as object;
    },
    apply(target, self, args) {
      onUse('Date()');
      return Reflect.apply(target, self, args) as string;
    },
  });
  const { prototype } = WatchedDate;
  Object.defineProperty(prototype, 'constructor', { value: WatchedDate }); // some code compares it with `Date`
  globalThis.Date = WatchedDate;
}

/** Without a date, they format the present time. */
function watchDateFormat(onUse: OnUse): void {
  const { prototype } = Intl.DateTimeFormat;
  const watchDefault = (original: Callable, what: string): Callable =>
    new Proxy(original, {
      apply(target, self, args) {
        if (args[0] === undefined) onUse(what);
        return Reflect.apply(target, self, args);
      },
    });
  const format = Object.getOwnPropertyDescriptor(prototype, 'format');
  const get = function (this: Intl.DateTimeFormat): Callable {
    return watchDefault(format?.get?.call(this) as Callable, 'Intl.DateTimeFormat.format()');
  };
  Object.defineProperty(prototype, 'format', { ...format, get });
  const parts = Object.getOwnPropertyDescriptor(prototype, 'formatToParts');
  const value = watchDefault(parts?.value as Callable, 'Intl.DateTimeFormat.formatToParts()');
  Object.defineProperty(prototype, 'formatToParts', { ...parts, value });
}
