import type { Browser, ConsoleMessage, Page, Request } from 'playwright-core';

export interface VisitOptions {
  /** Default: desktop. */
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly javaScript?: boolean;
  readonly touch?: boolean;
  /** Called before the page is requested. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly waitUntil?: 'load' | 'commit';
  /** Errors that the test expects. */
  readonly expects?: readonly RegExp[];
}

/** An open page and its events. The lists grow. */
export interface Visit {
  readonly page: Page;
  /** Console messages of scripts. */
  readonly logged: readonly ConsoleMessage[];
  readonly requests: readonly Request[];
  /** Errors on the console, exceptions, policy violations, and requests that failed or left the site. */
  readonly troubles: readonly string[];
}

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 375, height: 667 };
/** WCAG 2.2, 1.4.10: the width of a page at 400% zoom. */
export const NARROW = { width: 320, height: 568 };

/** Every address of the site. The not-found page stands for all unknown ones. */
export const ADDRESSES = ['/', '/contact/', '/our-approach/', '/case-study/', '/404.html', '/500.html', '/draft/'];

/** Errors of a not-found page: the browser's own message, and the site's log. */
export const NOT_FOUND_ERRORS = [/the server responded with a status of 404/, /No page answers to this path/];

/** Chromium reports an error if it shows a page before the transition to it could start. This is harmless. */
const TRANSITION_TOO_LATE = 'Transition was aborted because of invalid state. Page already revealed';

/** @param site the address of the site's first page */
export async function startVisit(browser: Browser, site: string, options: VisitOptions): Promise<Visit> {
  const { viewport = DESKTOP, javaScript = true, touch = false, expects = [] } = options;
  const context = await browser.newContext({ baseURL: site, viewport, javaScriptEnabled: javaScript, hasTouch: touch });
  context.setDefaultTimeout(10_000); // shorter than the timeout of a test, so the error names what was waited for
  const page = await context.newPage();
  const logged: ConsoleMessage[] = [];
  const requests: Request[] = [];
  const troubles: string[] = [];
  const report = (trouble: string) => void (expects.some((error) => error.test(trouble)) || troubles.push(trouble));

  page.on('console', (message) => {
    if (message.args().length > 0) logged.push(message); // the browser's own messages have none
    if (['error', 'warning', 'assert'].includes(message.type())) report(`console: ${message.text()}`);
  });
  page.on(
    'pageerror',
    ({ message }) => void (message.includes(TRANSITION_TOO_LATE) || report(`exception: ${message}`)),
  );
  page.on('request', (request) => {
    requests.push(request);
    if (new URL(request.url()).origin !== new URL(site).origin) report(`request to ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') report(`failed: ${request.url()} ${reason}`); // aborted: the visitor left the page
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error('Breach of the content security policy:', violatedDirective, blockedURI),
    );
  });
  return { page, logged, requests, troubles };
}

/** Waits until the islands of a loaded page are hydrated: React and Preact need two frames and a pause. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
      ),
  );
}

/** The arguments of each console call. Call it before the page is closed. */
export function loggedBy({ logged }: Visit): Promise<unknown[][]> {
  return Promise.all(logged.map((message) => Promise.all(message.args().map((argument) => argument.jsonValue()))));
}

/** The paths of the visitor's navigations. */
export function documentsOf({ requests }: Visit): string[] {
  return requests.filter((request) => request.isNavigationRequest()).map((request) => pathOf(request.url()));
}

/** The address without the origin: path, query and fragment. */
export function pathOf(url: string): string {
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
}
