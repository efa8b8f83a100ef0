/** Handles output of site code and its packages, and Node's warnings about them, in every thread that runs site code. */
import { printable } from './format-diagnostic.ts';

const COLOURS = /\p{Cc}\[[\d;:]*m/gu;

/** Makes output safe for a terminal, as `printable` does. Removes colours, which are common in output. */
export function printableOutput(text: string): string {
  return printable(text.replace(COLOURS, ''));
}

/** Only the authors of a package can act on these. */
const OF_PACKAGES = new Set(['DeprecationWarning', 'ExperimentalWarning']);

/**
 * Prints other warnings once, without the advice to restart Node with a flag. If that flag is set, Node itself
 * prints all of them.
 *
 * @param print a line
 */
export function replaceNodeWarnings(print: (line: string) => void): void {
  if (/--trace-(warnings|deprecation)/.test([...process.execArgv, process.env['NODE_OPTIONS']].join(' '))) return;
  const printed = new Set<string>();
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    const line = `${name}: ${message}\n`;
    if (OF_PACKAGES.has(name) || printed.has(line)) return;
    printed.add(line);
    print(line);
  });
}
