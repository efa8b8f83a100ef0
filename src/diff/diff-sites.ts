/** How a finished site differs from another one for its readers. */
import type { HostedSite } from '../api/host.ts';
import { hasSameBytes } from '../publish/same-bytes.ts';
import { encodePath, isElsewhere, pathOfOutput, withBase } from '../shared/address.ts';
import { forEachInSlices } from '../shared/concurrency.ts';
import { SitegenError } from '../shared/errors.ts';
import { actionOf, changeOf, createGroups, type Change, type Entry, type Part } from './changes.ts';
import { openSite, type Answer, type Page, type Site, type SiteFolder } from './open-site.ts';
import { withoutHashes, type Fact, type PageContent } from './read-page.ts';
import { diffArrays } from 'diff';
import { count } from '../shared/format.ts';

export interface SiteDiff {
  /** How many there are. Those that redirect do not count. */
  readonly pages: { readonly before: number; readonly after: number };
  /** The worst first. */
  readonly changes: readonly Entry[];
  /** False if the redirects and headers of the old site are not known. */
  readonly isWhole: boolean;
}

type Add = (change: Change, page?: string) => void;

type Each = <Item>(items: Iterable<Item>, work: (item: Item) => void) => Promise<void>;

export async function diffSites(
  old: SiteFolder,
  current: SiteFolder & { readonly site: HostedSite },
  signal: AbortSignal,
): Promise<SiteDiff> {
  const [before, after] = [openSite(old), openSite(current)];
  if (before.pages.size === 0) {
    const hint = 'build first, or name a commit: sitegen diff HEAD, or refs/heads/main if "main" is also a folder';
    throw new SitegenError(`Cannot compare with ${old.folder}: it has no HTML files.\nTry: ${hint}.`);
  }
  const { add, found } = createGroups();
  const each: Each = (items, work) =>
    forEachInSlices(items, (item) => {
      signal.throwIfAborted();
      work(item);
    });
  await diffPages(before, after, current.site, each, add);
  if (before.site !== undefined) {
    compareAnswers(before, after, add);
    compareHeaders(before.site, current.site, add);
  }
  const files = new Set([...before.others.keys(), ...after.others.keys()]);
  await each([...files].toSorted(), (file) => compareFile(file, before, after, add));
  return {
    pages: { before: before.pages.size, after: after.pages.size },
    changes: found(),
    isWhole: before.site !== undefined,
  };
}

/** A page that only one of the sites has. */
interface SinglePage {
  readonly name: string;
  readonly title: string;
  readonly address: string;
}

/** Keeps one pair of pages in memory at a time. */
async function diffPages(before: Site, after: Site, site: HostedSite, each: Each, add: Add): Promise<void> {
  const removed: SinglePage[] = [];
  const added: SinglePage[] = [];
  await each(new Set([...before.pages.keys(), ...after.pages.keys()]), (name) => {
    const [file, other] = [before.pages.get(name), after.pages.get(name)];
    if (file !== undefined && other !== undefined && hasSameBytes(before.pathOf(file), after.pathOf(other))) return;
    const [old, current] = [before.readPage(name), after.readPage(name)];
    const page = current ?? old;
    if (page === undefined) return;
    const address = encodePath(pathOfOutput(page.file, site.trailingSlash));
    if (old && current) for (const change of compareMarkup(old, current)) add(change, address);
    else (old ? removed : added).push({ name, title: page.title, address });
  });
  const findByTitle = findUnique(added, ({ title }) => title);
  const findByAddress = findUnique(added, ({ address }) => address);
  const moved = new Set<SinglePage>();
  await each(removed, ({ name, title, address }) => {
    const answer = after.answers.get(name);
    const isLeft = isElsewhere(site.elsewhere, withBase(site.base, address));
    const like = answer === undefined && !isLeft ? findByTitle(title) : undefined;
    const page = like ?? findByAddress(answer?.to?.replace(/[?#].*/, '') ?? '');
    add(describeLoss(address, answer, like), address);
    if (page === undefined) return;
    moved.add(page);
    const [old, current] = [before.readPage(name), after.readPage(page.name)];
    if (!old || !current) return;
    // Its canonical address is the new one, and so are addresses in its markup.
    for (const change of compareMarkup(old, current))
      if (change.kind !== 'canonical' && change.kind !== 'other') add(change, page.address);
  });
  for (const page of added) if (!moved.has(page)) add({ kind: 'added', action: 'added' }, page.address);
}

/** @param answer of the new site at the address of a page. @param like the page that is there now, at another address */
function describeLoss(address: string, answer: Answer | undefined, like: SinglePage | undefined): Change {
  if (answer?.to !== undefined) return { kind: 'moved', action: 'changed', ...shorten(address, answer.to) };
  if (answer !== undefined) return { kind: 'gone', action: 'added' };
  if (like === undefined) return { kind: 'removed', action: 'removed' };
  return { kind: 'lost', action: 'removed', ...shorten(address, like.address) };
}

/** @returns finds the only item with a key */
function findUnique<Item>(items: readonly Item[], keyOf: (item: Item) => string): (key: string) => Item | undefined {
  const found = new Map<string, Item | undefined>();
  for (const item of items) found.set(keyOf(item), found.has(keyOf(item)) ? undefined : item);
  return (key) => (key === '' ? undefined : found.get(key));
}

function compareMarkup(old: Page, current: Page): Change[] {
  const changes = comparePages(old, current);
  const isSame = changes.length > 0 || withoutHashes(old.html) === withoutHashes(current.html);
  return isSame ? changes : [{ kind: 'other', action: 'changed' }];
}

/** `/blog/a/`, `/news/a/` -> `/blog/…`, `/news/…`, as for the other pages of the folder; the same if their last names differ */
function shorten(before: string, after: string) {
  const [a, b] = [before, after].map((address) => /^(.*?)(\/[^/]+\/?)$/.exec(address));
  return a && b && a[2] === b[2] ? { before: `${a[1]}/…`, after: `${b[1]}/…` } : { before, after };
}

/** Compares addresses without a page. A page that redirects now has moved. */
function compareAnswers(before: Site, after: Site, add: Add): void {
  for (const [name, { from }] of new Map([...before.answers, ...after.answers])) {
    if (before.pages.has(name) || after.pages.has(name)) continue;
    const change = compareAnswer(from, before.answers.get(name), after.answers.get(name));
    if (change) add(change, from);
  }
}

function compareAnswer(from: string, old: Answer | undefined, current: Answer | undefined): Change | undefined {
  const isGone = current !== undefined && current.to === undefined;
  if (old?.to !== current?.to && !isGone) return changeOf('redirect', from, old?.to, current?.to);
  if (old?.to !== current?.to || old === undefined) return { kind: 'gone', action: 'added' };
  return current === undefined ? { kind: 'gone', action: 'removed' } : undefined;
}

function compareHeaders({ headers: before }: HostedSite, { headers: after }: HostedSite, add: Add): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (before[name] !== after[name]) add(changeOf('header', name, before[name], after[name]));
}

/** @param name without hashes */
function compareFile(name: string, before: Site, after: Site, add: Add): void {
  const [old, current] = [before.others.get(name), after.others.get(name)];
  if (old && current && before.digestOf(old) === after.digestOf(current)) return;
  const action = actionOf(old, current);
  if (name === 'robots.txt') {
    const words = diffWords(before.textOf(name) ?? '', after.textOf(name) ?? '');
    return add({ kind: 'robots', action, words });
  }
  // Redirects and headers have been compared.
  if (before.isGenerated(name) || after.isGenerated(name)) return;
  add({ kind: 'file', action }, encodePath(`/${name}`));
}

/** How two versions of a page differ for readers. */
export function comparePages(before: PageContent, after: PageContent): Change[] {
  const keys = new Set([...before.facts.keys(), ...after.facts.keys()]);
  const changes = [...keys].flatMap((key) => compareFact(before.facts.get(key), after.facts.get(key)) ?? []);
  return [...changes, ...compareBlocks(before.blocks, after.blocks)];
}

function compareFact(old: Fact | undefined, current: Fact | undefined): Change | undefined {
  const fact = current ?? old;
  const [before, after] = [old?.text, current?.text];
  if (fact === undefined || (old !== undefined && current !== undefined && before === after)) return undefined;
  const cut = (text: string | undefined) => (text === undefined ? undefined : limit(text));
  const action = actionOf(old, current);
  return { ...changeOf(fact.kind, cut(fact.subject), cut(before), cut(after)), action };
}

/** If more words of a text or texts of a page differ, it was rewritten: the work grows with the square. */
const MAX_EDITS = 500;

function compareBlocks(before: readonly string[], after: readonly string[]): Change[] {
  const found = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS });
  if (found === undefined) {
    const words = (blocks: readonly string[]) => count(wordsOf(blocks.join(' ')).length, 'word');
    return [{ kind: 'words', action: 'changed', before: words(before), after: words(after) }];
  }
  return found.flatMap(({ value, removed, added }, index) => {
    const [last, next] = [found[index - 1], found[index + 1]];
    if (added && !last?.removed) return value.map((block) => compareText(undefined, block));
    if (!removed) return [];
    const current = next?.added ? next.value : [];
    // A text may have been split or joined.
    if (current.length > 0 && current.length !== value.length) return [compareText(value.join(' '), current.join(' '))];
    return value.map((block, at) => compareText(block, current[at]));
  });
}

function compareText(before: string | undefined, after: string | undefined): Change {
  return { kind: 'words', action: actionOf(before, after), words: diffWords(before ?? '', after ?? '') };
}

/** Words around a difference that are shown. */
const CONTEXT = 4;

/** Longer parts are cut, in words. */
const MAX_SHOWN = 40;
const MAX_PARTS = 24;

/** @returns a text that replaced another, or was added or removed. Long parts are cut */
export function diffWords(before: string, after: string): Part[] {
  const [old, current] = [wordsOf(before), wordsOf(after)];
  const found = diffArrays(old, current, { maxEditLength: MAX_EDITS });
  const kept = found?.filter(({ added, removed }) => !added && !removed).reduce((sum, one) => sum + one.count, 0) ?? 0;
  // Texts with little in common are easier to read one after the other.
  if (found === undefined || kept * 3 < Math.min(old.length, current.length))
    return [...toPart('removed', old, MAX_SHOWN, 0), ...toPart('added', current, MAX_SHOWN, 0)];
  const parts = found.flatMap(({ value, removed, added }, index) => {
    if (removed || added) return toPart(removed ? 'removed' : 'added', value, MAX_SHOWN, 0);
    return toPart('same', value, index > 0 ? CONTEXT : 0, index < found.length - 1 ? CONTEXT : 0);
  });
  return parts.length > MAX_PARTS ? [...parts.slice(0, MAX_PARTS), { kind: 'same', text: '…' }] : parts;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** @param first how many words are shown at its start. @param last at its end */
function toPart(kind: Part['kind'], words: readonly string[], first: number, last: number): Part[] {
  if (words.length === 0) return [];
  const isShort = words.length <= first + last + 1;
  const shown = isShort ? words : [...words.slice(0, first), '…', ...words.slice(words.length - last)];
  return [{ kind, text: limit(shown.join(' ')) }];
}

/** In characters: a word can have any length. */
const MAX_LENGTH = 400;

function limit(text: string): string {
  // Not through a pair of surrogates.
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
