import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { addressOf } from './shared-address.ts';

/** Connects a test file to the browser of this run. Call the result inside tests only. */
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

/** Browsers keep no page that says "no-store", as those of `sitegen serve` do and those of a site need not. */
export const allowPageCache = (page: Page): Promise<unknown> =>
  page.route(
    (url) => /\/$|\.html$/.test(url.pathname),
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'cache-control': 'max-age=60' } });
    },
  );

/**
 * Collects console messages, and exceptions as `exception: …`. The list grows. Chromium asks for `/favicon.ico` by
 * itself, and its headless shell does not, so a missing icon does not count.
 */
export function collectMessages(page: Page): readonly string[] {
  const messages: string[] = [];
  page.on('console', (message) => {
    if (!message.location().url.endsWith('/favicon.ico')) messages.push(message.text());
  });
  page.on('pageerror', ({ message }) => messages.push(`exception: ${message}`));
  return messages;
}
