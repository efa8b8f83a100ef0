import { brotliCompressSync, constants } from 'node:zlib';
import MiniSearch from 'minisearch';
import type { Doc, docs } from './docs.ts';
import { options, type Section } from './search.ts';

/** More than this, compressed, is too much for a phone. */
const MAX_BYTES = 1_000_000;

/** @returns the index of all pages of a collection, which the browser loads when a visitor first searches */
export async function searchIndex(pages: typeof docs): Promise<string> {
  const index = new MiniSearch(options);
  for (const doc of await pages.all()) index.addAll(sectionsOf(doc));
  const json = JSON.stringify(index);
  if (json.length > MAX_BYTES && compressedSize(json) > MAX_BYTES)
    console.warn('The index of the search has more than 1 MB: Pagefind (https://pagefind.app) divides it into parts.');
  return json;
}

/** Nearly as small as with the highest quality, in a twentieth of the time. */
function compressedSize(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }).length;
}

/** The page itself, which also visitors who know only its title find, and the words below each heading. */
function sectionsOf({ path, data: { title, description = '' }, sections }: Doc): Section[] {
  const intro = sections.find(({ heading }) => heading === undefined)?.text ?? '';
  return [
    { id: path, title, heading: title, text: inOneLine(`${description} ${intro}`) },
    ...sections.flatMap(({ heading, text }) =>
      heading ? [{ id: `${path}#${heading.id}`, title, heading: heading.text, text: inOneLine(text) }] : [],
    ),
  ];
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
