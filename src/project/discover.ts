import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { SitegenError, hasCode } from '../core/errors.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import type { PageFile, Project, Route } from '../core/model.ts';
import { MARKER, PAGES, parentFolders, fileNameKey, routePathToOutput, toPageFile, toPosix } from '../core/paths.ts';
import { checkPageNames } from './page-file-names.ts';
import { choosePublicFiles } from './public-files.ts';

const SHELL = 'templates/shell.tsx';
const STYLES = 'templates/site.css';
const CARD = 'templates/card.tsx';
const CARD_FONT = /^templates\/fonts\/[^/]+\.(ttf|otf)$/;
const ICON = 'templates/icon.svg';
const ISLANDS = 'templates/islands';

/** Files, and what is neither a file nor a folder. Paths are from the root. */
interface Listing {
  readonly files: readonly string[];
  readonly others: readonly string[];
}

/** What lies in the project's folders, and what is wrong with its names. */
export interface DiscoveredProject {
  readonly project: Project;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Looks at the names in the project's folders.
 *
 * @param root absolute
 * @throws {SitegenError} when there is no page at all
 */
export async function discoverProject(root: string): Promise<DiscoveredProject> {
  const [inTemplates, inPublic] = await Promise.all([listFiles(root, 'templates'), listFiles(root, 'public')]);
  const templates = inTemplates.files;
  const inPublicFolder = choosePublicFiles(root, inPublic.files);
  const pageFiles = templates.filter((file) => file.startsWith(`${PAGES}/`) && file.endsWith('.tsx'));
  if (pageFiles.length === 0) {
    throw new SitegenError(
      `There is no page in ${path.join(root, PAGES)}.\n` +
        `Try: write ${PAGES}/index.tsx, or name the project's folder with --root.`,
    );
  }
  const project = {
    pages: pageFiles.map(toPageFile),
    shell: templates.find((file) => file === SHELL),
    card: templates.find((file) => file === CARD),
    cardFonts: templates.filter((file) => CARD_FONT.test(file)),
    icon: templates.find((file) => file === ICON),
    styles: templates.find((file) => file === STYLES),
    islands: templates
      .filter((file) => path.posix.dirname(file) === ISLANDS && file.endsWith('.tsx'))
      .map((source) => ({ name: path.posix.basename(source, '.tsx'), source })),
    publicFiles: inPublicFolder.files,
  };
  const diagnostics = [
    ...checkKinds([...inTemplates.others, ...inPublic.others]),
    ...inPublicFolder.diagnostics,
    ...checkPageNames(project.pages),
    ...checkIslandNames(project),
    ...checkOutputs(project),
  ];
  if (project.shell === undefined) diagnostics.push(shellMissing());
  return { project, diagnostics };
}

/** The route of a page file without brackets in its name. */
export function toRoute({ source, pattern }: PageFile): Route {
  return { path: pattern, source, output: routePathToOutput(pattern) };
}

/** What lies in a folder and below it, from the root, in the order of code units. Nothing if it does not exist. */
async function listFiles(root: string, folder: string): Promise<Listing> {
  try {
    const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
    const listed = entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return { name: toPosix(path.relative(root, file)), isFile: entry.isFile() || isLinkToFile(file) };
      })
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return {
      files: listed.filter(({ isFile }) => isFile).map(({ name }) => name),
      others: listed.filter(({ isFile }) => !isFile).map(({ name }) => name),
    };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { files: [], others: [] };
    throw error;
  }
}

function isLinkToFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ELOOP')) return false;
    throw error;
  }
}

function checkKinds(others: readonly string[]): Diagnostic[] {
  return others.map((file) => ({
    code: 'file-kind',
    severity: 'error',
    message: `${file} is no file: it is a link to a folder, a link to nothing, or a device.`,
    place: { file },
    hint: 'put the file itself there, or take it away',
  }));
}

function checkIslandNames({ islands }: Project): Diagnostic[] {
  return islands
    .filter(({ name }) => !/^[\w-]+$/.test(name))
    .map(({ source }) => ({
      code: 'island-name',
      severity: 'error',
      message: `The file's name is its island's name, and is used in ids. It may have letters a-z, digits, "-" and "_".`,
      place: { file: source },
      hint: 'rename the file',
    }));
}

/**
 * Two files may not become one, nor a file and a folder: the second would replace the first, or end the build. Pages of
 * parametric files are not known yet.
 */
function checkOutputs({ pages, publicFiles }: Project): Diagnostic[] {
  const routes = pages.filter(({ isParametric }) => !isParametric).map(toRoute);
  const outputs = [
    { output: MARKER, source: 'sitegen itself' },
    ...routes.map(({ output, source }) => ({ output, source })),
    ...publicFiles.map((file) => ({ output: file, source: `public/${file}` })),
  ];
  const sources = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const { output, source } of outputs) {
    const other = sources.get(fileNameKey(output));
    if (other === undefined) sources.set(fileNameKey(output), source);
    else diagnostics.push(clash(`Both ${other} and ${source} would be written to "${output}".`, source));
  }
  for (const { output, source } of outputs) {
    const folder = parentFolders(output).find((candidate) => sources.has(fileNameKey(candidate)));
    if (folder === undefined) continue;
    const message = `${source} needs "${folder}" to be a folder, and ${sources.get(fileNameKey(folder))} would be a file there.`;
    diagnostics.push(clash(message, source));
  }
  return diagnostics;
}

function clash(message: string, file: string): Diagnostic {
  return { code: 'output-clash', severity: 'error', message, place: { file }, hint: 'rename one of them' };
}

function shellMissing(): Diagnostic {
  return {
    code: 'shell-missing',
    severity: 'error',
    message: `There is no ${SHELL}, the document around every page.`,
    place: { file: SHELL },
    hint: 'export default function Shell({ meta, stylesheet, script, children }: ShellProps) { return <html>…</html>; }',
  };
}
