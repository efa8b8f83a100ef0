import path from 'node:path';
import type { SiteRedirect } from '../api/host.ts';
import { findRedirect } from '../hosts/redirects.ts';
import { decodePath, encodePath, pathOfOutput } from '../shared/address.ts';
import { forEachInSlices } from '../shared/concurrency.ts';
import { readRegularFile } from '../shared/files.ts';
import { hashOf } from '../shared/hash.ts';
import { comparePages, type Asset, type Change, type FindAsset } from './compare-pages.ts';
import type { SiteFiles } from './list-site.ts';
import { readPage, withoutHashes, type PageContent } from './read-page.ts';

export interface DiffPages {
  readonly before: SiteFiles;
  readonly after: SiteFiles;
  /** Those of the new site. */
  readonly redirects: readonly SiteRedirect[];
  readonly trailingSlash: boolean;
  readonly signal: AbortSignal;
  /** @param page the address of a page that has the change */
  readonly add: (change: Change, page: string) => void;
}

/** A page that only one of the sites has. */
interface Single {
  readonly file: string;
  readonly title: string;
  readonly main: string;
  /** Where its address leads in the new site. */
  readonly redirect?: string;
}

/** Longer pages are compared by their bytes, and not read. */
const MAX_PAGE = 20e6;

/** Keeps one pair of pages in memory at a time, and a few facts about those that only one of the sites has. */
export async function diffPages(input: DiffPages): Promise<void> {
  const { trailingSlash, signal, add } = input;
  const { pairs, gone, fresh } = matchFiles(input.before.pages, input.after.pages);
  const [before, after] = [createReader(input.before, input), createReader(input.after, input)];
  const addressOf = (file: string) => encodePath(pathOfOutput(file, trailingSlash));
  const find = { before: before.find, after: after.find };
  const removed: Single[] = [];
  const added: Single[] = [];

  const compareContents = (old?: PageContent, current?: PageContent): readonly Change[] =>
    old === undefined || current === undefined ? [] : comparePages(old, current, find);
  const comparePair = (file: string, other: string): void => {
    if (file !== other) add(toOtherSlash(file), addressOf(other));
    const [a, b] = [before.bytes(file), after.bytes(other)];
    if (isSame(a, b)) return;
    const [old, current] = [before.page(file, a), after.page(other, b)];
    const isMoved = old?.redirect !== current?.redirect;
    if (isMoved && old?.redirect === undefined) return void removed.push(toSingle(file, old, current?.redirect));
    if (isMoved && current?.redirect === undefined) return void added.push(toSingle(other, current));
    const changes = compareContents(old, current);
    for (const change of changes) add(change, addressOf(other));
    if (changes.length === 0 && !isSameMarkup(a, b)) add({ kind: 'other', action: 'changed' }, addressOf(other));
  };
  const each = (files: readonly (readonly [string, string])[], work: (file: string, other: string) => void) =>
    forEachInSlices(files, ([file, other]) => {
      signal.throwIfAborted();
      work(file, other);
    });

  await each(pairs, comparePair);
  await each(gone, (file) => {
    const page = before.page(file);
    const redirect = findTarget(input.redirects, file);
    if (page?.redirect === undefined) removed.push(toSingle(file, page, redirect));
    // A redirect of the old site.
    else if (redirect === undefined) add({ kind: 'lost', action: 'removed', after: page.redirect }, addressOf(file));
  });
  await each(fresh, (file) => {
    const page = after.page(file);
    if (page?.redirect === undefined) added.push(toSingle(file, page));
  });

  const findOther = createFinder(added, addressOf);
  const moves = removed.map(({ file, ...page }) => ({ file, ...page, other: findOther({ file, ...page }) }));
  const taken = new Set(moves.map(({ other }) => other));
  for (const { file } of added) if (!taken.has(file)) add({ kind: 'added', action: 'added' }, addressOf(file));
  for (const { change, page } of describeMoves(moves, addressOf)) add(change, page);
  const moved = moves.flatMap(({ file, other }) => (other === undefined ? [] : [[file, other] as const]));
  await each(moved, (file, other) => {
    const changes = compareContents(before.page(file), after.page(other));
    // Its canonical address is the new one.
    for (const change of changes) if (change.kind !== 'canonical') add(change, addressOf(other));
  });
}

/** Pairs files by name, or else as two spellings of one address: `a.html` and `a/index.html`. */
function matchFiles(before: readonly string[], after: readonly string[]) {
  const [old, current] = [new Set(before), new Set(after)];
  const nameOf = (file: string) => file.replace(/(^|\/)index\.html$|\.html$/, '');
  const byName = new Map(after.filter((file) => !old.has(file)).map((file) => [nameOf(file), file]));
  const pairs = before.flatMap((file) => {
    const other = current.has(file) ? file : byName.get(nameOf(file));
    return other === undefined ? [] : [[file, other] as const];
  });
  const [left, right] = [new Set(pairs.map(([file]) => file)), new Set(pairs.map(([, other]) => other))];
  const alone = (files: readonly string[], paired: ReadonlySet<string>) =>
    files.filter((file) => !paired.has(file)).map((file) => [file, file] as const);
  return { pairs, gone: alone(before, left), fresh: alone(after, right) };
}

function toOtherSlash(file: string): Change {
  const [before, after] = file.endsWith('/index.html') ? ['/…/', '/…'] : ['/…', '/…/'];
  return { kind: 'moved', action: 'changed', before, after };
}

function toSingle(file: string, page: PageContent | undefined, redirect?: string): Single {
  const { title = '', main = '' } = page ?? {};
  return { file, title, main, ...(redirect !== undefined && { redirect }) };
}

function isSame(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a !== undefined && b !== undefined && a.equals(b);
}

/** Names of assets may differ. */
function isSameMarkup(a?: Buffer, b?: Buffer): boolean {
  return a !== undefined && b !== undefined && withoutHashes(a.toString()) === withoutHashes(b.toString());
}

function createReader({ folder, base, all }: SiteFiles, { trailingSlash }: DiffPages) {
  const assets = new Map<string, Asset | undefined>();
  const bytes = (file: string) => readRegularFile(path.join(folder, file), MAX_PAGE);
  const read = (file: string): Asset | undefined => {
    const contents = all.has(file) ? bytes(file) : undefined;
    if (contents === undefined) return undefined;
    const text = /\.(js|css)$/.test(file) ? withoutHashes(contents.toString()) : contents;
    return { bytes: contents.length, digest: hashOf(text) };
  };
  const find: FindAsset = (address) => {
    // On another host, too, if that has the assets of the site.
    const file = decodePath(/\/assets\/[^?#]*/.exec(address)?.[0].slice(1) ?? address.replace(/[?#].*|^\//g, '')) ?? '';
    if (!assets.has(file)) assets.set(file, read(file));
    return assets.get(file);
  };
  return {
    bytes,
    find,
    /** @returns `undefined` if it is too long */
    page: (file: string, contents = bytes(file)): PageContent | undefined =>
      contents && readPage(contents.toString(), { path: pathOfOutput(file, trailingSlash), base }),
  };
}

/** @returns the target of a page's redirect in the config */
function findTarget(redirects: readonly SiteRedirect[], file: string): string | undefined {
  const name = file.replace(/(^|\/)index\.html$|\.html$/, '');
  return ['', '/', '.html'].map((end) => findRedirect(redirects, `/${name}${end}`)?.to).find((to) => to !== undefined);
}

/** @returns a function that finds the new page to which a page moved: by its redirect, or else by its text, or its title */
function createFinder(added: readonly Single[], addressOf: (file: string) => string) {
  const by = (keyOf: (page: Single) => string) => {
    const found = new Map<string, string | undefined>();
    for (const page of added) found.set(keyOf(page), found.has(keyOf(page)) ? undefined : page.file);
    return (key: string) => (key === '' ? undefined : found.get(key));
  };
  const byAddress = by(({ file }) => addressOf(file));
  const byText = by(({ main }) => main);
  const byTitle = by(({ title }) => title);
  return ({ main, title, redirect }: Single): string | undefined =>
    redirect === undefined ? (byText(main) ?? byTitle(title)) : byAddress(redirect.replace(/[?#].*/, ''));
}

/** Reports pages of one folder that have moved to another folder together. */
function describeMoves(
  moves: readonly (Single & { readonly other: string | undefined })[],
  addressOf: (file: string) => string,
) {
  const all = moves.map(({ file, redirect, other }) => {
    const from = addressOf(file);
    const to = redirect ?? (other === undefined ? undefined : addressOf(other));
    return { from, to, kind: redirect !== undefined ? 'moved' : to === undefined ? 'removed' : 'lost' } as const;
  });
  const counts = new Map<string, number>();
  const patternOf = ({ from, to = '' }: (typeof all)[number]) => withoutCommonEnd(from, to);
  for (const move of all) counts.set(patternOf(move).join(' '), (counts.get(patternOf(move).join(' ')) ?? 0) + 1);
  return all.map((move): { readonly change: Change; readonly page: string } => {
    const { from, to, kind } = move;
    if (to === undefined) return { change: { kind, action: 'removed' }, page: from };
    const pattern = patternOf(move);
    const [before, after] = (counts.get(pattern.join(' ')) ?? 0) > 1 ? pattern : [from, to];
    return { change: { kind, action: kind === 'lost' ? 'removed' : 'changed', before, after }, page: from };
  });
}

/** `/blog/a/`, `/news/a/` -> `/blog/…`, `/news/…`; the same if their last segments differ */
function withoutCommonEnd(from: string, to: string): readonly [string, string] {
  const [a, b] = [from, to].map((address) => /^(.*?)(\/[^/]+\/?)$/.exec(address) ?? ['', address, '']);
  return a?.[2] !== '' && a?.[2] === b?.[2] ? [`${a?.[1]}/…`, `${b?.[1]}/…`] : [from, to];
}
