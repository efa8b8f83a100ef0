/** Changes as text for a terminal, and as Markdown for a pull request. */
import { count } from '../shared/format.ts';
import { printableName, type Paint } from '../shared/format-diagnostic.ts';
import type { Kind } from './compare-pages.ts';
import type { SiteDiff } from './diff-sites.ts';
import type { Part } from './diff-words.ts';
import type { Entry } from './group-changes.ts';

const TITLES: Readonly<Record<Kind, string>> = {
  lost: 'lost address',
  removed: 'removed page',
  noindex: 'noindex',
  canonical: 'canonical address',
  title: 'title',
  description: 'description',
  moved: 'moved',
  added: 'new page',
  heading: 'heading',
  link: 'link',
  image: 'image',
  words: 'text',
  island: 'island',
  script: 'scripts',
  style: 'stylesheets',
  file: 'file',
  other: 'markup that readers do not see',
};

const BAD: readonly Kind[] = ['lost', 'removed', 'noindex', 'canonical'];

/** Addresses of these are what a reader looks for; of others, examples are enough. */
const LISTED: readonly Kind[] = ['lost', 'removed', 'noindex', 'added', 'moved'];

export function formatDiff({ pages, changes, omitted }: SiteDiff, paint: Paint): string {
  if (changes.length === 0) return `No differences in ${count(pages.after, 'page')}.\n`;
  const blocks = changes.map((entry) => {
    const title = paint('bold', paint(BAD.includes(entry.kind) ? 'red' : 'yellow', titleOf(entry)));
    const pageList = listPages(entry, 100, printableName);
    const lines = [...describe(entry, paint), ...(pageList === '' ? [] : [paint('dim', pageList)])];
    return `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`;
  });
  return `${blocks.join('\n')}\n${summarize({ pages, changes, omitted })}\n`;
}

function titleOf({ kind, action, count: pages }: Entry): string {
  const verb = /^(lost|removed|moved|added|other)$/.test(kind) ? '' : ` ${action}`;
  return `${TITLES[kind]}${verb}${pages === 1 || kind === 'file' ? '' : ` (${count(pages, 'page')})`}`;
}

/** The change itself, in lines that are safe for a terminal. */
function describe({ kind, subject, before, after, words }: Entry, paint: Paint): string[] {
  const [name, old, current] = [subject, before, after].map((text) => text && printableName(text));
  const values = [old && paint('red', old), current && paint('green', current)].filter(
    (value) => value !== undefined && value !== '',
  );
  const isPage = kind === 'lost' && before !== undefined && !before.endsWith('…');
  const advice = isPage ? [`Try: '${old}': '${current}' in \`redirects\` of the config`] : [];
  return [
    ...(name === undefined ? [] : [name]),
    ...(values.length === 0 ? [] : [values.join(' → ')]),
    ...(words === undefined ? [] : [words.map((part) => paintPart(part, paint)).join(' ')]),
    ...advice,
  ];
}

/** As `git diff --word-diff`. */
function paintPart({ kind, text }: Part, paint: Paint): string {
  const safe = printableName(text);
  if (kind === 'same') return safe;
  return kind === 'removed' ? paint('red', `[-${safe}-]`) : paint('green', `{+${safe}+}`);
}

/** @param listed how many of a kind whose addresses matter */
function listPages(entry: Entry, listed: number, show: (page: string) => string): string {
  const { kind, count: all, pages, subject, before } = entry;
  if (all === 1 && (pages[0] === subject || pages[0] === before)) return '';
  const shown = pages.slice(0, LISTED.includes(kind) ? listed : 3);
  return `${shown.map(show).join(', ')}${all > shown.length ? ` and ${all - shown.length} more` : ''}`;
}

function summarize({ pages, changes, omitted }: SiteDiff): string {
  const more = omitted === 0 ? '' : `, and ${count(omitted, 'more change')} that were not kept`;
  return `${count(changes.length, 'difference')}${more}; ${count(pages.before, 'page')} before, ${pages.after} now.`;
}

/** The first line of the comment, by which it is found again. */
const MARK = '<!-- sitegen diff -->';

/** A comment on GitHub has at most 65,536 characters. */
const MAX_COMMENT = 60_000;

/**
 * A comment for a pull request. Texts of pages are untrusted: they are only in code, where neither HTML, links nor mentions
 * count, and a fence is longer than any in them.
 */
export function formatDiffAsMarkdown(diff: SiteDiff): string {
  const { changes } = diff;
  if (changes.length === 0) return `${MARK}\n**No differences** in ${count(diff.pages.after, 'page')}.\n`;
  const head = `${MARK}\n**${summarize(diff)}**\n\n`;
  const items = changes.map(toItem);
  const room = MAX_COMMENT - head.length - 500;
  let length = 0;
  const end = items.findIndex((item) => (length += item.length) > room);
  const left = end === -1 ? [] : changes.slice(end);
  const kinds = [...new Set(left.map(({ kind }) => kind))];
  const counts = kinds.map((kind) => `${left.filter((entry) => entry.kind === kind).length} × ${TITLES[kind]}`);
  const rest =
    left.length === 0 ? '' : `\n**${count(left.length, 'more difference')} left out:** ${counts.join(', ')}.\n`;
  return head + items.slice(0, end === -1 ? items.length : end).join('') + rest;
}

function toItem(entry: Entry): string {
  const { subject, before, after, words } = entry;
  const values = [before, after].flatMap((value) => (value === undefined ? [] : [toCode(value)]));
  const parts = [subject === undefined ? '' : toCode(subject), values.join(' → ')].filter((part) => part !== '');
  const title = `- **${titleOf(entry)}**${parts.length === 0 ? '' : ` ${parts.join(' ')}`}`;
  const pages = listPages(entry, 20, toCode);
  return `${title}${pages === '' ? '' : `: ${pages}`}\n${words === undefined ? '' : toFence(words)}`;
}

function toCode(text: string): string {
  const safe = printableName(text).slice(0, 500);
  const ticks = '`'.repeat(longestRun(safe) + 1);
  // A code span that starts or ends with a backtick or is blank needs spaces, which are not shown.
  return safe === '' ? '(empty)' : /^[\s`]|[\s`]$/.test(safe) ? `${ticks} ${safe} ${ticks}` : `${ticks}${safe}${ticks}`;
}

function toFence(words: readonly Part[]): string {
  const lineOf = (other: Part['kind']) =>
    words.flatMap(({ kind, text }) => (kind === other ? [] : [printableName(text)])).join(' ');
  const lines = [
    ...(words.some(({ kind }) => kind !== 'added') ? [`- ${lineOf('added')}`] : []),
    ...(words.some(({ kind }) => kind !== 'removed') ? [`+ ${lineOf('removed')}`] : []),
  ];
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('')) + 1));
  return [`${fence}diff`, ...lines, fence].map((line) => `  ${line}\n`).join('');
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
