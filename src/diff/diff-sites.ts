/** How a finished site differs from another one for its readers. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SiteRedirect } from '../api/host.ts';
import { forEachInSlices } from '../shared/concurrency.ts';
import { isErrorPage } from '../shared/error-pages.ts';
import { count } from '../shared/format.ts';
import type { Change } from './compare-pages.ts';
import { diffPages } from './diff-pages.ts';
import { createGroups, type Entry } from './group-changes.ts';
import { listSite, type SiteFiles, type SiteFolder } from './list-site.ts';

export interface DiffSites {
  readonly before: SiteFolder;
  readonly after: SiteFolder;
  /** Those of the new site. */
  readonly redirects: readonly SiteRedirect[];
  readonly trailingSlash: boolean;
  /** True if only the pages of the old site are known: it is live. */
  readonly onlyPages: boolean;
  readonly signal: AbortSignal;
}

export interface SiteDiff {
  readonly pages: { readonly before: number; readonly after: number };
  /** The worst first. */
  readonly changes: readonly Entry[];
  /** How many more there are. */
  readonly omitted: number;
}

export async function diffSites(input: DiffSites): Promise<SiteDiff> {
  const { onlyPages, signal } = input;
  // A live host has no address for error pages.
  const isCompared = (file: string) => !onlyPages || !isErrorPage(file);
  const [before, after] = [listSite(input.before, isCompared), listSite(input.after, isCompared)];
  const { add, entries, omitted } = createGroups();
  await diffPages({ ...input, before, after, add });
  if (!onlyPages) for (const { change, file } of await diffFiles(before, after, signal)) add(change, `/${file}`);
  return {
    pages: { before: before.pages.length, after: after.pages.length },
    changes: entries(),
    omitted: omitted(),
  };
}

/** Larger files differ if their sizes do, in bytes. */
const MAX_FILE = 64e6;

/** More files of one type with the same change are reported together. */
const MAX_ALIKE = 5;

interface FileChange {
  readonly file: string;
  readonly change: Change;
}

async function diffFiles(before: SiteFiles, after: SiteFiles, signal: AbortSignal): Promise<FileChange[]> {
  const found: FileChange[] = [];
  await forEachInSlices([...new Set([...before.others, ...after.others])].toSorted(), (file) => {
    signal.throwIfAborted();
    const [old, current] = [before, after].map((site) =>
      site.all.has(file) ? path.join(site.folder, file) : undefined,
    );
    if (old !== undefined && current !== undefined && isSameFile(old, current)) return;
    const action = old === undefined ? 'added' : current === undefined ? 'removed' : 'changed';
    const sizes = {
      ...(old !== undefined && { before: count(statSync(old).size, 'byte') }),
      ...(current !== undefined && { after: count(statSync(current).size, 'byte') }),
    };
    found.push({ file, change: { kind: 'file', action, subject: `/${file}`, ...sizes } });
  });
  const typeOf = ({ file, change: { action } }: FileChange) => `${action} ${path.posix.extname(file) || file}`;
  const alike = new Map<string, number>();
  for (const one of found) alike.set(typeOf(one), (alike.get(typeOf(one)) ?? 0) + 1);
  return found.map((one) => ((alike.get(typeOf(one)) ?? 0) > MAX_ALIKE ? withoutName(one) : one));
}

function withoutName({ file, change: { kind, action } }: FileChange): FileChange {
  return { file, change: { kind, action, subject: `*${path.posix.extname(file)}` } };
}

function isSameFile(a: string, b: string): boolean {
  const { size } = statSync(a);
  return size === statSync(b).size && (size > MAX_FILE || readFileSync(a).equals(readFileSync(b)));
}
