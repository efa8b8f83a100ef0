/** Patches an open page without reloading it, so that scroll position, focus, input and the state of islands stay. */
import { ISLAND_TAG } from '../../islands/markup.ts';
import { registry } from './island-registry.ts';
import { htmlOf, isCode, patchDocument } from './patch-document.ts';

/** A page as the server sent it. */
interface SentPage {
  readonly root: Element;
  /** Changes with the site: `3f2a-4`. */
  readonly site: string;
  /** True if the page has errors, and is sent as it was before. */
  readonly isOld: boolean;
  /** Changes to these elements require a reload. */
  readonly code: string;
  /** The address of the islands' script. */
  readonly islands: string | undefined;
  /** The address of the site's stylesheet. */
  readonly styles: string | undefined;
}

type ShownPage = Pick<SentPage, 'site' | 'isOld'>;

/**
 * @param client the address of the script that calls this
 * @returns fetches the page and patches the document, or loads the page if that is not enough. Resolves to what the page shows;
 *   `undefined` if it is still the previous site.
 */
export function createPagePatcher(client: URL): (site?: string) => Promise<ShownPage | undefined> {
  const sentAddress = new URL(`sent${location.pathname}`, client).href;
  let sending = fetchPage(sentAddress).then((page) => {
    const sent = page instanceof Document ? readPage(page, client) : undefined;
    // If the site has changed since this page was sent, the original HTML of the page is unknown.
    return sent?.site === client.searchParams.get('site') ? sent : undefined;
  });

  async function patchPage(site?: string): Promise<ShownPage | undefined> {
    const sent = await sending;
    const page = await fetchWhenReachable(site);
    const next = page && readPage(page, client);
    if (sent === undefined || next === undefined || sent.code !== next.code) return reload();
    if (next.root.querySelector(LONG_LIST) !== null) return reload();
    if (registry.script === undefined && sent.islands !== next.islands) return reload();
    const outdated = await loadIslands(next.islands, sent.islands);
    if (next.styles !== undefined) await replaceStyles(next.styles);
    if (outdated.size > 0 || htmlOf(sent.root) !== htmlOf(next.root)) {
      if (!patchDocument(sent.root, next.root, outdated)) return reload();
    }
    sending = Promise.resolve(next);
    return next;
  }

  return (site) =>
    patchPage(site).catch((error: unknown) => {
      reportError(error);
      return reload();
    });
}

/** Patching takes time proportional to the square of the number of children: with more than 1,000, a reload is faster. */
const LONG_LIST = ':nth-child(1001)';

/** How long leaving the page may take, in ms. A visitor may cancel it: `beforeunload`. */
const LEAVE_MS = 1000;

export function reload(): Promise<undefined> {
  location.reload();
  return pause(LEAVE_MS);
}

const SITE_STYLES = /\/assets\/site-[^/]+\.css$/;
const ISLANDS_SCRIPT = /\/assets\/islands-[^/]+\.js$/;
/** Requests keep shadow roots as templates. Only a page load attaches them. */
const SHADOW_ROOT = 'template[shadowrootmode]';

/** @returns `undefined` for a page without the reload client */
function readPage({ documentElement: root }: Document, client: URL): SentPage | undefined {
  const scripts = [...root.querySelectorAll<HTMLScriptElement>('script[src]')];
  const own = scripts.find(({ src }) => pathOf(src) === client.pathname);
  if (own === undefined) return undefined;
  const { searchParams } = new URL(own.src);
  const islandsScript = scripts.find(({ src }) => ISLANDS_SCRIPT.test(pathOf(src)));
  const islands = islandsScript?.src;
  // The addresses of these two change in every build, and their scripts are running.
  for (const script of [own, islandsScript]) script?.removeAttribute('src');
  const links = [...root.querySelectorAll('link[rel=stylesheet]')].map((link) => link.getAttribute('href') ?? '');
  const styles = links.find((href) => SITE_STYLES.test(pathOf(href)));
  const code = [...root.querySelectorAll(`script, meta[http-equiv], base, ${SHADOW_ROOT}`)]
    .filter((element) => element.localName !== 'script' || isCode(element))
    .map(({ outerHTML }) => outerHTML)
    .join('\n');
  for (const template of root.querySelectorAll(SHADOW_ROOT)) template.remove();
  const site = searchParams.get('site') ?? '';
  return { root, site, isOld: searchParams.has('old'), code, islands, styles };
}

/** The path of an address in a page; empty if the address is invalid. */
function pathOf(address: string): string {
  return URL.canParse(address, location.href) ? new URL(address, location.href).pathname : '';
}

/**
 * Replaces the site's stylesheet. The old one is removed once the new one has loaded, so that the page is never unstyled.
 *
 * @param address a path, as in the page
 */
async function replaceStyles(address: string): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const old = links.filter((link) => SITE_STYLES.test(pathOf(link.href)));
  const target = new URL(address, location.href).href;
  const last = old.at(-1);
  if (last === undefined || old.some(({ href }) => href === target)) return;
  const link = last.cloneNode() as HTMLLinkElement;
  link.href = address;
  await new Promise<void>((resolve) => {
    for (const type of ['load', 'error']) link.addEventListener(type, () => resolve(), { once: true });
    last.after(link);
  });
  for (const element of old) element.remove();
}

/**
 * Runs the islands' script of a page. The browser does not run unchanged modules again.
 *
 * @param islands its address
 * @param before the address of the script that is running
 * @returns the islands that were hydrated with code that has changed since
 */
async function loadIslands(islands: string | undefined, before: string | undefined): Promise<ReadonlySet<Element>> {
  const outdated = new Set<Element>();
  if (islands === undefined || islands === before || registry.script === undefined) return outdated;
  // An earlier version may return, and the browser runs a script once per address.
  await import(`${islands}?${performance.now()}`);
  for (const element of document.querySelectorAll(ISLAND_TAG)) {
    const hydrated = registry.hydrated.get(element);
    const load = hydrated && registry.script.loaders.get(hydrated.islandName);
    if (hydrated !== undefined && (await load?.()) !== hydrated) outdated.add(element);
  }
  return outdated;
}

/**
 * Lets the request parse the page: a policy that requires trusted types forbids `DOMParser`.
 *
 * @param site identifies the sources that the server announced, which are new enough. Default: the current sources
 * @returns `undefined` if the response is not a page
 */
function fetchPage(address: string, site?: string): Promise<Document | 'unreachable' | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    if (site === undefined) request.setRequestHeader('Cache-Control', 'no-cache');
    else request.setRequestHeader('X-Sitegen-Site', site);
    request.addEventListener('loadend', () => {
      const { responseXML, status } = request;
      if (responseXML === null) return resolve(status === 0 ? 'unreachable' : undefined);
      // Responses are parsed without scripting, so the content of `<noscript>` becomes elements.
      for (const element of responseXML.querySelectorAll('noscript')) element.textContent = element.innerHTML;
      resolve(responseXML);
    });
    request.send();
  });
}

/** Delay before each retry while the server is unreachable, in ms. */
export const RETRY_MS = 2000;

/** @returns `undefined` if the response is not a page */
export async function fetchWhenReachable(site?: string): Promise<Document | undefined> {
  for (;;) {
    const page = await fetchPage(location.href, site);
    if (page !== 'unreachable') return page;
    await pause(RETRY_MS);
  }
}

export function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
