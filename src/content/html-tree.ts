import type { DefaultTreeAdapterMap, Token, TreeAdapter } from 'parse5';
import { MAX_DEPTH, MAX_NODES, TOO_DEEP, TOO_MANY } from './check-size.ts';

type Adapter = TreeAdapter<DefaultTreeAdapterMap>;
type Parent = DefaultTreeAdapterMap['parentNode'];
type Child = DefaultTreeAdapterMap['childNode'];

interface HtmlTree {
  readonly treeAdapter: Adapter;
  readonly childrenOf: (parent: Parent) => readonly Child[];
}

/**
 * The tree that parse5 builds. Stops before it is too large, because the standard reopens elements that were closed too early.
 * Never searches or moves all children of an element for each of them, which would take quadratic time.
 *
 * @param standard builds the tree without limits
 * @param offsets receives the offset of each element, by its attributes, because its copies share them
 */
export function createTree(
  standard: Adapter,
  offsets: Map<readonly Token.Attribute[], number>,
  refuse: (message: string, offset: number) => void,
): HtmlTree {
  /** The number of children removed from the start of an element; they stay in its list until all are removed. */
  const taken = new Map<Parent, number>();
  const startOf = (parent: Parent) => taken.get(parent) ?? 0;
  let [depth, count, last] = [0, 0, 0];
  const treeAdapter: Adapter = {
    ...standard,
    createElement: (...given) => {
      count += 1;
      if (count > MAX_NODES) refuse(TOO_MANY, last);
      return standard.createElement(...given);
    },
    setNodeSourceCodeLocation: (node, location) => {
      standard.setNodeSourceCodeLocation(node, location);
      if (!('attrs' in node) || !location) return;
      last = location.startOffset;
      if (!offsets.has(node.attrs)) offsets.set(node.attrs, last);
    },
    insertBefore: (parent, node, reference) => {
      parent.childNodes.splice(parent.childNodes.lastIndexOf(reference), 0, node); // near the end
      node.parentNode = parent;
    },
    insertTextBefore: (parent, text, reference) => {
      const index = parent.childNodes.lastIndexOf(reference);
      const before = index > startOf(parent) ? parent.childNodes[index - 1] : undefined;
      if (before?.nodeName === '#text') (before as DefaultTreeAdapterMap['textNode']).value += text;
      else parent.childNodes.splice(index, 0, { ...standard.createTextNode(text), parentNode: parent });
    },
    getFirstChild: (parent) => parent.childNodes[startOf(parent)] as Child,
    detachNode: (node) => {
      const parent = node.parentNode;
      if (!parent) return;
      const { childNodes } = parent;
      const start = startOf(parent);
      if (childNodes[start] !== node) childNodes.splice(childNodes.lastIndexOf(node), 1);
      else if (start + 1 < childNodes.length) taken.set(parent, start + 1);
      else {
        childNodes.length = 0;
        taken.delete(parent);
      }
      node.parentNode = null;
    },
    onItemPush: () => {
      depth += 1;
      if (depth > MAX_DEPTH + 1) refuse(TOO_DEEP, last);
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
  return { treeAdapter, childrenOf: (parent) => parent.childNodes.slice(startOf(parent)) };
}
