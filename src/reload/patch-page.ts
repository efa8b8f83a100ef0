/** Brings an open page up to date without loading it again: scroll, focus, input and the state of islands stay. */
import { fetchPage, fetchWhenReachable, pause } from './fetch-page.ts';
import { islandsScriptIn, loadIslands, matchIslands, rememberIslands } from './patch-islands.ts';
import { registry } from './island-registry.ts';
import { createMarks } from './mark-elements.ts';
import { isCode, morphPage } from './morph-page.ts';
import { replaceStyles, stylesOf } from './replace-styles.ts';
import {
  copyPage,
  counterpartIn,
  pairPatched,
  pairWithDocument,
  pairWithServed,
  type NextPage,
  type ServedPage,
} from './served-page.ts';
import { settleChanges } from './settle-changes.ts';

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
      patchPage(islands).catch((error: unknown) => {
        reportError(error);
        return reload();
      }),
  };

  async function patchPage(version: string): Promise<string | undefined> {
    const served = await serving;
    const page = await fetchWhenReachable();
    const script = page === undefined ? undefined : clientOf(page, pathname);
    if (page === undefined || script === undefined || isLarge(page)) return reload();
    if (scriptsIn(page, pathname) !== scriptsIn(served.root, pathname)) return reload();
    const next = pairWithServed(page, served);
    for (const template of page.querySelectorAll(SHADOW_ROOT)) template.remove(); // it is the same, and attached
    const outdated = await loadIslands(page, version);
    const styles = stylesOf(page);
    if (styles !== undefined) await applyStyles(styles);
    const patched = patchDocument(served, next, outdated);
    if (patched === undefined) return reload();
    serving = Promise.resolve(patched);
    return siteOf(script);
  }
}

/** @returns `undefined` if the page has to be loaded */
function patchDocument(served: ServedPage, next: NextPage, outdated: ReadonlySet<Element>): ServedPage | undefined {
  const { mark, removeAll } = createMarks();
  const settled = settleChanges(served, next);
  if (settled === undefined) return undefined;
  const islands = matchIslands(next.page, outdated, counterpartIn(next, served), mark);
  if (islands === undefined) return undefined;
  morphPage(next, served.pairs, settled.kept, mark);
  removeAll();
  islands.apply();
  return pairPatched(next, served, new Set<Node>([...settled.kept, ...settled.absent]));
}

/** The page as it was sent. If the site has changed since, the document as it is comes closest. */
async function fetchServed(client: URL): Promise<ServedPage> {
  const before = copyPage(document);
  const page = await fetchPage();
  const script = page instanceof Document ? clientOf(page, client.pathname) : undefined;
  const isSame = script !== undefined && siteOf(script) === client.searchParams.get('site');
  return pairWithDocument(isSame ? (page as Document).documentElement : before);
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
function scriptsIn(page: ParentNode, client: string): string {
  const own = clientOf(page, client);
  const islands = registry.script && islandsScriptIn(page);
  return [...page.querySelectorAll(`script, meta[http-equiv], base, ${SHADOW_ROOT}`)]
    .filter((element) => element !== own && (element.localName !== 'script' || isCode(element)))
    .map((element) => (element === islands ? 'islands' : element.outerHTML))
    .join('\n');
}
