/** What a server that watches has come to, without waiting for time to pass. */
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, watch } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { page, type Project } from './project.ts';
import type { Running } from './serve.ts';

/** The page that shows which sources the site was built from. */
export const SETTLED = 'templates/pages/settled.tsx';

/**
 * Waits until everything that has been written before is part of the site. A build that shows the first title may have
 * looked for files too early; the one that shows the second has begun when the first was shown.
 */
export async function settle(project: Project, server: Running, title: string): Promise<void> {
  await showTitle(project, server, `${title} once`);
  await showTitle(project, server, `${title} twice`);
}

/** Waits until the server shows a site that was built from now on. */
export async function showTitle(project: Project, server: Running, title: string): Promise<void> {
  await project.write({ [SETTLED]: page(title, '') });
  await untilShown(server, 'settled/', title);
}

/** How many builds a `settle` reports. */
export const SETTLE_BUILDS = 2;

/** Waits until a page has this heading. */
export function untilShown(server: Running, address: string, heading: string): Promise<void> {
  return untilHtml(server, address, `<h1>${heading}</h1>`);
}

/** Waits until a page has this HTML. */
export async function untilHtml(server: Running, address: string, html: string): Promise<void> {
  const isShown = async () => (await (await fetch(server.url + address)).text()).includes(html);
  while (!(await isShown())) await server.says('Built');
}

/** How often a server has told that it has built, also before it served. */
export function builtBy(server: Running): number {
  return server.stderr().split(/^Built /m).length - 1;
}

/** Counts the builds that begin from now on, told or not: each has a folder of its own. */
export function countBuilds({ root }: Project) {
  const folders = new Set<string>();
  const watcher = watch(path.join(root, '.sitegen'), (_event, name) => {
    if (name?.startsWith('build-')) folders.add(name);
  });
  onTestFinished(() => watcher.close());
  return {
    count: () => folders.size,
    /** Waits until this many have begun, and none is running. */
    until: async (count: number) => {
      while (folders.size < count || [...folders].some((name) => existsSync(path.join(root, '.sitegen', name)))) {
        await once(watcher, 'change');
      }
    },
  };
}

/** How many files and folders a process has the system watch. Linux only. */
export function watchesOf({ pid }: Running): number {
  const infos = `/proc/${pid}/fdinfo`;
  const texts = readdirSync(infos).map((name) => readFileSync(path.join(infos, name), 'utf8'));
  return texts.join('').split(/^inotify /m).length - 1;
}
