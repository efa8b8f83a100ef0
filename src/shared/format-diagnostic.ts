/** Diagnostics as text: on a terminal, and in the overlay over open pages. */
import type { AffectedPages, Diagnostic, Place } from './diagnostics.ts';

/** Styles text on a terminal; elsewhere returns it unchanged. */
export type Paint = (look: 'bold' | 'dim' | 'red' | 'yellow' | 'green', text: string) => string;

/** Control characters, and those that reverse the order of text on a terminal. */
const UNPRINTABLE = /\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Makes untrusted text, such as error messages of site code, safe for a terminal: it cannot move the cursor or change colours.
 * Keeps lines.
 *
 * @example
 * 'Gone \u001b[2J' -> 'Gone \\x1b[2J'
 */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNPRINTABLE, (char) => (/[\n\t]/.test(char) ? char : escapeChar(char)));
}

/** The same for file names, paths and addresses, which have a single line. */
export function printableName(name: string): string {
  return name.replace(UNPRINTABLE, escapeChar);
}

function escapeChar(char: string): string {
  const code = char.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/**
 * @example
 * error link-broken  templates/pages/guide/setup.tsx
 *   The page links to "/guide/install", and no page or file answers to that address.
 *   Try: write "/guide/install/"
 *   More: node_modules/sitegen/docs/errors.md#link-broken
 */
export function formatDiagnostic(diagnostic: Diagnostic, paint: Paint): string {
  const { code, severity, message, pages, place, places = [], hint, frame, calls = [] } = diagnostic;
  const title = `${paint(severity === 'error' ? 'red' : 'yellow', severity)} ${paint('bold', code)}`;
  return [
    place ? `${title}  ${formatPlace(place)}` : title,
    indent(printable(message)),
    ...(pages ? [indent(printableName(formatPages(pages)))] : []),
    ...(frame ? [indent(paint('dim', printable(frame)))] : []),
    ...calls.map((call) => indent(paint('dim', `at ${printableName(call)}`))),
    ...(places.length > 1 ? [indent(`Also at ${formatPlaces(places.slice(1))}.`)] : []),
    ...(hint ? [indent(printable(`Try: ${hint}`))] : []),
    indent(paint('dim', `More: node_modules/sitegen/docs/errors.md#${code}`)),
  ].join('\n');
}

export function formatDiagnostics(diagnostics: readonly Diagnostic[], paint: Paint): string {
  return diagnostics.map((diagnostic) => `${formatDiagnostic(diagnostic, paint)}\n\n`).join('');
}

/** `On /about/ and 2 more pages.` */
export function formatPages({ paths: [first], count }: AffectedPages): string {
  const more = count === 1 ? '' : ` and ${count - 1} more page${count === 2 ? '' : 's'}`;
  return `On ${first}${more}.`;
}

export function formatPlace({ file, line, column }: Place): string {
  return [printableName(file), line, line && column].filter((part) => part !== undefined).join(':');
}

const MAX_PLACES = 2;

function formatPlaces(places: readonly Place[]): string {
  const more = places.length - MAX_PLACES;
  const named = places.slice(0, MAX_PLACES).map(formatPlace);
  return `${named.join(' and ')}${more > 0 ? `, and at ${more} more (\`--json\` has them all)` : ''}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
