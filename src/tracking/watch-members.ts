/** Reports when a member of an object is used, property by property. */
import { OF_FUNCTIONS } from './pure-names.ts';

/** @param what was used: `Math.random` */
export type OnUse = (what: string) => void;

/**
 * Watches all members of an object that are not pure: functions when they are called, everything else when it is read.
 *
 * @param prefix of the names that are reported: `Math.`
 */
export function watchMembers(owner: object, prefix: string, isPure: (name: string) => boolean, onUse: OnUse): void {
  for (const name of Reflect.ownKeys(owner)) {
    // Symbols are Node's own, or well-known and pure.
    if (typeof name === 'symbol' || OF_FUNCTIONS.has(name) || isPure(name)) continue;
    watchMember(owner, name, prefix + name, onUse);
  }
}

function watchMember(owner: object, name: string, what: string, onUse: OnUse): void {
  const member = Object.getOwnPropertyDescriptor(owner, name);
  if (member === undefined) return;
  const { configurable, enumerable = true, value } = member;
  if (typeof value === 'function') {
    const watched = watchFunction(value as Function, what, onUse);
    if (configurable) Object.defineProperty(owner, name, { ...member, value: watched });
    else if (member.writable) (owner as Record<string, unknown>)[name] = watched;
  } else if (configurable) {
    const watched: PropertyDescriptor = { ...watchValue(member, what, onUse, () => watch()), enumerable, configurable };
    const watch = () => void Object.defineProperty(owner, name, watched);
    watch();
  }
}

/** What a class constructs is impure, and so are its static methods. */
function watchFunction(original: Function, what: string, onUse: OnUse): Function {
  return new Proxy(original, {
    apply(target, self, args) {
      onUse(what);
      return Reflect.apply(target, self, args) as unknown;
    },
    construct(target, args, newTarget) {
      onUse(`new ${what}()`);
      return Reflect.construct(target, args, newTarget) as object;
    },
    get(target, name, receiver) {
      const isOwn = typeof name === 'string' && !OF_FUNCTIONS.has(name) && Object.hasOwn(target, name);
      if (isOwn) onUse(`${what}.${name}`);
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
}

/**
 * Asking whether there is a function (`typeof fetch`) is pure. A value that is assigned replaces what is watched.
 *
 * @param watchAgain called when the member may have replaced itself, as what Node loads lazily does
 */
function watchValue(
  member: PropertyDescriptor,
  what: string,
  onUse: OnUse,
  watchAgain: () => void,
): PropertyDescriptor {
  let { value } = member as { value: unknown };
  const functions = new WeakMap<Function, Function>();
  return {
    get(this: unknown): unknown {
      const current: unknown = member.get === undefined ? value : (member.get.call(this) as unknown);
      if (member.get !== undefined) watchAgain();
      if (typeof current !== 'function') {
        onUse(what);
        return current;
      }
      const watched = functions.get(current) ?? watchFunction(current, what, onUse);
      functions.set(current, watched);
      return watched;
    },
    set(this: unknown, assigned: unknown): void {
      if (member.set !== undefined) member.set.call(this, assigned);
      else value = assigned;
    },
  };
}
