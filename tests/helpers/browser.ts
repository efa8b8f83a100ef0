import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { addressOf } from './shared-address.ts';

/** Connects a test file to the browser of this run. Call the result only inside tests. */
export function useBrowser(name: 'browser' | 'browser-with-page-cache' = 'browser'): () => Browser {
  let browser: Browser | undefined;

  beforeAll(async () => {
    browser = await chromium.connect(await addressOf(name));
  });
  afterAll(() => browser?.close());

  return () => {
    if (browser === undefined) throw new Error('The browser runs inside tests only.');
    return browser;
  };
}

/** Browsers do not keep pages sent with "no-store", as `sitegen serve` does and sites may. */
export const allowPageCache = (page: Page): Promise<unknown> =>
  page.route(
    (url) => /\/$|\.html$/.test(url.pathname),
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'cache-control': 'max-age=60' } });
    },
  );

/**
 * Collects console messages, and exceptions as `exception: …`. The list grows. A missing icon does not count: Chromium
 * requests `/favicon.ico` unasked, and its headless shell does not.
 */
export function collectMessages(page: Page): readonly string[] {
  const messages: string[] = [];
  page.on('console', (message) => {
    if (!message.location().url.endsWith('/favicon.ico')) messages.push(message.text());
  });
  page.on('pageerror', ({ message }) => messages.push(`exception: ${message}`));
  return messages;
}
