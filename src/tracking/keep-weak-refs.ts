/** Hides from code of the site when memory is collected. */

/**
 * For as long as the worker lives: what a `WeakRef` refers to is kept as long as the `WeakRef` itself, which the language allows.
 * Caches of packages use them.
 */
export function keepWeakRefs(): void {
  const kept = new WeakMap<object, unknown>();
  const KeptRef = new Proxy(WeakRef, {
    construct(target, args, newTarget) {
      const reference = Reflect.construct(target, args, newTarget) as object;
      kept.set(reference, args[0]);
      return reference;
    },
  });
  const { prototype } = KeptRef;
  Object.defineProperty(prototype, 'constructor', { value: KeptRef }); // some code compares it with `WeakRef`
  globalThis.WeakRef = KeptRef;
}
