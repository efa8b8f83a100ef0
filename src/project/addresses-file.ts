/**
 * `addresses.txt` in the project's root: every address that the public has seen, one a line, sorted, in the one spelling of
 * `address.ts`. An address is a path: without the base, a query or a fragment. People may add lines that start with `#`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { decodePath, encodePath, pathOfOutput, withBase } from '../shared/address.ts';
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import { isErrorPage } from '../shared/error-pages.ts';
import { SitegenError } from '../shared/errors.ts';
import { listFiles, lstatIfExists, statIfExists, writeAtomically } from '../shared/files.ts';
import { isHtml } from '../shared/paths.ts';

export const ADDRESSES = 'addresses.txt';

export interface AddressesFile {
  /** Their lines, by address: `/caf%C3%A9/`. */
  readonly lines: ReadonlyMap<string, number>;
  /** All mistakes. */
  readonly diagnostics: readonly Diagnostic[];
  readonly text: string;
}

/** @returns `undefined` if the project has no such file */
export function readAddressesFile(root: string): AddressesFile | undefined {
  const file = path.join(root, ADDRESSES);
  if (lstatIfExists(file) === undefined) return undefined;
  const lines = new Map<string, number>();
  if (!statIfExists(file)?.isFile())
    return { lines, diagnostics: [mistake('It is not a text file.', 'write one address a line')], text: '' };
  const text = new TextDecoder().decode(readFileSync(file)); // without a byte order mark
  const mistakes: Diagnostic[] = [];
  for (const [index, line] of linesOf(text).entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const first = lines.get(line);
    const problem = first === undefined ? findMistake(line) : ([`is there twice, first in line ${first}`] as const);
    if (problem === undefined) lines.set(line, index + 1);
    else {
      const [reason, hint = 'remove the line'] = problem;
      mistakes.push(mistake(`"${line.slice(0, 200)}" ${reason}.`, hint, index + 1));
    }
  }
  return { lines, diagnostics: mistakes, text };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}

/** @returns the reason, and what to do */
function findMistake(line: string): readonly [reason: string, hint?: string] | undefined {
  const meant = toAddress(line.trim());
  if (meant === undefined) return ['is no address that a site can have'];
  return meant === line ? undefined : ['is not spelled like the path of an address', `write "${meant}"`];
}

const PLAIN = /^\/(?:[\w~-][\w.~-]*(?:\/|$))*$/;

/**
 * @param written an absolute address, or a path from the root of the host, in any spelling
 * @returns the path in its one spelling; `undefined` if no site can have it
 */
function toAddress(written: string): string | undefined {
  if (PLAIN.test(written)) return written;
  const isAbsolute = /^https?:\/\//i.test(written) && URL.canParse(written);
  if (!isAbsolute && !written.startsWith('/')) return undefined;
  const decoded = decodePath((isAbsolute ? new URL(written).pathname : written).replace(/[?#].*$/s, ''));
  // Characters that no file has, and names that a browser resolves.
  if (decoded === undefined || /[\p{Cc}\p{Cs}\uFFFD\\]|\/\/|\/\.\.?(?:\/|$)/u.test(decoded)) return undefined;
  return encodePath(decoded);
}

function mistake(message: string, hint: string | undefined, line?: number): Diagnostic {
  return error('addresses-invalid', message, { place: { file: ADDRESSES, ...(line !== undefined && { line }) }, hint });
}

/**
 * Adds addresses to the file, or creates it. Sorts the lines; those of people stay in front of the address that follows them.
 *
 * @param added in their one spelling
 * @throws {SitegenError} if the file has mistakes, or is a link
 */
export async function addToAddressesFile(root: string, added: readonly string[]): Promise<void> {
  const file = path.join(root, ADDRESSES);
  const before = readAddressesFile(root);
  if (before !== undefined && before.diagnostics.length > 0)
    throw new SitegenError(`${ADDRESSES} has mistakes, and was not changed.`, { diagnostics: before.diagnostics });
  if (lstatIfExists(file)?.isSymbolicLink())
    throw new SitegenError(`${file} is a link, and was not changed.\nTry: replace it with the file.`);
  const { text = '', lines = new Map<string, number>() } = before ?? {};
  const entries = new Map(added.filter((address) => !lines.has(address)).map((address) => [address, '']));
  let notes = '';
  for (const line of linesOf(text)) {
    if (lines.has(line)) {
      entries.set(line, notes);
      notes = '';
    } else notes += `${line}\n`;
  }
  const sorted = [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const all = sorted.map(([address, own]) => `${own}${address}\n`).join('') + notes;
  const written = text.includes('\r\n') ? all.replaceAll('\n', '\r\n') : all;
  if (written !== text) await writeAtomically(file, written);
}

/**
 * Reads the addresses of another version of a site: those of the pages in a folder, or the first word of each line of a list,
 * which is the old address of a redirect. Rules for many addresses, with `*` or `:name`, are left out.
 *
 * @param source absolute
 * @param base the site's: addresses outside of it are left out
 * @returns addresses in their one spelling, without the base, and how many were left out
 * @throws {SitegenError} if there are none
 */
export function readAddressSource(
  source: string,
  base: string,
): { readonly addresses: string[]; readonly left: number } {
  const stats = statIfExists(source);
  if (!stats?.isDirectory() && !stats?.isFile())
    throw new SitegenError(
      `${source} is neither a folder nor a file.\nTry: name a folder of HTML files, or a list of addresses.`,
    );
  const found = new Set<string>();
  let left = 0;
  for (const written of stats.isDirectory() ? listPages(source, base) : listWords(readFileSync(source, 'utf8'))) {
    const isPattern = /\*|\/:/.test(written.replace(/^\w+:\/\//, ''));
    const address = isPattern ? undefined : toAddress(written);
    if (address?.startsWith(base)) found.add(address.slice(base.length - 1));
    else left += 1;
  }
  if (found.size === 0) throw new SitegenError(`${source} has no addresses below ${base}.`);
  return { addresses: [...found], left };
}

function listPages(folder: string, base: string): string[] {
  const pages = listFiles(folder).filter((file) => isHtml(file) && !isErrorPage(file) && !/(^|\/)\./.test(file));
  return pages.map((page) => withBase(base, encodePath(pathOfOutput(page, true))));
}

function listWords(text: string): string[] {
  const words = linesOf(text).map((line) => line.trim().split(/\s/, 1)[0] ?? '');
  return words.filter((word) => word !== '' && !word.startsWith('#'));
}
