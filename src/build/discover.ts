import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { SitegenError, hasCode } from '../errors.ts';
import type { Diagnostic, Project, Route } from '../model.ts';
import { PAGES, illegalInName, pageFileToRoutePath, routePathToOutput, toPosix } from '../paths.ts';

const SHELL = 'templates/shell.tsx';
const STYLES = 'templates/site.css';
const ISLANDS = 'templates/islands';

/** What lies in the project's folders, and what is wrong with its names. */
export interface Found {
  readonly project: Project;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Looks at the names in the project's folders.
 *
 * @param root absolute
 * @throws {SitegenError} when there is no page at all
 */
export async function discoverProject(root: string): Promise<Found> {
  const [templates, publicFiles] = await Promise.all([listFiles(root, 'templates'), listFiles(root, 'public')]);
  const pageFiles = templates.filter((file) => file.startsWith(`${PAGES}/`) && file.endsWith('.tsx'));
  if (pageFiles.length === 0) {
    throw new SitegenError(
      `There is no page in ${path.join(root, PAGES)}.\n` +
        `Try: write ${PAGES}/index.tsx, or name the project's folder with --root.`,
    );
  }
  const project = {
    routes: pageFiles.map(toRoute),
    shell: templates.find((file) => file === SHELL),
    styles: templates.find((file) => file === STYLES),
    islands: templates
      .filter((file) => path.posix.dirname(file) === ISLANDS && file.endsWith('.tsx'))
      .map((source) => ({ name: path.posix.basename(source, '.tsx'), source })),
    publicFiles: publicFiles.map((file) => file.slice('public/'.length)),
  };
  const diagnostics = [...checkNames(project), ...checkOutputs(project)];
  if (project.shell === undefined) diagnostics.push(shellMissing());
  return { project, diagnostics };
}

function toRoute(source: string): Route {
  const routePath = pageFileToRoutePath(source.slice(PAGES.length + 1));
  return { path: routePath, source, output: routePathToOutput(routePath) };
}

/** The files in a folder and below it, from the root, in the order of their code units. None if it does not exist. */
async function listFiles(root: string, folder: string): Promise<string[]> {
  try {
    const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => toPosix(path.relative(root, path.join(entry.parentPath, entry.name))))
      .toSorted();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

function checkNames({ routes }: Project): Diagnostic[] {
  return routes.flatMap(({ source, path: routePath }) => {
    const problem = routePath.split('/').filter(Boolean).map(illegalInName).find(Boolean);
    if (problem === undefined) return [];
    const message = `The page's address would be ${JSON.stringify(routePath)}, which has ${problem}.`;
    const hint = 'rename the file; letters of any script, digits, "-", "_" and "." are safe on every host';
    return [{ code: 'page-name', severity: 'error', message, place: { file: source }, hint }];
  });
}

/** Two files may not become one: the second would replace the first without a word. */
function checkOutputs({ routes, publicFiles }: Project): Diagnostic[] {
  const sources = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  const outputs = [
    ...routes.map(({ output, source }) => ({ output, source })),
    ...publicFiles.map((file) => ({ output: file, source: `public/${file}` })),
  ];
  for (const { output, source } of outputs) {
    // Some file systems take "About" and "about", or two spellings of "é", for one name.
    const key = output.normalize('NFC').toLowerCase();
    const other = sources.get(key);
    if (other === undefined) {
      sources.set(key, source);
      continue;
    }
    const message = `Both ${other} and ${source} would be written to "${output}".`;
    diagnostics.push({
      code: 'output-clash',
      severity: 'error',
      message,
      place: { file: source },
      hint: 'rename one of them',
    });
  }
  return diagnostics;
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
