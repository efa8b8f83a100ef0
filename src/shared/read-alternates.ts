import { inspect } from 'node:util';
import { decodePath } from './address.ts';
import type { Alternate } from './page-facts.ts';

/** For visitors whose language is not listed. */
const DEFAULT = 'x-default';

/** @param written the `alternates` of a page's `meta`. @returns the valid ones */
export function readAlternates(written: unknown): Alternate[] {
  return entriesOf(written).flatMap(([lang, address]) => {
    const path = findProblem(lang, address) === undefined ? toPath(address) : undefined;
    return path === undefined ? [] : [{ lang, path }];
  });
}

interface AlternateMistake {
  /** Absent if `alternates` itself is not an object. */
  readonly lang?: string;
  readonly message: string;
  readonly hint: string;
}

/** @returns the mistakes in the `alternates` of a page's `meta` */
export function findAlternateMistakes(written: unknown): AlternateMistake[] {
  if (typeof written !== 'object' || written === null) {
    const message = `The \`alternates\` of the page are not an object: ${inspect(written, { depth: 0 })}.`;
    return [{ message, hint: "write { en: '/about/', de: '/de/ueber/' }" }];
  }
  return entriesOf(written).flatMap(([lang, address]) => {
    const problem = findProblem(lang, address);
    return problem === undefined ? [] : [{ lang, ...problem }];
  });
}

function entriesOf(written: unknown): [string, unknown][] {
  return typeof written === 'object' && written !== null ? Object.entries(written) : [];
}

function findProblem(lang: string, address: unknown): Omit<AlternateMistake, 'lang'> | undefined {
  if (lang !== DEFAULT && !isLanguage(lang)) {
    const message = `The \`alternates\` of the page have "${lang}", which is not a language tag.`;
    return { message, hint: 'write a tag of BCP 47, such as "de", "en-GB" or "zh-Hant"; the United Kingdom is GB' };
  }
  if (toPath(address) === undefined) {
    const message = `The "${lang}" of the page's \`alternates\` is not the path of a page: ${inspect(address, { depth: 0 })}.`;
    return { message, hint: 'write a path that starts with "/", such as "/de/ueber/"' };
  }
  return undefined;
}

function toPath(address: unknown): string | undefined {
  return typeof address === 'string' && /^\/(?!\/)[^?#]*$/.test(address) ? decodePath(address) : undefined;
}

/** Pages repeat the few tags of a site, and the data behind `Intl` is slow. Owned by `isLanguage`. */
const known = new Map<string, boolean>();

/** True for a tag of BCP 47, except for frequent mistakes: `jp` is not assigned, `english` not registered, `en-UK` is `en-GB`. */
export function isLanguage(tag: string): boolean {
  const isKnown = known.get(tag) ?? isAssigned(tag);
  known.set(tag, isKnown);
  return isKnown;
}

function isAssigned(tag: string): boolean {
  const locale = parse(tag);
  if (locale === undefined) return false;
  const { language, region } = locale;
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const hasName = language.length === 3 || (language.length === 2 && names.of(language) !== undefined);
  // The region of `en-UK` is read as GB.
  return hasName && (region === undefined || tag.toUpperCase().includes(`-${region}`));
}

function parse(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch (failure) {
    if (failure instanceof RangeError) return undefined;
    throw failure;
  }
}
