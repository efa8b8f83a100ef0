import { createHash } from 'node:crypto';

/**
 * Fades from page to page of the site: https://www.w3.org/TR/css-view-transitions-2/#cross-document-view-transitions
 *
 * It stands in the page because Chromium decides when the page is first shown: the stylesheet often comes too late for
 * that, and each time an error is left on the console.
 */
const RULES = `@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}`;

/** Allows these rules, and no other inline styles, in a content security policy. */
export const TRANSITION_HASH = `'sha256-${createHash('sha256').update(RULES).digest('base64')}'`;

export function Transition() {
  return <style dangerouslySetInnerHTML={{ __html: RULES }} />;
}
