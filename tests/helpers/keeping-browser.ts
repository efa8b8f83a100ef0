import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';

/** A browser that keeps pages for when visitors come back, as all do outside of tests. */
export function useKeepingBrowser(): () => Browser {
  let keeping: Browser | undefined;
  beforeAll(async () => {
    keeping = await chromium.launch({
      executablePath: inject('chromium'),
      chromiumSandbox: false,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
  });
  afterAll(() => keeping?.close());
  return () => {
    if (keeping === undefined) throw new Error('The browser runs inside tests only.');
    return keeping;
  };
}

/** Browsers keep no page that says "no-store", as those of `sitegen serve` do and those of a site need not. */
export const allowKeeping = (page: Page): Promise<unknown> =>
  page.route(
    (url) => /\/$|\.html$/.test(url.pathname),
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'cache-control': 'max-age=60' } });
    },
  );
