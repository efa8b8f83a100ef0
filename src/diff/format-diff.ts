/** Changes as text for a terminal, and as Markdown for a pull request. */
import { count, redirectLine } from '../shared/format.ts';
import { printableName, type Paint } from '../shared/format-diagnostic.ts';
import { KINDS, type Entry, type Part } from './changes.ts';
import type { SiteDiff } from './diff-sites.ts';

/** How a text of a page is shown, which may be anything. */
type Show = (text: string, color?: 'red' | 'green') => string;

export function formatDiff(diff: SiteDiff, paint: Paint): string {
  const show: Show = (text, color) => (color ? paint(color, printableName(text)) : printableName(text));
  const blocks = diff.changes.map((entry) => {
    const title = paint('bold', paint(entry.action === 'removed' ? 'red' : 'yellow', titleOf(entry)));
    const words = entry.words?.map((part) => showPart(part, show)).join(' ');
    const pages = listPages(entry, 100, show);
    const lines = [...describe(entry, show), words, hintOf(entry, show), pages && paint('dim', pages)];
    return [title, ...lines.filter(Boolean).map((line) => `  ${line}`), ''].join('\n');
  });
  return `${[...blocks, ...summarize(diff)].join('\n')}\n`;
}

function titleOf({ kind, action, count: pages }: Entry): string {
  const { title, hasAction } = KINDS[kind];
  const some = kind === 'file' ? count(pages, 'file') : count(pages, 'page');
  return `${title}${hasAction ? ` ${action}` : ''}${pages > 1 ? ` (${some})` : ''}`;
}

/** The change itself, in lines without its words. */
function describe({ kind, action, subject, before, after }: Entry, show: Show): string[] {
  const [old, current] = [before && show(before, 'red'), after && show(after, 'green')];
  const name = subject === undefined ? '' : show(subject);
  if (kind === 'redirect') return [`${name} → ${current ?? old}${action === 'changed' ? `, instead of ${old}` : ''}`];
  return [name, [old, current].filter(Boolean).join(' → ')].filter((line) => line !== '');
}

/** As `git diff --word-diff`. */
function showPart({ kind, text }: Part, show: Show): string {
  if (kind === 'same') return show(text);
  return kind === 'removed' ? show(`[-${text}-]`, 'red') : show(`{+${text}+}`, 'green');
}

function hintOf({ kind, before = '…', after = '' }: Entry, show: Show): string {
  const isPage = kind === 'lost' && !before.endsWith('…');
  return isPage ? `Try: ${show(redirectLine(before, after))} in \`redirects\` of the config` : '';
}

/** @param most how many of a kind whose addresses matter */
function listPages({ kind, count: all, pages, subject, before }: Entry, most: number, show: Show): string {
  if (all === 1 && (pages[0] === subject || pages[0] === before)) return '';
  const shown = pages.slice(0, KINDS[kind].isListed ? most : 3).map((page) => show(page));
  return `${shown.join(', ')}${all > shown.length ? ` and ${all - shown.length} more` : ''}`;
}

/** @returns the result, and a note on what it lacks */
function summarize({ pages, changes, isWhole }: SiteDiff): string[] {
  const result =
    changes.length === 0
      ? `No differences in ${count(pages.after, 'page')}.`
      : `${count(changes.length, 'difference')}; ${count(pages.before, 'page')} before, ${pages.after} now.`;
  const note = 'Not compared: redirects, `gone` and headers. Those of the old site are not known.';
  return isWhole ? [result] : [result, note];
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
  let left = 0;
  const [result, ...notes] = summarize(diff);
  let text = `${[MARK, `**${result}**`, ...notes].join('\n')}\n\n`;
  for (const entry of diff.changes) {
    const item = toItem(entry);
    // The last line needs some characters, too.
    if (left > 0 || text.length + item.length > MAX_COMMENT - 1000) left += 1;
    else text += item;
  }
  return left === 0 ? text : `${text}\n**${count(left, 'more difference')} left out.**\n`;
}

function toItem(entry: Entry): string {
  const pages = listPages(entry, 20, toCode);
  const facts = [`- **${titleOf(entry)}**`, ...describe(entry, toCode)].join(' ');
  return `${facts}${pages && `: ${pages}`}\n${entry.words === undefined ? '' : toFence(entry.words)}`;
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
