import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from './model.ts';
import { isWithin, toPosix } from './paths.ts';

/** Our own code, which is not where the user's mistake is. It may lie in the project, too. */
const INSTALLED = fileURLToPath(new URL('.', import.meta.url));

/**
 * The first place in a stack that lies in the project's own files.
 *
 * @param stack as V8 writes it, with source maps applied: `at Contact (/project/templates/pages/contact.tsx:5:10)`
 * @param root the project's folder, absolute
 */
export function placeInStack(stack: string, root: string): Place | undefined {
  for (const [, location, line, column] of stack.matchAll(
    /^\s+at .*?\(?((?:file:|\/|[a-z]:)[^()]*):(\d+):(\d+)\)?$/gim,
  )) {
    const file = location?.startsWith('file:') ? fileURLToPath(location) : (location ?? '');
    const relative = toPosix(path.relative(root, file));
    const isOwn = !isWithin(INSTALLED, file) && !/(^|\/)(node_modules|\.sitegen)\//.test(relative);
    if (isWithin(root, file) && isOwn) {
      return { file: relative, line: Number(line), column: Number(column) };
    }
  }
  return undefined;
}
