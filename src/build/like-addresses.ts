/** Finds the pages that visitors of lost addresses probably look for. */
import path from 'node:path';
import { scanHtml } from '../check/html/html-tokenizer.ts';
import { similarAddresses } from '../check/similar-address.ts';
import { isListed, type PublishedFiles } from '../publish/published-files.ts';
import { decodePath, encodePath } from '../shared/address.ts';
import type { LostAddress } from '../shared/build-result.ts';
import { isErrorPage } from '../shared/error-pages.ts';
import { groupBy } from '../shared/group-by.ts';
import { readRegularFile, statIfExists } from '../shared/files.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import type { Config } from '../shared/model.ts';
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
}

type Like = NonNullable<LostAddress['like']>;

/** How many old pages are read, and how many of them are compared with new pages by their words. */
const MAX_READ = 2000;
const MAX_COMPARED = 50;
const MAX_NEW = 500;
const MAX_BYTES = 2e6;

/** The share of words that two versions of a text have in common at least. */
const MIN_SHARED = 0.5;

interface Target {
  readonly address: string;
}

/** @returns finds the page that is most like a lost address */
export function createLikeSearch(input: FindLikeAddresses): (address: string) => Like | undefined {
  const { config, site, addresses } = input;
  const moved = new Set(config.redirects.map(({ from }) => encodePath(from)));
  const known = new Set(addresses.filter((address) => !moved.has(address)));
  const bySlug = groupBy(Array.from(known, toTarget), ({ address }) => slugOf(address));
  const pages = site.pages().filter(({ route }) => !isErrorPage(route.output));
  const titled = pages.map(({ title, route }) => ({ title, ...toTarget(encodePath(route.path)) }));
  const byTitle = groupBy(titled, ({ title }) => title);
  const findByWords = createWordSearch(input, pages);
  const { findNear } = similarAddresses(new Set(pages.map(({ route }) => route.output)), config.trailingSlash);
  let read = 0;
  return (address) => {
    const choose = (because: string, targets: readonly Target[] = []): Like | undefined =>
      targets.length === 0 ? undefined : { address: mostAlike(address, targets), because };
    const other = address.endsWith('/') ? address.slice(0, -1) : `${address}/`;
    if (known.has(other)) return { address: other, because: 'only the slash differs' };
    const old = (read += 1) > MAX_READ ? undefined : readOldPage(input, address);
    const findSpelled = () => [findNear(decodePath(address) ?? address) ?? []].flat().map(encodePath);
    return (
      choose('it has the same title', old && byTitle.get(old.title)) ??
      choose('it has the same name', bySlug.get(slugOf(address))) ??
      choose('it has most of the words', old && findByWords(old.words)) ??
      choose('it is spelled almost alike', findSpelled().map(toTarget))
    );
  };
}

const toTarget = (address: string): Target => ({ address });

/** `/blog/Setup.html` -> `setup` */
function slugOf(address: string): string {
  return (/([^/]*?)(?:\/|\.html)?$/.exec(address)?.[1] ?? '').toLowerCase();
}

/** The one with the most folders in common. */
function mostAlike(address: string, targets: readonly Target[]): string {
  const folders = new Set(address.split('/'));
  const score = (other: string) => other.split('/').filter((name) => folders.has(name)).length;
  const others = targets.map((target) => target.address);
  return others.reduce((best, other) => (score(other) > score(best) ? other : best));
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
  let [title, text] = ['', ''];
  // The words of the shell are on every page.
  const start = Math.max(0, html.indexOf('<main'));
  const end = html.indexOf('</main>', start) === -1 ? html.length : html.indexOf('</main>', start);
  scanHtml(html, {
    onStart: () => {},
    onTitle: (found) => (title ||= found.trim()),
    onText: (from, to) => {
      if (from >= start && to <= end) text += `${html.slice(from, to)} `;
    },
  });
  return { title, words: new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu)) };
}

/** Compares the words of an old page with those of pages that have not been published yet. */
function createWordSearch({ config, published, staging }: FindLikeAddresses, pages: readonly PageFacts[]) {
  let compared = 0;
  let candidates: readonly (Target & { readonly words: ReadonlySet<string> })[] | undefined;
  const readNew = () =>
    pages
      .filter(({ route }) => published !== undefined && !isListed(published, route.output))
      .slice(0, MAX_NEW)
      .flatMap(({ route: { path: address, output } }) => {
        const found = readPage(path.join(staging, output)) ?? readPage(path.join(config.out, output));
        return found === undefined ? [] : { address: encodePath(address), words: found.words };
      });
  return (words: ReadonlySet<string>): readonly Target[] => {
    if (words.size === 0 || (compared += 1) > MAX_COMPARED) return [];
    candidates ??= readNew();
    const scored = candidates.map(({ address, words: others }) => {
      const shared = [...words].filter((word) => others.has(word)).length;
      return { address, share: shared / (words.size + others.size - shared) };
    });
    const like = scored.filter(({ share }) => share >= MIN_SHARED);
    return like.toSorted((one, other) => other.share - one.share).slice(0, 1);
  };
}
