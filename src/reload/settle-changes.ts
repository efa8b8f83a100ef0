/** What scripts and visitors have added, removed and moved stays so, unless the author has changed it as well. */
import { ISLAND_TAG } from '../islands/markup.ts';
import { isIsland, isSameNode, type Pairs } from './pair-nodes.ts';
import type { NextPage, ServedPage } from './served-page.ts';

export interface Settled {
  /** Elements of the document that stay where they are, although the next version does not have them there. */
  readonly kept: ReadonlySet<Element>;
  /** What is in the copy of the next version, but not in the document, because scripts have removed it. */
  readonly absent: ReadonlySet<Node>;
}

/** @returns `undefined` if the author has changed what scripts have removed or moved: the page has to be loaded */
export function settleChanges({ root, pairs }: ServedPage, next: NextPage): Settled | undefined {
  const nodes = new Map([...pairs].filter(([node]) => node.isConnected).map(([node, before]) => [before, node]));
  const kept = new Set(findAdded(pairs));
  const absent = new Set<Node>();
  const originalOf = (after: Node) => next.originalOf(after) ?? after;
  const isSame = (before: Node, after: Node) => isSameNode(before, originalOf(after));
  const settle = (before: Element): boolean => {
    const [node, after] = [nodes.get(before), next.counterparts.get(before)];
    if (node === undefined || after === undefined || isIsland(before)) return true;
    return isSame(before, after) || hasLostText(node, pairs) || settleChildren(before, node);
  };
  const settleChildren = (before: Element, parent: Node) =>
    [...before.children].every((child) => {
      const node = nodes.get(child);
      if (node?.parentNode === parent) return settle(child);
      const after = next.counterparts.get(child);
      if (!(after instanceof Element) || !isSame(child, after)) return false;
      after.remove();
      absent.add(originalOf(after));
      if (node instanceof Element) kept.add(node);
      return true;
    });
  return settle(root) ? { kept, absent } : undefined;
}

/** The elements that scripts have added, without those in islands. */
function findAdded(pairs: Pairs): Element[] {
  /** Elements that stand for text of the page, such as what a highlighter makes of code. They go when the text changes. */
  const inPlaceOfText = new Set<Element | null>();
  return [...document.querySelectorAll('*')].filter((element) => {
    const { parentElement: parent } = element;
    if (pairs.has(element) || element.closest(ISLAND_TAG) !== null) return false;
    if (!inPlaceOfText.has(parent) && (parent === null || !hasLostText(parent, pairs))) return true;
    inPlaceOfText.add(element);
    return false;
  });
}

/** Whether text that was served in an element is no longer there as it was. */
function hasLostText(node: Node, pairs: Pairs): boolean {
  const here = new Set([...node.childNodes].map((child) => pairs.get(child)));
  const before = [...(pairs.get(node)?.childNodes ?? [])];
  return before.some(
    (child) => child.nodeType === Node.TEXT_NODE && child.nodeValue?.trim() !== '' && !here.has(child),
  );
}
