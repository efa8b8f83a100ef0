import { readFileSync } from 'node:fs';
import path from 'node:path';
import { codeFrame } from '../shared/code-frame.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import { hasCode } from '../shared/errors.ts';
import type { Dependencies } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';

/**
 * @param source a page file
 * @param addresses forms of one address
 * @returns the place where the page, or the shell around it, has one of them: as a literal, or within one, as in
 *   `url(/photo.jpg)`
 */
export type FindAddress = (source: string, addresses: readonly string[]) => Found;

/** @returns the place of an address in a content file on a page */
export function findInContent(root: string, { content = [] }: PageFacts, addresses: readonly string[]): Found {
  const links = content.flatMap(({ file, links: all }) => all.map((link) => ({ file, ...link })));
  const found = links.find(({ url }) => addresses.includes(url));
  if (found === undefined) return undefined;
  const { file, line, column } = found;
  return { place: { file, line, column }, frame: codeFrame(readIfThere(path.join(root, file)), line, column) };
}

type Found = Pick<Diagnostic, 'place' | 'frame'> | undefined;

/**
 * @param graph by source file
 * @param shell searched first, because its content is on every page
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
  const known = new Map<string, ReturnType<FindAddress>>();
  return (source, addresses) => {
    const key = JSON.stringify([source, addresses]);
    const files = [shell, source].flatMap((file) =>
      file === undefined ? [] : [file, ...(graph.get(file)?.files ?? [])],
    );
    const found = known.has(key) ? known.get(key) : firstOf(files, read, addresses);
    known.set(key, found);
    return found;
  };
}

const MAY_HAVE_LINKS = /\.(?:[cm]?[jt]sx?|json)$/;

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

function firstOf(
  files: readonly string[],
  read: (file: string) => string,
  addresses: readonly string[],
): ReturnType<FindAddress> {
  const searches = addresses.flatMap((address) => files.map((file) => ({ address, file })));
  for (const find of [findLiteral, findWithin]) {
    for (const { address, file } of searches) {
      const text = read(file);
      const index = find(text, address);
      if (index === undefined) continue;
      const before = text.slice(0, index).split('\n');
      const place = { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
      return { place, frame: codeFrame(text, place.line, place.column) };
    }
  }
  return undefined;
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
