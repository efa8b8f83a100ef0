import { readFileSync } from 'node:fs';
import path from 'node:path';
import { error, warning, type Diagnostic } from '../shared/diagnostics.ts';
import type { PageFile } from '../shared/model.ts';
import { PAGES, illegalInName, isMarkdown, isTooLong, routePathToOutput } from '../shared/paths.ts';
import { isErrorPage } from '../shared/error-pages.ts';
import { readPattern } from '../shared/route-pattern.ts';
import { checkEnding, kindOf } from './kinds.ts';

type Problem = Pick<Diagnostic, 'message' | 'hint'>;

const CHARACTERS = 'letters of any script, digits, "-", "_" and "." are safe on every host';
const BRACKETS =
  'put the whole name of the file or folder in brackets: "[slug]", or "[...rest]" for any number of folders. ' +
  'A name starts with a letter a-z or "_", followed by letters, digits or "_"';

/** Checks the names of page files, each by itself and against each other. */
export function checkPageNames(pages: readonly PageFile[]): Diagnostic[] {
  const misnamed = pages.flatMap((page): Diagnostic[] => {
    const problem = findWrongSegment(page) ?? findWrongPattern(page);
    if (problem === undefined) return [];
    return [error('file-name', problem.message, { hint: problem.hint, place: { file: page.source } })];
  });
  return [...misnamed, ...findTwins(pages)];
}

function findWrongSegment({ source, pattern }: PageFile): Problem | undefined {
  if (/\/\.(?:[jt]sx|mdx?)$/.test(source)) {
    return { message: 'The file has no name, only an extension.', hint: 'rename it, for example to index.tsx' };
  }
  const segments = readPattern(pattern);
  const malformed = segments.find(({ text, name }) => name === undefined && /[[\]]/.test(text));
  if (malformed !== undefined) {
    return {
      message: `"${malformed.text}" in the path of the file has brackets, but is not of the form "[name]".`,
      hint: BRACKETS,
    };
  }
  const illegal = segments
    .map(({ text, name }) => (name === undefined ? illegalInName(text) : undefined))
    .find(Boolean);
  if (illegal !== undefined) {
    const message = `The address of the page would be ${JSON.stringify(pattern)}, which has ${illegal}.`;
    return { message, hint: `rename the file; ${CHARACTERS}` };
  }
  return undefined;
}

/** @param page with segments that are each valid */
function findWrongPattern({ source, pattern, isParametric }: PageFile): Problem | undefined {
  if (isParametric && isMarkdown(source)) {
    const message = 'A Markdown file is one page, so its name cannot have brackets.';
    return { message, hint: 'render the files of a collection in a .tsx or .mdx file: docs/collections.md' };
  }
  const segments = readPattern(pattern);
  const names = segments.flatMap(({ name }) => name ?? []);
  if (isTooLong(routePathToOutput(pattern))) {
    return {
      message: 'The path of the page would exceed 1024 bytes, the limit of hosts.',
      hint: 'move the file to a higher folder',
    };
  }
  if (isParametric && isErrorPage(pattern)) {
    const message = `The address of the page would be ${JSON.stringify(pattern)}, but hosts show one error page for a whole folder.`;
    return { message, hint: 'move it to a folder without brackets' };
  }
  const rest = segments.findIndex(({ isRest }) => isRest);
  if (rest !== -1 && rest < segments.length - 1) {
    const message = `"${segments[rest]?.text}" matches the rest of an address, but the path of the file continues after it.`;
    return { message, hint: 'put it last' };
  }
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) {
    const message = `The path of the file has "${repeated}" in brackets twice, but a param has one value.`;
    return { message, hint: 'use two names' };
  }
  return undefined;
}

/** `[a].tsx` and `[b].tsx` in one folder: an address could belong to either. */
function findTwins(pages: readonly PageFile[]): Diagnostic[] {
  const parametric = pages.filter(({ isParametric }) => isParametric);
  const shapes = parametric.map(({ pattern }) => shapeOf(pattern));
  return parametric.flatMap(({ source, pattern }, index) => {
    const first = shapes.indexOf(shapes[index] ?? '');
    if (first === index) return [];
    const message = `${parametric[first]?.source} and ${source} would both generate pages of the form "${pattern}".`;
    return error('output-clash', message, { place: { file: source }, hint: 'merge the two files' });
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

/** The files that are used because of their names. */
const IS_NAMED = /^templates\/(?:(?:pages|islands|files)\/.+|(?:shell|card|markdown)\.\w+)$/;

/** Pages, islands, shell and card contain JSX. Other scripts next to them are ordinary modules. */
const NEEDS_JSX = /^templates\/((pages|islands)\/.+|shell|card)\.[cm]?[jt]s$/;

const NEEDS_NO_JSX = /^templates\/files\/.+\.(?:[cm][jt]s|[jt]sx)$/;

const IS_DECLARATION = /\.d\.[cm]?ts$/;

/** A default export, which pages, islands and functions have, and helper modules seldom do. */
const HAS_DEFAULT = /^\s*export\s+default\b|\bas\s+default\b|^\s*module\.exports\b/m;

/**
 * Reports files that look like a page, an island, a shell, a card or a function for a file, and would be ignored.
 *
 * @param root absolute
 * @param templates the files in `templates`, from the root
 */
export function checkExtensions(root: string, templates: readonly string[]): Diagnostic[] {
  const sources = templates.filter((file) => !['asset', 'config'].includes(kindOf(file)));
  const isMentioned = (name: string) =>
    sources.some((file) => readFileSync(path.join(root, file), 'utf8').includes(name));
  return templates.flatMap((file) => {
    const isUsed = kindOf(file) === 'content' ? file.startsWith(`${PAGES}/`) : IS_NAMED.test(file);
    const misspelt = isUsed ? checkEnding(file) : undefined;
    return (
      misspelt ?? findLookalike(root, file) ?? (file.startsWith(`${PAGES}/`) ? findForeign(file, isMentioned) : [])
    );
  });
}

/** Pages of other generators. */
const FOREIGN = /\.(?:html?|njk|liquid|hbs|ejs|pug|astro|vue|svelte)$/;

/** @param isMentioned true for a file that others may link to or import */
function findForeign(file: string, isMentioned: (name: string) => boolean): Diagnostic[] {
  const { base, ext, name } = path.posix.parse(file);
  const isIndex = name === '_index';
  if (!isIndex && (!FOREIGN.test(file) || isMentioned(base) || isMentioned(`*${ext}`))) return [];
  const message = isIndex
    ? 'The address of this page ends with "_index/".'
    : `${file} is not a page, and no file refers to it.`;
  const hint = isIndex
    ? `rename it to index${ext}, which is the page of the folder`
    : 'write it as .tsx or .md, or move it to public/ to publish it as it is';
  return [warning('not-processed', message, { place: { file }, hint })];
}

function findLookalike(root: string, file: string): Diagnostic | undefined {
  const isComponent = NEEDS_JSX.test(file);
  if (!(isComponent || NEEDS_NO_JSX.test(file)) || IS_DECLARATION.test(file)) return undefined;
  if (!HAS_DEFAULT.test(readFileSync(path.join(root, file), 'utf8'))) return undefined;
  const { name, ext } = path.posix.parse(file);
  const right = `${name}.${ext.includes('t') ? 't' : 'j'}s${isComponent ? 'x' : ''}`;
  const rule = isComponent
    ? 'pages, islands, the shell and the card are .tsx or .jsx files'
    : 'functions in templates/files are in .ts or .js files';
  const hint = `rename it to ${right}, or move it to another folder if it is only imported by other files`;
  return error('file-extension', `${file} is ignored: ${rule}.`, { place: { file }, hint });
}
