import { inspect } from 'node:util';
import type { FileContext } from './contract.ts';
import { makeAddressesAbsolute } from '../check/html/absolute-addresses.ts';
import { spellAddress, withBase } from '../shared/address.ts';
import { SiteFileError } from '../shared/errors.ts';
import { toIsoDate } from '../shared/iso-date.ts';

/** A post in a feed. */
export interface FeedEntry {
  /** The address of its page without the base, `/posts/first/`, or an absolute one. */
  readonly path: string;
  /** Plain text. */
  readonly title: string;
  /** When it was last changed: a `Date`, or an ISO date. */
  readonly updated: string | Date;
  readonly published?: string | Date;
  /** Plain text. */
  readonly summary?: string;
  /** HTML. Relative addresses are resolved against its page. */
  readonly content?: string;
  /** A name. Default: the author of the feed. */
  readonly author?: string;
  readonly tags?: readonly string[];
  /** Identifies the entry forever. Default: its address. Keep the old one when the address changes. */
  readonly id?: string;
}

/** A feed, without the address of its file. */
export interface FeedOptions {
  /** Plain text. */
  readonly title: string;
  /** In any order. */
  readonly entries: readonly FeedEntry[];
  /** Plain text. */
  readonly description?: string;
  /** A name. Default: the title. */
  readonly author?: string;
  /** `en-GB` */
  readonly language?: string;
}

/** The text of a feed in both formats. */
export interface Feed {
  /** Atom (RFC 4287), for a file such as `feed.xml`. */
  readonly atom: string;
  /** JSON Feed 1.1, for a file such as `feed.json`. */
  readonly json: string;
}

/**
 * Generates a feed in a function in `templates/files`, the newest entries first.
 *
 * @example
 * // templates/files/feed.xml.ts
 * export default (context) => feed(context, { title: 'Example', entries }).atom;
 *
 * @param context the argument of the function
 * @throws an error that names the entry, if it lacks a title or a valid date, or has the id of another
 */
export function feed(context: Pick<FileContext, 'site' | 'base' | 'path'>, options: FeedOptions): Feed {
  const { site, base, path } = context;
  if (site === undefined)
    throw new SiteFileError('A feed needs the address of the site: set `site` in sitegen.config.ts.', undefined);
  const addressOf = (own: string) => (own.startsWith('/') ? site + withBase(base, spellAddress(own)) : own);
  const title = requireText(options.title, 'title', 'The feed');
  const items = options.entries.map((entry) => toItem(entry, addressOf)).toSorted(newestFirst);
  const ids = new Set<string>();
  for (const { id } of items) {
    if (ids.has(id)) throw new Error(`Two entries of the feed have the id "${id}".`);
    ids.add(id);
  }
  const channel = { ...options, title, author: options.author ?? title, home: addressOf('/'), self: addressOf(path) };
  return { atom: toAtom(channel, items), json: toJson(channel, items) };
}

interface Channel extends Omit<FeedOptions, 'entries'> {
  readonly author: string;
  readonly home: string;
  readonly self: string;
}

/** An entry with absolute addresses, and times in UTC. */
interface Item extends Omit<FeedEntry, 'path' | 'updated' | 'published'> {
  readonly id: string;
  readonly url: string;
  readonly updated: string;
  readonly published?: string;
}

function toItem(entry: FeedEntry, addressOf: (path: string) => string): Item {
  const { path, published, content } = entry;
  const subject = `The entry ${inspect(path)} of the feed`;
  const url = addressOf(requireText(path, 'path', 'An entry of the feed'));
  const { id = url } = entry;
  if (!URL.canParse(url)) throw new Error(`${subject} needs a \`path\` that starts with a slash.`);
  if (!URL.canParse(id)) throw new Error(`${subject} has an \`id\` that is no URI: ${inspect(id)}.`);
  return {
    ...entry,
    id,
    url,
    title: requireText(entry.title, 'title', subject),
    updated: toTime(entry.updated, 'updated', subject),
    ...(published !== undefined && { published: toTime(published, 'published', subject) }),
    ...(content !== undefined && { content: makeAddressesAbsolute(content, url) }),
  } as Item;
}

/** Types require the same, but a build compiles without checking them. */
function requireText(value: unknown, name: string, subject: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new Error(`${subject} has no \`${name}\`.`);
}

function toTime(date: unknown, name: string, subject: string): string {
  const text = toIsoDate(date);
  if (text !== undefined) return new Date(text).toISOString();
  if (date === undefined) throw new Error(`${subject} has no \`${name}\`.`);
  throw new Error(`${subject} has no valid date as its \`${name}\`: ${inspect(date, { depth: 0 })}.`);
}

/** Compares code units, so the order does not depend on the locale. */
function newestFirst(a: Item, b: Item): number {
  const [dateA, dateB] = [a.published ?? a.updated, b.published ?? b.updated];
  if (dateA !== dateB) return dateA > dateB ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** A feed without entries also needs a date. The time of the build would change the file in every build. */
const NEVER = '1970-01-01T00:00:00.000Z';

function toAtom({ title, description, author, language, home, self }: Channel, items: readonly Item[]): string {
  const updated = items.reduce((latest, item) => (item.updated > latest ? item.updated : latest), NEVER);
  const entries = items.map((item) => [
    '<entry>',
    ...element('id', item.id),
    ...element('title', item.title),
    `<link rel="alternate" type="text/html" href="${escapeXml(item.url)}"/>`,
    ...element('updated', item.updated),
    ...element('published', item.published),
    ...(item.author === undefined ? [] : ['<author>', ...element('name', item.author), '</author>']),
    ...(item.tags ?? []).map((tag) => `<category term="${escapeXml(tag)}"/>`),
    ...element('summary', item.summary),
    ...element('content', item.content, ' type="html"'),
    '</entry>',
  ]);
  const lang = language === undefined ? '' : ` xml:lang="${escapeXml(language)}"`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom"${lang}>`,
    ...element('id', home),
    ...element('title', title),
    ...element('subtitle', description),
    ...element('updated', updated),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(home)}"/>`,
    '<author>',
    ...element('name', author),
    '</author>',
    ...entries.flat(),
    '</feed>',
    '',
  ].join('\n');
}

function element(name: string, text: string | undefined, attributes = ''): string[] {
  return text === undefined ? [] : [`<${name}${attributes}>${escapeXml(text)}</${name}>`];
}

function escapeXml(text: string): string {
  return clean(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Removes what XML cannot contain, and halves of surrogate pairs: https://www.w3.org/TR/xml/#charsets */
function clean(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}

function toJson({ title, description, author, language, home, self }: Channel, items: readonly Item[]): string {
  const report = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: self,
    description,
    authors: [{ name: author }],
    language,
    items: items.map((item) => ({
      id: item.id,
      url: item.url,
      title: item.title,
      // One of them is required.
      ...(item.content === undefined ? { content_text: item.summary ?? item.title } : { content_html: item.content }),
      summary: item.summary,
      date_published: item.published ?? item.updated,
      date_modified: item.updated,
      authors: item.author === undefined ? undefined : [{ name: item.author }],
      tags: item.tags,
    })),
  };
  const cleaned = (_key: string, value: unknown) => (typeof value === 'string' ? clean(value) : value);
  return `${JSON.stringify(report, cleaned, 2)}\n`;
}
