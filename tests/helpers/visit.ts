import type { Browser, ConsoleMessage, Page, Request } from 'playwright-core';

export interface VisitOptions {
  /** Default: a desktop's. */
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly javaScript?: boolean;
  readonly touch?: boolean;
  /** Called before the page is requested. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly waitUntil?: 'load' | 'commit';
  /** The errors that the test is about. */
  readonly expects?: readonly RegExp[];
}

/** A page that is open, and what happens meanwhile. The lists grow. */
export interface Visit {
  readonly page: Page;
  /** Console messages of scripts. */
  readonly logged: readonly ConsoleMessage[];
  readonly requests: readonly Request[];
  /** Errors on the console, exceptions, breaches of the content security policy, requests that failed or left the site. */
  readonly troubles: readonly string[];
}

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 375, height: 667 };
/** WCAG 2.2, 1.4.10: as wide as a page that is shown at 400%. */
export const NARROW = { width: 320, height: 568 };

/** Every address of the site, with its not-found page in place of all unknown ones. */
export const ADDRESSES = ['/', '/contact/', '/our-approach/', '/case-study/', '/404.html', '/500.html', '/draft/'];

/** Errors that belong to a not-found page: the browser's own message, and the site's log. */
export const NOT_FOUND_ERRORS = [/the server responded with a status of 404/, /No page answers to this path/];

/** Chromium reports as an error of the page that it has shown the page before it could fade to it. Nothing else is lost. */
const TRANSITION_TOO_LATE = 'Transition was aborted because of invalid state. Page already revealed';

/** @param site where the site's first page is */
export async function startVisit(browser: Browser, site: string, options: VisitOptions): Promise<Visit> {
  const { viewport = DESKTOP, javaScript = true, touch = false, expects = [] } = options;
  const context = await browser.newContext({ baseURL: site, viewport, javaScriptEnabled: javaScript, hasTouch: touch });
  context.setDefaultTimeout(10_000); // less than a test has, so that what was waited for is told
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
    if (reason !== 'net::ERR_ABORTED') report(`failed: ${request.url()} ${reason}`); // aborted: the visitor went on
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error('Breach of the content security policy:', violatedDirective, blockedURI),
    );
  });
  return { page, logged, requests, troubles };
}

/** Waits until the islands of a loaded page are hydrated: React and Preact are done after two frames and a pause. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
      ),
  );
}

/** Console calls of scripts, each as the list of its arguments. Call it before the page is closed. */
export function loggedBy({ logged }: Visit): Promise<unknown[][]> {
  return Promise.all(logged.map((message) => Promise.all(message.args().map((argument) => argument.jsonValue()))));
}

/** The paths that the visitor has been taken to. */
export function documentsOf({ requests }: Visit): string[] {
  return requests.filter((request) => request.isNavigationRequest()).map((request) => pathOf(request.url()));
}

/** The address without the site: path, query and fragment. */
export function pathOf(url: string): string {
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
}
