/**
 * The page as the server has sent it, beside the document that scripts and visitors have changed since. What is the same in the
 * next version of the page has not been changed by its author, so a patch leaves it as it is in the document.
 */
import { ISLAND_TAG } from '../islands/markup.ts';

export interface ServedPage {
  /** Untouched. */
  readonly page: Document;
  /** What a node of the document was, if that is certain. Islands are not looked into. */
  readonly of: (node: Node) => Node | undefined;
  /** Whether a node is the page's own: no script has added it. */
  readonly owns: (node: Node) => boolean;
  /** Lets a node take the place of another. */
  readonly replace: (old: Node, node: Node) => void;
}

/** Finds the counterparts of the nodes of the document. */
export function pairWithDocument(page: Document): ServedPage {
  const owned = new Set<Node>();
  const own = (node: Node) => {
    owned.add(node);
    for (const child of node.childNodes) own(child);
  };
  const pairs = pairNodes(document.documentElement, page.documentElement, own);
  for (const node of pairs.keys()) owned.add(node);
  return {
    page,
    of: (node) => pairs.get(node),
    owns: (node) => owned.has(node),
    replace: (old, node) => {
      const counterpart = pairs.get(old);
      if (counterpart !== undefined) pairs.set(node, counterpart);
      owned.add(node);
    },
  };
}

/**
 * Finds the nodes that two versions of a page have in common. Islands are not looked into.
 *
 * @param onUncertain receives nodes that may or may not have a counterpart
 */
export function pairNodes(
  root: Node,
  counterpart: Node,
  onUncertain: (node: Node) => void = () => {},
): Map<Node, Node> {
  const pairs = new Map<Node, Node>();
  const pair = (node: Node, other: Node) => {
    pairs.set(node, other);
    if (node.nodeName.toLowerCase() === ISLAND_TAG) return;
    const { certain, uncertain } = alignChildren(node, other);
    for (const [child, one] of certain) pair(child, one);
    uncertain.forEach(onUncertain);
  };
  pair(root, counterpart);
  return pairs;
}

/** How many nodes a script may have removed in one place. */
const LOOK_AHEAD = 20;

/** Children that are still the same are counterparts, and what is between them if it is as many, of the same kinds. */
function alignChildren(node: Node, counterpart: Node) {
  const certain: [Node, Node][] = [];
  const uncertain: Node[] = [];
  const others = [...counterpart.childNodes];
  let between: Node[] = [];
  let next = 0;
  const closeGap = (end: number) => {
    const gap = others.slice(next, end);
    const isClear = gap.length === between.length && between.every((child, index) => isAlike(child, gap[index]));
    for (const [index, child] of between.entries()) {
      const other = gap[index];
      if (isClear && other !== undefined) certain.push([child, other]);
      else if (gap.some((one) => isAlike(child, one))) uncertain.push(child);
    }
    between = [];
  };
  for (const child of node.childNodes) {
    const ahead = others.slice(next, next + LOOK_AHEAD).findIndex((other) => child.isEqualNode(other));
    const found = ahead < 0 ? undefined : others[next + ahead];
    if (found === undefined) {
      between.push(child);
      continue;
    }
    closeGap(next + ahead);
    certain.push([child, found]);
    next += ahead + 1;
  }
  closeGap(others.length);
  return { certain, uncertain };
}

/** Attributes that tell elements apart, and hardly ever change. */
const KEYS = ['id', 'name', 'rel', 'property', 'src'];

function isAlike(one: Node, other: Node | undefined): boolean {
  if (one.nodeName !== other?.nodeName) return false;
  if (!(one instanceof Element)) return true;
  return KEYS.every((key) => one.getAttribute(key) === (other as Element).getAttribute(key));
}

/** @returns from the nodes of a document to those of its copy */
export function pairWithCopy(page: Document, copy: Document): (node: Node) => Node | undefined {
  const pairs = new WeakMap<Node, Node>();
  const [nodes, counterparts] = [page.createTreeWalker(page), copy.createTreeWalker(copy)];
  while (nodes.nextNode() && counterparts.nextNode()) pairs.set(nodes.currentNode, counterparts.currentNode);
  return (node) => pairs.get(node);
}

/** Whether two nodes of pages are the same, with what is in templates. */
export function isSameNode(one: Node, other: Node): boolean {
  return one.isEqualNode(other) && templatesIn(one) === templatesIn(other);
}

function templatesIn(node: Node): string {
  if (!(node instanceof Element)) return '';
  const inside = [...node.querySelectorAll('template')].map(({ innerHTML }) => innerHTML);
  return [...(node.localName === 'template' ? [node.innerHTML] : []), ...inside].join('\n');
}

/** Islands have counterparts of their own, which decide where the elements around them go. */
export function holdsIsland(element: Element): boolean {
  return element.querySelector(ISLAND_TAG) !== null;
}

/**
 * Gives what scripts and visitors have changed an id, the same as its counterpart in the next version of the page, so that no
 * neighbour is taken for it.
 *
 * @param counterparts from what was served to what is in the next version
 * @returns removes the ids from the document
 */
export function markChanged(served: ServedPage, counterparts: ReadonlyMap<Node, Node>): () => void {
  const marked: Element[] = [];
  for (const element of document.body.querySelectorAll('*')) {
    const before = served.of(element);
    const after = before && counterparts.get(before);
    if (before === undefined || !(after instanceof Element) || element.isEqualNode(before)) continue;
    if (element.hasAttribute('id') || after.hasAttribute('id') || holdsIsland(element)) continue;
    for (const one of [element, after]) one.id = `sitegen-changed-${marked.length}`;
    marked.push(element);
  }
  return () => marked.forEach((element) => element.removeAttribute('id'));
}

/**
 * Finds the elements that scripts have added, and gives those without an id one, so that none is taken for another.
 *
 * @returns those elements, and what removes the ids
 */
export function markAdded(served: ServedPage): { readonly added: ReadonlySet<Node>; readonly unmark: () => void } {
  /** Elements that stand for text of the page, such as what a highlighter makes of code. They go when the text changes. */
  const inPlaceOfText = new Set<Element | null>();
  const isAdded = (element: Element) => {
    const { parentElement: parent } = element;
    if (served.owns(element) || element.closest(ISLAND_TAG) !== null) return false;
    if (inPlaceOfText.has(parent) || (parent !== null && hasLostText(parent, served))) {
      inPlaceOfText.add(element);
      return false;
    }
    // What scripts have moved, or put something around, is the page's own.
    return ![...element.querySelectorAll('*')].some((inner) => served.owns(inner));
  };
  const added = [...document.querySelectorAll('*')].filter(isAdded);
  const marked = added.filter((element) => !element.hasAttribute('id'));
  for (const [index, element] of marked.entries()) element.setAttribute('id', `sitegen-added-${index}`);
  return { added: new Set(added), unmark: () => marked.forEach((element) => element.removeAttribute('id')) };
}

/** Whether text that was served in an element is no longer there as it was. */
function hasLostText(element: Element, served: ServedPage): boolean {
  const here = new Set([...element.childNodes].map((node) => served.of(node)));
  const before = [...(served.of(element)?.childNodes ?? [])];
  return before.some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '' && !here.has(node));
}
