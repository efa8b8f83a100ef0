import { createHash } from 'node:crypto';

/** Fetches a page of the site when a visitor is about to follow a link to it: https://wicg.github.io/nav-speculation/ */
const RULES = JSON.stringify({ prefetch: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }] });

/** Allows these rules, and no other inline script, in a content security policy. */
export const PREFETCH_HASH = `'sha256-${createHash('sha256').update(RULES).digest('base64')}'`;

export function Prefetch() {
  return <script type="speculationrules" dangerouslySetInnerHTML={{ __html: RULES }} />;
}
