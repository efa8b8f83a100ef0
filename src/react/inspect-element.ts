import { useContext, type ElementType } from 'react';
import { RenderContext, type IslandContext } from '../islands/render-context.ts';
import { CANNOT_WAIT, type Fault, findFaults, type Props } from './element-rules.ts';

export type { Props };

const AsyncFunction = (async () => {}).constructor;

/**
 * Looks at an element as it is made. That is while a component is rendered, so it is known where: on a page, or in an
 * island.
 *
 * @returns what React is given in its place
 */
export function inspectElement(type: ElementType, props: Props): { type: ElementType; props: Props } {
  if (typeof type === 'string') {
    const faults = findFaults(type, props);
    if (faults.length > 0) note(faults);
    return { type, props: mend(type, props) };
  }
  if (!(type instanceof AsyncFunction)) return { type, props };
  const { name } = type;
  const at = new Error();
  const refuse = (): never => {
    throw Object.assign(new Error(`<${name}> is an async component. ${CANNOT_WAIT}`), { stack: at.stack });
  };
  return { type: refuse, props };
}

function note(faults: readonly Fault[]): void {
  const around = currentSurroundings();
  if (around === undefined) return;
  for (const { isFineInIslands, ...problem } of faults) {
    if (isFineInIslands && around.island !== undefined) continue;
    around.record.problems.push({ ...problem, at: new Error().stack ?? '' });
  }
}

/** Absent for elements that are made outside of a component, such as constants of a module. */
function currentSurroundings(): IslandContext | undefined {
  try {
    return useContext(RenderContext);
  } catch {
    return undefined; // React's own way of saying that no component is being rendered
  }
}

function mend(type: string, props: Props): Props {
  if (type === 'img') return withoutPreload(props);
  if (type === 'title' && Array.isArray(props['children']))
    return { ...props, children: props['children'].flat().join('') };
  return props;
}

/**
 * React puts a `<link rel="preload">` into the head for each image, thirty for thirty images, ahead of what the page needs
 * first (https://github.com/facebook/react/issues/34217). It does so for addresses that are strings, so here they are
 * objects. Can go when React has a switch for it.
 */
function withoutPreload(props: Props): Props {
  const { src, srcSet, fetchPriority } = props;
  if (fetchPriority === 'high') return props;
  return { ...props, ...(src ? { src: Object(src) } : {}), ...(srcSet ? { srcSet: Object(srcSet) } : {}) };
}
