import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { ROOT, startServe, type Running } from './run.ts';
import { startVisit, type Visit, type VisitOptions } from './visit.ts';

/** What the islands may run on. */
export const RUNTIMES = ['preact', 'react'] as const;
type Runtime = (typeof RUNTIMES)[number];

/** Visits a path of the site, and waits until it is loaded. */
export type Open = (address: string, options?: VisitOptions) => Promise<Visit>;

/**
 * Builds and serves the repository's site for the tests of a block. After each test, whatever went wrong unseen in a page
 * that the test has opened makes it fail.
 *
 * @param more files that the site has besides its own, by their paths
 */
export function useSite(browser: () => Browser, runtime: Runtime, more: Readonly<Record<string, string>> = {}): Open {
  let project: string | undefined;
  let server: Running | undefined;
  let visits: Visit[] = [];

  beforeAll(async () => {
    project = await copyProject(runtime, more);
    server = await startServe(project, '--no-watch');
  });
  afterEach(async () => {
    const ended = visits;
    visits = [];
    await Promise.all(ended.map(({ page }) => page.context().close()));
    expect(ended.flatMap((visit) => visit.troubles)).toEqual([]);
  });
  afterAll(async () => {
    await server?.stop();
    if (project !== undefined) await rm(project, { recursive: true });
  });

  return async (address, options = {}) => {
    if (server === undefined) throw new Error('The site is served inside tests only.');
    const visit = await startVisit(browser(), server.url, options);
    visits.push(visit);
    await options.prepare?.(visit.page);
    await visit.page.goto(address, { waitUntil: options.waitUntil ?? 'load' });
    return visit;
  };
}

/** The site in a folder of its own, so that its `out/` and its runtime can differ from the repository's. */
async function copyProject(runtime: Runtime, more: Readonly<Record<string, string>>): Promise<string> {
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
