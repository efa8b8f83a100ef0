/** Brings an open page up to date without loading it again: scroll, focus, input and the state of islands stay. */
import { Idiomorph } from 'idiomorph';
import { ISLAND_TAG } from '../islands/markup.ts';
import { replaceStyles, stylesOf } from './replace-styles.ts';
import { trackScriptChanges, type ScriptChanges } from './script-changes.ts';

export interface PagePatcher {
  readonly replaceStyles: (address: string) => Promise<void>;
  /**
   * Fetches the page, and changes the document to it. What cannot be changed in place, such as a script, loads the page again.
   *
   * @returns the name of the site that the page shows now
   */
  readonly patch: () => Promise<string>;
}

/** Parts of a page that only loading it can change. */
interface Fixed {
  /** Scripts run once, and policies and import maps apply to what follows them. */
  readonly scripts: string;
  /** Islands as the server has rendered them. The document has what became of them. */
  readonly islands: string;
}

/** @param client the path of the script that calls this, which differs with each site */
export function createPagePatcher(client: string): PagePatcher {
  let fixed = fixedParts(document, client);
  const isOwned = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest(ISLAND_TAG) !== null;
  const changes = trackScriptChanges(isOwned);
  /** The stylesheet is the page's own, although a script adds it. */
  const applyStyles = async (address: string) => {
    let isApplied: Promise<void> | undefined;
    changes.ignore(() => (isApplied = replaceStyles(address)));
    await isApplied;
  };
  return {
    replaceStyles: applyStyles,
    patch: () =>
      // Loading the page is always right.
      patchDocument().catch((error: unknown) => {
        reportError(error);
        return reload();
      }),
  };

  async function patchDocument(): Promise<string> {
    const page = await fetchPage();
    const script = page === null ? undefined : clientOf(page, client);
    if (page === null || script === undefined) return reload();
    const next = fixedParts(page, client);
    if (next.scripts !== fixed.scripts || next.islands !== fixed.islands) return reload();
    const styles = stylesOf(page);
    if (styles !== undefined) await applyStyles(styles);
    if (!nameIslands(page)) return reload();
    changes.ignore(() => morph(page, changes));
    fixed = next;
    return siteOf(script);
  }
}

/** Parsed by the browser's own request: a policy that requires trusted types forbids `DOMParser`. */
function fetchPage(): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', location.href);
    request.responseType = 'document';
    request.addEventListener('loadend', () => resolve(request.responseXML));
    request.send();
  });
}

/** Never resolves: the document is about to go. */
function reload(): Promise<string> {
  location.reload();
  return new Promise(() => {});
}

function clientOf(page: ParentNode, client: string): Element | undefined {
  return [...page.querySelectorAll('script[src]')].find((script) => script.getAttribute('src')?.startsWith(client));
}

/** `/…/reload.js?site=3f2a-4` -> `3f2a-4` */
function siteOf(script: Element): string {
  return new URL(script.getAttribute('src') ?? '', location.href).searchParams.get('site') ?? '';
}

function fixedParts(page: Document, client: string): Fixed {
  const own = clientOf(page, client);
  const scripts = [...page.querySelectorAll('script, meta[http-equiv], base')].filter(
    (element) => element !== own && (element.localName !== 'script' || isCode(element)),
  );
  const islands = [...page.querySelectorAll(ISLAND_TAG)];
  const htmlOf = (elements: readonly Element[]) => elements.map(({ outerHTML }) => outerHTML).join('\n');
  return { scripts: htmlOf(scripts), islands: htmlOf(islands) };
}

/** Data blocks have a JSON type. Rules for speculation and import maps are read once, like code. */
function isCode(element: Element): boolean {
  return element.localName === 'script' && element.getAttribute('type')?.endsWith('json') !== true;
}

/**
 * Gives each island and its counterpart in the new page the same id, by which they are matched wherever they stand.
 *
 * @returns false if there is none for each: an island has removed its children, with the islands in them
 */
function nameIslands(page: Document): boolean {
  const [old, next] = [document, page].map((root) => [...root.querySelectorAll(ISLAND_TAG)]);
  if (old?.length !== next?.length) return false;
  for (const list of [old, next]) list?.forEach((island, index) => (island.id = `${ISLAND_TAG}-${index}`));
  return true;
}

function morph(page: Document, changes: ScriptChanges): void {
  const putBack = changes.setAside();
  void Idiomorph.morph(document.documentElement, page.documentElement, {
    // Without this, elements in `<head>` would be parsed from strings, which trusted types forbid.
    head: { style: 'morph' },
    callbacks: {
      beforeNodeMorphed: (old, next) => {
        // Code is the same, but for the client, which is running. Trusted types forbid to change it.
        if (old.localName === ISLAND_TAG || isCode(old)) return false;
        if (next instanceof Element) keepState(old, next, changes);
        return true;
      },
      // `keepState` has decided on them.
      beforeAttributeUpdated: (name) => !STATE.includes(name),
    },
  });
  for (const island of document.querySelectorAll(ISLAND_TAG)) island.removeAttribute('id');
  putBack();
}

/** Attributes that only say what a control starts with. */
const STATE = ['value', 'checked', 'selected'];

/** Lets an element keep what scripts and visitors have changed, unless the page has changed it as well. */
function keepState(old: Element, next: Element, changes: ScriptChanges): void {
  for (const { name, value } of old.attributes) {
    if (STATE.includes(name)) continue;
    if (changes.keeps(old, name, next.getAttribute(name))) next.setAttribute(name, value);
  }
  for (const name of STATE) {
    const value = next.getAttribute(name);
    if (old.getAttribute(name) === value) continue;
    if (value === null) old.removeAttribute(name);
    else old.setAttribute(name, value);
    if (old.matches('input, option')) Object.assign(old, { [name]: name === 'value' ? (value ?? '') : value !== null });
  }
}
