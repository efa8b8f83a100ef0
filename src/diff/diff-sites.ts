/** How a finished site differs from another one for its readers. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SiteRedirect } from '../api/host.ts';
import { isHashed } from '../hosts/file-metadata.ts';
import { addressesOf, redirectOutput } from '../hosts/redirects.ts';
import { isListed, readPublishedFiles } from '../publish/published-files.ts';
import { decodePath, encodePath, isElsewhere, pathOfOutput } from '../shared/address.ts';
import { forEachInSlices } from '../shared/concurrency.ts';
import { isErrorPage } from '../shared/error-pages.ts';
import { SitegenError } from '../shared/errors.ts';
import { isRegularFile, listFiles, readRegularFile } from '../shared/files.ts';
import { count } from '../shared/format.ts';
import { isHtml, MARKER } from '../shared/paths.ts';
import { createGroups, type Change, type Entry } from './changes.ts';
import { comparePages } from './compare-pages.ts';
import { findMoves, nameOf, pairFiles, type SinglePage } from './match-pages.ts';
import { readPage, toAsset, withoutHashes, type Asset, type PageContent } from './read-page.ts';

/** A finished site. */
interface SiteFolder {
  /** Absolute. */
  readonly folder: string;
  /** In the addresses of its pages. */
  readonly base: string;
}

export interface DiffSites {
  readonly before: SiteFolder;
  readonly after: SiteFolder;
  /** Those of the new site. */
  readonly redirects: readonly SiteRedirect[];
  /** Addresses that the config of the new site gives up, or that another server answers. */
  readonly gone: readonly string[];
  readonly elsewhere: readonly string[];
  readonly trailingSlash: boolean;
  /** True if only the pages of the old site are known: it is live. */
  readonly onlyPages: boolean;
  readonly signal: AbortSignal;
}

export interface SiteDiff {
  /** How many there are. Those that redirect do not count. */
  readonly pages: { readonly before: number; readonly after: number };
  /** The worst first. */
  readonly changes: readonly Entry[];
  /** How many more there are. */
  readonly omitted: number;
}

export async function diffSites(input: DiffSites): Promise<SiteDiff> {
  const [before, after] = [openSite(input.before, input), openSite(input.after, input)];
  if (before.pages.length === 0) {
    const hint = 'build first, or name a commit: sitegen diff HEAD, or refs/heads/main if "main" is also a folder';
    throw new SitegenError(`Cannot compare with ${input.before.folder}: it has no HTML files.\nTry: ${hint}.`);
  }
  const groups = createGroups();
  const each = <Item>(items: Iterable<Item>, work: (item: Item) => void) =>
    forEachInSlices(items, (item) => {
      input.signal.throwIfAborted();
      work(item);
    });
  const pages = await diffPages(input, { before, after, each, ...groups });
  const changedFiles: ReturnType<typeof describeFile>[] = [];
  const files = input.onlyPages ? [] : [...new Set([...before.others, ...after.others])].toSorted();
  await each(files, (file) => {
    const [old, current] = [before, after].map((site) => (site.all.has(file) ? site.pathOf(file) : undefined));
    if (!isSameFile(old, current)) changedFiles.push(describeFile(file, old, current));
  });
  groups.addAlike(changedFiles, MAX_ALIKE);
  return { pages, ...groups.found() };
}

interface DiffPages extends Pick<ReturnType<typeof createGroups>, 'add' | 'addAlike'> {
  readonly before: Site;
  readonly after: Site;
  readonly each: <Item>(items: Iterable<Item>, work: (item: Item) => void) => Promise<void>;
}

/** Keeps one pair of pages in memory at a time, and a few facts about those that only one of the sites has. */
async function diffPages(
  input: DiffSites,
  { before, after, each, add, addAlike }: DiffPages,
): Promise<SiteDiff['pages']> {
  const addressOf = (file: string) => encodePath(pathOfOutput(file, input.trailingSlash));
  const compare = (old: Page, current: Page): Change[] => {
    const isRead = old.html !== undefined && current.html !== undefined;
    const changes = isRead ? comparePages(old, current, { before: before.find, after: after.find }) : [];
    const isSameMarkup = isRead && withoutHashes(old.html) === withoutHashes(current.html);
    return changes.length > 0 || isSameMarkup ? changes : [{ kind: 'other', action: 'changed' }];
  };
  const targets = new Map(input.redirects.flatMap((one) => addressesOf(one).map((from) => [from, one.to])));
  const spellingsOf = (file: string) => ['', '/', '.html'].map((end) => `/${nameOf(file)}${end}`);
  const targetOf = (file: string) =>
    spellingsOf(file)
      .map((address) => targets.get(address))
      .find((to) => to !== undefined);
  const gone = new Set(input.gone);
  const isGone = (file: string) =>
    spellingsOf(file).some((address) => gone.has(address)) || isElsewhere(input.elsewhere, input.after.base + file);
  const redirecting = { before: new Set<string>(), after: new Set(input.redirects.map(redirectOutput)) };
  const countPages = ({ pages }: Site, others: ReadonlySet<string>) => pages.filter((file) => !others.has(file)).length;
  const addChanges = (file: string, changes: readonly Change[]) => {
    for (const change of changes) add({ page: addressOf(file), change });
  };
  const removed: SinglePage[] = [];
  const added: SinglePage[] = [];
  const pairs = pairFiles(before.pages, after.pages);
  for (const [file, other] of pairs)
    if (file !== undefined && other !== undefined && file !== other)
      add({ page: addressOf(other), change: toOtherSlash(file) });
  await each(pairs, ([file, other]) => {
    if (isSameFile(before.pathOf(file), after.pathOf(other))) {
      if (file !== undefined && redirecting.after.has(file)) redirecting.before.add(file);
      return;
    }
    const [old, current] = [before.read(file), after.read(other)];
    const [oldPage, page] = [asPage(old), asPage(current)];
    noteRedirect(redirecting.before, old);
    noteRedirect(redirecting.after, current);
    const redirect = current ? current.redirect : targetOf(file ?? '');
    if (old && current && !oldPage === !page) return addChanges(current.file, compare(old, current));
    if (oldPage) removed.push({ ...toSingle(oldPage, redirect), isGone: isGone(oldPage.file) });
    if (page) added.push(toSingle(page));
    if (old?.redirect !== undefined && !current && redirect === undefined)
      add({ page: addressOf(old.file), change: loseRedirect(old.redirect, isGone(old.file)) });
  });
  const moves = findMoves(removed, added, addressOf);
  addAlike(moves, 1);
  const known = new Set(moves.map(({ other }) => other));
  for (const { file } of added)
    if (!known.has(file)) add({ page: addressOf(file), change: { kind: 'added', action: 'added' } });
  await each(moves, ({ file, other }) => {
    const [old, current] = [before.read(file), after.read(other)];
    if (!old || !current) return;
    // Its canonical address is the new one, and so are addresses in its markup.
    addChanges(
      current.file,
      compare(old, current).filter(({ kind }) => kind !== 'canonical' && kind !== 'other'),
    );
  });
  return { before: countPages(before, redirecting.before), after: countPages(after, redirecting.after) };
}

function noteRedirect(files: Set<string>, page: Page | undefined): void {
  if (page?.redirect !== undefined) files.add(page.file);
}

function loseRedirect(target: string, isGone: boolean): Change {
  return isGone ? { kind: 'removed', action: 'removed' } : { kind: 'lost', action: 'removed', after: target };
}

/** @returns `undefined` if it redirects */
function asPage(page: Page | undefined): Page | undefined {
  return page?.redirect === undefined ? page : undefined;
}

interface Page extends PageContent {
  readonly file: string;
  /** Absent if it is too long. */
  readonly html: string | undefined;
}

/** Contents of longer ones are not read, in bytes. */
const MAX_PAGE = 20e6;

/** Larger files differ if their sizes do, in bytes. */
const MAX_FILE = 64e6;

/** More files of one type with the same change are reported together. */
const MAX_ALIKE = 5;

/** Without old assets, copies for other encodings, and files that sitegen did not write to its folder. */
function openSite({ folder, base }: SiteFolder, { trailingSlash, onlyPages }: DiffSites) {
  const published = readPublishedFiles(folder);
  const listed = listFiles(folder, isRegularFile).filter(
    (file) => published === undefined || isListed(published, file),
  );
  const all = new Set(listed);
  const isCopy = (file: string) => /\.(br|gz|zst)$/.test(file) && all.has(file.replace(/\.\w+$/, ''));
  // A live host has no address for error pages.
  const isCompared = (file: string) =>
    file !== MARKER && !isHashed(file) && !isCopy(file) && !(onlyPages && isErrorPage(file));
  const own = listed.filter(isCompared);
  const pathOf = (file: string) => path.join(folder, file);
  const readAsset = (file: string): Asset | undefined => {
    const contents = all.has(file) ? readRegularFile(pathOf(file), MAX_PAGE) : undefined;
    return contents && toAsset(contents, /\.(js|css)$/.test(file));
  };
  const assets = new Map<string, Asset | undefined>();
  return {
    all,
    pages: own.filter(isHtml),
    others: own.filter((file) => !isHtml(file)),
    pathOf: (file: string | undefined) => (file === undefined ? undefined : pathOf(file)),
    read: (file: string | undefined): Page | undefined => {
      if (file === undefined) return undefined;
      const html = readRegularFile(pathOf(file), MAX_PAGE)?.toString();
      return { file, html, ...readPage(html ?? '', { path: pathOfOutput(file, trailingSlash), base }) };
    },
    find: (address: string): Asset | undefined => {
      // On another host, too, if that has the assets of the site.
      const name = /\/assets\/[^?#]*/.exec(address)?.[0] ?? address.replace(/[?#].*/, '');
      const file = decodePath(name.replace(/^\//, '')) ?? '';
      if (!assets.has(file)) assets.set(file, readAsset(file));
      return assets.get(file);
    },
  };
}

type Site = ReturnType<typeof openSite>;

/** The facts about a page that are kept until all are read. */
function toSingle({ file, title, main }: Page, redirect?: string): SinglePage {
  return { file, title, main, ...(redirect !== undefined && { redirect }) };
}

function toOtherSlash(file: string): Change {
  const [before, after] = file.endsWith('/index.html') ? ['/…/', '/…'] : ['/…', '/…/'];
  return { kind: 'moved', action: 'changed', before, after };
}

function isSameFile(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const { size } = statSync(a);
  return size === statSync(b).size && (size > MAX_FILE || readFileSync(a).equals(readFileSync(b)));
}

function describeFile(file: string, old: string | undefined, current: string | undefined) {
  const action = old === undefined ? 'added' : current === undefined ? 'removed' : 'changed';
  const [before, after] = [old, current].map((one) => one && count(statSync(one).size, 'byte'));
  const values =
    before === after ? {} : { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  const change = { kind: 'file', action, subject: `/${file}`, ...values } as const;
  const type = path.posix.extname(file);
  const short = type === '' ? change : ({ kind: 'file', action, subject: `*${type}` } as const);
  return { page: `/${file}`, change, short };
}
