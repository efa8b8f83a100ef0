/** Finds the pages that visitors of lost addresses probably look for. */
import path from 'node:path';
import { scanHtml } from '../check/html/html-tokenizer.ts';
import { similarAddresses } from '../check/similar-address.ts';
import { isListed, type PublishedFiles } from '../publish/published-files.ts';
import { decodePath, encodePath } from '../shared/address.ts';
import type { LostAddress } from '../shared/build-result.ts';
import { isErrorPage } from '../shared/error-pages.ts';
import { readRegularFile, statIfExists } from '../shared/files.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import type { Config } from '../shared/model.ts';
import { addressesOf } from '../hosts/redirects.ts';
import type { Site } from '../site/site.ts';

export interface FindLikeAddresses {
  readonly config: Config;
  readonly site: Pick<Site, 'pages'>;
  /** The list of published files, if intact. */
  readonly published: PublishedFiles | undefined;
  /** The folder with pages that differ from the published ones, absolute. */
  readonly staging: string;
  /** Of the site, in their one spelling. */
  readonly addresses: readonly string[];
  readonly lost: readonly string[];
}

type Like = NonNullable<LostAddress['like']>;

/** How many old pages are read, and how many of them are compared with new pages by their words. */
const MAX_READ = 2000;
const MAX_COMPARED = 50;
const MAX_NEW = 500;
const MAX_BYTES = 2e6;

/** The share of words that two versions of a text have in common at least. */
const MIN_SHARED = 0.5;

export function findLikeAddresses(input: FindLikeAddresses): ReadonlyMap<string, Like> {
  const found = new Map<string, Like>();
  if (input.lost.length === 0) return found;
  const { config, site, addresses } = input;
  const moved = new Set(config.redirects.flatMap(addressesOf).map(encodePath));
  const targets = addresses.filter((address) => !moved.has(address));
  const known = new Set(targets);
  const bySlug = groupBy(targets, slugOf);
  const pages = site.pages().filter(({ route }) => !isErrorPage(route.output));
  const byTitle = groupBy(pages, ({ title }) => title);
  const findByWords = createWordSearch(input, pages);
  const { findNear } = similarAddresses(new Set(pages.map(({ route }) => route.output)), config.trailingSlash);
  let read = 0;

  const findLike = (address: string): Like | undefined => {
    const other = address.endsWith('/') ? address.slice(0, -1) : `${address}/`;
    if (known.has(other)) return { address: other, because: 'only the slash differs' };
    const old = (read += 1) > MAX_READ ? undefined : readOldPage(input, address);
    const titled = (old === undefined ? undefined : byTitle.get(old.title))?.map(({ route }) => encodePath(route.path));
    if (titled !== undefined) return { address: mostAlike(address, titled), because: 'it has the same title' };
    const named = bySlug.get(slugOf(address));
    if (named !== undefined) return { address: mostAlike(address, named), because: 'it has the same name' };
    const worded = old && findByWords(old.words);
    if (worded !== undefined) return { address: worded, because: 'it has most of the words' };
    const near = findNear(decodePath(address) ?? address);
    return near === undefined ? undefined : { address: encodePath(near), because: 'it is spelled almost alike' };
  };
  for (const address of input.lost) {
    const like = findLike(address);
    if (like !== undefined) found.set(address, like);
  }
  return found;
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group !== undefined) group.push(item);
    else if (key !== '') groups.set(key, [item]);
  }
  return groups;
}

/** `/blog/Setup.html` -> `setup` */
function slugOf(address: string): string {
  return (/([^/]*?)(?:\/|\.html)?$/.exec(address)?.[1] ?? '').toLowerCase();
}

/** The one with the most folders in common. */
function mostAlike(address: string, others: readonly string[]): string {
  const folders = new Set(address.split('/'));
  const score = (other: string) => other.split('/').filter((name) => folders.has(name)).length;
  const [first = '', ...more] = others;
  return more.reduce((best, other) => (score(other) > score(best) ? other : best), first);
}

/** @returns the page that was published at an address, while `out` still has it */
function readOldPage({ config, published }: FindLikeAddresses, address: string) {
  if (published === undefined) return undefined;
  const inside = (decodePath(address) ?? address).slice(1);
  const names = inside === '' || inside.endsWith('/') ? [`${inside}index.html`] : [inside, `${inside}.html`];
  const file = names.find((name) => name.endsWith('.html') && isListed(published, name));
  return file === undefined ? undefined : readPage(path.join(config.out, file));
}

/** @param file absolute */
function readPage(file: string) {
  const html = statIfExists(file) && readRegularFile(file, MAX_BYTES)?.toString();
  if (html === undefined) return undefined;
  let title = '';
  const words = new Set<string>();
  // The words of the shell are on every page.
  const start = Math.max(0, html.indexOf('<main'));
  const end = html.indexOf('</main>', start) === -1 ? html.length : html.indexOf('</main>', start);
  scanHtml(html, {
    onStart: () => {},
    onTitle: (text) => (title ||= text.trim()),
    onText: (from, to) => {
      if (from < start || to > end) return;
      for (const word of html
        .slice(from, to)
        .toLowerCase()
        .match(/[\p{L}\p{N}]{3,}/gu) ?? [])
        words.add(word);
    },
  });
  return { title, words };
}

/** Compares the words of an old page with those of pages that have not been published yet. */
function createWordSearch({ config, published, staging }: FindLikeAddresses, pages: readonly PageFacts[]) {
  let compared = 0;
  let candidates: readonly { readonly address: string; readonly words: ReadonlySet<string> }[] | undefined;
  const readNew = () =>
    pages
      .filter(({ route }) => published !== undefined && !isListed(published, route.output))
      .slice(0, MAX_NEW)
      .flatMap(({ route }) => {
        const words = (readPage(path.join(staging, route.output)) ?? readPage(path.join(config.out, route.output)))
          ?.words;
        return words === undefined ? [] : { address: encodePath(route.path), words };
      });
  return (words: ReadonlySet<string>): string | undefined => {
    if (words.size === 0 || (compared += 1) > MAX_COMPARED) return undefined;
    candidates ??= readNew();
    const scored = candidates.map(({ address, words: others }) => {
      const shared = [...words].filter((word) => others.has(word)).length;
      return { address, share: shared / (words.size + others.size - shared) };
    });
    const best = scored.toSorted((one, other) => other.share - one.share)[0];
    return best !== undefined && best.share >= MIN_SHARED ? best.address : undefined;
  };
}
