import { existsSync, lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PageFacts } from '../core/page-facts.ts';
import type { ListedPage, PageJob } from '../core/page-tasks.ts';
import { hashOf } from '../core/hash.ts';

/** What decides whether a page has to be made again. */
export interface ReuseInputs {
  /** Where a page's file was left by whoever made it, absolute. */
  readonly folderOf: (output: string) => string;
  readonly last: ReadonlyMap<string, PageFacts>;
  /** Why a page file's pages have to be made again, whatever their items; empty where they need not. */
  readonly reasonFor: (source: string) => string;
  /** Whether pages with islands name the same script as before. */
  readonly sameScripts: boolean;
  /** Page files that had a `load`: their data has to be asked for to know whether it is the same. */
  readonly loading: ReadonlySet<string>;
}

/**
 * @param key everything that the page is made from, but for its data
 * @param module of its page file, absolute
 * @returns the page as it was, if it would come out the same; otherwise what a thread is asked to do
 */
export function reuseOrRender(choice: ReuseInputs, item: ListedPage, key: string, module: string): PageFacts | PageJob {
  const { folderOf, reasonFor, sameScripts, loading } = choice;
  const job = { ...item, key, module };
  const last = choice.last.get(item.route.path);
  if (last === undefined) return { ...job, reason: 'it is new' };
  const { htmlHash, dataHash } = last.rebuild;
  if (!isIntact(folderOf, last)) return { ...job, reason: 'its file was not as the last build had left it' };
  const fromFiles = reasonFor(item.route.source);
  if (fromFiles !== '') return { ...job, publishedHash: htmlHash, reason: fromFiles };
  if (last.rebuild.key !== key) return { ...job, publishedHash: htmlHash, reason: 'its item in `paths` has changed' };
  if (!sameScripts && last.islands.length > 0)
    return { ...job, publishedHash: htmlHash, reason: 'the script of the islands has changed' };
  if (!loading.has(item.route.source)) return last;
  return { ...job, publishedHash: htmlHash, previous: { dataHash }, reason: 'its data has changed' };
}

/** Whether a page's file is as the last build has left it. Somebody may have touched it, or restored it from elsewhere. */
export function isIntact(folderOf: ReuseInputs['folderOf'], { route, size, card, rebuild }: PageFacts): boolean {
  if (card !== undefined && !existsSync(path.join(folderOf(card), card))) return false;
  const file = path.join(folderOf(route.output), route.output);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size !== size.raw) return false;
  return stat.mtimeMs === rebuild.mtime || hashOf(readFileSync(file)) === rebuild.htmlHash;
}
