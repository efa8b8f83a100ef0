/** How two versions of a page differ for its readers. */
import { count } from '../shared/format.ts';
import { KINDS, type Change } from './changes.ts';
import { diffLists, diffWords, limit } from './diff-words.ts';
import type { Asset, Fact, PageContent } from './read-page.ts';

/** @param address without the base. @returns `undefined` if the site has no such file */
type FindAsset = (address: string) => Asset | undefined;

/** Reads the assets of both sites. */
interface AssetFinders {
  readonly before: FindAsset;
  readonly after: FindAsset;
}

/** If more texts differ, the page was rewritten. */
const MAX_TEXTS = 1000;

export function comparePages(before: PageContent, after: PageContent, find: AssetFinders): Change[] {
  const keys = new Set([...before.facts.keys(), ...after.facts.keys()]);
  const changes = [...keys].flatMap((key) => compareFact(before.facts.get(key), after.facts.get(key), find));
  return [...changes, ...compareTexts(before.blocks, after.blocks)];
}

function compareFact(old: Fact | undefined, current: Fact | undefined, find: AssetFinders): Change[] {
  const fact = current ?? old;
  if (fact === undefined || isSame(old, current, find)) return [];
  const { kind, subject } = fact;
  const [before, after] = [old && valueOf(old, find.before), current && valueOf(current, find.after)];
  const action = old === undefined ? 'added' : current === undefined ? 'removed' : 'changed';
  return [{ kind, action, ...(subject !== undefined && { subject: limit(subject) }), ...valuesOf(before, after) }];
}

function valuesOf(before: string | undefined, after: string | undefined): Partial<Change> {
  if (before === after) return {};
  return {
    ...(before !== undefined && { before: limit(before) }),
    ...(after !== undefined && { after: limit(after) }),
  };
}

function isSame(old: Fact | undefined, current: Fact | undefined, find: AssetFinders): boolean {
  if (old === undefined || current === undefined || textOf(old) !== textOf(current)) return false;
  // A changed file of the same name is a change of the file.
  if (!KINDS[old.kind].hasBytes && [...current.files].every((file) => old.files.has(file))) return true;
  return measure(old, find.before).digests === measure(current, find.after).digests;
}

function textOf({ texts }: Fact): string | undefined {
  return texts.size === 0 ? undefined : [...texts].join('\n');
}

function valueOf(fact: Fact, find: FindAsset): string | undefined {
  return KINDS[fact.kind].hasBytes ? count(measure(fact, find).bytes, 'byte') : textOf(fact);
}

function measure({ files }: Fact, find: FindAsset) {
  const assets = [...files].map((file) =>
    typeof file === 'string' ? (find(file) ?? { bytes: 0, digest: file }) : file,
  );
  const found = new Map(assets.map(({ digest, bytes }) => [digest, bytes]));
  const bytes = [...found.values()].reduce((sum, one) => sum + one, 0);
  return { digests: [...found.keys()].toSorted().join(' '), bytes };
}

function compareTexts(before: readonly string[], after: readonly string[]): Change[] {
  const replacements = diffLists(before, after, MAX_TEXTS);
  if (replacements === undefined) {
    const words = (blocks: readonly string[]) => count(joinTexts(blocks).split(' ').length, 'word');
    return [{ kind: 'words', action: 'changed', before: words(before), after: words(after) }];
  }
  return replacements.flatMap(({ removed, added }) => [
    ...pairBlocks(removed.filter(isHeading), added.filter(isHeading)).map((pair) => compareBlock('heading', ...pair)),
    ...pairBlocks(removed.filter(isText), added.filter(isText)).map((pair) => compareBlock('words', ...pair)),
  ]);
}

const isText = (block: string): boolean => block.startsWith('0');
const isHeading = (block: string): boolean => !isText(block);

function pairBlocks(removed: readonly string[], added: readonly string[]): (readonly [string, string])[] {
  if (removed.length === added.length) return removed.map((block, index) => [block, added[index] ?? '']);
  // A heading is a unit; a text may have been split.
  if (removed.some(isText) && added.some(isText)) return [[`0${joinTexts(removed)}`, `0${joinTexts(added)}`]];
  return [...removed.map((block) => [block, ''] as const), ...added.map((block) => ['', block] as const)];
}

function compareBlock(kind: 'heading' | 'words', before: string, after: string): Change {
  const action = before === '' ? 'added' : after === '' ? 'removed' : 'changed';
  const [old, current] = [before.slice(1), after.slice(1)];
  if (old !== current) return { kind, action, words: diffWords(old, current) };
  return { kind, action, subject: limit(old), before: `h${before[0]}`, after: `h${after[0]}` };
}

function joinTexts(blocks: readonly string[]): string {
  return blocks.map((block) => block.slice(1)).join(' ');
}
