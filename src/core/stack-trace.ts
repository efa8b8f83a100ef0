import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from './diagnostics.ts';
import { isWithin, toPosix } from './paths.ts';

/** Sitegen's own code, which is not where the user's mistake is. It may be inside the project. */
const INSTALLED = fileURLToPath(new URL('.', import.meta.url));

/** `    at async Contact (/project/templates/pages/contact.tsx:5:10)`, with or without a name */
const FRAME = /^\s+at (?:async )?(?:(.*?) \()?((?:file:|\/|[a-z]:).*?):(\d+):(\d+)\)?$/gim;

/**
 * The first frame of a stack in the project's own files.
 *
 * @param stack as V8 writes it, with source maps applied
 * @param root the project's folder, absolute
 * @returns its place, and the name of its function, if it has one
 */
export function frameInStack(stack: string, root: string): { place: Place; name: string | undefined } | undefined {
  for (const [, name, location = '', line, column] of stack.matchAll(FRAME)) {
    const file = location.startsWith('file:') ? fileURLToPath(location) : location;
    const relative = toPosix(path.relative(root, file));
    const isForeign = isWithin(INSTALLED, file) || /(^|\/)(node_modules|\.sitegen)\//.test(relative);
    if (isWithin(root, file) && !isForeign) {
      return { place: { file: relative, line: Number(line), column: Number(column) }, name };
    }
  }
  return undefined;
}

/** esbuild names an anonymous default export after its file. */
export function isAnonymous(name: string | undefined): boolean {
  return name === undefined || name === '<anonymous>' || name.endsWith('_default');
}
