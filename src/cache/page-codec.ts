/**
 * The facts of many pages as one text. Pages of a site repeat each other, so each string is stored once, and a page is a row
 * of numbers and of its own strings: some ten times faster to read and write than the objects, and as much smaller.
 */
import type { PageFacts, Reference } from '../core/page-facts.ts';

interface Encoded {
  readonly strings: readonly string[];
  readonly rows: readonly Row[];
}

/** A page. Where a string may recur on other pages, its number in the table of strings. */
type Row = readonly [
  route: readonly [path: string, output: string, source: number],
  size: readonly [raw: number, brotli?: number],
  head: readonly [title: string, description: string, flags: number, contentPolicy: number],
  meta: readonly [updated: string | 0, meta: string | 0],
  lists: readonly [ids: readonly number[], references: readonly number[], islands: readonly number[]],
  rebuild: readonly [key: string, htmlHash: string, mtime: number, reason: number],
  card: string | 0,
  diagnostics: NonNullable<PageFacts['diagnostics']> | 0,
];

const [NOINDEX, EXTENDED] = [1, 2];

export function encodePages(pages: readonly PageFacts[]): string {
  const numbers = new Map<string, number>();
  const encode = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const rows = pages.map((page) => encodePage(page, encode));
  return JSON.stringify({ strings: [...numbers.keys()], rows } satisfies Encoded);
}

function encodePage(page: PageFacts, encode: (text: string) => number): Row {
  const { route, size, title, description, noindex, contentPolicy, rebuild } = page;
  return [
    [route.path, route.output, encode(route.source)],
    size.brotli === undefined ? [size.raw] : [size.raw, size.brotli],
    [title, description, (noindex ? NOINDEX : 0) | (page.needsExtended ? EXTENDED : 0), encode(contentPolicy)],
    [page.updated ?? 0, page.meta ?? 0],
    [page.ids.map(encode), page.references.map(({ url, from }) => encode(`${from} ${url}`)), page.islands.map(encode)],
    [rebuild.key, rebuild.htmlHash, rebuild.mtime, encode(rebuild.reason)],
    page.card ?? 0,
    page.diagnostics ?? 0,
  ];
}

/** @returns reads what `encodePages` wrote, and shares what is equal among all that it has read */
export function createPageDecoder(): (encoded: string) => PageFacts[] {
  const shared = createSharedValues();
  return (encoded) => {
    const { strings, rows } = JSON.parse(encoded) as Encoded;
    return rows.map((row) => decodePage(row, strings, shared));
  };
}

function decodePage(row: Row, strings: readonly string[], shared: SharedValues): PageFacts {
  const [route, size, head, [updated, meta], lists, rebuild, card, diagnostics] = row;
  const [path, output, source] = route;
  const [raw, brotli] = size;
  const [title, description, flags, contentPolicy] = head;
  const [ids, references, islands] = lists;
  const [key, htmlHash, mtime, reason] = rebuild;
  const text = (number: number) => strings[number] ?? '';
  // Spreading each optional property into an object takes as long as everything else here.
  const facts: Writable<PageFacts> = {
    route: { path, source: shared.text(text(source)), output },
    size: brotli === undefined ? { raw } : { raw, brotli },
    title,
    description,
    noindex: (flags & NOINDEX) !== 0,
    ids: shared.list('ids', ids.map(text), shared.text),
    references: shared.list('references', references.map(text), shared.reference),
    islands: shared.list('islands', islands.map(text), shared.text),
    needsExtended: (flags & EXTENDED) !== 0,
    contentPolicy: shared.text(text(contentPolicy)),
    rebuild: { key, htmlHash, mtime, reason: shared.text(text(reason)) },
  };
  if (card !== 0) facts.card = card;
  if (updated !== 0) facts.updated = updated;
  if (meta !== 0) facts.meta = meta;
  if (diagnostics !== 0) facts.diagnostics = diagnostics;
  return facts;
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** How many items a list may have, and how long its name may be. Longer ones are probably different on each page. */
const SHARED = { items: 10, name: 200 };

type SharedValues = ReturnType<typeof createSharedValues>;

/** Equal strings, references and lists, each held once. */
function createSharedValues() {
  const texts = new Map<string, string>();
  const references = new Map<string, Reference>();
  const lists = new Map<string, readonly unknown[]>();
  const text = (value: string): string => {
    const known = texts.get(value);
    if (known === undefined) texts.set(value, value);
    return known ?? value;
  };
  const reference = (value: string): Reference => {
    const known = references.get(value);
    if (known !== undefined) return known;
    const space = value.indexOf(' ');
    const created = { from: text(value.slice(0, space)), url: value.slice(space + 1) };
    references.set(value, created);
    return created;
  };
  const list = <Item>(kind: string, values: readonly string[], toItem: (value: string) => Item): readonly Item[] => {
    if (values.length > SHARED.items) return values.map(toItem);
    const name = `${kind}\n${values.join('\n')}`;
    const known = lists.get(name);
    if (known !== undefined) return known as readonly Item[];
    const items = values.map(toItem);
    if (name.length < SHARED.name) lists.set(name, items);
    return items;
  };
  return { text, reference, list };
}
