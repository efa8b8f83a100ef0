/** Which nodes of two versions of a page belong together. */
import { ISLAND_TAG, PREFIX_ATTRIBUTE } from '../islands/markup.ts';

export type Pairs = ReadonlyMap<Node, Node>;
type Pair = readonly [Node, Node];

/**
 * Finds the nodes that two versions of a page have in common, parent by parent. Islands are not looked into.
 *
 * @param known pairs, wherever they are
 * @param single nodes of either version that have no counterpart
 */
export function pairNodes(
  root: Node,
  counterpart: Node,
  known: Pairs = new Map(),
  single: ReadonlySet<Node> = new Set(),
): Map<Node, Node> {
  const pairs = new Map<Node, Node>();
  const taken = new Set([...known.keys(), ...known.values(), ...single]);
  const freeChildrenOf = (node: Node) => [...node.childNodes].filter((child) => !taken.has(child));
  const pair = (node: Node, other: Node) => {
    pairs.set(node, other);
    if (isIsland(node)) return;
    const children = node.isEqualNode(other)
      ? [...node.childNodes].map((child, index): Pair => [child, other.childNodes[index]!])
      : alignNodes(freeChildrenOf(node), freeChildrenOf(other));
    for (const [child, one] of children) pair(child, one);
  };
  for (const [node, other] of [[root, counterpart] as const, ...known]) pair(node, other);
  return pairs;
}

/** Whether the author has changed nothing in a node, nor around its islands. */
export function isSameNode(one: Node, other: Node): boolean {
  return one.nodeName === other.nodeName && contentOf(one) === contentOf(other);
}

export function isIsland(node: Node): boolean {
  return node.nodeName.toLowerCase() === ISLAND_TAG;
}

/** From the most certain to the least. */
const MATCHES = [
  matchInOrder,
  matchBy((element) => contentOf(element)),
  matchBy((element) => element.textContent?.trim() || undefined),
  matchBy((element) => JSON.stringify(KEYS.map((key) => element.getAttribute(key)))),
  matchBy(() => ''),
  matchByPosition,
];

/** Attributes that tell elements apart. */
const NAMES = ['id', 'name', 'property', 'rel'];
const KEYS = [...NAMES, 'type', 'class'];

function alignNodes(nodes: readonly Node[], others: readonly Node[]): Pair[] {
  const pairs: Pair[] = [];
  const paired = new Set<Node>();
  for (const match of MATCHES) {
    const [left, right] = [nodes, others].map((side) => side.filter((node) => !paired.has(node))) as [Node[], Node[]];
    if (left.length === 0 || right.length === 0) break;
    for (const pair of match(left, right)) {
      if (!isAlike(...pair)) continue;
      pairs.push(pair);
      for (const node of pair) paired.add(node);
    }
  }
  return pairs;
}

/** A script, or the author, may have added a name, but hardly ever changes it. */
function isAlike(one: Node, other: Node): boolean {
  if (!(one instanceof Element && other instanceof Element)) return true;
  return NAMES.every((name) => {
    const [value, counterpart] = [one.getAttribute(name), other.getAttribute(name)];
    return value === null || counterpart === null || value === counterpart;
  });
}

/** The longest sequence of equal nodes. https://en.wikipedia.org/wiki/Longest_common_subsequence */
function matchInOrder(nodes: readonly Node[], others: readonly Node[]): Pair[] {
  const [left, right] = [nodes, others].map((side) => side.map(contentOf)) as [string[], string[]];
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  const lengthAt = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const isEqual = left[row] === right[column];
      const without = Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
      lengths[row]![column] = isEqual ? lengthAt(row + 1, column + 1) + 1 : without;
    }
  }
  const pairs: Pair[] = [];
  for (let [row, column] = [0, 0]; row < left.length && column < right.length;) {
    if (left[row] === right[column]) pairs.push([nodes[row++]!, others[column++]!]);
    else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** Elements of the same name and with the same key belong together, in order, if there are as many on both sides. */
function matchBy(keyOf: (element: Element) => string | undefined) {
  const group = (nodes: readonly Node[]) => {
    const groups = new Map<string, Node[]>();
    for (const node of nodes) {
      const key = node instanceof Element ? keyOf(node) : undefined;
      if (key === undefined) continue;
      const name = `${node.nodeName} ${key}`;
      groups.set(name, [...(groups.get(name) ?? []), node]);
    }
    return groups;
  };
  return (nodes: readonly Node[], others: readonly Node[]): Pair[] => {
    const counterparts = group(others);
    return [...group(nodes)].flatMap(([key, same]) => {
      const found = counterparts.get(key);
      return found?.length === same.length ? same.map((node, index): Pair => [node, found[index]!]) : [];
    });
  };
}

function matchByPosition(nodes: readonly Node[], others: readonly Node[]): Pair[] {
  const isSameKind = nodes.every(({ nodeName }, index) => nodeName === others[index]?.nodeName);
  return isSameKind && nodes.length === others.length ? nodes.map((node, index): Pair => [node, others[index]!]) : [];
}

/** With what is in templates. */
function contentOf(node: Node): string {
  return node instanceof Element ? withoutPrefixes(node.outerHTML) : `${node.nodeName} ${node.nodeValue}`;
}

const PREFIX = new RegExp(` ${PREFIX_ATTRIBUTE}="[^"]*"`, 'g');

/** The prefixes of islands are numbered through the page. Where they matter, ids contain them. */
export function withoutPrefixes(html: string): string {
  return html.replaceAll(PREFIX, '');
}

/** @returns from nodes to those of their copy */
export function pairWithCopy(root: Element, copy: Element): (node: Node) => Node | undefined {
  const pairs = new WeakMap<Node, Node>([[root, copy]]);
  const [nodes, counterparts] = [root, copy].map((one) => one.ownerDocument.createTreeWalker(one)) as [
    TreeWalker,
    TreeWalker,
  ];
  while (nodes.nextNode() && counterparts.nextNode()) pairs.set(nodes.currentNode, counterparts.currentNode);
  return (node) => pairs.get(node);
}
