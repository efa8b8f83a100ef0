/** The cache of the previous build in `.sitegen/cache`. Safe to delete, to restore and to lose at any moment. */
import { readFileSync, rmSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sitegen from '../../package.json' with { type: 'json' };
import { hasCode, nameFile } from '../core/errors.ts';
import type { PageFacts } from '../core/page-facts.ts';
import { PRIVATE } from '../core/files.ts';
import { loadPackage } from '../core/load-package.ts';
import { createFolder } from '../core/temp-folders.ts';
import { hashOf } from '../core/hash.ts';
import { createPageDecoder, encodePages } from './page-codec.ts';
import type { BuildState, CachedBuild } from './state.ts';
import { statePaths } from '../core/paths.ts';

/** Increment it when the format or the meaning of the cache changes. */
const FORMAT = 15;

/** Read from its manifest: loading React takes 10 ms, and only workers need it. */
const { version: reactVersion } = loadPackage('react/package.json') as { readonly version: string };

/** A cache of anything else is ignored. */
const GENERATOR = `${FORMAT} ${sitegen.version} ${reactVersion} ${process.version} ${process.platform} ${process.arch}`;

/** Pages per line of `pages.jsonl`. */
const PAGES_PER_LINE = 1000;

/** What a build that watches read or wrote last: reading takes long for a large site. Owned by the process. */
let held: { readonly text: string; readonly build: CachedBuild } | undefined;

/**
 * @param watching whether the result is kept in memory for the next build of this process
 * @returns nothing when there is no cache, or it is damaged, or was written by another version of sitegen, React or Node
 */
export function readCache(root: string, watching = false): CachedBuild | undefined {
  try {
    const folder = statePaths(root).cache;
    const text = readFileSync(path.join(folder, 'build.json'), 'utf8');
    if (watching && held?.text === text) return held.build;
    const [generator, hash, build = '', pagesHash] = text.split('\n');
    const lines = splitLines(readFileSync(path.join(folder, 'pages.jsonl')));
    if (generator !== GENERATOR || hash !== hashOf(build) || pagesHash !== hashOf(...lines.map((line) => hashOf(line))))
      return undefined;
    const cached = { ...(JSON.parse(build) as BuildState), pages: readPages(lines) };
    if (watching) held = { text, build: cached };
    return cached;
  } catch (error) {
    if (hasCode(error, 'ENOENT') || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Bytes, not text: as a string, a large site would need more memory than the rest of the build. */
function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf('\n', start) + 1 || bytes.length;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}

function readPages(lines: readonly Buffer[]): CachedBuild['pages'] {
  const read = createPageDecoder();
  const pages = new Map<string, PageFacts>();
  for (const line of lines) for (const page of read(line.toString())) pages.set(page.route.path, page);
  return pages;
}

/** Called before `out` is changed: if that is interrupted, the cache no longer describes `out`. */
export function forgetCache(root: string): void {
  rmSync(path.join(statePaths(root).cache, 'build.json'), { force: true });
}

/**
 * Writes the cache of a build beside the one of the previous build.
 *
 * @param watching see `readCache`
 * @returns replaces that cache, which needs no more disk space
 */
export async function writeCache(
  root: string,
  state: BuildState,
  pages: readonly PageFacts[],
  watching: boolean,
): Promise<() => Promise<void>> {
  const folder = statePaths(root).cache;
  await createFolder(folder);
  const pagesFile = path.join(folder, 'pages.jsonl');
  const facts = await writePages(pagesFile, pages);
  const build = JSON.stringify(state);
  const file = path.join(folder, 'build.json');
  const text = [GENERATOR, hashOf(build), build, facts].join('\n');
  await writeBeside(file, text);
  return async () => {
    await rename(`${pagesFile}.new`, pagesFile);
    await rename(`${file}.new`, file);
    if (watching) held = { text, build: { ...state, pages: new Map(pages.map((page) => [page.route.path, page])) } };
    const others = (await readdir(folder)).filter(
      (name) => name.startsWith('compiled-') && name !== state.compilation.name,
    );
    for (const name of others) await rm(path.join(folder, name), { recursive: true, force: true });
  };
}

/** @returns a hash of what was written */
async function writePages(file: string, pages: readonly PageFacts[]): Promise<string> {
  const hashes: string[] = [];
  const lines = function* () {
    for (let start = 0; start < pages.length; start += PAGES_PER_LINE) {
      const line = Buffer.from(`${encodePages(pages.slice(start, start + PAGES_PER_LINE))}\n`);
      hashes.push(hashOf(line));
      yield line;
    }
  };
  await writeBeside(file, lines());
  return hashOf(...hashes);
}

async function writeBeside(file: string, contents: string | Iterable<Uint8Array>): Promise<void> {
  await rm(`${file}.new`, { force: true }); // an existing file would keep its mode
  await writeFile(`${file}.new`, contents, { mode: PRIVATE }).catch(nameFile(file));
}
