/** What scripts and visitors have changed in the document since it was loaded. A patch keeps it. */

export interface ScriptChanges {
  /** Takes nodes that scripts have added out of the document. @returns puts them back */
  readonly setAside: () => () => void;
  /** Whether an attribute has a value from a script (or a visitor, as `open` of `<details>`), and the page's own is unchanged. */
  readonly keeps: (element: Element, attribute: string, fromPage: string | null) => boolean;
  /** Makes changes that are the page's own. */
  readonly ignore: (change: () => unknown) => void;
}

/** @param isOwned whether a part of the document is kept as it is anyway */
export function trackScriptChanges(isOwned: (node: Node) => boolean): ScriptChanges {
  const added = new Set<Node>();
  const attributes = trackAttributes();
  const note = (records: readonly MutationRecord[]) => {
    for (const { type, target, attributeName, oldValue, addedNodes } of records) {
      if (type === 'childList') for (const node of addedNodes) added.add(node);
      else if (attributeName !== null) attributes.note(target as Element, attributeName, oldValue);
    }
  };
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true, attributes: true, attributeOldValue: true });
  return {
    keeps: attributes.keeps,
    ignore: (change) => {
      note(observer.takeRecords());
      change();
      observer.takeRecords();
    },
    setAside: () => {
      for (const node of added) if (!node.isConnected) added.delete(node);
      const outermost = [...added].filter((node) => !isOwned(node) && !hasParentIn(node, added));
      return takeOut(outermost);
    },
  };
}

function trackAttributes() {
  /** The values from the page. */
  const replaced = new WeakMap<Element, Map<string, string | null>>();
  return {
    note: (element: Element, name: string, before: string | null) => {
      const known = replaced.get(element) ?? new Map<string, string | null>();
      if (!known.has(name)) known.set(name, before);
      replaced.set(element, known);
    },
    keeps: (element: Element, name: string, fromPage: string | null): boolean => {
      const known = replaced.get(element);
      if (known?.has(name) !== true) return false;
      if (known.get(name) === fromPage) return true;
      known.delete(name);
      return false;
    },
  };
}

/** @returns puts the nodes back: before what followed them, or at the end of what they were in */
function takeOut(nodes: readonly Node[]): () => void {
  const places = nodes.map((node) => ({ node, parent: node.parentNode, next: node.nextSibling }));
  for (const { node } of places) (node as ChildNode).remove();
  return () => {
    for (const { node, parent, next } of places.toReversed()) {
      parent?.insertBefore(node, next?.parentNode === parent ? next : null);
    }
  };
}

function hasParentIn(node: Node, nodes: ReadonlySet<Node>): boolean {
  for (let parent = node.parentNode; parent !== null; parent = parent.parentNode) if (nodes.has(parent)) return true;
  return false;
}
