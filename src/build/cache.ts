/** What was built last time, and from what: `.sitegen/cache`. Safe to delete, to restore and to lose at any moment. */
import { readFileSync, rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { version as reactVersion } from 'react';
import sitegen from '../../package.json' with { type: 'json' };
import { hasCode } from '../errors.ts';
import type { PageFacts } from '../page-facts.ts';
import { hashOf } from './hash.ts';
import { internFacts, packFacts } from './pack-facts.ts';
import type { LastBuild, LastPages } from './state.ts';

/** Changes whenever the cache's files do, or what they mean. */
const FORMAT = 2;

/** What a cache is good for. Anything else is another site, or made by other means. */
const MADE_BY = `${FORMAT} ${sitegen.version} ${reactVersion} ${process.version} ${process.platform} ${process.arch}`;

/** So many pages are one line of the cache. */
const LINE = 1000;

const folderOf = (root: string) => path.join(root, '.sitegen/cache');

/** @returns nothing where there is no cache, or one that is damaged, or was made by another sitegen, React or Node */
export function readCache(root: string): { last: LastBuild; pages: LastPages } | undefined {
  try {
    const folder = folderOf(root);
    const [madeBy, hash, build = '', pagesHash] = readFileSync(path.join(folder, 'build.json'), 'utf8').split('\n');
    const lines = readFileSync(path.join(folder, 'pages.jsonl'), 'utf8');
    if (madeBy !== MADE_BY || hash !== hashOf(build) || pagesHash !== hashOf(lines)) return undefined;
    const read = internFacts();
    const pages = lines.split('\n').flatMap((line) => (line === '' ? [] : read(line)));
    return { last: JSON.parse(build) as LastBuild, pages: new Map(pages.map((page) => [page.route.path, page])) };
  } catch (error) {
    if (hasCode(error, 'ENOENT') || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Before `out` is changed: should the change be cut short, nobody may believe what the cache says of it. */
export function forgetCache(root: string): void {
  rmSync(path.join(folderOf(root), 'build.json'), { force: true });
}

export async function writeCache(root: string, last: LastBuild, pages: readonly PageFacts[]): Promise<void> {
  const folder = folderOf(root);
  await mkdir(folder, { recursive: true });
  const count = Math.ceil(pages.length / LINE);
  const lines = Array.from({ length: count }, (_, index) => packFacts(pages.slice(index * LINE, (index + 1) * LINE)));
  const text = `${lines.join('\n')}\n`;
  const build = JSON.stringify(last);
  await replaceFile(path.join(folder, 'pages.jsonl'), text);
  await replaceFile(path.join(folder, 'build.json'), [MADE_BY, hashOf(build), build, hashOf(text)].join('\n'));
  const others = (await readdir(folder)).filter(
    (name) => name.startsWith('compiled-') && name !== last.compilation.name,
  );
  for (const name of others) await rm(path.join(folder, name), { recursive: true, force: true });
}

async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}
