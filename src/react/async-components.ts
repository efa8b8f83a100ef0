/**
 * Async components on pages: docs/decisions/0037-async-components.md
 *
 * The JSX runtime replaces each async component with a synchronous stand-in. A pass over the page calls the components that it
 * meets, and stores their promises by place in the tree. The page is rendered again until every promise has settled. `useId`
 * identifies the place: React derives it from the path in the tree, so it is the same in every pass. A result also belongs to
 * its inputs: if they differ in a later pass, the page fails.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { useContext, useId, type Context, type ReactElement, type ReactNode } from 'react';
import {
  RenderContext,
  type Awaited,
  type Inputs,
  type Outcome,
  type PageRecord,
  type RenderContextValue,
} from '../islands/server/render-context.ts';
import { isAnonymous } from '../shared/stack-trace.ts';
import type { ComponentFunction } from '../shared/async-function.ts';
import { changedInput } from './changed-input.ts';

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

/** How an element of an async component was created. */
interface Origin {
  readonly key: string | null;
  /** Begins with the line. */
  readonly stack: string;
}

/** By props, which React passes on unchanged. Owned by `rememberOrigin`. */
const origins = new WeakMap<Props, Origin>();

/** How many calls of the stack are kept: the first is the line, unless a package calls the JSX runtime. */
const ORIGIN_FRAMES = 4;

/** @param creator the function that site code calls to create the element */
export function rememberOrigin({ key, props }: ReactElement<Props>, creator: Function): void {
  const origin = { key, stack: '' };
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = ORIGIN_FRAMES;
  Error.captureStackTrace(origin, creator); // V8 writes the text when it is read
  Error.stackTraceLimit = stackTraceLimit;
  origins.set(props, origin);
}

/** True for an element of an async component. */
export function hasOrigin({ props }: ReactElement<Props>): boolean {
  return origins.has(props);
}

/** Remembers that an async component reads a context, if one is running. */
export function noteContext(context: Context<unknown>): void {
  running.getStore()?.contexts.add(context);
}

function renderAwaited(component: ComponentFunction, props: Props): ReactNode {
  const context = useContext(RenderContext);
  if (context === undefined || context.island !== undefined) throw new Error(describeSynchronous(component, context));
  const { record } = context;
  const place = useId();
  const known = record.awaited.get(place);
  const changed = known && whatChanged(known, component, props, record);
  if (changed !== undefined) {
    record.unstable.push({ name: componentName(component), changed, stack: origins.get(props)?.stack });
    return null;
  }
  const found = known ?? start(component, props, context);
  record.awaited.set(place, found);
  if (found.outcome === undefined) {
    record.waiting.push(found);
    return null;
  }
  record.problems.push(...found.problems);
  return 'value' in found.outcome ? (found.outcome.value as ReactNode) : null; // `render-page.ts` has thrown a failure
}

/** Runs a component. Until its first `await` it is part of React's render, so its hooks work. */
function start(component: ComponentFunction, props: Props, { record, island }: RenderContextValue): Awaited {
  const own: PageRecord = { ...record, problems: [] };
  const contexts = new Set<Context<unknown>>();
  const promise = running.run({ record: own, island, contexts }, () => component(props)) as Promise<unknown>;
  const inputs = readInputs(props, contexts);
  return createAwaited({ name: componentName(component), source: component, inputs, problems: own.problems }, promise);
}

function readInputs(props: Props, contexts: Iterable<Context<unknown>>): Inputs {
  const values = Array.from(contexts, (context) => [context, useContext(context)] as const);
  return { key: origins.get(props)?.key ?? null, props, contexts: new Map(values) };
}

/** @returns `undefined` if the result of an earlier pass is valid for this element */
function whatChanged(
  { source, inputs }: Awaited,
  component: ComponentFunction,
  props: Props,
  { compared }: PageRecord,
): string | undefined {
  if (source !== component) return 'its function';
  return inputs && changedInput(inputs, readInputs(props, inputs.contexts.keys()), compared);
}

/** The message for an async component that cannot be awaited. */
export function describeSynchronous(component: ComponentFunction, context: RenderContextValue | undefined): string {
  const name = componentName(component);
  if (context?.island === undefined)
    return `${name} is async, and rendered outside of a page, where nothing awaits it.`;
  return `${name} is async, and part of the island "${context.island}". Islands also render in the browser, synchronously: fetch the data in the page, and pass it as a prop.`;
}

/** Reads a promise that a page passes to `use`. The page is rendered again when the promise has settled. */
export function useAwaited<Value>(promise: PromiseLike<Value>, { record }: RenderContextValue): Value {
  if (running.getStore() !== undefined)
    throw new Error('An async component calls `use` with a promise: write `await` instead.');
  const place = useId();
  const earlier = record.awaited.get(place);
  if (earlier !== undefined && earlier.source !== promise)
    throw new Error('A component creates a new promise for `use` whenever it renders: make it an async component.');
  const name = 'A promise passed to `use`';
  const found = record.awaited.get(promise) ?? createAwaited({ name, source: promise, problems: [] }, promise);
  for (const key of [promise, place]) record.awaited.set(key, found);
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
