/**
 * Async components on pages: docs/decisions/0037-async-components.md
 *
 * The JSX runtime replaces each async component with a synchronous stand-in. A pass over the page calls the components that it
 * meets, and stores their promises by place in the tree. The page is rendered again until every promise has settled. `useId`
 * identifies the place: React derives it from the path in the tree, so it is the same in every pass. A result also belongs to
 * its inputs: with others, the component is called again.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { useContext, useId, type Context, type ReactElement, type ReactNode } from 'react';
import {
  RenderContext,
  type Awaited,
  type Outcome,
  type PageRecord,
  type RenderContextValue,
} from '../islands/server/render-context.ts';
import { isAnonymous } from '../shared/stack-trace.ts';
import type { ComponentFunction } from '../shared/async-function.ts';
import { UnstableError } from '../shared/errors.ts';

type Props = Readonly<Record<string, unknown>>;

interface Running extends RenderContextValue {
  /** The contexts that the component has read. */
  readonly contexts: Set<Context<unknown>>;
}

/** Holds the context of an async component while it runs: after its first `await`, React no longer knows that context. */
const running = new AsyncLocalStorage<Running>();

/** `undefined` for code outside a component, such as constants of a module. */
export function currentContext(): RenderContextValue | undefined {
  try {
    const context = useContext(RenderContext);
    return context && (running.getStore() ?? context);
  } catch {
    return running.getStore(); // React throws if no component is being rendered
  }
}

/** For messages: `<Post>` */
export function componentName(component: Function): string {
  const { displayName = component.name } = component as { readonly displayName?: string };
  return isAnonymous(displayName || undefined) ? 'A component' : `<${displayName}>`;
}

/** Owned by `standInFor`: a component always has the same stand-in, so its elements always have the same type. */
const standIns = new WeakMap<ComponentFunction, (props: Props) => ReactNode>();

/** A component with the same props, so that elements can be cloned. */
export function standInFor(component: ComponentFunction): (props: Props) => ReactNode {
  const known = standIns.get(component);
  if (known !== undefined) return known;
  const standIn = (props: Props): ReactNode => renderAwaited(component, props);
  standIn.displayName = componentName(component).replace(/^<|>$/g, '');
  standIns.set(component, standIn);
  return standIn;
}

/** By props, which React passes on unchanged: a component does not receive its key. Owned by `rememberKey`. */
const keys = new WeakMap<Props, string>();

/** Called with every element of an async component. */
export function rememberKey({ key, props }: ReactElement<Props>): void {
  if (key !== null) keys.set(props, key);
}

/** Remembers that an async component reads a context, if one is running. */
export function noteContext(context: Context<unknown>): void {
  running.getStore()?.contexts.add(context);
}

function renderAwaited(component: ComponentFunction, props: Props): ReactNode {
  const context = useContext(RenderContext);
  if (context === undefined || context.island !== undefined) throw new Error(describeSynchronous(component, context));
  const { record } = context;
  const calls = callsAt(useId(), record);
  const known = calls.find((call) => call.source === component && hasInputs(call, props));
  if (known === undefined && calls.length === MAX_CALLS) throw new UnstableError(componentName(component));
  const found = known ?? start(component, props, context);
  if (known === undefined) calls.push(found);
  if (found.outcome === undefined) {
    record.waiting.push(found);
    return null;
  }
  record.problems.push(...found.problems);
  return 'value' in found.outcome ? (found.outcome.value as ReactNode) : null; // `render-page.ts` has thrown a failure
}

/** Calls in one place. A page that needs more gets other data whenever it is rendered, and would never be complete. */
const MAX_CALLS = 5;

function callsAt(place: string, { awaited }: PageRecord): Awaited[] {
  const calls = awaited.get(place) ?? [];
  awaited.set(place, calls);
  return calls;
}

/** Runs a component. Until its first `await` it is part of React's render, so its hooks work. */
function start(component: ComponentFunction, props: Props, { record, island }: RenderContextValue): Awaited {
  const own: PageRecord = { ...record, problems: [] };
  const contexts = new Set<Context<unknown>>();
  const promise = running.run({ record: own, island, contexts }, () => component(props)) as Promise<unknown>;
  const values = Array.from(contexts, (context) => [context, useContext(context)] as const);
  const inputs = { key: keys.get(props), props, contexts: new Map(values) };
  return createAwaited({ name: componentName(component), source: component, inputs, problems: own.problems }, promise);
}

/** True if a call had this key, these props, and the contexts of this place. */
function hasInputs({ inputs }: Awaited, props: Props): boolean {
  if (inputs === undefined || inputs.key !== keys.get(props) || !isSameInput(inputs.props, props)) return false;
  return [...inputs.contexts].every(([context, value]) => isSameInput(value, useContext(context)));
}

/** The message for an async component that cannot be awaited. */
export function describeSynchronous(component: ComponentFunction, context: RenderContextValue | undefined): string {
  const name = componentName(component);
  if (context?.island === undefined)
    return `${name} is async, and rendered outside of a page, where nothing awaits it.`;
  return `${name} is async, and part of the island "${context.island}". Islands also render in the browser, synchronously: fetch the data in the page, and pass it as a prop.`;
}

/** Owned by `useAwaited`. */
const promises = new WeakMap<PromiseLike<unknown>, Awaited>();

/** Reads a promise that a page passes to `use`. The page is rendered again when the promise has settled. */
export function useAwaited<Value>(promise: PromiseLike<Value>, { record }: RenderContextValue): Value {
  if (running.getStore() !== undefined)
    throw new Error('An async component calls `use` with a promise: write `await` instead.');
  const calls = callsAt(useId(), record);
  const found =
    promises.get(promise) ??
    createAwaited({ name: 'A promise passed to `use`', source: promise, problems: [] }, promise);
  promises.set(promise, found);
  if (!calls.includes(found) && calls.push(found) > MAX_CALLS)
    throw new Error('A component creates a new promise for `use` whenever it renders: make it an async component.');
  if (found.outcome !== undefined && 'value' in found.outcome) return found.outcome.value as Value;
  record.waiting.push(found);
  throw INCOMPLETE;
}

/** Ends a pass, whose HTML is not needed. */
export const INCOMPLETE = new Error('The page is rendered again.');

function createAwaited(
  known: Pick<Awaited, 'name' | 'source' | 'inputs' | 'problems'>,
  promise: PromiseLike<unknown>,
): Awaited {
  const settled = Promise.resolve(promise).then(
    (value): Outcome => (awaited.outcome = { value }),
    (failure: unknown): Outcome => (awaited.outcome = { failure }),
  );
  const awaited: Awaited = { ...known, settled };
  return awaited;
}

/** Compared as JSON, like plain data. React's images have addresses that are objects: see `withoutPreload`. */
const WITH_JSON: readonly unknown[] = [Date.prototype, URL.prototype, String.prototype];

const PLAIN: readonly unknown[] = [Object.prototype, Array.prototype, null];

const ELEMENT = Symbol.for('react.transitional.element');

/**
 * Plain data and elements are the same if their values are, because a page creates them in each pass. Functions are ignored for the
 * same reason. All others, such as maps and instances, have to be identical: only their classes know what they contain.
 *
 * @param compared pairs of objects under comparison: data may contain itself
 */
export function isSameInput(before: unknown, now: unknown, compared = new Map<object, object>()): boolean {
  if (Object.is(before, now) || (typeof before === 'function' && typeof now === 'function')) return true;
  if (!isObject(before) || !isObject(now)) return false;
  if (compared.get(before) === now) return true;
  compared.set(before, now);
  const prototype: unknown = Object.getPrototypeOf(before);
  if (prototype !== Object.getPrototypeOf(now)) return false;
  if (WITH_JSON.includes(prototype)) return JSON.stringify(before) === JSON.stringify(now);
  if (!PLAIN.includes(prototype)) return false;
  const isElement = before['$$typeof'] === ELEMENT;
  if (isElement && typeName(before['type']) !== typeName(now['type'])) return false;
  const names = isElement ? ['key', 'props'] : Object.keys({ ...before, ...now });
  return names.every((name) => isSameInput(before[name], now[name], compared));
}

/** A page may also create a component in each pass. */
function typeName(type: unknown): unknown {
  return typeof type === 'function' ? `${(type as { displayName?: string }).displayName ?? type.name}()` : type;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
