import path from 'node:path';
import { SitegenError, hintForSystemError, hasCode } from './errors.ts';
import type { Diagnostic } from './diagnostics.ts';
import {
  formatDiagnostics,
  formatPages,
  formatPlace,
  printable,
  printableName,
  type Paint,
} from './format-diagnostic.ts';
import type { OpenPlaceholder } from './model.ts';
import type { BuildResult } from './build-result.ts';
import type { UnpublishedPage } from './unpublished.ts';
import type { Size } from './page-facts.ts';

/**
 * Diagnostics as GitHub annotations:
 * https://docs.github.com/actions/writing-workflows/choosing-what-your-workflow-does/workflow-commands-for-github-actions
 *
 * @param folder the project folder relative to the current one, because GitHub resolves files from there
 */
export function formatAnnotations(diagnostics: readonly Diagnostic[], folder: string): string {
  const lines = diagnostics.map(({ code, severity, message, pages, place, hint }) => {
    const { file, line, column } = place ?? {};
    const properties = Object.entries({ file: file && path.posix.join(folder, file), line, col: column, title: code });
    const known = properties.filter(([, value]) => value !== undefined);
    const list = known.map(
      ([name, value]) => `${name}=${escapeCommand(printable(String(value))).replace(/[:,]/g, encodeURIComponent)}`,
    );
    return `::${severity} ${list.join(',')}::${escapeCommand(printable([message, ...(pages ? [formatPages(pages)] : []), ...(hint ? [`Try: ${hint}`] : [])].join('\n')))}\n`;
  });
  return lines.join('');
}

function escapeCommand(text: string): string {
  return text.replace(/[%\r\n]/g, encodeURIComponent);
}

/** Other file system errors with causes outside sitegen. */
const SYSTEM_ERRORS = ['EBUSY', 'EISDIR', 'ENOENT', 'ENOTDIR', 'EXDEV'];

/** Why a command failed: short if its user can fix it, with a stack trace if it is a bug in sitegen. */
export function formatError(error: unknown, paint: Paint): string {
  const title = paint('red', 'error');
  if (error instanceof SitegenError) {
    return `${title} ${printable(error.message)}\n\n${formatDiagnostics(error.diagnostics, paint)}`;
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const advice = hintForSystemError(error);
  if (advice !== undefined || hasCode(error, ...SYSTEM_ERRORS)) {
    return `${title} The operating system reported an error: ${printable(message)}\n${advice === undefined ? '' : `Try: ${advice}.\n`}`;
  }
  return `${title} This is a bug in sitegen. Please report it.\n${printable(stack ?? message)}\n`;
}

/** Why the process ends: an error that nothing handles, for example in a timer of the config. */
export function formatCrash(error: unknown): string {
  const plain: Paint = (_look, text) => text;
  if (error instanceof SitegenError || hintForSystemError(error) !== undefined) return formatError(error, plain);
  const stack = error instanceof Error ? error.stack : undefined;
  return (
    `error An error in the background ended the process.\n${printable(stack ?? String(error))}\n` +
    'Try: correct the config or the plugin that it names. If it names neither, please report it as a bug in sitegen.\n'
  );
}

/**
 * The result of a build.
 *
 * @param out the folder that the site was written to, if it was: from the current one
 * @param ms how long it took
 */
export function formatSummary(result: BuildResult, out: string | undefined, ms: number, paint: Paint): string {
  const errors = result.diagnostics.filter(({ severity }) => severity === 'error').length;
  if (!result.ok) {
    const kept =
      out === undefined ? 'pages with errors stay as they were' : `${printableName(out || '.')} was not changed`;
    return `${paint('red', count(errors, 'error'))}; ${kept}.\n`;
  }
  const withScript = result.pages.filter((page) => page.islands.length > 0).length;
  const { html, css, js } = result.sizes;
  const rows = [
    ['HTML', html, ''],
    ['CSS', css, ''],
    ['JS', js, withScript === 0 ? 'on no page' : `on ${count(withScript, 'page')} with islands`],
  ] as const;
  const built = `Built ${count(result.pages.length, 'page')} in ${(ms / 1000).toFixed(2)} s`;
  return [
    ...formatPlaceholders(result.placeholders, paint),
    out === undefined ? paint('green', built) : `${paint('green', built)} to ${printableName(out || '.')}`,
    ...rows
      .filter(([, size]) => size.raw > 0)
      .map(([kind, size, note]) => `  ${kind.padEnd(4)} ${formatSize(size)}  ${note}`.trimEnd()),
    ...formatUnpublished(result.unpublished),
    ...formatLost('Removed', result.lostPages),
    ...formatUnrecorded(result.addresses?.unrecorded.length ?? 0),
    ...countPlaceholders(result.placeholders),
    '',
  ].join('\n');
}

/** More are counted. */
const MAX_LISTED = 5;

function formatUnpublished(pages: readonly UnpublishedPage[]): string[] {
  if (pages.length === 0) return [];
  const shown = pages.slice(0, MAX_LISTED).map(({ route, publishAt }) => {
    return `${printable(route.path)} (${publishAt === undefined ? 'draft' : `from ${publishAt}`})`;
  });
  const more = pages.length > shown.length ? [`${pages.length - shown.length} more`] : [];
  return [`  Left out: ${[...shown, ...more].join(', ')}`];
}

function formatLost(verb: string, pages: readonly string[]): string[] {
  return pages.length === 0 ? [] : [`  ${verb} ${count(pages.length, 'page')}: ${printableName(listSome(pages))}`];
}

/** @param number of addresses that are not in `addresses.txt` */
function formatUnrecorded(number: number): string[] {
  if (number === 0) return [];
  return [
    `  Not in addresses.txt yet: ${count(number, 'address', 'addresses')} (record with \`sitegen addresses --write\`)`,
  ];
}

/** A line for `redirects` of the config: `'/old/': '/new/'` */
export function redirectLine(from: string, to: string): string {
  const quote = (text: string) => `'${text.replaceAll("'", String.raw`\'`)}'`;
  return `${quote(from)}: ${quote(to)}`;
}

/** `/a/, /b/ and 7 more` */
export function listSome(paths: readonly string[]): string {
  const shown = paths.slice(0, MAX_LISTED);
  const more = paths.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** The result of a check. */
export function formatCheck(
  { ok, diagnostics, pages, unpublished, lostPages, placeholders }: BuildResult,
  paint: Paint,
): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  if (!ok) return `${paint('red', count(errors, 'error'))} in ${count(pages.length, 'page')}.\n`;
  const found = `Checked ${count(pages.length, 'page')}: no errors.`;
  const notes = [
    ...formatUnpublished(unpublished),
    ...formatLost('A build would remove', lostPages),
    ...countPlaceholders(placeholders),
  ];
  return [...formatPlaceholders(placeholders, paint), paint('green', found), ...notes, ''].join('\n');
}

/** A list that may be long: it comes before the result, which is the last thing on the screen. */
export function formatPlaceholders(placeholders: readonly OpenPlaceholder[], paint: Paint): string[] {
  if (placeholders.length === 0) return [];
  const places = placeholders.map(({ place }) => (place ? formatPlace(place) : ''));
  const width = Math.max(...places.map((place) => place.length));
  return [
    paint('yellow', `${count(placeholders.length, 'placeholder')} to fill in before the site goes live:`),
    ...placeholders.map(({ what }, index) => `  ${(places[index] ?? '').padEnd(width)}  ${printable(what)}`),
    '',
  ];
}

function countPlaceholders({ length }: readonly OpenPlaceholder[]): string[] {
  return length === 0 ? [] : [`  ${count(length, 'placeholder')} to fill in: the list above`];
}

/** The result of a build, for programs. */
export function formatJson(result: BuildResult, ms: number): string {
  const { ok, config, diagnostics, placeholders, pages, unpublished, changes, lostPages, sizes, steps } = result;
  const report = {
    version: 2,
    ok,
    out: config.out,
    ms: Math.round(ms),
    steps,
    sizes,
    pages: pages.map(({ route, size, islands }) => ({ ...route, size, islands })),
    unpublished: unpublished.map(({ route, ...when }) => ({ ...route, ...when })),
    changes,
    lostPages,
    placeholders,
    diagnostics,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** Why a command failed, for programs. */
export function formatJsonError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const diagnostics = error instanceof SitegenError ? error.diagnostics : [];
  return `${JSON.stringify({ version: 2, ok: false, error: message, diagnostics }, null, 2)}\n`;
}

function formatSize({ raw, brotli }: Size): string {
  const compressed = brotli === undefined ? '' : `  ${formatBytes(brotli)} with Brotli`;
  return `${formatBytes(raw)}${compressed}`;
}

/** `12345` -> `  12.3 kB` */
export function formatBytes(bytes: number): string {
  const text = bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  return text.padStart(9);
}

/** `1 page`, `2 pages` */
export function count(number: number, noun: string, nouns = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : nouns}`;
}
