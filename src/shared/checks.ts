/**
 * Problems with an adjustable severity (`checks` in the config): each is a flaw, but the site is still as its author wrote it.
 * All other problems stay errors, because a part of the site would be lost or broken.
 */
export const CHECKS = [
  'address-blocked',
  'address-lost',
  'address-missing',
  'alt-missing',
  'alternate-broken',
  'alternate-missing',
  'asset-missing',
  'base-element',
  'base-missing',
  'budget-exceeded',
  'code-plain',
  'compile-warning',
  'description-duplicate',
  'description-missing',
  'effect-lost',
  'external-gone',
  'external-unclear',
  'fragment-broken',
  'h1-count',
  'host-file',
  'host-limit',
  'html-escaped',
  'html-nesting',
  'id-duplicate',
  'image-address',
  'image-colors',
  'image-heavy',
  'image-size-missing',
  'inline-blocked',
  'island-layout',
  'island-unused',
  'link-broken',
  'link-redirect',
  'list-empty',
  'main-count',
  'noindex-missing',
  'not-processed',
  'public-hidden',
  'redirect-broken',
  'redirect-chain',
  'ref-lost',
  'style-blocked',
  'styles-lost',
  'title-count',
  'title-duplicate',
  'title-missing',
  'updated-unknown',
  'variable-missing',
] as const;

/** The code of a problem with an adjustable severity. */
export type Check = (typeof CHECKS)[number];

/** How a problem is reported. */
type CheckSeverity = 'off' | 'warning' | 'error';

export type Checks = Readonly<Partial<Record<Check, CheckSeverity>>>;
