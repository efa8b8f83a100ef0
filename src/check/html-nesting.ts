import type { Element } from './html-elements.ts';

/**
 * Where the HTML standard lets elements stand, as far as a browser's parser enforces it: it closes, moves or drops what
 * stands elsewhere, and the page is then another than was written.
 * https://html.spec.whatwg.org/#parsing-main-inbody
 *
 * @param open the elements around it, from the outside in
 * @returns the name of what it may not be in, if it is
 */
export function findMisnesting(element: Element, open: readonly Element[]): string | undefined {
  const parent = open.at(-1);
  const parentName = parent?.name ?? '';
  if (element.parents?.has(parentName) === false) return parentName;
  if (parent?.children?.has(element.name) === false) return parentName;
  if (element.isHeading && parent?.isHeading === true) return parentName;
  if (element.isIsland) return open.find(({ refusesHtml }) => refusesHtml)?.name;
  if (element.isNeverInItself && isWithin(element.name, open)) return element.name;
  if (element.endsParagraph && isWithin('p', open)) return 'p';
  return undefined;
}

function isWithin(name: string, open: readonly Element[]): boolean {
  for (let index = open.length - 1; index >= 0; index -= 1) {
    const around = open[index];
    if (around?.name === name) return true;
    // The parser knows of one form at a time, wherever it began.
    if (around?.isScope === true && name !== 'form') return false;
  }
  return false;
}
