import { useContext, type ElementType } from 'react';
import { RenderContext, type RenderContextValue } from '../islands/render-context.ts';
import { CANNOT_WAIT, checkElement, type ElementProblem, type Props } from './element-rules.ts';

export type { Props };

const AsyncFunction = (async () => {}).constructor;

/**
 * Checks an element while a component creates it, so that the context is known: a page or an island.
 *
 * @returns what React receives instead
 */
export function inspectElement(type: ElementType, props: Props): { type: ElementType; props: Props } {
  if (typeof type === 'string') {
    const problems = checkElement(type, props);
    if (problems.length > 0) record(problems);
    return { type, props: correctProps(type, props) };
  }
  if (!(type instanceof AsyncFunction)) return { type, props };
  const { name } = type;
  const { stack } = new Error();
  const refuse = (): never => {
    throw Object.assign(new Error(`<${name}> is an async component. ${CANNOT_WAIT}`), { stack });
  };
  return { type: refuse, props };
}

function record(problems: readonly ElementProblem[]): void {
  const context = currentContext();
  if (context === undefined) return;
  for (const { problem, isAllowedInIslands } of problems) {
    if (isAllowedInIslands && context.island !== undefined) continue;
    context.record.problems.push({ ...problem, stack: new Error().stack ?? '' });
  }
}

/** `undefined` for elements created outside a component, such as constants of a module. */
function currentContext(): RenderContextValue | undefined {
  try {
    return useContext(RenderContext);
  } catch {
    return undefined; // React throws if no component is being rendered
  }
}

function correctProps(type: string, props: Props): Props {
  if (type === 'img') return withoutPreload(props);
  if (type === 'title' && Array.isArray(props['children']))
    return { ...props, children: props['children'].flat().join('') };
  return props;
}

/**
 * React adds a `<link rel="preload">` to the head for each image, thirty for thirty images, ahead of what the page needs
 * first (https://github.com/facebook/react/issues/34217). It does so only for addresses that are strings, so they become
 * objects. Can be removed when React has an option for it.
 */
function withoutPreload(props: Props): Props {
  const { src, srcSet, fetchPriority } = props;
  if (fetchPriority === 'high') return props;
  return { ...props, ...(src ? { src: Object(src) } : {}), ...(srcSet ? { srcSet: Object(srcSet) } : {}) };
}
