/**
 * Ids for the time of a patch. Idiomorph matches elements by their ids, and else by their tags and order: an element would become
 * its neighbour, with the listeners, the focus, and the text of a field.
 */
import { isIsland, isSameNode, type Pairs } from './pair-nodes.ts';
import type { NextPage } from './served-page.ts';

/**
 * Gives elements that belong together the same id.
 *
 * @param id the one that they have afterwards
 */
export type Mark = (elements: readonly Element[], id?: string | null) => void;

export interface Marks {
  readonly mark: Mark;
  readonly removeAll: () => void;
}

const PREFIX = 'sitegen-mark-';

export function createMarks(): Marks {
  const ids: (string | null)[] = [];
  const markOf = (element: Element) => element.getAttribute('id') ?? '';
  return {
    mark: (elements, id = null) => {
      for (const element of elements) element.id = `${PREFIX}${ids.length}`;
      ids.push(id);
    },
    removeAll: () => {
      for (const element of document.querySelectorAll(`[id^=${PREFIX}]`)) {
        const id = ids[Number(markOf(element).slice(PREFIX.length))] ?? null;
        if (id === null) element.removeAttribute('id');
        else element.id = id;
      }
    },
  };
}

/** What a browser reads only once. */
const MEDIA = 'audio, video';

/** Marks the elements of the document with their counterparts in the next version. Those without are not taken for others. */
export function markPairs(mark: Mark, pairs: Pairs, next: NextPage): void {
  const isUntouched = findUntouched(pairs, next);
  for (const [node, before] of pairs) {
    if (!(node instanceof Element && before instanceof Element) || isIsland(node) || !node.isConnected) continue;
    if (isUntouched(node.parentNode)) continue;
    const after = next.counterparts.get(before);
    const own = node.getAttribute('id');
    if (!(after instanceof Element && next.page.contains(after))) {
      if (own === null && (after !== undefined || !node.isEqualNode(before))) mark([node]);
      continue;
    }
    const isReplaced = after.matches(MEDIA) && !isSameNode(before, next.originalOf(after) ?? after);
    const id = after.getAttribute('id');
    if (isReplaced) mark([node]);
    else if (own === null || own !== id) mark([node, after], before.getAttribute('id') === id ? own : id);
  }
}

/** A patch does not look into what the author has not changed. */
function findUntouched(pairs: Pairs, { counterparts, originalOf }: NextPage): (node: Node | null) => boolean {
  const found = new Map<Node, boolean>();
  return (node) => {
    const before = node === null ? undefined : pairs.get(node);
    const after = before && counterparts.get(before);
    if (before === undefined || after === undefined) return false;
    const isUntouched = found.get(before) ?? originalOf(after)?.isEqualNode(before) === true;
    found.set(before, isUntouched);
    return isUntouched;
  };
}
