/** Reads a published site as a host does, during a build and after an interrupted one. */
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from '../../src/shared/errors.ts';
import type { Tree } from '../helpers/out-folder.ts';

/** How far a build had got when it was killed. */
export type Phase = 'before' | 'while' | 'after';

/** The state after a killed build. */
export interface Remains {
  readonly found: Tree | undefined;
  /** The folder that contains `out`. */
  readonly beside: readonly string[];
}

/** @returns the phase, relative to publishing. That starts with assets: pages tell them from earlier ones */
export function phaseOf({ found, beside }: Remains, before: Tree, after: Tree, sites: readonly Tree[]): Phase {
  if (found === undefined || beside.some((name) => name.startsWith('.out-old-'))) return 'while';
  if (isSame(withoutFormer(found, after, sites), after)) return 'after';
  return isSame(withoutFormer(found, before, sites), before) ? 'before' : 'while';
}

/** Anything that is neither the old site, nor the new one, nor a state in between. */
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

/** Leaves out whole assets of earlier versions: builds keep them for readers with earlier pages. */
export function withoutFormer(found: Tree | undefined, site: Tree, sites: readonly Tree[]): Tree | undefined {
  const isFormer = ([file, text]: [string, string]) =>
    file.startsWith('assets/') && !(file in site) && sites.some((other) => other[file] === text);
  return found && Object.fromEntries(Object.entries(found).filter((entry) => !isFormer(entry)));
}

export function isSame(one: Tree | undefined, other: Tree): boolean {
  const sorted = (tree: Tree) => JSON.stringify(Object.entries(tree).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return one !== undefined && sorted(one) === sorted(other);
}

/** Build folders that were not removed. */
export async function leftovers(root: string): Promise<string[]> {
  const names = [await readdir(root), await readdir(path.join(root, '.sitegen'))].flat();
  return names.filter((name) => /^(\.out-|build-)/.test(name));
}

/** Reads pages like a web server, one after the other, until stopped. */
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
      await pause(10); // other processes need the processor
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

/** A page that is not in this version, or an `out` between the two renames of a swap. */
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
