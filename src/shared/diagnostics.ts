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

/** Everything that can be wrong with a site. Each code is explained in docs/errors.md, and never changes once released. */
export const CODES = [
  ...CHECKS,
  'addresses-invalid',
  'asset-refused',
  'async-unstable',
  'card-failed',
  'children-lost',
  'compile-failed',
  'config-invalid',
  'content-invalid',
  'content-lost',
  'file-extension',
  'file-failed',
  'file-kind',
  'file-name',
  'folder-unreadable',
  'handler-lost',
  'icon-failed',
  'image-failed',
  'island-failed',
  'island-global',
  'island-name',
  'island-prop',
  'island-unknown',
  'live-body',
  'live-cache',
  'live-status',
  'live-type',
  'meta-invalid',
  'not-reproducible',
  'output-clash',
  'page-failed',
  'page-not-tried',
  'page-too-large',
  'page-too-slow',
  'pages-lost',
  'paths-failed',
  'placeholder',
  'preact-gap',
  'public-file',
  'react-duplicate',
  'redirect-clash',
  'script-address',
  'script-missing',
  'shell-missing',
  'styles-failed',
  'thread-ended',
  'title-children',
] as const;

export type Code = (typeof CODES)[number];

/** A place in a source file. `line` and `column` count from 1. */
export interface Place {
  /** From the root: `templates/pages/contact.tsx`. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** Something wrong with the site. Collected, never thrown. */
export interface Diagnostic {
  readonly code: Code;
  /** Errors keep the site from being published, warnings do not. */
  readonly severity: 'error' | 'warning';
  /** A description of the problem, in full sentences. */
  readonly message: string;
  readonly place?: Place;
  /** A suggested fix. */
  readonly hint?: string;
  /** The lines around `place`, with a mark under it. */
  readonly frame?: string;
  /** The calls that led there, in site files: `total (lib/sum.ts:3:9)`. */
  readonly calls?: readonly string[];
  /** The pages that have the problem, if it concerns pages. */
  readonly pages?: AffectedPages;
  /** All places, beginning with `place`, if one diagnostic stands for several problems. */
  readonly places?: readonly Place[];
  /** The element that the problem is about: a key of `check/html/targets.ts`. Removed by `render/locate-problems.ts`. */
  readonly target?: string;
}

export interface AffectedPages {
  /** The paths of the first three, in the order of the site: `/about/`. */
  readonly paths: readonly string[];
  readonly count: number;
}

/** The optional fields of a diagnostic. `undefined` omits a field. */
interface Details {
  readonly place?: Place | undefined;
  readonly hint?: string | undefined;
  readonly frame?: string | undefined;
  readonly calls?: readonly string[] | undefined;
  readonly pages?: AffectedPages | undefined;
  readonly target?: string | undefined;
}

export function error(code: Code, message: string, details: Details = {}): Diagnostic {
  return create(code, 'error', message, details);
}

export function warning(code: Code, message: string, details: Details = {}): Diagnostic {
  return create(code, 'warning', message, details);
}

function create(code: Code, severity: Diagnostic['severity'], message: string, details: Details): Diagnostic {
  const { place, hint, frame, calls, pages, target } = details;
  return {
    code,
    severity,
    message: hideCompiled(message),
    ...(place && { place }),
    ...(hint && { hint }),
    ...(frame && { frame }),
    ...(calls && { calls }),
    ...(pages && { pages }),
    ...(target && { target }),
  };
}

/** Node's messages name the compiled file, which is removed by then: ` imported from /project/.sitegen/build-1/config.mjs`. */
export function hideCompiled(message: string): string {
  if (!message.includes('.sitegen')) return message;
  return message
    .replace(/ imported from [^\n]*?[/\\]\.sitegen[/\\](?:build|serve)-[^\s'"]*/g, '')
    .replace(
      /(?:file:\/\/)?(?:\/|[A-Za-z]:)[^\n'"()]*?[/\\]\.sitegen[/\\](?:build|serve)-[^\s'")]*/g,
      'the compiled file',
    );
}

/** True if the config can change the severity of a problem. */
export function isAdjustable(code: Code): code is Check {
  return (CHECKS satisfies readonly Code[] as readonly Code[]).includes(code);
}

/** The settings that determine severity. */
interface SeverityRules {
  /** From the config. */
  readonly checks: Checks;
  /** Reports warnings as errors. */
  readonly strict: boolean;
}

/** Applies the severities of the config. Problems that are `off` are left out. */
export function withSeverity(diagnostics: readonly Diagnostic[], { checks, strict }: SeverityRules): Diagnostic[] {
  return diagnostics.flatMap((diagnostic) => {
    const wanted = wantedSeverity(diagnostic, checks);
    if (wanted === 'off') return [];
    return [{ ...diagnostic, severity: strict ? 'error' : wanted }];
  });
}

/** True for problems that the config leaves out. */
export function isOff(diagnostic: Diagnostic, checks: Checks): boolean {
  return wantedSeverity(diagnostic, checks) === 'off';
}

function wantedSeverity({ code, severity }: Diagnostic, checks: Checks): Diagnostic['severity'] | 'off' {
  return (isAdjustable(code) ? checks[code] : undefined) ?? severity;
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
