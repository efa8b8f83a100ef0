/** Libraries as published on npm, each built, opened and used on its own page. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import type { Runtime } from '../helpers/copy-site.ts';
import type { Project } from '../helpers/project.ts';
import { routeFolder } from '../helpers/route-folder.ts';
import { sitegen } from '../helpers/run.ts';
import { untilHydrated } from '../helpers/visit.ts';
import { describeLibraries } from './document.ts';
import { LIBRARIES } from './libraries.ts';
import type { Library } from './library.ts';
import { createSite, nameOf } from './site.ts';

const browser = useBrowser();

describe.each<Runtime>(['react', 'preact'])('on %s', (runtime) => {
  const fails = (library: Library) => library.fails?.[runtime] !== undefined;
  let project: Project;

  beforeAll(async () => {
    const libraries = LIBRARIES.filter((library) => !fails(library));
    project = await createSite(libraries, runtime);
    const { code, stderr } = await sitegen(project.root, 'build');
    if (code !== 0) throw new Error(stderr);
  });
  afterAll(() => rm(project.root, { recursive: true }));

  test.each(LIBRARIES.filter((library) => !fails(library)))('$title works', async (library) => {
    expect(await useIn(browser(), project, library)).toEqual([]);
  });

  test.each(LIBRARIES.filter(({ hasStyles }) => hasStyles))('renders the styles of $title', async (library) => {
    const html = await project.read(`out/${nameOf(library)}/index.html`);
    expect(html).toContain('<style');
  });

  test.each(LIBRARIES.filter(fails))('$title does not work', async (library) => {
    const alone = await createSite([library], runtime);
    onTestFinished(() => rm(alone.root, { recursive: true }));
    const { code } = await sitegen(alone.root, 'build');
    // If it works, the document is out of date.
    expect(code === 1 || (await useIn(browser(), alone, library)).length > 0).toBe(true);
  });
});

test('docs/works-with.md is up to date: npm run works-with', async () => {
  await expect(await describeLibraries()).toMatchFileSnapshot('../../docs/works-with.md');
});

/** @returns errors on the console, exceptions, and steps that failed */
async function useIn(chromium: Browser, { root }: Project, library: Library): Promise<string[]> {
  const tab = await chromium.newPage();
  onTestFinished(() => tab.close());
  tab.setDefaultTimeout(5_000);
  const problems: string[] = [];
  tab.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
  tab.on('pageerror', ({ message }) => problems.push(message));
  await tab.goto(`${await routeFolder(tab, path.join(root, 'out'), '/')}${nameOf(library)}/`);
  await untilHydrated(tab);
  try {
    await library.use(tab);
  } catch (error) {
    problems.push(String(error));
  }
  return problems;
}
