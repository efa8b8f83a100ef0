/** Reads a published site as a host does, during a build and after an interrupted one. */
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from '../../src/shared/errors.ts';
import type { Tree } from '../helpers/out-folder.ts';

/** How far a build had come when it was killed. */
export type Phase = 'before' | 'while' | 'after';

/** The state that a killed build left. */
export interface Remains {
  readonly found: Tree | undefined;
  /** The folder of `out`. */
  readonly beside: readonly string[];
}

/** @returns when it was killed, as seen from publishing: it begins with assets, which are told from former ones by pages */
export function phaseOf({ found, beside }: Remains, before: Tree, after: Tree, sites: readonly Tree[]): Phase {
  if (found === undefined || beside.some((name) => name.startsWith('.out-old-'))) return 'while';
  if (isSame(withoutFormer(found, after, sites), after)) return 'after';
  return isSame(withoutFormer(found, before, sites), before) ? 'before' : 'while';
}

/** Differences from the old site, the new one and every state between them. Empty if there are none. */
export function faultsOf({ found, beside }: Remains, before: Tree, after: Tree): string[] {
  if (found === undefined) {
    return beside.some((name) => name.startsWith('.out-old-')) ? [] : ['there is no site, and none to bring back'];
  }
  const files = Object.entries(found).filter(([file]) => !file.endsWith('/'));
  const torn = files.filter(([file, text]) => text !== before[file] && text !== after[file]);
  const missing = Object.keys(before).filter((file) => file in after && !(file in found));
  const unanswered = files.flatMap(([file, text]) =>
    assetsIn(text).flatMap((asset) => (asset in found ? [] : `${file} names ${asset}, which is not there`)),
  );
  return [...torn.map(([file]) => `${file} is torn`), ...missing.map((file) => `${file} is missing`), ...unanswered];
}

/** Leaves out assets of earlier versions, if they are whole: builds keep them for readers who have earlier pages. */
export function withoutFormer(found: Tree | undefined, site: Tree, sites: readonly Tree[]): Tree | undefined {
  const isFormer = ([file, text]: [string, string]) =>
    file.startsWith('assets/') && !(file in site) && sites.some((other) => other[file] === text);
  return found && Object.fromEntries(Object.entries(found).filter((entry) => !isFormer(entry)));
}

export function isSame(one: Tree | undefined, other: Tree): boolean {
  const sorted = (tree: Tree) => JSON.stringify(Object.entries(tree).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return one !== undefined && sorted(one) === sorted(other);
}

/** Folders of builds that were not removed. */
export async function leftovers(root: string): Promise<string[]> {
  const names = [await readdir(root), await readdir(path.join(root, '.sitegen'))].flat();
  return names.filter((name) => /^(\.out-|build-)/.test(name));
}

/** Reads one page after the other until it is told to stop, as a web server does. */
export function keepReading(out: string, sites: readonly Tree[]) {
  const pages = [...new Set(sites.flatMap((site) => Object.keys(site)))].filter((file) => file.endsWith('.html'));
  const torn: string[] = [];
  let reads = 0;
  const ending = new AbortController();
  const read = async () => {
    for (let next = 0; !ending.signal.aborted; next += 1) {
      const page = pages[next % pages.length] ?? '';
      const text = await readIfThere(path.join(out, page));
      if (text !== undefined) reads += 1;
      if (text !== undefined && sites.every((site) => site[page] !== text)) torn.push(page);
      await pause(10); // others need the processor
    }
  };
  const reading = read();
  return {
    stop: async () => {
      ending.abort();
      await reading;
      return { reads, torn };
    },
  };
}

/** A page that is not in this version, or `out` between the two renames of a swap. */
async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function assetsIn(html: string): string[] {
  return [...html.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, asset = '']) => asset);
}
