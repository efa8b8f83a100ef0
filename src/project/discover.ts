import type { Dirent } from 'node:fs';
import path from 'node:path';
import { SitegenError } from '../shared/errors.ts';
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import { listFiles, statIfExists } from '../shared/files.ts';
import type { PageFile, Project, FileSource } from '../shared/model.ts';
import {
  CARDS,
  MARKDOWN_COMPONENTS,
  PAGES,
  SHELLS,
  isLayout,
  isPageFile,
  toPageFile,
  toPosix,
} from '../shared/paths.ts';
import { checkIslandNames, findIslands } from './find-islands.ts';
import { checkExtensions, checkPageNames } from './page-file-names.ts';
import { choosePublicFiles, findWrongName, isPublishable } from './public-files.ts';

const STYLES = 'templates/site.css';
const CARD_FONT = /^templates\/fonts\/[^/]+\.(ttf|otf)$/i;
const ICON = 'templates/icon.svg';

/**
 * Lists the files in the project's folders and checks their names.
 *
 * @param root absolute
 * @throws {SitegenError} if there is no page at all
 */
export async function discoverProject(
  root: string,
): Promise<{ readonly project: Project; readonly diagnostics: readonly Diagnostic[] }> {
  const [inTemplates, inPublic] = [listFolder(root, 'templates'), listFolder(root, 'public')];
  const templates = inTemplates.files;
  const inPublicFolder = choosePublicFiles(root, inPublic.files);
  const inPages = templates.filter((file) => file.startsWith(`${PAGES}/`) && isPageFile(file));
  const layouts = inPages.filter(isLayout);
  const pageFiles = inPages.filter((file) => !isLayout(file));
  const extensions = checkExtensions(root, templates);
  if (pageFiles.length === 0) {
    throw new SitegenError(
      `No pages found in ${path.join(root, PAGES)}.\n` +
        `Try: create ${PAGES}/index.tsx, or set the project's folder with --root.`,
      { diagnostics: extensions },
    );
  }
  const pages = pageFiles.map((file) => toPageFile(file, layouts));
  const publicFiles = inPublicFolder.files;
  const { files, diagnostics: misnamed } = findFileFunctions(templates);
  const ownFiles = [...publicFiles, ...files.map(({ output }) => output)];
  const project = { ...sortTemplates(root, templates, pages), files, publicFiles, ownFiles };
  const diagnostics = [
    ...checkKinds([...inTemplates.others, ...inPublic.others]),
    ...inPublicFolder.diagnostics,
    ...misnamed,
    ...checkPageNames(pages),
    ...extensions,
    ...checkTwins(templates),
    ...checkIslandNames(project.islands),
  ];
  if (project.shell === undefined) diagnostics.push(shellMissing());
  return { project, diagnostics };
}

function sortTemplates(
  root: string,
  templates: readonly string[],
  pages: readonly PageFile[],
): Omit<Project, 'files' | 'publicFiles' | 'ownFiles'> {
  const ifThere = (name: string) =>
    templates.find((file) => file.replace(/\.\w+$/, (end) => end.toLowerCase()) === name);
  return {
    pages,
    shell: SHELLS.find((name) => templates.includes(name)),
    card: CARDS.find((name) => templates.includes(name)),
    markdown: MARKDOWN_COMPONENTS.find((name) => templates.includes(name)),
    cardFonts: templates.filter((file) => CARD_FONT.test(file)),
    icon: ifThere(ICON),
    styles: ifThere(STYLES),
    islands: findIslands(root, templates),
  };
}

/** @returns files, and `others`, which are neither files nor folders. From the root */
function listFolder(root: string, folder: string) {
  const files: string[] = [];
  const others: string[] = [];
  listFiles(path.join(root, folder), (entry) => {
    if (entry.isDirectory()) return false;
    if (isEditorLock(entry)) return true;
    const file = path.join(entry.parentPath, entry.name);
    (entry.isFile() || isLinkToFile(file) ? files : others).push(toPosix(path.relative(root, file)));
    return true;
  });
  return { files: files.toSorted(), others: others.toSorted() };
}

/** Emacs marks a file that is being edited with a dangling link next to it. */
function isEditorLock(entry: Dirent): boolean {
  return entry.name.startsWith('.#') && entry.isSymbolicLink();
}

function isLinkToFile(file: string): boolean {
  return statIfExists(file)?.isFile() === true;
}

function checkKinds(others: readonly string[]): Diagnostic[] {
  return others.map((file) => {
    const message = `${file} is not a regular file, but a link to a folder, a broken link, a pipe, a socket or a device.`;
    return error('file-kind', message, { place: { file }, hint: 'replace it with a file, or remove it' });
  });
}

/** The shell, the card, the components of Markdown, and the layout of a folder. */
const IS_SINGLE = /^templates\/(?:(?:shell|card|markdown)|pages\/(?:.+\/)?layout)\.[jt]sx$/;

/** With both `shell.jsx` and `shell.tsx`, one would be ignored. Pages and islands with one name are reported elsewhere. */
function checkTwins(templates: readonly string[]): Diagnostic[] {
  const single = templates.filter((file) => IS_SINGLE.test(file));
  return single.flatMap((file) => {
    const other = single.find((one) => one.endsWith('.tsx') && one.replace(/tsx$/, 'jsx') === file);
    if (other === undefined) return [];
    return error('output-clash', `There are both ${other} and ${file}.`, {
      place: { file },
      hint: 'remove one of them',
    });
  });
}

function shellMissing(): Diagnostic {
  const shell = 'function Shell({ meta, stylesheet, script, children }: ShellProps) { return <html>…</html>; }';
  return error('shell-missing', `${SHELLS[0]}, the document around every page, does not exist.`, {
    place: { file: SHELLS[0] },
    hint: `create it with export default ${shell}`,
  });
}

/**
 * templates/files/nested/feed.xml.ts
 *                 ^^^^^^^^^^^^^^^
 */
const FILE = /^templates\/files\/(?!.*\.d\.ts$)(.+)\.[jt]s$/;

/** Finds the functions that generate files of the site. @param templates the files in `templates`, from the root */
function findFileFunctions(templates: readonly string[]) {
  const files = templates.flatMap((source): FileSource[] => {
    const [, output] = FILE.exec(source) ?? [];
    return output === undefined ? [] : [{ source, output }];
  });
  const diagnostics = files.flatMap(({ source, output }): Diagnostic[] => {
    const problem = findProblem(output);
    if (problem === undefined) return [];
    return [error('file-name', `${source} ${problem.text}.`, { place: { file: source }, hint: problem.hint })];
  });
  return { files, diagnostics };
}

function findProblem(output: string) {
  if (isPublishable(output)) return findWrongName(output);
  return { text: 'generates a hidden file, which many hosts do not serve', hint: 'choose a name without a dot' };
}
