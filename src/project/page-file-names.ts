import type { Diagnostic } from '../core/diagnostics.ts';
import type { PageFile } from '../core/model.ts';
import { illegalInName, isErrorPage, isTooLong, routePathToOutput } from '../core/paths.ts';
import { readPattern } from '../api/route-pattern.ts';

type Problem = Pick<Diagnostic, 'message' | 'hint'>;

const CHARACTERS = 'letters of any script, digits, "-", "_" and "." are safe on every host';
const BRACKETS =
  'brackets hold all of a file\'s or folder\'s name: "[slug]", or "[...rest]" for any number of folders. ' +
  'Within them, a letter a-z or "_" is followed by more of these, or digits';

/** What is wrong with the names of page files, each taken by itself and all together. */
export function checkPageNames(pages: readonly PageFile[]): Diagnostic[] {
  const misnamed = pages.flatMap((page): Diagnostic[] => {
    const problem = findProblem(page);
    return problem ? [{ code: 'page-name', severity: 'error', ...problem, place: { file: page.source } }] : [];
  });
  return [...misnamed, ...findTwins(pages)];
}

function findProblem({ pattern, isParametric }: PageFile): Problem | undefined {
  const segments = readPattern(pattern);
  const names = segments.flatMap(({ name }) => name ?? []);
  const shown = JSON.stringify(pattern);
  const malformed = segments.find(({ text, name }) => name === undefined && /[[\]]/.test(text));
  if (malformed !== undefined) {
    const name = JSON.stringify(malformed.text);
    return { message: `${name} in the file's path has brackets, and is not of the form "[name]".`, hint: BRACKETS };
  }
  const illegal = segments
    .map(({ text, name }) => (name === undefined ? illegalInName(text) : undefined))
    .find(Boolean);
  if (illegal !== undefined) {
    const message = `The page's address would be ${shown}, which has ${illegal}.`;
    return { message, hint: `rename the file; ${CHARACTERS}` };
  }
  if (isTooLong(routePathToOutput(pattern))) {
    return {
      message: "The page's path would be longer than the 1024 bytes that hosts keep.",
      hint: 'move the file up',
    };
  }
  if (isParametric && isErrorPage(pattern)) {
    const message = `The page's address would be ${shown}, and hosts show one error page for all that lies in a folder.`;
    return { message, hint: 'move it to a folder without brackets' };
  }
  const rest = segments.findIndex(({ isRest }) => isRest);
  if (rest !== -1 && rest < segments.length - 1) {
    const message = `"${segments[rest]?.text}" stands for all that follows in an address, and has something after it.`;
    return { message, hint: 'put it last' };
  }
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) {
    const message = `The file's path has "${repeated}" in brackets twice, and a param has one value.`;
    return { message, hint: 'use two names' };
  }
  return undefined;
}

/** `[a].tsx` and `[b].tsx` in one folder: nobody could say which of them an address belongs to. */
function findTwins(pages: readonly PageFile[]): Diagnostic[] {
  const sources = new Map<string, string>();
  return pages.flatMap(({ source, pattern, isParametric }): Diagnostic[] => {
    if (!isParametric) return [];
    const shape = shapeOf(pattern);
    const other = sources.get(shape);
    if (other === undefined) {
      sources.set(shape, source);
      return [];
    }
    const message = `Both ${other} and ${source} would make pages of the form "${pattern}".`;
    const hint = 'make one file of the two';
    return [{ code: 'output-clash', severity: 'error', message, place: { file: source }, hint }];
  });
}

/** `/insights/[slug]/` -> `insights/[]` */
function shapeOf(pattern: string): string {
  const texts = readPattern(pattern).map(({ text, name, isRest }) => {
    if (name === undefined) return text;
    return isRest ? '[...]' : '[]';
  });
  return texts.join('/');
}
