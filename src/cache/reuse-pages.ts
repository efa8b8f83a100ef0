/** Decides which pages of the previous build are kept as they are. */
import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lookUp } from '../api/records.ts';
import { hashOf } from '../core/hash.ts';
import type { PageFacts } from '../core/page-facts.ts';
import type { ListedPage, PageJob } from '../core/page-tasks.ts';
import type { BuildState } from './state.ts';

/** What is known of the pages that may be reused. */
export interface ReuseInputs {
  /** By route path, in the order of the site. */
  readonly pages: ReadonlyMap<string, PageFacts>;
  /** The folder that holds the file of such a page, absolute, from its path in `out`. */
  readonly folderOf: (output: string) => string;
  /** Whether a card is as it was drawn. */
  readonly isCardIntact: (output: string) => boolean;
  /** Why all pages of a page file have to be rendered again; empty when they need not. */
  readonly reasonFor: (source: string) => string;
  /** Whether `paths` of a page file is known to return what it returned, and all of its pages depend on the same files. */
  readonly isUpToDate: (source: string) => boolean;
  /** Whether pages with islands refer to the same scripts as before. */
  readonly areScriptsSame: boolean;
  /** Whether everything that all pages depend on is as before, so that a card of the same name is the same image. */
  readonly isCommonSame: boolean;
  /** Whether the same HTML would pass the same checks. */
  readonly areChecksSame: boolean;
}

/**
 * @param key the page's cache key
 * @param compiled its compiled page file and layouts
 * @returns the page of the previous build when it is up to date, else a job for a worker
 */
export function reuseOrRender(
  inputs: ReuseInputs,
  listed: ListedPage,
  key: string,
  compiled: Pick<PageJob, 'module' | 'layouts'>,
): PageFacts | PageJob {
  const job = { ...listed, key, ...compiled };
  const page = inputs.pages.get(listed.route.path);
  if (page === undefined) return { ...job, reason: 'it is new' };
  if (!isPageIntact(inputs, page)) return { ...job, reason: 'its file is not as the previous build wrote it' };
  const published = {
    publishedHash: page.rebuild.htmlHash,
    isChecked: inputs.areChecksSame && page.diagnostics === undefined,
    ...(inputs.isCommonSame && page.card && { publishedCard: page.card }),
  };
  const render = (reason: string) => ({ ...job, ...published, reason });
  const reason = inputs.reasonFor(listed.route.source);
  if (reason !== '') return render(reason);
  if (page.rebuild.key !== key) return render('its item in `paths` has changed');
  if (!inputs.areScriptsSame && page.islands.length > 0) return render("the islands' script has changed");
  return page;
}

/** The pages of a page file if all of them are up to date, without running its `paths` and `load`; else `undefined`. */
export type UpToDatePages = (source: string) => readonly PageFacts[] | undefined;

export function findUpToDatePages(inputs: ReuseInputs): UpToDatePages {
  const { pages, isUpToDate, areScriptsSame } = inputs;
  const bySource = new Map<string, PageFacts[]>();
  for (const page of pages.values()) {
    const { source } = page.route;
    const others = bySource.get(source);
    if (others === undefined) bySource.set(source, [page]);
    else others.push(page);
  }
  const isSame = (page: PageFacts) => (areScriptsSame || page.islands.length === 0) && isPageIntact(inputs, page);
  return (source) => {
    const found = bySource.get(source);
    return found !== undefined && isUpToDate(source) && found.every(isSame) ? found : undefined;
  };
}

/** @returns whether a file in `out` that is not a page is as the previous build wrote it */
export function compareWithPublished(out: string, files: BuildState['files'] | undefined): (output: string) => boolean {
  return (output) => {
    const state = lookUp(files, output);
    return state !== undefined && isIntact(path.join(out, output), state.size, state.mtime, state.contentKey);
  };
}

function isPageIntact({ folderOf, isCardIntact }: ReuseInputs, { route, size, card, rebuild }: PageFacts): boolean {
  if (card !== undefined && !isCardIntact(card)) return false;
  return isIntact(path.join(folderOf(route.output), route.output), size.raw, rebuild.mtime, rebuild.htmlHash);
}

/** Whether a file is as the previous build wrote it. It may have been edited, or restored from elsewhere. */
function isIntact(file: string, size: number, mtime: number, hash: string): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size !== size) return false;
  return stat.mtimeMs === mtime || hashOf(readFileSync(file)) === hash;
}
