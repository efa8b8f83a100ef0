import { statSync } from 'node:fs';
import path from 'node:path';
import { SitegenError, hasCode } from '../core/errors.ts';
import { error, type Diagnostic } from '../core/diagnostics.ts';
import { listFiles } from '../core/files.ts';
import type { Project } from '../core/model.ts';
import { CARD, CONFIG_FILES, PAGES, SHELL, toPageFile, toPosix } from '../core/paths.ts';
import { checkPageNames } from './page-file-names.ts';
import { choosePublicFiles } from './public-files.ts';

const STYLES = 'templates/site.css';
const CARD_FONT = /^templates\/fonts\/[^/]+\.(ttf|otf)$/;
const ICON = 'templates/icon.svg';
const ISLANDS = 'templates/islands';

/** The contents of a folder. Paths are from the root. */
interface Listing {
  readonly files: readonly string[];
  /** What is neither a file nor a folder. */
  readonly others: readonly string[];
}

export interface DiscoveredProject {
  readonly project: Project;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Lists the files in the project's folders and checks their names.
 *
 * @param root absolute
 * @throws {SitegenError} if there is no page at all
 */
export async function discoverProject(root: string): Promise<DiscoveredProject> {
  const [inTemplates, inPublic] = [listFolder(root, 'templates'), listFolder(root, 'public')];
  refuseSpecialFiles(root, [...inTemplates.others, 'package.json', 'tsconfig.json', ...CONFIG_FILES]);
  const templates = inTemplates.files;
  const inPublicFolder = choosePublicFiles(root, inPublic.files);
  const pageFiles = templates.filter((file) => file.startsWith(`${PAGES}/`) && file.endsWith('.tsx'));
  if (pageFiles.length === 0) {
    throw new SitegenError(
      `No pages found in ${path.join(root, PAGES)}.\n` +
        `Try: create ${PAGES}/index.tsx, or set the project's folder with --root.`,
    );
  }
  const project = { ...sortTemplates(templates, pageFiles), publicFiles: inPublicFolder.files };
  const diagnostics = [
    ...checkKinds([...inTemplates.others, ...inPublic.others]),
    ...inPublicFolder.diagnostics,
    ...checkPageNames(project.pages),
    ...checkIslandNames(project),
  ];
  if (project.shell === undefined) diagnostics.push(shellMissing());
  return { project, diagnostics };
}

function sortTemplates(templates: readonly string[], pageFiles: readonly string[]): Omit<Project, 'publicFiles'> {
  const ifThere = (name: string) => (templates.includes(name) ? name : undefined);
  return {
    pages: pageFiles.map(toPageFile),
    shell: ifThere(SHELL),
    card: ifThere(CARD),
    cardFonts: templates.filter((file) => CARD_FONT.test(file)),
    icon: ifThere(ICON),
    styles: ifThere(STYLES),
    islands: templates
      .filter((file) => path.posix.dirname(file) === ISLANDS && file.endsWith('.tsx'))
      .map((source) => ({ name: path.posix.basename(source, '.tsx'), source })),
  };
}

function listFolder(root: string, folder: string): Listing {
  const files: string[] = [];
  const others: string[] = [];
  listFiles(path.join(root, folder), (entry) => {
    if (entry.isDirectory()) return false;
    const file = path.join(entry.parentPath, entry.name);
    (entry.isFile() || isLinkToFile(file) ? files : others).push(toPosix(path.relative(root, file)));
    return true;
  });
  return { files: files.toSorted(), others: others.toSorted() };
}

function isLinkToFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch (failure) {
    if (hasCode(failure, 'ENOENT', 'ELOOP')) return false;
    throw failure;
  }
}

/** Nothing is compiled beside a pipe or device: reading it, as an import does, would never end. */
function refuseSpecialFiles(root: string, others: readonly string[]): void {
  const special = others.filter((file) => {
    const stat = statSync(path.join(root, file), { throwIfNoEntry: false });
    return stat !== undefined && !stat.isDirectory() && !stat.isFile();
  });
  if (special.length === 0) return;
  throw new SitegenError(`${special.join(', ')}: not a file.`, { diagnostics: checkKinds(special) });
}

function checkKinds(others: readonly string[]): Diagnostic[] {
  return others.map((file) => {
    const message = `${file} is not a regular file, but a link to a folder, a broken link, a pipe, a socket or a device.`;
    return error('file-kind', message, { place: { file }, hint: 'replace it with a file, or remove it' });
  });
}

function checkIslandNames({ islands }: Project): Diagnostic[] {
  return islands
    .filter(({ name }) => !/^[\w-]+$/.test(name))
    .map(({ name, source }) => {
      const message = `"${name}" is not a valid island name: only letters a-z, digits, "-" and "_" are allowed.`;
      return error('island-name', message, { place: { file: source }, hint: 'rename the file' });
    });
}

function shellMissing(): Diagnostic {
  const shell = 'function Shell({ meta, stylesheet, script, children }: ShellProps) { return <html>…</html>; }';
  return error('shell-missing', `${SHELL}, the document around every page, does not exist.`, {
    place: { file: SHELL },
    hint: `create it with export default ${shell}`,
  });
}
