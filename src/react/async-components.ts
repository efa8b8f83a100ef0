/**
 * Async components on pages: docs/decisions/0037-async-components.md
 *
 * The JSX runtime puts a synchronous stand-in in place of each async component. A pass over the page calls the components that
 * it meets, and remembers their promises by their places in the tree. The page is rendered again until a pass meets nothing
 * that is not settled. `useId` is the place: React derives it from the path in the tree, so it is the same in every pass.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { useContext, useId, type ReactNode } from 'react';
import {
  RenderContext,
  type Awaited,
  type Outcome,
  type PageRecord,
  type RenderContextValue,
  type RenderProblem,
} from '../islands/server/render-context.ts';
import { isAnonymous } from '../shared/stack-trace.ts';
import type { ComponentFunction } from '../shared/async-function.ts';

type Props = Readonly<Record<string, unknown>>;

/** Owns the context of an async component while it runs: after its first `await`, React no longer knows it. */
const running = new AsyncLocalStorage<RenderContextValue>();

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
export function nameOf(component: Function): string {
  const { displayName = component.name } = component as { readonly displayName?: string };
  return isAnonymous(displayName || undefined) ? 'A component' : `<${displayName}>`;
}

/** Owned by `standInFor`: the stand-in of a component is always the same, and so is the type of its elements. */
const standIns = new WeakMap<ComponentFunction, (props: Props) => ReactNode>();

/** A component with the same props, so that elements can be cloned. */
export function standInFor(component: ComponentFunction): (props: Props) => ReactNode {
  const known = standIns.get(component);
  if (known !== undefined) return known;
  const standIn = (props: Props): ReactNode => renderAwaited(component, props);
  standIn.displayName = nameOf(component).replace(/^<|>$/g, '');
  standIns.set(component, standIn);
  return standIn;
}

function renderAwaited(component: ComponentFunction, props: Props): ReactNode {
  const context = useContext(RenderContext);
  if (context === undefined || context.island !== undefined) throw new Error(describeSynchronous(component, context));
  const { record } = context;
  const found = awaitAt(useId(), component, record, () => start(component, props, context));
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
  const promise = running.run({ record: own, island }, () => component(props)) as Promise<unknown>;
  return createAwaited(nameOf(component), component, promise, own.problems);
}

/** The message for an async component that cannot be awaited. */
export function describeSynchronous(component: ComponentFunction, context: RenderContextValue | undefined): string {
  const name = nameOf(component);
  if (context?.island === undefined)
    return `${name} is async, and rendered outside of a page, where nothing awaits it.`;
  return `${name} is async, and part of the island "${context.island}". Islands also render in the browser, synchronously: fetch the data in the page, and pass it as a prop.`;
}

/** A promise that a page passes to `use`: the page is rendered again when it is settled. */
export function useAwaited<Value>(promise: PromiseLike<Value>, { record }: RenderContextValue): Value {
  if (running.getStore() !== undefined)
    throw new Error('An async component calls `use` with a promise: write `await` instead.');
  const place = useId();
  const earlier = record.awaited.get(place);
  if (earlier !== undefined && earlier.source !== promise)
    throw new Error('A component creates a new promise for `use` whenever it renders: make it an async component.');
  const found = awaitAt(promise, promise, record, () => createAwaited('A promise passed to `use`', promise, promise));
  record.awaited.set(place, found);
  if (found.outcome !== undefined && 'value' in found.outcome) return found.outcome.value as Value;
  record.waiting.push(found);
  throw INCOMPLETE;
}

/** Ends a pass, whose HTML is not needed. */
export const INCOMPLETE = new Error('The page is rendered again.');

/** @param key the place, or the promise itself */
function awaitAt(
  key: string | PromiseLike<unknown>,
  source: unknown,
  { awaited }: PageRecord,
  create: () => Awaited,
): Awaited {
  const known = awaited.get(key);
  if (known !== undefined && known.source === source) return known;
  const created = create();
  awaited.set(key, created);
  return created;
}

function createAwaited(
  name: string,
  source: unknown,
  promise: PromiseLike<unknown>,
  problems: RenderProblem[] = [],
): Awaited {
  const settled = Promise.resolve(promise).then(
    (value): Outcome => (awaited.outcome = { value }),
    (failure: unknown): Outcome => (awaited.outcome = { failure }),
  );
  const awaited: Awaited = { name, source, settled, problems };
  return awaited;
}
