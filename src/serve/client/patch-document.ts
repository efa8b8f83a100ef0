/** Patches the document to the next version of its page. */
import { Idiomorph } from 'idiomorph';
import { ISLAND_TAG, NAME_ATTRIBUTE, PREFIX_ATTRIBUTE, PROPS_ATTRIBUTE } from '../../islands/markup.ts';
import { registry } from './island-registry.ts';

/** Maps nodes of the document to the nodes that the server sent for them. */
type SentNodes = ReadonlyMap<Node, Node>;

/**
 * Applies the author's changes. Changes by scripts and visitors stay in elements for which the server sends the same HTML as
 * before, and are overwritten in all others.
 *
 * @returns false if the page must be reloaded
 */
export function patchDocument(sentRoot: Element, nextRoot: Element, outdated: ReadonlySet<Element>): boolean {
  const next = (nextRoot.ownerDocument.cloneNode(true) as Document).documentElement; // is marked below
  const findSent = (): SentNodes => new Map(pairNodes(document.documentElement, sentRoot));
  const htmlOfNext = new Map([...next.querySelectorAll('*')].map((element) => [element as Node, htmlOf(element)]));
  const islands = trackIslands(outdated);
  islands.stopChanged(findSent(), new Set(htmlOfNext.values()));
  const sent = findSent();
  const added = findAdded(sent);
  const pairs = pairBy([...sentRoot.querySelectorAll('*')], [...next.querySelectorAll('*')], [htmlOf, nameOf]);
  const removeMarks = markElements(sent, pairs, added);
  const counterparts = new Map<Node, Node>();
  void Idiomorph.morph(document.documentElement, next, {
    // Otherwise elements in `<head>` would be parsed from strings, which trusted types forbid.
    head: { style: 'morph' },
    callbacks: {
      beforeNodeMorphed: (node, counterpart) => {
        const before = sent.get(node);
        const html = htmlOfNext.get(counterpart) ?? htmlOf(counterpart);
        if (isCode(node) || (before !== undefined && htmlOf(before) === html)) return false;
        if (isIsland(node)) islands.stop(node);
        counterparts.set(node, counterpart);
        return true;
      },
      beforeAttributeUpdated: (name, element) => {
        const [before, after] = [sent.get(element), counterparts.get(element)] as (Element | undefined)[];
        return before === undefined || before.getAttribute(name) !== after?.getAttribute(name);
      },
      beforeNodeAdded: (node) => !isCode(node), // it is running
      beforeNodeRemoved: (node) => !added.has(node) && !isCode(node),
      afterNodeMorphed: (node) => {
        if (node instanceof HTMLMediaElement) node.load(); // browsers read sources once
      },
    },
  });
  removeMarks();
  return islands.restart(sent);
}

function trackIslands(outdated: ReadonlySet<Element>) {
  const islands = [...document.querySelectorAll(ISLAND_TAG)];
  const running = new Set(islands);
  const stop = (island: Element) => {
    for (const inner of [...island.querySelectorAll(ISLAND_TAG), island]) {
      registry.roots.get(inner)?.unmount();
      registry.roots.delete(inner);
      registry.hydrated.delete(inner);
      running.delete(inner);
    }
  };
  /** Unmounting leaves an island empty. */
  const stopAndRestore = (island: Element, before: Node | undefined) => {
    stop(island);
    if (before !== undefined) island.replaceChildren(...document.importNode(before, true).childNodes);
  };
  return {
    stop,
    /**
     * Stops islands whose HTML has changed, before any node is matched: stopping one also removes what it rendered elsewhere,
     * such as a portal, and that must not happen during the patch.
     *
     * @param html the HTML of each element of the next page
     */
    stopChanged: (sent: SentNodes, html: ReadonlySet<string>): void => {
      for (const island of islands) {
        const before = sent.get(island);
        if (before !== undefined && running.has(island) && !html.has(htmlOf(before))) stopAndRestore(island, before);
      }
    },
    /** @returns false if islands must start, but their script is not running */
    restart: (sent: SentNodes): boolean => {
      for (const island of islands) {
        const isFine = island.isConnected && !outdated.has(island); // only its code may have changed
        if (running.has(island) && !isFine) stopAndRestore(island, sent.get(island));
      }
      const waiting = [...document.querySelectorAll(ISLAND_TAG)].filter((island) => !running.has(island));
      registry.script?.start(waiting);
      return registry.script !== undefined || waiting.length === 0;
    },
  };
}

/** Finds the elements that scripts have added to the page: portals, analytics, extensions. */
function findAdded(sent: SentNodes): Set<Node> {
  const { documentElement, head, body } = document;
  const elements = [documentElement, head, body].flatMap((parent) => [...parent.children]);
  return new Set(elements.filter((element) => !sent.has(element)));
}

/**
 * Idiomorph matches elements by their ids, and otherwise by their order. During a patch, elements that belong together share an
 * id, so that focus, input and listeners do not move to a neighbour.
 *
 * @param pairs elements that the server sent, and their counterparts on the next page
 * @param added elements that match no other
 * @returns restores the ids in the document
 */
function markElements(sent: SentNodes, pairs: ReadonlyMap<Node, Element>, added: ReadonlySet<Node>): () => void {
  const ids = new Map<string | null, string | null>();
  for (const element of document.querySelectorAll('*')) {
    const before = sent.get(element);
    const counterpart = before && pairs.get(before);
    if (counterpart === undefined && !added.has(element)) continue;
    if (element.parentElement?.closest(MARKED)) continue; // it stays in its parent
    const mark = `${MARK}${ids.size}`;
    ids.set(mark, element.getAttribute('id'));
    for (const one of [element, counterpart]) one?.setAttribute('id', mark);
  }
  return () => {
    // Idiomorph may have matched a counterpart with another element, which has the mark as well.
    for (const element of document.querySelectorAll(MARKED)) {
      const id = ids.get(element.getAttribute('id')) ?? null;
      if (id === null) element.removeAttribute('id');
      else element.setAttribute('id', id);
    }
  };
}

const MARK = 'sitegen-mark-';
const MARKED = `[id^=${MARK}]`;

/** Fields keep the visitor's input if only their attributes change. */
function nameOf(field: Element): string | undefined {
  if (!field.matches('input[name]:not([id]), textarea[name]:not([id])')) return undefined;
  const value = field.matches('[type=radio], [type=checkbox]') ? field.getAttribute('value') : '';
  return JSON.stringify([field.localName, field.getAttribute('name'), value]);
}

/** Finds the nodes of the document that the server sent. */
function pairNodes(node: Node, sent: Node): (readonly [Node, Node])[] {
  const children = pairBy([...node.childNodes], [...sent.childNodes], [describe, ({ nodeName }) => nodeName]);
  return [[node, sent], ...[...children].flatMap(([child, counterpart]) => pairNodes(child, counterpart))];
}

/** The content of an island changes when it hydrates; its name and props do not. */
function describe(node: Node): string {
  const names = ['src', 'href', NAME_ATTRIBUTE, PROPS_ATTRIBUTE];
  const attributes = node instanceof Element ? names.map((name) => node.getAttribute(name)) : [];
  return JSON.stringify([node.nodeName, ...attributes, isIsland(node) ? '' : node.textContent]);
}

function isIsland(node: Node): node is Element {
  return node.nodeName.toLowerCase() === ISLAND_TAG;
}

/** Pairs nodes that have the same key, in their order, if there are as many on both sides. Earlier keys take precedence. */
function pairBy<T extends Node>(
  nodes: readonly T[],
  others: readonly T[],
  keys: readonly ((node: T) => string | undefined)[],
): Map<T, T> {
  const pairs = new Map<T, T>();
  const paired = new Set<T>();
  for (const keyOf of keys) {
    const counterparts = groupBy(others, paired, keyOf);
    for (const [key, group] of groupBy(nodes, paired, keyOf)) {
      const found = counterparts.get(key);
      if (found?.length !== group.length) continue;
      for (const [index, node] of group.entries()) {
        pairs.set(node, found[index]!);
        paired.add(node).add(found[index]!);
      }
    }
  }
  return pairs;
}

function groupBy<T>(nodes: readonly T[], without: ReadonlySet<T>, keyOf: (node: T) => string | undefined) {
  const groups = new Map<string, T[]>();
  for (const node of nodes) {
    const key = without.has(node) ? undefined : keyOf(node);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  return groups;
}

const PREFIX = new RegExp(` ${PREFIX_ATTRIBUTE}="[^"]*"`, 'g');

/** Leaves out the prefixes of islands, which are numbered across the page. Where they matter, ids contain them. */
export function htmlOf(node: Node): string {
  return node instanceof Element ? node.outerHTML.replaceAll(PREFIX, '') : (node.nodeValue ?? '');
}

/** Data blocks have a JSON type. Import maps and speculation rules are read once, like code. */
export function isCode(node: Node): boolean {
  return node instanceof HTMLScriptElement && !node.type.endsWith('json');
}
