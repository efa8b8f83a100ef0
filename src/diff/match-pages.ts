/** Finds out which page of the old site is which page of the new one. */
import type { Change, PageChange } from './changes.ts';
import type { PageContent } from './read-page.ts';

type Files = readonly [before: string, after: string | undefined] | readonly [before: undefined, after: string];

/** Pairs files by name, or else as two spellings of one address: `a.html` and `a/index.html`. */
export function pairFiles(before: readonly string[], after: readonly string[]): Files[] {
  const [old, left] = [new Set(before), new Set(after)];
  const byName = new Map(after.filter((file) => !old.has(file)).map((file) => [nameOf(file), file]));
  const pairs = before.map((file): Files => {
    const other = left.has(file) ? file : byName.get(nameOf(file));
    if (other !== undefined) left.delete(other);
    return [file, other];
  });
  return [...pairs, ...[...left].map((file) => [undefined, file] as const)];
}

/** `a.html`, `a/index.html` -> `a` */
export function nameOf(file: string): string {
  return file.replace(/(^|\/)index\.html$|\.html$/, '');
}

/** A page that only one of the sites has. */
export interface SinglePage extends Pick<PageContent, 'title' | 'main' | 'redirect'> {
  readonly file: string;
  /** True if the new site gives its address up. */
  readonly isGone?: boolean;
}

interface Move extends PageChange {
  readonly file: string;
  /** Its file in the new site, if it is there. */
  readonly other: string | undefined;
  /** The change, as other pages of its folder have it. */
  readonly short: Change;
}

/** Finds the new place of each removed page: by its redirect in the new site, or else by its text, or its title. */
export function findMoves(
  removed: readonly SinglePage[],
  added: readonly SinglePage[],
  addressOf: (file: string) => string,
): Move[] {
  const by = (keyOf: (page: SinglePage) => string) => {
    const found = new Map<string, string | undefined>();
    for (const page of added) found.set(keyOf(page), found.has(keyOf(page)) ? undefined : page.file);
    return (key: string) => (key === '' ? undefined : found.get(key));
  };
  const byAddress = by(({ file }) => addressOf(file));
  const byText = by(({ main }) => main);
  const byTitle = by(({ title }) => title);
  const findLike = ({ title, main, isGone }: SinglePage) => (isGone ? undefined : (byText(main) ?? byTitle(title)));
  return removed.map((single) => {
    const { file, redirect } = single;
    const page = addressOf(file);
    const other = redirect === undefined ? findLike(single) : byAddress(redirect.replace(/[?#].*/, ''));
    const to = redirect ?? (other === undefined ? undefined : addressOf(other));
    const kind = redirect !== undefined ? 'moved' : to === undefined ? 'removed' : 'lost';
    const action = kind === 'moved' ? 'changed' : 'removed';
    const change = { kind, action, ...(to !== undefined && { before: page, after: to }) } as const;
    return { page, file, other, change, short: { ...change, ...(to !== undefined && shorten(page, to)) } };
  });
}

/** `/blog/a/`, `/news/a/` -> `/blog/…`, `/news/…`; the same if their last segments differ */
function shorten(before: string, after: string) {
  const [a, b] = [before, after].map((address) => /^(.*?)(\/[^/]+\/?)$/.exec(address));
  return a && b && a[2] === b[2] ? { before: `${a[1]}/…`, after: `${b[1]}/…` } : { before, after };
}
