/**
 * `addresses.txt` in the project's root: every address that the public has seen, one a line, sorted, in the one spelling of
 * `address.ts`. An address is a path: without the base, a query or a fragment. People may add lines that start with `#`.
 */
import path from 'node:path';
import { decodePath, encodePath } from '../shared/address.ts';
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import { SitegenError, hasCode } from '../shared/errors.ts';
import { lstatIfExists, readRegularFile, writeAtomically } from '../shared/files.ts';

export const ADDRESSES = 'addresses.txt';

const MAX_LINES = 1_000_000;
const MAX_BYTES = 100e6;

/** Of an address, in characters. */
const MAX_LENGTH = 4096;

/** More mistakes are counted. */
const MAX_MISTAKES = 100;

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
  const text = readText(file);
  const lines = new Map<string, number>();
  const mistakes: Diagnostic[] = [];
  let [number, wrong] = [0, 0];
  for (const line of linesOf(text ?? '')) {
    if ((number += 1) > MAX_LINES) break;
    if (line === '' || line.startsWith('#')) continue;
    const first = lines.get(line);
    const problem = first === undefined ? findMistake(line) : ([`is there twice, first in line ${first}`] as const);
    if (problem === undefined) lines.set(line, number);
    else if ((wrong += 1) <= MAX_MISTAKES) {
      const [reason, hint = 'remove the line'] = problem;
      mistakes.push(mistake(`"${shorten(line)}" ${reason}.`, hint, number));
    }
  }
  if (text === undefined || number > MAX_LINES) {
    const message = `It is not a text in UTF-8 of at most ${MAX_BYTES / 1e6} MB and ${MAX_LINES} lines.`;
    return { lines: new Map(), diagnostics: [mistake(message, 'write one address a line')], text: '' };
  }
  if (wrong > MAX_MISTAKES) mistakes.push(mistake(`${wrong - MAX_MISTAKES} more lines are no addresses.`, undefined));
  return { lines, diagnostics: mistakes, text };
}

/** @returns `undefined` if it is no text, or too long */
function readText(file: string): string | undefined {
  try {
    const bytes = readRegularFile(file, MAX_BYTES);
    const text = bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text?.includes('\0') ? undefined : text;
  } catch (failure) {
    if (failure instanceof TypeError || hasCode(failure, 'ENOENT', 'ELOOP')) return undefined;
    throw failure;
  }
}

/** An array of all lines could be far larger than the text. */
function* linesOf(text: string): Generator<string> {
  for (const [line] of text.matchAll(/[^\n]*\n|[^\n]+$/g)) yield line.replace(/\r?\n$/, '');
}

const PLAIN = /^\/(?:[\w~-][\w.~-]*(?:\/|$))*$/;

/** @returns the reason, and what to do */
function findMistake(line: string): readonly [reason: string, hint?: string] | undefined {
  if (line.length > MAX_LENGTH) return [`has more than ${MAX_LENGTH} characters`];
  if (PLAIN.test(line)) return undefined;
  const meant = toAddress(line.trim());
  if (meant === undefined) return ['is no address that a site can have'];
  return meant === line ? undefined : ['is not spelled like the path of an address', `write "${meant}"`];
}

/**
 * @param written an absolute address, or a path from the root of the host, in any spelling
 * @returns the path in its one spelling; `undefined` if no site can have it
 */
export function toAddress(written: string): string | undefined {
  const isAbsolute = /^https?:\/\//i.test(written) && URL.canParse(written);
  if (!isAbsolute && !written.startsWith('/')) return undefined;
  const decoded = decodePath((isAbsolute ? new URL(written).pathname : written).replace(/[?#].*$/s, ''));
  // Characters that no file has, and names that a browser resolves.
  if (decoded === undefined || /[\p{Cc}\p{Cs}\uFFFD\\]|\/\/|\/\.\.?(?:\/|$)/u.test(decoded)) return undefined;
  return encodePath(decoded);
}

function shorten(line: string): string {
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
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
  const total = entries.size + lines.size;
  if (total > MAX_LINES) throw new SitegenError(`${ADDRESSES} would have more than ${MAX_LINES} lines.`);
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
