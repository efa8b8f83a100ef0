/**
 * The page as the server has sent it, beside the document that scripts and visitors have changed since. What is the same in the
 * next version of the page has not been changed by its author, so a patch leaves it as it is in the document.
 */
import { pairFields } from './pair-fields.ts';
import { pairNodes, pairWithCopy, type Pairs } from './pair-nodes.ts';

export interface ServedPage {
  /** Its `<html>`, untouched. */
  readonly root: Element;
  /** From nodes of the document to what they were. All others were added by scripts. Islands are not looked into. */
  readonly pairs: Pairs;
  /** Lets a node take the place of another. */
  readonly replace: (old: Node, node: Node) => void;
}

/** Finds what the nodes of the document were. For the parameters, see `pairNodes`. */
export function pairWithDocument(root: Element, known?: Pairs, single?: ReadonlySet<Node>): ServedPage {
  const pairs = pairNodes(document.documentElement, root, known, single);
  return {
    root,
    pairs,
    replace: (old, node) => {
      const counterpart = pairs.get(old);
      if (counterpart !== undefined) pairs.set(node, counterpart);
      pairs.delete(old);
    },
  };
}

/** The next version of a page. A patch takes it apart. */
export interface NextPage {
  readonly page: Document;
  /** Its `<html>`, untouched. */
  readonly copy: Element;
  /** What a node of the page is in the copy. */
  readonly originalOf: (node: Node) => Node | undefined;
  /** From what was served to what is in this version. */
  readonly counterparts: Pairs;
}

export function pairWithServed(page: Document, served: ServedPage): NextPage {
  const copy = copyPage(page);
  return {
    page,
    copy,
    originalOf: pairWithCopy(page.documentElement, copy),
    counterparts: pairNodes(served.root, page.documentElement, pairFields(served.root, page)),
  };
}

/** Policies complain of copied styles and scripts. Templates are in a document that has none. */
export function copyPage({ documentElement }: Document): Element {
  return document.createElement('template').content.ownerDocument.importNode(documentElement, true);
}

/** @returns from nodes of the document to their counterparts in the next version */
export function counterpartIn({ counterparts }: NextPage, { pairs }: ServedPage): (node: Node) => Node | undefined {
  return (node) => {
    const before = pairs.get(node);
    return before && counterparts.get(before);
  };
}

/**
 * The next version, once the document has been patched: what belonged together still does.
 *
 * @param single nodes of the document and of the copy that have no counterpart
 */
export function pairPatched(next: NextPage, served: ServedPage, single: ReadonlySet<Node>): ServedPage {
  const counterpartOf = counterpartIn(next, served);
  const known = new Map<Node, Node>();
  for (const node of served.pairs.keys()) {
    const after = counterpartOf(node);
    const original = after && next.originalOf(after);
    if (node instanceof Element && node.isConnected && original !== undefined) known.set(node, original);
  }
  return pairWithDocument(next.copy, known, single);
}
