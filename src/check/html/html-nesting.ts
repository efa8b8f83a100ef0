import type { Element } from './html-elements.ts';

/**
 * Where the HTML standard allows elements, as far as a browser's parser enforces it: the parser closes, moves or drops
 * elements that are elsewhere, so that the page differs from its source.
 * https://html.spec.whatwg.org/#parsing-main-inbody
 *
 * @param open the elements around it, outermost first
 * @returns the name of the enclosing element that does not allow it, if there is one
 */
export function findMisnesting(element: Element, open: readonly Element[]): string | undefined {
  const parent = open.at(-1);
  const parentName = parent?.name ?? '';
  if (element.parents?.has(parentName) === false) return parentName;
  if (parent?.children?.has(element.name) === false) return parentName;
  if (element.isHeading && parent?.isHeading === true) return parentName;
  return element.isIsland ? open.find(({ refusesHtml }) => refusesHtml)?.name : findRefusing(element, open);
}

/** The same for elements further out. */
function findRefusing(element: Element, open: readonly Element[]): string | undefined {
  if (element.endsForeign) {
    const outer = findContext(open);
    if (outer?.content === 'foreign') return outer.name;
  }
  if (element.isNeverInItself && isWithin(element.name, open)) return element.name;
  if (element.endsParagraph && isWithin('p', open)) return 'p';
  return undefined;
}

/** Without a callback, because it runs for most elements of each page. */
function findContext(open: readonly Element[]): Element | undefined {
  for (let index = open.length - 1; index >= 0; index -= 1) {
    const outer = open[index];
    if (outer?.content !== undefined || outer?.isIsland === true) return outer;
  }
  return undefined;
}

function isWithin(name: string, open: readonly Element[]): boolean {
  for (let index = open.length - 1; index >= 0; index -= 1) {
    const outer = open[index];
    if (outer?.name === name) return true;
    // The parser tracks one form at a time, in any scope.
    if (outer?.isScope === true && name !== 'form') return false;
  }
  return false;
}
