import { count } from '../shared/format.ts';
import { diffTexts, diffWords, limit, type Part } from './diff-words.ts';
import type { PageAsset, PageContent } from './read-page.ts';

/** Kinds of changes, the worst for readers first. */
export const KINDS = [
  'lost',
  'removed',
  'noindex',
  'canonical',
  'title',
  'description',
  'moved',
  'added',
  'heading',
  'link',
  'image',
  'words',
  'island',
  'script',
  'style',
  'file',
  'other',
] as const;

export type Kind = (typeof KINDS)[number];

/** The same change on several pages has the same properties. */
export interface Change {
  readonly kind: Kind;
  readonly action: 'added' | 'removed' | 'changed';
  /** An address, a file, or the name of an island. */
  readonly subject?: string;
  readonly before?: string;
  readonly after?: string;
  readonly words?: readonly Part[];
}

/** A file of a site. */
export interface Asset {
  readonly bytes: number;
  /** A hash of its contents, in which names of other assets do not count. */
  readonly digest: string;
}

/** @param address without the base. @returns `undefined` if the site has no such file */
export type FindAsset = (address: string) => Asset | undefined;

/** Reads the assets of both sites. */
export interface AssetFinders {
  readonly before: FindAsset;
  readonly after: FindAsset;
}

/** Further changes of a page's text are counted. */
const MAX_TEXTS = 50;

/** @returns how a page differs for readers */
export function comparePages(before: PageContent, after: PageContent, find: AssetFinders): Change[] {
  return [
    ...compareRobots(before, after),
    ...(['canonical', 'title', 'description'] as const).flatMap((kind) => compareValue(kind, before, after)),
    ...compareTexts(before.blocks, after.blocks),
    ...compareLinks(before, after, find),
    ...compareImages(before, after, find),
    ...compareNames(before.islands, after.islands).map(([action, subject]) => ({
      kind: 'island' as const,
      action,
      subject,
    })),
    ...compareAssets('script', before.scripts, after.scripts, find),
    ...compareAssets('style', before.styles, after.styles, find),
  ];
}

function compareRobots(before: PageContent, after: PageContent): Change[] {
  if (before.noindex === after.noindex) return [];
  return [{ kind: 'noindex', action: after.noindex ? 'added' : 'removed' }];
}

function compareValue(kind: 'canonical' | 'title' | 'description', before: PageContent, after: PageContent): Change[] {
  const [old, current] = [before[kind], after[kind]];
  if (old === current) return [];
  const values = { ...(old !== '' && { before: limit(old) }), ...(current !== '' && { after: limit(current) }) };
  return [{ kind, action: old === '' ? 'added' : current === '' ? 'removed' : 'changed', ...values }];
}

function compareTexts(before: readonly string[], after: readonly string[]): Change[] {
  const replacements = diffTexts(before, after);
  if (replacements === undefined)
    return [{ kind: 'words', action: 'changed', before: countWords(before), after: countWords(after) }];
  const changes = replacements.flatMap(({ removed, added }) => [
    ...compareBlocks('heading', removed.filter(isHeading), added.filter(isHeading)),
    ...compareBlocks('words', removed.filter(isText), added.filter(isText)),
  ]);
  if (changes.length <= MAX_TEXTS) return changes;
  const more = `${count(changes.length - MAX_TEXTS, 'more change')} of the text`;
  return [...changes.slice(0, MAX_TEXTS), { kind: 'words', action: 'changed', subject: more }];
}

const isText = (block: string): boolean => block.startsWith('0');
const isHeading = (block: string): boolean => !isText(block);

function compareBlocks(kind: 'heading' | 'words', removed: readonly string[], added: readonly string[]): Change[] {
  if (removed.length === added.length)
    return removed.map((block, index) => compareBlock(kind, block, added[index] ?? ''));
  // A heading is a unit; a text may have been split.
  if (kind === 'words' && removed.length > 0 && added.length > 0)
    return [compareBlock(kind, `0${joinTexts(removed)}`, `0${joinTexts(added)}`)];
  return [
    ...removed.map((block) => compareBlock(kind, block, '')),
    ...added.map((block) => compareBlock(kind, '', block)),
  ];
}

function compareBlock(kind: 'heading' | 'words', before: string, after: string): Change {
  const action = before === '' ? 'added' : after === '' ? 'removed' : 'changed';
  const [old, current] = [before.slice(1), after.slice(1)];
  const isOtherLevel = old === current;
  const levels = isOtherLevel && { subject: limit(old), before: `h${before[0]}`, after: `h${after[0]}` };
  return { kind, action, ...(levels || { words: diffWords(old, current) }) };
}

function joinTexts(blocks: readonly string[]): string {
  return blocks.map((block) => block.slice(1)).join(' ');
}

function countWords(blocks: readonly string[]): string {
  return count(joinTexts(blocks).split(' ').length, 'word');
}

function compareLinks({ links: before }: PageContent, { links: after }: PageContent, find: AssetFinders): Change[] {
  const changes = compareNames([...before.keys()], [...after.keys()]);
  const replaced = [...after].filter(([name, address]) => isReplaced(before.get(name), address, find));
  return [...changes, ...replaced.map(([name]) => ['changed', name] as const)].map(([action, subject]) => ({
    kind: 'link',
    action,
    subject: limit(subject),
  }));
}

/** True if the file behind an address has other contents. */
function isReplaced(before: string | undefined, after: string, find: AssetFinders): boolean {
  if (before === undefined || before === after) return false;
  const [old, current] = [find.before(before), find.after(after)];
  return old === undefined || old.digest !== current?.digest;
}

function compareImages({ images: before }: PageContent, { images: after }: PageContent, find: AssetFinders): Change[] {
  const changes = compareNames([...before.keys()], [...after.keys()]).map(([action, subject]): Change => {
    const alt = limit((action === 'added' ? after : before).get(subject)?.alt ?? '');
    return { kind: 'image', action, subject: limit(subject), [action === 'added' ? 'after' : 'before']: alt };
  });
  const others = [...after].flatMap(([name, { alt, address }]): Change[] => {
    const old = before.get(name);
    if (old === undefined || (old.alt === alt && !isReplaced(old.address, address, find))) return [];
    const alts = old.alt !== alt && { before: limit(old.alt), after: limit(alt) };
    return [{ kind: 'image', action: 'changed', subject: limit(name), ...alts }];
  });
  return [...changes, ...others];
}

function compareNames(before: readonly string[], after: readonly string[]) {
  const [old, current] = [new Set(before), new Set(after)];
  return [
    ...before.filter((name) => !current.has(name)).map((name) => ['removed', name] as const),
    ...after.filter((name) => !old.has(name)).map((name) => ['added', name] as const),
  ];
}

function compareAssets(
  kind: 'script' | 'style',
  before: readonly PageAsset[],
  after: readonly PageAsset[],
  find: AssetFinders,
): Change[] {
  const [old, current] = [measure(before, find.before), measure(after, find.after)];
  if (old.digests === current.digests) return [];
  return [{ kind, action: 'changed', before: count(old.bytes, 'byte'), after: count(current.bytes, 'byte') }];
}

function measure(assets: readonly PageAsset[], find: FindAsset) {
  const found = new Map(
    assets.map(({ address, inline }) => {
      const asset = inline ?? find(address) ?? { bytes: 0, digest: address };
      return [asset.digest, asset.bytes];
    }),
  );
  return {
    digests: [...found.keys()].toSorted().join(' '),
    bytes: [...found.values()].reduce((sum, bytes) => sum + bytes, 0),
  };
}
