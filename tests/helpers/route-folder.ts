import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

const ORIGIN = 'http://site.localhost';

/**
 * Answers a page's requests from the files of a built site, for tests that are not about a server.
 * | @param base the path below which the site lives: `/docs/`
 * @returns the address of the site
 */
export async function routeFolder(tab: Page, folder: string, base: string): Promise<string> {
  await tab.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const name = decodeURI(pathname)
      .slice(base.length)
      .replace(/(^|\/)$/, '$1index.html');
    const file = path.join(folder, name);
    await (pathname.startsWith(base) && existsSync(file)
      ? route.fulfill({ path: file })
      : route.fulfill({ status: 404 }));
  });
  return ORIGIN + base;
}
