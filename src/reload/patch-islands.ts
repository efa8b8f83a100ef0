/** Islands of a page that is patched: those whose HTML, props or code have changed start again, in place. */
import { ISLAND_TAG, NAME_ATTRIBUTE, PREFIX_ATTRIBUTE } from '../islands/markup.ts';
import { registry } from './island-registry.ts';
import type { Mark } from './mark-elements.ts';
import { withoutPrefixes } from './pair-nodes.ts';
import { pathOf } from './replace-styles.ts';

export interface IslandPatch {
  /** Replaces what has changed, in the patched document, without marks. */
  readonly apply: () => void;
}

const SCRIPT = /\/assets\/islands-[^/]+\.js$/;

/** Without the scripts of `sitegen serve`, what the islands are now is the best guess at what they were. */
export function rememberIslands(): void {
  if (registry.script !== undefined) return;
  for (const island of document.querySelectorAll(ISLAND_TAG)) registry.served.set(island, island.outerHTML);
}

export function islandsScriptIn(page: ParentNode): HTMLScriptElement | undefined {
  return [...page.querySelectorAll<HTMLScriptElement>('script[src]')].find(({ src }) => SCRIPT.test(pathOf(src)));
}

/**
 * Runs the islands' script of a page, unless its version is running. Modules that have not changed stay as they are.
 *
 * @returns the islands that hydrated with code that has changed since
 */
export async function loadIslands(page: Document, version: string): Promise<ReadonlySet<Element>> {
  const address = islandsScriptIn(page)?.src;
  if (address === undefined || registry.script === undefined || registry.script.version === version) return new Set();
  // A version may return. The browser runs what it imports once per address.
  await import(`${address}?${performance.now()}`);
  const { load, start } = registry.script;
  const islands = [...registry.served.keys()];
  // Those that still wait for their time wait for the new script, so that none starts with old code from here on.
  start(islands.filter((element) => !registry.hydrated.has(element)));
  const outdated = new Set<Element>();
  for (const element of islands) {
    const island = registry.hydrated.get(element);
    if (island !== undefined && (await load(nameOf(element))) !== island) outdated.add(element);
  }
  return outdated;
}

/**
 * Marks each island, with its counterpart in the new page, so that they are matched wherever they stand.
 *
 * @param counterpartOf gives the node at the same place of the new page
 * @returns `undefined` if the page has to be loaded
 */
export function matchIslands(
  page: Document,
  outdated: ReadonlySet<Element>,
  counterpartOf: (island: Node) => Node | undefined,
  mark: Mark,
): IslandPatch | undefined {
  const [old, next] = [document, page].map((root) => [...root.querySelectorAll(ISLAND_TAG)]) as [Element[], Element[]];
  // An island may have removed its children, with the islands in them, or shown others.
  if (old.length !== registry.served.size || !old.every((island) => registry.served.has(island))) return undefined;
  const counterparts = findCounterparts(old, next, outdated, counterpartOf);
  const changed = [...counterparts].filter(([, { isSame }]) => !isSame);
  if (registry.script === undefined && (old.length !== next.length || changed.length > 0)) return undefined;
  const replacements = changed.map(([island, { element }]) => [island, document.importNode(element, true)] as const);
  const htmlOf = new Map([...counterparts].map(([island, { element }]) => [island, element.outerHTML]));
  for (const island of [...old, ...next]) mark([island]); // no other takes the place of those without a counterpart
  for (const [island, { element }] of counterparts) mark([island, element]);
  return {
    apply: () => {
      for (const [island, { element }] of counterparts) {
        island.setAttribute(PREFIX_ATTRIBUTE, element.getAttribute(PREFIX_ATTRIBUTE) ?? ''); // it may have another number
      }
      for (const [island, replacement] of replacements) replaceContent(island, replacement);
      startNew(htmlOf);
    },
  };
}

interface Counterpart {
  /** In the new page. */
  readonly element: Element;
  /** Whether the island would start in the same way. */
  readonly isSame: boolean;
}

/** Islands at the same place belong together, then those with equal HTML, and those of the same name, in the order of the page. */
function findCounterparts(
  old: readonly Element[],
  next: readonly Element[],
  outdated: ReadonlySet<Element>,
  counterpartOf: (island: Node) => Node | undefined,
): Map<Element, Counterpart> {
  const found = new Map<Element, Counterpart>();
  const free = new Set(next);
  // What is in an island belongs to it: with one that is new, or starts again, comes what it contains.
  const isWithinCounterpart = (island: Element, candidate: Element) => {
    const [outer, target] = [enclosing(island), enclosing(candidate)];
    if (outer === undefined) return target === undefined;
    const counterpart = found.get(outer);
    return counterpart?.isSame === true && counterpart.element === target;
  };
  const isSameHtml = (island: Element, candidate: Element) =>
    withoutPrefixes(registry.served.get(island) ?? '') === withoutPrefixes(candidate.outerHTML);
  const match = (isMatch: (island: Element, candidate: Element) => boolean) => {
    for (const island of old) {
      const element = found.has(island)
        ? undefined
        : [...free].find((one) => isMatch(island, one) && isWithinCounterpart(island, one));
      if (element === undefined) continue;
      const isSame = isSameHtml(island, element) && !outdated.has(island);
      found.set(island, { element, isSame });
      free.delete(element);
    }
  };
  const isSameName = (island: Element, candidate: Element) => nameOf(island) === nameOf(candidate);
  match((island, candidate) => counterpartOf(island) === candidate && isSameName(island, candidate));
  match(isSameHtml);
  match(isSameName);
  return found;
}

/** The island around an island. */
function enclosing(island: Element): Element | undefined {
  return island.parentElement?.closest(ISLAND_TAG) ?? undefined;
}

function replaceContent(island: Element, replacement: Element): void {
  if (!island.isConnected) return;
  for (const inner of [island, ...island.querySelectorAll(ISLAND_TAG)]) forget(inner);
  for (const name of island.getAttributeNames()) island.removeAttribute(name);
  for (const { name, value } of replacement.attributes) island.setAttribute(name, value);
  island.replaceChildren(...replacement.childNodes);
}

/** Starts the islands that are new to the page, and forgets those that are gone. */
function startNew(htmlOf: ReadonlyMap<Element, string>): void {
  for (const island of registry.served.keys()) if (!island.isConnected) forget(island);
  const fresh: Element[] = [];
  for (const island of document.querySelectorAll(ISLAND_TAG)) {
    if (!registry.served.has(island)) fresh.push(island);
    registry.served.set(island, (registry.served.has(island) && htmlOf.get(island)) || island.outerHTML);
  }
  registry.script?.start(fresh);
}

function forget(island: Element): void {
  registry.roots.get(island)?.unmount();
  registry.roots.delete(island);
  registry.hydrated.delete(island);
  registry.starts.delete(island);
  registry.served.delete(island);
}

function nameOf(island: Element): string {
  return island.getAttribute(NAME_ATTRIBUTE) ?? '';
}
