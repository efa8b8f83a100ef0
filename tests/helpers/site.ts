import { rm } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test as baseTest, type TestAPI } from 'vitest';
import { copySite, type Runtime } from './copy-site.ts';
import { RUNTIMES } from './runtimes.ts';
import { startServe, type Running } from './serve.ts';
import { addressOf } from './shared-address.ts';
import { startVisit, type Visit, type VisitOptions } from './visit.ts';

/** Visits an address of the site, and waits until it is loaded. */
export type Open = (address: string, options?: VisitOptions) => Promise<Visit>;

type SiteTest = TestAPI<{ open: Open }>;

/** Tests of this repository's site, built and served once for all files. `answered` has all facts of the client. */
export function siteTest(browser: () => Browser, runtime: Runtime | 'answered' = RUNTIMES[0]): SiteTest {
  let url = '';
  beforeAll(async () => {
    url = await addressOf(`site/${runtime}`);
  });
  return testOf(browser, () => url);
}

/** Tests of this repository's site with additional files, by path: built and served for one test file. */
export function changedSiteTest(browser: () => Browser, more: Readonly<Record<string, string>>): SiteTest {
  let folder: string | undefined;
  let server: Running | undefined;
  beforeAll(async () => {
    folder = await copySite(RUNTIMES[0], more);
    server = await startServe(folder, '--no-watch');
  });
  afterAll(async () => {
    await server?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });
  return testOf(browser, () => server?.url ?? '');
}

/** @returns `test` with the fixture `open`. A test fails if a page that it opened had unexpected troubles */
function testOf(browser: () => Browser, site: () => string): SiteTest {
  return baseTest.extend<{ open: Open }>({
    open: async ({ task }, use) => {
      const visits: Visit[] = [];
      await use(async (address, options = {}) => {
        const visit = await startVisit(browser(), site(), options);
        visits.push(visit);
        await options.prepare?.(visit.page);
        await visit.page.goto(address, { waitUntil: options.waitUntil ?? 'load' });
        return visit;
      });
      await Promise.all(visits.map(({ page }) => page.context().close()));
      const troubles = visits.flatMap((visit) => visit.troubles);
      if (troubles.length > 0) throw new Error(`Pages of "${task.name}" had troubles:\n${troubles.join('\n')}`);
    },
  });
}
