/** Changes as text for a terminal, and as Markdown for a pull request. */
import { count, redirectLine } from '../shared/format.ts';
import { printableName, type Paint } from '../shared/format-diagnostic.ts';
import { KINDS, type Entry, type Kind } from './changes.ts';
import type { SiteDiff } from './diff-sites.ts';
import type { Part } from './diff-words.ts';

export function formatDiff({ pages, changes, omitted }: SiteDiff, paint: Paint): string {
  if (changes.length === 0) return `No differences in ${count(pages.after, 'page')}.\n`;
  const blocks = changes.map((entry) => {
    const title = paint('bold', paint(KINDS[entry.kind].isBad ? 'red' : 'yellow', titleOf(entry)));
    const pageList = listPages(entry, 100, printableName);
    const lines = [...describe(entry, paint), ...(pageList === '' ? [] : [paint('dim', pageList)])];
    return `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`;
  });
  return `${blocks.join('\n')}\n${summarize({ pages, changes, omitted })}\n`;
}

function titleOf({ kind, action, count: pages }: Entry): string {
  const { title, hasAction } = KINDS[kind];
  return `${title}${hasAction ? ` ${action}` : ''}${pages === 1 || kind === 'file' ? '' : ` (${count(pages, 'page')})`}`;
}

/** The change itself, in lines that are safe for a terminal. */
function describe({ kind, subject, before, after, words }: Entry, paint: Paint): string[] {
  const values = [before && paint('red', printableName(before)), after && paint('green', printableName(after))];
  const isPage = kind === 'lost' && before !== undefined && !before.endsWith('…');
  return [
    subject && printableName(subject),
    values.filter(Boolean).join(' → '),
    words?.map((part) => paintPart(part, paint)).join(' '),
    isPage && `Try: ${printableName(redirectLine(before, after ?? ''))} in \`redirects\` of the config`,
  ].filter((line) => typeof line === 'string' && line !== '') as string[];
}

/** As `git diff --word-diff`. */
function paintPart({ kind, text }: Part, paint: Paint): string {
  const safe = printableName(text);
  if (kind === 'same') return safe;
  return kind === 'removed' ? paint('red', `[-${safe}-]`) : paint('green', `{+${safe}+}`);
}

/** @param listed how many of a kind whose addresses matter */
function listPages(
  { kind, count: all, pages, subject, before }: Entry,
  listed: number,
  show: (page: string) => string,
): string {
  if (all === 1 && (pages[0] === subject || pages[0] === before)) return '';
  const shown = pages.slice(0, KINDS[kind].isListed ? listed : 3);
  return `${shown.map(show).join(', ')}${all > shown.length ? ` and ${all - shown.length} more` : ''}`;
}

function summarize({ pages, changes, omitted }: SiteDiff): string {
  const more = omitted === 0 ? '' : `, and ${count(omitted, 'more change')} that were not kept`;
  return `${count(changes.length, 'difference')}${more}; ${count(pages.before, 'page')} before, ${pages.after} now.`;
}

/** The first line of the comment, by which it is found again. */
const MARK = '<!-- sitegen diff -->';

/** A comment on GitHub has at most 65,536 characters. The line about differences that are left out needs some of these. */
const MAX_COMMENT = 60_000;
const MAX_ITEMS = MAX_COMMENT - 1000;

/**
 * A comment for a pull request. Texts of pages are untrusted: they are only in code, where neither HTML, links nor mentions
 * count, and a fence is longer than any in them.
 */
export function formatDiffAsMarkdown(diff: SiteDiff): string {
  const { changes, pages } = diff;
  if (changes.length === 0) return `${MARK}\n**No differences** in ${count(pages.after, 'page')}.\n`;
  const left = new Map<Kind, number>();
  let text = `${MARK}\n**${summarize(diff)}**\n\n`;
  for (const entry of changes) {
    const item = left.size > 0 ? '' : toItem(entry);
    if (left.size > 0 || text.length + item.length > MAX_ITEMS) left.set(entry.kind, (left.get(entry.kind) ?? 0) + 1);
    else text += item;
  }
  if (left.size === 0) return text;
  const all = [...left.values()].reduce((sum, number) => sum + number, 0);
  const kinds = [...left].map(([kind, number]) => `${number} × ${KINDS[kind].title}`);
  return `${text}\n**${count(all, 'more difference')} left out:** ${kinds.join(', ')}.\n`;
}

function toItem(entry: Entry): string {
  const { subject, before, after, words } = entry;
  const values = [before, after].flatMap((value) => (value === undefined ? [] : [toCode(value)]));
  const name = subject === undefined ? '' : ` ${toCode(subject)}`;
  const pages = listPages(entry, 20, toCode);
  const title = `- **${titleOf(entry)}**${name}${values.length === 0 ? '' : ` ${values.join(' → ')}`}`;
  return `${title}${pages === '' ? '' : `: ${pages}`}\n${words === undefined ? '' : toFence(words)}`;
}

function toCode(text: string): string {
  const safe = printableName(text).slice(0, 500);
  const ticks = '`'.repeat(longestRun(safe) + 1);
  // A code span that starts or ends with a backtick or is blank needs spaces, which are not shown.
  const space = /^[\s`]|[\s`]$/.test(safe) ? ' ' : '';
  return safe === '' ? '(empty)' : `${ticks}${space}${safe}${space}${ticks}`;
}

function toFence(words: readonly Part[]): string {
  const lines = (['removed', 'added'] as const).flatMap((kind, index) => {
    const shown = words.filter((part) => part.kind === 'same' || part.kind === kind);
    return shown.length === 0 ? [] : [`${'-+'[index]} ${shown.map(({ text }) => printableName(text)).join(' ')}`];
  });
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('')) + 1));
  return [`${fence}diff`, ...lines, fence].map((line) => `  ${line}\n`).join('');
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
