import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageOfFile } from '../module-graph.ts';
import { codeFrame } from '../../shared/code-frame.ts';
import type { Place } from '../../shared/diagnostics.ts';
import { hasCode } from '../../shared/errors.ts';
import { toPosix } from '../../shared/paths.ts';

/** A place in a stylesheet, with the lines around it. */
interface FoundPlace {
  readonly place: Place;
  readonly frame?: string;
}

/**
 * Finds the place of a message about the stylesheets. Tailwind and esbuild rarely report it, so this searches for the text that
 * they quote: "Cannot apply unknown utility class `flexx`".
 *
 * @param files stylesheets, absolute, the most likely one first
 */
export function placeInStyles(root: string, files: readonly [string, ...string[]], message: string): FoundPlace {
  const exact = /(?:^|: )(\/[^\n]*?|[A-Za-z]:[^\n]*?):(\d+):(\d+): /.exec(message);
  if (exact?.[1] !== undefined) return placeAt(root, exact[1], Number(exact[2]), Number(exact[3]));
  const quoted = [...message.matchAll(/`([^`\n]+)`|"([^"\n]+)"|'([^'\n]+)'/g)];
  const searched = quoted.map(([, ...groups]) => groups.find((text) => text !== undefined) ?? '');
  // Addresses in imported stylesheets are rewritten, except for the file names.
  for (const text of [...searched, ...searched.map((one) => path.posix.basename(one))]) {
    const whole = new RegExp(`(?<![\\w-])${text.replace(/[^\w\s]/g, String.raw`\$&`)}(?![\\w-])`);
    for (const file of files) {
      const lines = read(file).split('\n');
      const isRule = (line: string) => /@apply|@import|@plugin|@config|url\(|image-set\(|@utility|@variant/.test(line);
      const matching = lines.flatMap((line, index) => (whole.test(line) ? [index] : []));
      const isForeign = packageOfFile(toPosix(path.relative(root, file))) !== undefined; // has all kinds of words
      const index = matching.find((one) => isRule(lines[one] ?? '')) ?? (isForeign ? undefined : matching[0]);
      if (index !== undefined) return placeAt(root, file, index + 1, (lines[index] ?? '').search(whole) + 1);
    }
  }
  return { place: { file: toPosix(path.relative(root, files[0])) } };
}

export function placeAt(root: string, file: string, line: number, column: number): FoundPlace {
  const place = { file: toPosix(path.relative(root, file)), line, column };
  return { place, frame: codeFrame(read(file), line, column) };
}

/** Imported files may be missing: the message then says so. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return '';
    throw error;
  }
}
