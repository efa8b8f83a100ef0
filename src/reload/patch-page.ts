/** Brings an open page up to date without loading it again: scroll, focus, input and the state of islands stay. */
import { Idiomorph } from 'idiomorph';
import { ISLAND_TAG } from '../islands/markup.ts';
import { islandsScriptIn, loadIslands, matchIslands, rememberIslands } from './patch-islands.ts';
import { registry } from './island-registry.ts';
import { replaceStyles, stylesOf } from './replace-styles.ts';
import { trackScriptChanges, type ScriptChanges } from './script-changes.ts';

export interface PagePatcher {
  readonly replaceStyles: (address: string) => Promise<void>;
  /**
   * Fetches the page, and changes the document to it. What cannot be changed in place, such as a script, loads the page again.
   *
   * @param islands the version of their scripts
   * @returns the name of the site that the page shows now
   */
  readonly patch: (islands: string) => Promise<string>;
}

/** @param client the path of the script that calls this, which differs with each site */
export function createPagePatcher(client: string): PagePatcher {
  rememberIslands();
  const scripts = scriptsIn(document, client);
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
    patch: (islands) =>
      // Loading the page is always right.
      patchDocument(islands).catch((error: unknown) => {
        reportError(error);
        return reload();
      }),
  };

  async function patchDocument(version: string): Promise<string> {
    const page = await fetchPage();
    const script = page === null ? undefined : clientOf(page, client);
    if (page === null || script === undefined || scriptsIn(page, client) !== scripts) return reload();
    const outdated = await loadIslands(page, version);
    const styles = stylesOf(page);
    if (styles !== undefined) await applyStyles(styles);
    const islands = matchIslands(page, outdated);
    if (islands === undefined) return reload();
    changes.ignore(() => {
      morph(page, changes);
      islands.apply();
    });
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

/** What only loading a page can change: scripts run once, and policies and import maps apply to what follows them. */
function scriptsIn(page: Document, client: string): string {
  const own = clientOf(page, client);
  const islands = registry.script && islandsScriptIn(page);
  return [...page.querySelectorAll('script, meta[http-equiv], base')]
    .filter((element) => element !== own && (element.localName !== 'script' || isCode(element)))
    .map((element) => (element === islands ? 'islands' : element.outerHTML))
    .join('\n');
}

/** Data blocks have a JSON type. Rules for speculation and import maps are read once, like code. */
function isCode(element: Element): boolean {
  return element.localName === 'script' && element.getAttribute('type')?.endsWith('json') !== true;
}

function morph(page: Document, changes: ScriptChanges): void {
  const putBack = changes.setAside();
  void Idiomorph.morph(document.documentElement, page.documentElement, {
    // Without this, elements in `<head>` would be parsed from strings, which trusted types forbid.
    head: { style: 'morph' },
    callbacks: {
      beforeNodeMorphed: (old, next) => {
        // Code is the same, but for the client, which is running. Trusted types forbid to change it.
        if (registry.served.has(old) || isCode(old)) return false;
        if (next instanceof Element) keepState(old, next, changes);
        return true;
      },
      // `keepState` has decided on them.
      beforeAttributeUpdated: (name) => !STATE.includes(name),
    },
  });
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
