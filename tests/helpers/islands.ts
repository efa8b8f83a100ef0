import { build } from 'esbuild';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { makeProject, page, type Project } from './project.ts';
import { ROOT, sitegen } from './run.ts';
import type { IslandRuntime } from './runtimes.ts';
import { routeFolder } from './route-folder.ts';

/** A page with islands in a browser, before its script has run. */
export interface IslandPage {
  readonly tab: Page;
  /** Releases the script, and waits for the islands that hydrate immediately. */
  readonly hydrate: () => Promise<void>;
  /** Console messages. The list grows. */
  readonly messages: readonly string[];
  /** Changes to the islands' elements since before hydration. */
  readonly mutations: () => Promise<string[]>;
}

export interface IslandSite {
  readonly runtime: IslandRuntime;
  /** The component code of the island files, by name: `counter`. `island` and React's exports are in scope. */
  readonly islands: Readonly<Record<string, string>>;
  /** JSX of the page: `<Counter start={3} />`. */
  readonly body: string;
  /** Default: `/`. */
  readonly base?: string;
  readonly more?: Readonly<Record<string, string | Uint8Array>>;
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'none'; form-action 'none'";
/** React's development build compares HTML by writing it, which these directives forbid. */
const TRUSTED_TYPES = "; require-trusted-types-for 'script'; trusted-types 'none'";

/** Builds a site with one page under the strictest policy. */
export async function buildIslands(site: IslandSite): Promise<Project> {
  const project = await makeProject(filesOf(site));
  const shell = await project.read('templates/shell.tsx');
  await project.write({
    'templates/shell.tsx': shell.replace(
      '<title>',
      `<meta httpEquiv="Content-Security-Policy" content="${site.runtime === 'development' ? POLICY : POLICY + TRUSTED_TYPES}" /><title>`,
    ),
  });
  expect(await sitegen(project.root, 'build', '--base', site.base ?? '/')).toMatchObject({ code: 0 });
  return project;
}

/** Opens the page with its script held back. */
export async function openIslands(browser: Pick<Browser, 'newPage'>, site: IslandSite): Promise<IslandPage> {
  const project = await buildIslands(site);
  const { base = '/' } = site;
  const tab = await browser.newPage();
  onTestFinished(() => tab.close());
  const messages: string[] = [];
  tab.on('console', (message) => {
    if (!message.text().includes('Download the React DevTools')) messages.push(message.text());
  });
  tab.on('pageerror', (error) => messages.push(`exception: ${error.message}`));

  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const url = await routeFolder(tab, path.join(project.root, 'out'), base);
  await tab.route('**/assets/*.js', async (route) => {
    await held;
    if (site.runtime === 'development')
      await route.fulfill({ body: await developmentScript(project), contentType: 'text/javascript' });
    else await route.fallback();
  });
  await tab.goto(url, { waitUntil: 'commit' });
  await tab.locator('#end').waitFor({ state: 'attached' });
  await tab.evaluate(watchIslands);
  return {
    tab,
    messages,
    hydrate: async () => {
      release();
      await tab.waitForLoadState('load');
      await tab.evaluate(afterFrames);
    },
    mutations: () => tab.evaluate(() => (window as unknown as { mutations: string[] }).mutations),
  };
}

function filesOf({ runtime, islands, body, more }: IslandSite): Record<string, string> {
  const imports = Object.keys(islands).map((name) => `import ${componentName(name)} from '../islands/${name}.tsx';`);
  const sources = Object.entries(islands).map(([name, code]) => [
    `templates/islands/${name}.tsx`,
    `import * as React from 'react';
import { Fragment, useEffect, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { island } from 'sitegen';
${code}
export default island('${name}', ${componentName(name)});
`,
  ]);
  return {
    'sitegen.config.ts': `export default { islands: { runtime: '${runtime === 'preact' ? 'preact' : 'react'}' } };`,
    'templates/pages/index.tsx': page('Home', `${body}<p id="end">End</p>`, imports.join('\n')),
    ...Object.fromEntries(sources),
    ...more,
  };
}

/** `text-list` -> `TextList` */
function componentName(name: string): string {
  return name.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
}

/** The islands' script with React's development build, which warns. */
async function developmentScript(project: Project): Promise<Buffer> {
  const files = (await readdir(path.join(project.root, 'templates/islands'))).toSorted();
  const imports = files.map((file, index) => `import island${index} from './templates/islands/${file}';`).join('\n');
  const list = files.map((_, index) => `island${index}`).join(', ');
  const { outputFiles } = await build({
    absWorkingDir: ROOT, // otherwise the working directory of this process's first command
    stdin: {
      contents: `import { hydrateIslands } from 'sitegen';\n${imports}\nhydrateIslands([${list}]);`,
      resolveDir: project.root,
    },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    alias: { sitegen: path.join(ROOT, 'dist/browser.js') },
    define: { 'process.env.NODE_ENV': '"development"' },
  });
  return Buffer.from(outputFiles[0]?.contents ?? []);
}

/** Records changes. React rewrites the values of existing form controls: that is not a change. */
function watchIslands(): void {
  const mutations: string[] = [];
  const textOf = (nodes: NodeList) => Array.from(nodes, (node) => `${node.nodeName}(${node.textContent})`).join();
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes, removedNodes, attributeName, oldValue } of records) {
      const change =
        type === 'childList'
          ? [textOf(removedNodes), textOf(addedNodes)]
          : [oldValue, attributeName ? (target as Element).getAttribute(attributeName) : target.textContent];
      if (change[0] !== change[1]) mutations.push(`${target.nodeName} ${attributeName ?? ''}: ${change.join(' -> ')}`);
    }
  });
  const all = { subtree: true, childList: true, attributes: true, attributeOldValue: true, characterData: true };
  for (const element of document.querySelectorAll('sitegen-island')) observer.observe(element, all);
  Object.assign(window, { mutations });
}

export function afterFrames(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
}
