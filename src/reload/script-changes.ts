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
  /** The values from the page, by attribute. */
  const attributes = new WeakMap<Element, Map<string, string | null>>();
  const note = (records: readonly MutationRecord[]) => {
    for (const { type, target, attributeName, oldValue, addedNodes } of records) {
      if (type === 'childList') for (const node of addedNodes) added.add(node);
      else if (attributeName !== null) noteAttribute(target as Element, attributeName, oldValue);
    }
  };
  const noteAttribute = (element: Element, name: string, before: string | null) => {
    const known = attributes.get(element) ?? new Map<string, string | null>();
    if (!known.has(name)) known.set(name, before);
    attributes.set(element, known);
  };
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true, attributes: true, attributeOldValue: true });

  const ignore = (change: () => unknown) => {
    note(observer.takeRecords());
    change();
    observer.takeRecords();
  };
  return {
    ignore,
    keeps: (element, attribute, fromPage) => {
      const known = attributes.get(element);
      if (known?.has(attribute) !== true) return false;
      if (known.get(attribute) === fromPage) return true;
      known.delete(attribute);
      return false;
    },
    setAside: () => {
      for (const node of added) if (!node.isConnected) added.delete(node);
      const places = [...added]
        .filter((node) => !isOwned(node) && !hasParentIn(node, added))
        .map((node) => ({ node, parent: node.parentNode, next: node.nextSibling }));
      for (const { node } of places) (node as ChildNode).remove();
      return () => {
        for (const { node, parent, next } of places.toReversed()) {
          parent?.insertBefore(node, next?.parentNode === parent ? next : null);
        }
      };
    },
  };
}

function hasParentIn(node: Node, nodes: ReadonlySet<Node>): boolean {
  for (let parent = node.parentNode; parent !== null; parent = parent.parentNode) if (nodes.has(parent)) return true;
  return false;
}
