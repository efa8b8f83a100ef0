import { readFileSync } from 'node:fs';
import path from 'node:path';
import { codeFrame } from '../shared/code-frame.ts';
import type { Diagnostic, Place } from '../shared/diagnostics.ts';
import { hasCode } from '../shared/errors.ts';
import type { Dependencies } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';

/**
 * @param source a page file
 * @param addresses forms of one address
 * @param places of the element with the address, and of the components around it, innermost first
 * @returns where one of the forms is written: right after one of these places, or in one of their files; else in the shell, the
 *   page file, or one of their imports. As a literal, or within one, as in `url(/photo.jpg)`
 */
export type FindAddress = (
  source: string,
  addresses: readonly string[],
  places?: readonly Required<Place>[],
) => Found | undefined;

type Found = Required<Pick<Diagnostic, 'place' | 'frame'>>;

/** @returns the place of an address in a content file on a page */
export function findInContent(
  root: string,
  { content = [] }: PageFacts,
  addresses: readonly string[],
): Found | undefined {
  const links = content.flatMap(({ file, links: all }) => all.map((link) => ({ file, ...link })));
  const found = links.find(({ url }) => addresses.includes(url));
  if (found === undefined) return undefined;
  const { file, line, column } = found;
  return { place: { file, line, column }, frame: codeFrame(readIfThere(path.join(root, file)), line, column) };
}

/**
 * @param graph by source file
 * @param shell searched before the page file, because its content is on every page
 */
export function createAddressFinder(
  root: string,
  graph: ReadonlyMap<string, Dependencies>,
  shell: string | undefined,
): FindAddress {
  const texts = new Map<string, string>();
  const read = (file: string): string => {
    const text = texts.get(file) ?? readCode(path.join(root, file));
    texts.set(file, text);
    return text;
  };
  const known = new Map<string, Found | undefined>();
  return (source, addresses, places = []) => {
    const key = JSON.stringify([source, addresses, places]);
    if (known.has(key)) return known.get(key);
    const imported = [shell, source].flatMap((file) =>
      file === undefined ? [] : [file, ...(graph.get(file)?.files ?? [])],
    );
    const own = [...new Set(places.map(({ file }) => file))];
    const found =
      findInTags(places, read, addresses) ?? findIn(own, read, addresses) ?? findIn(imported, read, addresses);
    known.set(key, found);
    return found;
  };
}

const MAY_HAVE_LINKS = /\.(?:[cm]?[jt]sx?|json|mdx?)$/;

function readCode(file: string): string {
  return MAY_HAVE_LINKS.test(file) ? readIfThere(file) : '';
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (failure) {
    if (hasCode(failure, 'ENOENT')) return ''; // deleted while `serve` builds
    throw failure;
  }
}

type Read = (file: string) => string;

/** How far a tag is read, in characters. */
const MAX_TAG = 500;

/** Searches what follows each place: `<Button to="/typo/">` */
function findInTags(places: readonly Required<Place>[], read: Read, addresses: readonly string[]): Found | undefined {
  for (const { file, line, column } of places) {
    const lines = read(file).split('\n');
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + column - 1;
    const tag = read(file)
      .slice(start, start + MAX_TAG)
      .split(/<(?=[A-Za-z/])/, 2)
      .join('<');
    for (const address of addresses) {
      const index = findLiteral(tag, address) ?? findWithin(tag, address);
      if (index !== undefined) return placeAt(file, read(file), start + index);
    }
  }
  return undefined;
}

function findIn(files: readonly string[], read: Read, addresses: readonly string[]): Found | undefined {
  const searches = addresses.flatMap((address) => files.map((file) => ({ address, file })));
  for (const find of [findLiteral, findWithin]) {
    for (const { address, file } of searches) {
      const text = read(file);
      const index = find(text, address);
      if (index !== undefined) return placeAt(file, text, index);
    }
  }
  return undefined;
}

function placeAt(file: string, text: string, index: number): Found {
  const before = text.slice(0, index).split('\n');
  const place = { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  return { place, frame: codeFrame(text, place.line, place.column) };
}

function findLiteral(text: string, address: string): number | undefined {
  const literals = [`"${address}"`, `'${address}'`, `\`${address}\``];
  const found = literals.map((literal) => text.indexOf(literal)).filter((at) => at >= 0);
  return found.length === 0 ? undefined : Math.min(...found);
}

/** `url(/photo.jpg)`, `/small.jpg 1x, /large.jpg 2x`, `5; url=/new/` */
function findWithin(text: string, address: string): number | undefined {
  const isEdge = (index: number) => /^[\s"'`(),=\\]?$/.test(text.charAt(index));
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1)) {
    if (isEdge(at - 1) && isEdge(at + address.length)) return at;
  }
  return undefined;
}
