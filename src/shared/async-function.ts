/** A component, called with its props. */
export type ComponentFunction = (props: Readonly<Record<string, unknown>>) => unknown;

const AsyncFunction = (async () => {}).constructor;

const MEMO = Symbol.for('react.memo');

/** The function of an async component, also inside `memo`. `undefined` for other components. */
export function asyncFunctionOf(type: unknown): ComponentFunction | undefined {
  if (typeof type === 'function') return type instanceof AsyncFunction ? (type as ComponentFunction) : undefined;
  const { $$typeof, type: inner } = Object(type) as { readonly $$typeof?: unknown; readonly type?: unknown };
  return $$typeof === MEMO ? asyncFunctionOf(inner) : undefined;
}
