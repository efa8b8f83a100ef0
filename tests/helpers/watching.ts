/** Waits for events of a watching server, never for time to pass. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { page, type Project } from './project.ts';
import { readOut } from './rebuild.ts';
import { sitegen } from './run.ts';
import type { Running } from './serve.ts';

/** Writing this page shows when the server has noticed all earlier changes. */
export const SETTLED = 'templates/pages/settled.tsx';

/** The number of changes that `settle` causes. */
export const SETTLE_CHANGES = 2;

/** Waits until the server has noticed everything written before. Changes may be noticed out of order, so it takes two. */
export async function settle(project: Project, server: Running): Promise<void> {
  for (let change = 0; change < SETTLE_CHANGES; change += 1) {
    const before = await changesSeen(server);
    await project.write({ [SETTLED]: page(`Settled ${before}`, '') });
    await untilChanged(server, before);
  }
}

const CLIENT = /<script type="module" src="(\/sitegen-[\w-]+\/)reload\.js\?site=\w+-(\d+)\S*"><\/script>/;

async function readClient(server: Running): Promise<readonly [prefix: string, changes: number]> {
  const [, prefix = '', changes] = CLIENT.exec(await (await fetch(server.url)).text()) ?? [];
  return [prefix, Number(changes)];
}

/** The number of changes the server has noticed. */
export async function changesSeen(server: Running): Promise<number> {
  return (await readClient(server))[1];
}

/** Waits until the server tells open pages about more changes than these. */
export async function untilChanged(server: Running, changes: number): Promise<void> {
  const [prefix] = await readClient(server);
  const closing = new AbortController();
  const { body } = await fetch(new URL(`${prefix}events/`, server.url), { signal: closing.signal });
  let text = '';
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (Number(/.*"site":"\w+-(\d+)"/s.exec(text)?.[1]) > changes) break;
  }
  closing.abort();
}

/** Waits until a page has this heading. */
export function untilShown(server: Running, address: string, heading: string): Promise<void> {
  return untilHtml(server, address, `<h1>${heading}</h1>`);
}

/** Waits until a page has this HTML. A page requested while its file is being written may have errors. */
export async function untilHtml(server: Running, address: string, html: string): Promise<void> {
  await expect.poll(async () => readServed(server, address), { timeout: 20_000 }).toContain(html);
}

/** A page or file as sent by the server, without the reload client. */
export async function readServed(server: Running, address: string): Promise<string> {
  return (await (await fetch(server.url + address)).text()).replace(CLIENT, '');
}

/** Expects that the server shows the same site as a build. */
export async function expectBuilt(project: Project, server: Running): Promise<void> {
  expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0, stderr: '' });
  const { '.sitegen': _list, ...built } = await readOut(project);
  const shown = Object.keys(built).map(async (file) => {
    const address = encodeURI(file.replace(/(^|\/)index\.html$/, '$1'));
    return [file, await readServed(server, address)] as const;
  });
  expect(Object.fromEntries(await Promise.all(shown))).toEqual(built);
}

/** The number of files and folders a process watches. Linux only. */
export function watchesOf({ pid }: Running): number {
  const infos = `/proc/${pid}/fdinfo`;
  const texts = readdirSync(infos).map((name) => readFileSync(path.join(infos, name), 'utf8'));
  return texts.join('').split(/^inotify /m).length - 1;
}
