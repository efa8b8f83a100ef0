/** Converts paths. They are POSIX everywhere except in file system calls. */
import path from 'node:path';
import type { PageFile, Route } from './model.ts';
import { isErrorPage } from './error-pages.ts';
import { readPattern } from './route-pattern.ts';

/** The folder that holds the page files, from the project's root. */
export const PAGES = 'templates/pages';

/** Possible names of the shell, from the project's root. */
export const SHELLS = ['templates/shell.tsx', 'templates/shell.jsx'] as const;

/** Possible names of the component that renders share cards, from the project's root. */
export const CARDS = ['templates/card.tsx', 'templates/card.jsx'] as const;

/** Possible names of the file with the components for Markdown, from the project's root. */
export const MARKDOWN_COMPONENTS = ['templates/markdown.tsx', 'templates/markdown.jsx'] as const;

/** A file in `out` that marks it as generated: a build changes no other folder. */
export const MARKER = '.sitegen';

/** Paths of the files that sitegen keeps between builds, in the project. All of them are safe to delete. */
export function statePaths(root: string) {
  const folder = path.join(root, '.sitegen');
  return {
    folder,
    /** Results of pure functions: see `memo.ts`. */
    memo: path.join(folder, 'memo'),
    /** What the site keeps with `memo` during the build of `--verify` whose clock is ahead. */
    memoAhead: path.join(folder, 'memo-ahead'),
    /** Settings for hosts that are not part of the site. */
    hosts: path.join(folder, 'hosts'),
    routeTypes: path.join(folder, 'routes.d.ts'),
    externalLinks: path.join(folder, 'external.json'),
  } as const;
}

/** Possible names of the config file, in the project's root. */
export const CONFIG_FILES = ['sitegen.config.ts', 'sitegen.config.js', 'sitegen.config.mjs'] as const;

/** Names that other tools read. sitegen does not read a config with such a name, and reports it. */
export const UNREAD_CONFIG_FILES = ['mts', 'cts', 'cjs', 'tsx', 'jsx', 'json'].map((ext) => `sitegen.config.${ext}`);

/**
 * @param source from the root: `templates/pages/insights/[slug].tsx`
 * @param layouts of the site, from the root, sorted
 */
export function toPageFile(source: string, layouts: readonly string[] = []): PageFile {
  const pattern = pageFileToRoutePath(source.slice(PAGES.length + 1));
  return {
    source,
    pattern,
    isParametric: readPattern(pattern).some(({ name }) => name !== undefined),
    layouts: layouts
      .filter((layout) => source.startsWith(`${path.posix.dirname(layout)}/`))
      .toSorted((a, b) => a.length - b.length),
  };
}

/** The file with facts about an MDX file, next to its module. */
export function factsFile(module: string): string {
  return `${module}.json`;
}

/** True for Markdown and MDX. */
export function isContent(source: string): boolean {
  return /\.mdx?$/.test(source);
}

/** True for a Markdown page: data, not a module. */
export function isMarkdown(source: string): boolean {
  return source.endsWith('.md');
}

/** True for a file with the extension of pages. */
export function isPageFile(source: string): boolean {
  return /\.(?:[jt]sx|mdx?)$/.test(source);
}

/** True for a layout: a file in `templates/pages` that wraps the pages at and below its folder, and is not a page. */
export function isLayout(source: string): boolean {
  return /\/layout\.[jt]sx$/.test(source);
}

/**
 * The path of a page file's page, or the pattern of its pages' paths.
 *
 * @param file from `templates/pages`: `guide/setup.tsx`, `insights/[slug].tsx`
 * @returns `/guide/setup/`, `/insights/[slug]/`; for an error page, `/404.html`
 */
export function pageFileToRoutePath(file: string): string {
  const stem = file.replace(/\.(?:[jt]sx|mdx?)$/, '');
  if (isErrorPage(`${stem}.html`)) return `/${stem}.html`;
  const folder = path.posix.basename(stem) === 'index' ? path.posix.dirname(stem) : stem;
  return folder === '.' ? '/' : `/${folder}/`;
}

/** `/guide/setup/` -> `guide/setup/index.html`; `/guide/setup` -> `guide/setup.html`; `/404.html` -> `404.html` */
export function routePathToOutput(routePath: string): string {
  if (isErrorPage(routePath)) return routePath.slice(1);
  return routePath.slice(1) + (routePath.endsWith('/') ? 'index.html' : '.html');
}

/** The route of a page file without brackets in its name. */
export function toRoute({ source, pattern }: PageFile, trailingSlash: boolean): Route {
  const routePath = withSlash(pattern, trailingSlash);
  return { path: routePath, source, output: routePathToOutput(routePath) };
}

/** Removes a trailing slash unless the site has them. @param routePath with a trailing slash, which the home page keeps */
export function withSlash(routePath: string, trailingSlash: boolean): string {
  return trailingSlash || routePath === '/' ? routePath : routePath.replace(/\/$/, '');
}

/**
 * Finds what is illegal in a segment of a page's path, if anything. Such characters and names end a URL early, are not allowed
 * on Windows, are half a character (a lone surrogate, which no file system keeps), or should be avoided on Amazon S3:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html
 */
export function illegalInName(name: string): string | undefined {
  const character = /[\p{Cc}\p{Cs}<>:"|?*\\#%{}^`[\]~]/u.exec(name)?.[0];
  if (character !== undefined) return `the character ${JSON.stringify(character)}`;
  if (/^\.|[. ]$/.test(name)) return 'a leading dot, or a trailing dot or space';
  if (isReserved(name)) return 'a name that is reserved on Windows';
  if (Buffer.byteLength(name) > 255) return 'more than 255 bytes';
  return undefined;
}

/** Finds what is illegal in a file name: less than in a page's path, because no one types it by hand. */
export function illegalInFileName(name: string): string | undefined {
  // Node decodes bytes that are not UTF-8 as U+FFFD, and then does not find the file.
  const character = /[\p{Cc}\p{Cs}\uFFFD<>:"|?*\\]/u.exec(name)?.[0];
  if (character !== undefined) return `the character ${JSON.stringify(character)}`;
  if (/[. ]$/.test(name)) return 'a trailing dot or space';
  return isReserved(name) ? 'a name that is reserved on Windows' : undefined;
}

/** With or without an extension: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
function isReserved(name: string): boolean {
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name);
}

/** An Amazon S3 object key has at most 1024 bytes. */
export function isTooLong(output: string): boolean {
  return Buffer.byteLength(output) > 1024;
}

/** True for a folder itself and everything inside. Both paths are absolute. Windows ignores case: `c:\Site` is `C:\site`. */
export function isWithin(folder: string, target: string, system = path): boolean {
  const inside = system.relative(folder, target);
  const isOutside = inside === '..' || inside.startsWith(`..${system.sep}`) || system.isAbsolute(inside); // another drive
  return !isOutside;
}

/** `guide\setup.tsx` on Windows -> `guide/setup.tsx` */
export function toPosix(nativePath: string): string {
  return nativePath.replaceAll(path.sep, '/');
}

/** Equal for names that some file systems do not distinguish: "About" and "about", two encodings of "é". */
export function fileNameKey(output: string): string {
  return output.normalize('NFC').toLowerCase();
}

/** `a/b/c.html` -> `a`, `a/b` */
export function parentFolders(output: string): string[] {
  const folders: string[] = [];
  for (let end = output.indexOf('/'); end !== -1; end = output.indexOf('/', end + 1))
    folders.push(output.slice(0, end));
  return folders;
}

/** A folder and all its parents, the innermost first. Absolute. */
export function foldersAround(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAround(parent)];
}

/**
 * @param files of the site, from `out`
 * @param inside the path of an address without the base and the leading slash: `contact/`
 * @returns the file that hosts serve for this address
 */
export function findTarget(
  files: Pick<ReadonlySet<string>, 'has'>,
  inside: string,
  trailingSlash: boolean,
): string | undefined {
  const isFolder = inside === '' || inside.endsWith('/');
  if (isFolder) return [`${inside}index.html`].find((name) => files.has(name));
  return [inside, ...(trailingSlash ? [] : [`${inside}.html`])].find((name) => files.has(name));
}

/** True for a page. @param file from `out` */
export function isHtml(file: string): boolean {
  return file.endsWith('.html');
}

/** True for a page that some hosts also serve without its ending. @param file from `out` */
export function isNamedPage(file: string): boolean {
  return isHtml(file) && !/(^|\/)(index|404|500)\.html$/.test(file);
}
