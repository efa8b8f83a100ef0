import type { PageFacts, Reference } from '../core/page-facts.ts';

/**
 * The facts of many pages as one text. Pages of one site repeat each other, so each string stands in it once; a page is a
 * row of numbers and of what is its own. Read and written some ten times faster than the objects, and as much smaller.
 */
interface Packed {
  readonly strings: readonly string[];
  readonly rows: readonly Row[];
}

type Row = readonly [
  path: string,
  output: string,
  source: number,
  raw: number,
  brotli: number,
  title: string,
  description: string,
  noindex: 0 | 1,
  card: string,
  ids: readonly number[],
  references: readonly number[],
  islands: readonly number[],
  key: string,
  data: string,
  html: string,
  mtime: number,
  reason: number,
  warnings: NonNullable<PageFacts['warnings']> | 0,
  contentPolicy: number,
];

export function encodePages(pages: readonly PageFacts[]): string {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const rows = pages.map((page): Row => {
    const {
      route,
      size,
      title,
      description,
      noindex,
      card = '',
      ids,
      references,
      islands,
      warnings,
      rebuild,
      contentPolicy,
    } = page;
    return [
      route.path,
      route.output,
      numberOf(route.source),
      size.raw,
      size.brotli ?? -1,
      title,
      description,
      noindex ? 1 : 0,
      card,
      ids.map(numberOf),
      references.map(({ url, from }) => numberOf(`${from} ${url}`)),
      islands.map(numberOf),
      rebuild.key,
      rebuild.dataHash,
      rebuild.htmlHash,
      rebuild.mtime,
      numberOf(rebuild.reason),
      warnings ?? 0,
      numberOf(contentPolicy),
    ];
  });
  return JSON.stringify({ strings: [...numbers.keys()], rows });
}

/** @returns reads what `packFacts` wrote, and shares what is equal among all that it has read */
export function createPageDecoder(): (packed: string) => PageFacts[] {
  const strings = new Map<string, string>();
  const references = new Map<string, Reference>();
  const lists = new Map<string, readonly unknown[]>();

  const share = (text: string): string => {
    const known = strings.get(text);
    if (known !== undefined) return known;
    strings.set(text, text);
    return text;
  };
  const toReference = (text: string): Reference => {
    const known = references.get(text);
    if (known !== undefined) return known;
    const space = text.indexOf(' ');
    const reference = { from: share(text.slice(0, space)), url: text.slice(space + 1) };
    references.set(text, reference);
    return reference;
  };
  const shareList = <Item>(kind: string, texts: readonly string[], make: (text: string) => Item): readonly Item[] => {
    const name = `${kind}\n${texts.join('\n')}`;
    const known = lists.get(name);
    if (known !== undefined) return known as readonly Item[];
    const list = texts.map(make);
    // Long lists that no other page has would only fill the table with their names.
    if (name.length < 200) lists.set(name, list);
    return list;
  };

  return (packed) => {
    const { strings: table, rows } = JSON.parse(packed) as Packed;
    const texts = (numbers: readonly number[]) => numbers.map((number) => table[number] ?? '');
    return rows.map((row): PageFacts => {
      const [path, output, source, raw, brotli, title, description, noindex, card, ids, refs, islands] = row;
      const [, , , , , , , , , , , , key, data, html, mtime, reason, warnings, contentPolicy] = row;
      return {
        route: { path, output, source: share(table[source] ?? '') },
        size: brotli === -1 ? { raw } : { raw, brotli },
        ...(card && { card }),
        title,
        description,
        noindex: noindex === 1,
        ids: shareList('ids', texts(ids), share),
        references: shareList('references', texts(refs), toReference),
        islands: shareList('islands', texts(islands), share),
        contentPolicy: share(table[contentPolicy] ?? ''),
        ...(warnings !== 0 && { warnings }),
        rebuild: { key, dataHash: data, htmlHash: html, mtime, reason: share(table[reason] ?? '') },
      };
    });
  };
}
