/** Brings an open page up to date without loading it again: scroll, focus, input and the state of islands stay. */
import { Idiomorph } from 'idiomorph';
import { fetchPage, fetchWhenReachable, pause } from './fetch-page.ts';
import { islandsScriptIn, loadIslands, matchIslands, rememberIslands } from './patch-islands.ts';
import { registry } from './island-registry.ts';
import { matchFields } from './match-fields.ts';
import { replaceStyles, stylesOf } from './replace-styles.ts';
import {
  holdsIsland,
  isSameNode,
  markAdded,
  markChanged,
  pairNodes,
  pairWithCopy,
  pairWithDocument,
  type ServedPage,
} from './served-page.ts';

export interface PagePatcher {
  readonly replaceStyles: (address: string) => Promise<void>;
  /**
   * Fetches the page, and changes the document to it. What cannot be changed in place, such as a script, loads the page again.
   *
   * @param islands the version of their scripts
   * @returns the name of the site that the page shows now; `undefined` if it shows what it did
   */
  readonly patch: (islands: string) => Promise<string | undefined>;
}

/** @param client the address of the script that calls this, whose path differs with each server */
export function createPagePatcher(client: URL): PagePatcher {
  const { pathname } = client;
  rememberIslands();
  let serving = fetchServed(client);
  const applyStyles = async (address: string) => {
    const { replace } = await serving;
    await replaceStyles(address, replace);
  };
  return {
    replaceStyles: applyStyles,
    patch: (islands) =>
      // Loading the page is always right.
      patchDocument(islands).catch((error: unknown) => {
        reportError(error);
        return reload();
      }),
  };

  async function patchDocument(version: string): Promise<string | undefined> {
    const served = await serving;
    const page = await fetchWhenReachable();
    const script = page === undefined ? undefined : clientOf(page, pathname);
    if (page === undefined || script === undefined || isLarge(page)) return reload();
    if (scriptsIn(page, pathname) !== scriptsIn(served.page, pathname)) return reload();
    const copy = page.cloneNode(true) as Document;
    const counterparts = pairNodes(served.page.documentElement, page.documentElement);
    for (const template of page.querySelectorAll(SHADOW_ROOT)) template.remove(); // it is the same, and attached
    const outdated = await loadIslands(page, version);
    const styles = stylesOf(page);
    if (styles !== undefined) await applyStyles(styles);
    const islands = matchIslands(page, outdated);
    if (islands === undefined) return reload();
    morph(page, served, counterparts, pairWithCopy(page, copy));
    islands.apply();
    serving = Promise.resolve(pairWithDocument(copy));
    return siteOf(script);
  }
}

/** The page as it was sent. If the site has changed since, the document as it is comes closest. */
async function fetchServed(client: URL): Promise<ServedPage> {
  const before = document.cloneNode(true) as Document;
  const page = await fetchPage();
  const script = page instanceof Document ? clientOf(page, client.pathname) : undefined;
  const isSame = script !== undefined && siteOf(script) === client.searchParams.get('site');
  return pairWithDocument(isSame ? (page as Document) : before);
}

/** How many children an element may have: matching them takes as long as the square of that. */
const MAX_CHILDREN = 1000;

function isLarge(page: Document): boolean {
  return [document, page].some((one) =>
    [...one.querySelectorAll('*')].some(({ childElementCount }) => childElementCount > MAX_CHILDREN),
  );
}

/** How long a page may take to leave, in ms. A visitor may refuse to: `beforeunload`. */
const LEAVE_MS = 1000;

export function reload(): Promise<undefined> {
  location.reload();
  return pause(LEAVE_MS);
}

function clientOf(page: ParentNode, client: string): Element | undefined {
  return [...page.querySelectorAll('script[src]')].find((script) => script.getAttribute('src')?.startsWith(client));
}

/** `/…/reload.js?site=3f2a-4` -> `3f2a-4` */
function siteOf(script: Element): string {
  return new URL(script.getAttribute('src') ?? '', location.href).searchParams.get('site') ?? '';
}

/** Requests keep shadow roots as templates. Only loading a page attaches them. */
const SHADOW_ROOT = 'template[shadowrootmode]';

/** What only loading a page can change: scripts run once, and policies and import maps apply to what follows them. */
function scriptsIn(page: Document, client: string): string {
  const own = clientOf(page, client);
  const islands = registry.script && islandsScriptIn(page);
  return [...page.querySelectorAll(`script, meta[http-equiv], base, ${SHADOW_ROOT}`)]
    .filter((element) => element !== own && (element.localName !== 'script' || isCode(element)))
    .map((element) => (element === islands ? 'islands' : element.outerHTML))
    .join('\n');
}

/** Data blocks have a JSON type. Rules for speculation and import maps are read once, like code. */
function isCode(element: Element): boolean {
  return element.localName === 'script' && element.getAttribute('type')?.endsWith('json') !== true;
}

/**
 * @param counterparts from what was served to what is in the page
 * @param originalOf gives what a node of the page was before islands and fields were matched
 */
function morph(
  page: Document,
  served: ServedPage,
  counterparts: ReadonlyMap<Node, Node>,
  originalOf: (node: Node) => Node | undefined,
): void {
  const forgetFields = matchFields(page);
  const unmarkChanged = markChanged(served, counterparts);
  const { added, unmark } = markAdded(served);
  void Idiomorph.morph(document.documentElement, page.documentElement, {
    // Without this, elements in `<head>` would be parsed from strings, which trusted types forbid.
    head: { style: 'morph' },
    callbacks: {
      beforeNodeMorphed: (old, next) => {
        // Code is the same, but for the client, which is running. Trusted types forbid to change it.
        if (registry.served.has(old) || isCode(old)) return false;
        const [before, after] = [served.of(old), originalOf(next)];
        if (before !== undefined && after !== undefined && isSameNode(before, after)) return false;
        if (!(old instanceof Element) || !(next instanceof Element)) return true;
        keepState(old, next, before, after);
        if (!isSameInside(before, after) || holdsIsland(old)) return true;
        for (const name of namesOf(old, next)) setAttribute(old, name, next.getAttribute(name));
        return false; // what scripts have added, removed and moved in there stays as it is
      },
      beforeNodeRemoved: (node) => !added.has(node),
      // `keepState` has decided on them.
      beforeAttributeUpdated: (name) => !STATE.includes(name),
    },
  });
  unmark();
  unmarkChanged();
  forgetFields();
}

/** Attributes that only say what a control starts with. */
const STATE = ['value', 'checked', 'selected'];

/** Lets an element keep what scripts and visitors have changed, unless the page has changed it as well. */
function keepState(old: Element, next: Element, before: Node | undefined, after: Node | undefined): void {
  const valueIn = (node: Node | undefined, name: string) => (node instanceof Element ? node.getAttribute(name) : null);
  for (const name of namesOf(old, next)) {
    if (STATE.includes(name) || before === undefined || valueIn(before, name) !== valueIn(after, name)) continue;
    setAttribute(next, name, old.getAttribute(name));
  }
  for (const name of STATE) {
    const value = next.getAttribute(name);
    if (old.getAttribute(name) === value) continue;
    setAttribute(old, name, value);
    if (old.matches('input, option')) Object.assign(old, { [name]: name === 'value' ? (value ?? '') : value !== null });
  }
}

function namesOf(old: Element, next: Element): Set<string> {
  return new Set([...old.getAttributeNames(), ...next.getAttributeNames()]);
}

/** Whether the author has changed nothing inside an element. */
function isSameInside(before: Node | undefined, after: Node | undefined): boolean {
  return before instanceof Element && after instanceof Element && before.innerHTML === after.innerHTML;
}

function setAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
