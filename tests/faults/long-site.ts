/** A site with files of the usual sizes, and some that a small disk cannot hold. */
import { readdir } from 'node:fs/promises';
import { page } from '../helpers/project.ts';
import { hintForSystemError } from '../../src/shared/errors.ts';
import type { Ran } from '../helpers/run.ts';

/** The size of the long files, in bytes. */
export const LONG = 90_000;

/** @param word three letters */
export function longSite(word: 'old' | 'new') {
  const usual = Array.from({ length: 8 }, (_, n) => [`templates/pages/page-${n}.tsx`, page(`Page ${n}`, '')]);
  return {
    ...(Object.fromEntries(usual) as Record<string, string>),
    'templates/pages/long.tsx': page('Long', `<p>{'${word}'.repeat(${LONG / 3})}</p>`),
    'templates/pages/short.tsx': page('Short', `<p>${word}</p>`),
    'templates/images/badge.svg': `<svg xmlns="http://www.w3.org/2000/svg"><title>${word}</title></svg>`,
    'templates/pages/badge.tsx': page('B', '<img {...b} alt="" />', `import b from '../images/badge.svg';`),
    'public/long.txt': word.repeat(LONG / 3),
  };
}

/**
 * @param reason the system's error, which the command should give advice for: `ENOSPC`
 * @returns problems in the output of a command that could not write, if any
 */
export function faultsIn({ code, stderr }: Ran, reason: string): string[] {
  const advice = hintForSystemError(Object.assign(new Error(reason), { code: reason }));
  // Worker threads write pages, so a page that cannot be written is reported as a failed page.
  const named = code === 1 ? /^error page-failed {2}templates\/pages\/\S+$/m : /^error .* '\/\S+'/m;
  return [
    ...(code === 1 || code === 2 ? [] : [`it ended with ${code}`]),
    ...(named.test(stderr) ? [] : ['it does not name a file']),
    ...(stderr.includes(`Try: ${advice}`) ? [] : ['it does not say what to do']),
    ...(/^ +at |bug in sitegen|warning/im.test(stderr) ? ['it shows what its user cannot fix'] : []),
  ].map((fault) => `${fault}: ${stderr}`);
}

/** Build folders left behind in these. */
export async function leftIn(...folders: readonly string[]): Promise<string[]> {
  const names = await Promise.all(folders.map((folder) => readdir(folder)));
  return names.flat().filter((name) => /^(\.out-|build-|serve-)/.test(name));
}
