/** The sites that a new project can start from. They are part of the package. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export type TemplateName = 'minimal' | 'site';

/** The running sitegen: compiled modules are in its `dist`. */
export const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

const FOLDERS: Readonly<Record<TemplateName, string>> = { minimal: 'examples/minimal', site: '.' };

/** The files and folders that a template consists of. */
const ENTRIES = ['sitegen.config.ts', 'templates', 'public'];

/** @returns from paths in the project to absolute paths of files to copy */
export async function templateFiles(name: TemplateName): Promise<ReadonlyMap<string, string>> {
  const root = path.join(PACKAGE, FOLDERS[name]);
  const lists = await Promise.all(ENTRIES.map((entry) => listFiles(root, entry)));
  return new Map(lists.flat().map((file) => [file.split(path.sep).join('/'), path.join(root, file)]));
}

async function listFiles(root: string, entry: string): Promise<string[]> {
  if (path.extname(entry) !== '') return [entry];
  const found = await readdir(path.join(root, entry), { recursive: true, withFileTypes: true });
  return found
    .filter((file) => file.isFile())
    .map((file) => path.relative(root, path.join(file.parentPath, file.name)));
}
