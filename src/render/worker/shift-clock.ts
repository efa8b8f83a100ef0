/**
 * Moves the clock of this thread, for the second build of `build --verify`: pages that show the time then differ.
 *
 * @param ms how far
 */
export function shiftClock(ms: number): void {
  const Real = Date;
  const now = () => Real.now() + ms;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: () => new Date().toString(),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}
