/** How the answers of a host differ besides its pages: redirects, addresses that are gone, headers, and `robots.txt`. */
import { diffWords } from './compare-pages.ts';
import { actionOf, type Change } from './changes.ts';
import type { Answer, Site } from './open-site.ts';

type Add = (change: Change, page?: string) => void;

/** Compares addresses without a page. A page that redirects now has moved. */
export function compareAnswers(before: Site, after: Site, add: Add): void {
  for (const [name, { from }] of new Map([...before.answers, ...after.answers])) {
    const [old, current] = [before.answers.get(name), after.answers.get(name)];
    // Of a folder that sitegen has not built, only the pages that redirect are known.
    const isKnown = old !== undefined || before.isKnown;
    const change = isKnown && !before.pages.has(name) && !after.pages.has(name) && compareAnswer(from, old, current);
    if (change) add(change, from);
  }
}

function compareAnswer(from: string, old: Answer | undefined, current: Answer | undefined): Change | undefined {
  const isGone = current !== undefined && current.to === undefined;
  if (old?.to !== current?.to && !isGone) return changeOf('redirect', from, old?.to, current?.to);
  if (old?.to !== current?.to || old === undefined) return { kind: 'gone', action: 'added' };
  return current === undefined ? { kind: 'gone', action: 'removed' } : undefined;
}

export function compareHeaders({ headers: before }: Site, { headers: after }: Site, add: Add): void {
  if (before === undefined || after === undefined) return;
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (before[name] !== after[name]) add(changeOf('header', name, before[name], after[name]));
}

function changeOf(kind: 'redirect' | 'header', subject: string, before?: string, after?: string): Change {
  const values = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  return { kind, action: actionOf(before, after), subject, ...values };
}

/** Text files that a host or search engines read. */
export const SETTINGS_FILES = ['robots.txt', '_headers', '_redirects', '.htaccess'];

/** @param before the text, if the site has the file */
export function compareSettingsFile(file: string, before: string | undefined, after: string | undefined): Change {
  const [action, words] = [actionOf(before, after), diffWords(before ?? '', after ?? '')];
  if (file !== 'robots.txt') return { kind: 'settings', action, subject: `/${file}`, words };
  const [wasClosed, isClosed] = [closesSite(before), closesSite(after)];
  const subject = isClosed ? 'closes the site to search engines' : 'opens the site to search engines';
  return { kind: 'robots', action, ...(wasClosed !== isClosed && { subject }), words };
}

/** True if search engines may read no page: https://www.rfc-editor.org/rfc/rfc9309 */
function closesSite(robots = ''): boolean {
  const rules: string[] = [];
  let [isForAll, hasRules] = [false, false];
  for (const [, name = '', value = ''] of robots.matchAll(/^\s*(user-agent|allow|disallow)\s*:\s*(\S*)/gim)) {
    if (name.toLowerCase() === 'user-agent') {
      // A group can name several robots before its rules.
      isForAll = value === '*' || (isForAll && !hasRules);
      hasRules = false;
    } else {
      hasRules = true;
      if (isForAll) rules.push(`${name} ${value}`.toLowerCase());
    }
  }
  return rules.includes('disallow /') && !rules.includes('allow /');
}
