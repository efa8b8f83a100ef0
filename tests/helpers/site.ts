import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test as baseTest, type TestAPI } from 'vitest';
import { ROOT, startServe, type Running } from './run.ts';
import { startVisit, type Visit, type VisitOptions } from './visit.ts';

/** What the islands may run on. */
export const RUNTIMES = ['preact', 'react'] as const;
type Runtime = (typeof RUNTIMES)[number];

/** Visits an address of the site, and waits until it is loaded. */
export type Open = (address: string, options?: VisitOptions) => Promise<Visit>;

/**
 * Builds and serves the repository's site for the tests of a block.
 *
 * @param more files that the site has besides its own, by their paths
 * @returns `test`, whose tests are given `open`. A test fails when a page that it opened had troubles of its own.
 */
export function siteTest(
  browser: () => Browser,
  runtime: Runtime,
  more: Readonly<Record<string, string>> = {},
): TestAPI<{ open: Open }> {
  let project: string | undefined;
  let server: Running | undefined;

  beforeAll(async () => {
    project = await copyProject(runtime, more);
    server = await startServe(project, '--no-watch');
  });
  afterAll(async () => {
    await server?.stop();
    if (project !== undefined) await rm(project, { recursive: true });
  });

  return baseTest.extend<{ open: Open }>({
    open: async ({ task }, use) => {
      const visits: Visit[] = [];
      await use(async (address, options = {}) => {
        if (server === undefined) throw new Error('The site is served inside tests only.');
        const visit = await startVisit(browser(), server.url, options);
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

/** The site in a folder of its own, so that its `out/` and its runtime can differ from the repository's. */
export async function copyProject(runtime: Runtime, more: Readonly<Record<string, string>>): Promise<string> {
  const project = await mkdtemp(path.join(tmpdir(), `sitegen-site-${runtime}-`));
  for (const name of ['templates', 'public']) {
    await cp(path.join(ROOT, name), path.join(project, name), { recursive: true });
  }
  await cp(path.join(ROOT, 'sitegen.config.ts'), path.join(project, 'own.config.ts'));
  await symlink(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'), 'junction');
  const files = {
    'package.json': '{ "type": "module" }\n',
    'sitegen.config.ts': `import own from './own.config.ts';\nexport default { ...own, islands: { runtime: '${runtime}' } };\n`,
    ...more,
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(project, name)), { recursive: true });
    await writeFile(path.join(project, name), content);
  }
  return project;
}
