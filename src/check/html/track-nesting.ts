import type { Element } from './html-elements.ts';
import type { StartTag } from './html-tokenizer.ts';
import { TARGETS } from './targets.ts';

/** Finds elements and text that a browser would move. An added `<tbody>` matters only to hydration. */
export function trackNesting(html: string, onTarget?: (key: string, tag?: StartTag) => void) {
  const misnested = new Set<string>();
  /** Outermost first, with the bits around their content. */
  const open: { readonly element: Element; readonly bits: number }[] = [];
  /** Closed by a tag. If their end tag follows later, that tag was written inside them. */
  const closed: { readonly element: Element; readonly tag: StartTag }[] = [];
  const report = (what: string, outer: string, tag?: StartTag) => {
    const nesting = `${what} inside <${outer}>`;
    misnested.add(nesting);
    onTarget?.(TARGETS.nesting(nesting), tag);
  };
  /** The name of the element around the tag that does not allow it. */
  const findOuter = ({ element: { name, nesting } }: StartTag, depth: number): string | undefined => {
    const parent = open[depth - 1];
    if (parent === undefined) return undefined;
    const refusing = parent.bits & nesting.refuses;
    if (refusing !== 0) return open.findLast(({ element }) => (element.nesting.opens & refusing) !== 0)?.element.name;
    const { children } = parent.element.nesting;
    const isChild = (children?.has(name) ?? true) && (nesting.parents?.has(parent.element.name) ?? true);
    return isChild ? undefined : parent.element.name;
  };
  /** Closes the innermost elements whose end tags may be missing, if that allows the tag. */
  const closeImplied = (tag: StartTag): boolean => {
    let depth = open.length;
    while (open[depth - 1]?.element.nesting.isEndOptional === true) {
      depth -= 1;
      if (depth > 0 && findOuter(tag, depth) !== undefined) continue;
      closed.push(...open.slice(depth).map(({ element }) => ({ element, tag })));
      open.length = depth;
      return true;
    }
    return false;
  };
  const isInIsland = () => open.some(({ element }) => element.isIsland);
  return {
    open: (tag: StartTag): void => {
      const { name, nesting } = tag.element;
      const outer = findOuter(tag, open.length);
      const isBareRow = outer === 'table' && name === 'tr';
      if (outer !== undefined && !(isBareRow ? !isInIsland() : closeImplied(tag))) report(`<${name}>`, outer);
      // What refuses it does not refuse its content once more.
      const bits = ((open.at(-1)?.bits ?? 0) & ~nesting.refuses & ~nesting.ends) | nesting.opens;
      if (!tag.isEmpty) open.push({ element: tag.element, bits });
    },
    close: (element: Element): void => {
      const index = open.findLastIndex((one) => one.element === element);
      if (index !== -1) open.length = index;
      else {
        const late = closed.findLastIndex((one) => one.element === element);
        if (late !== -1)
          closed.splice(late, 1).forEach(({ tag }) => report(`<${tag.element.name}>`, element.name, tag));
      }
    },
    text: (start: number, end: number): void => {
      const parent = open.at(-1)?.element;
      if (parent?.nesting.children !== undefined && /[^\t\n\f\r ]/.test(html.slice(start, end)))
        report('text', parent.name);
    },
    found: () => ({ misnested: [...misnested] }),
  };
}
