/** The sites that a new project can start from. They are part of the package. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type sitegen from '../../package.json';

interface Template {
  /** As listed by `--help`. */
  readonly description: string;
  /** From the package's folder. */
  readonly folder: string;
  /** Optional peers of sitegen that the site needs. */
  readonly packages: readonly (keyof typeof sitegen.peerDependencies)[];
}

/** In the order of `--help`. The first is the default. */
export const TEMPLATES = {
  minimal: { description: 'two pages and an island', folder: 'examples/minimal', packages: [] },
  site: { description: 'a marketing site: home, pricing, a contact form', folder: 'examples/site', packages: [] },
  consultancy: {
    description: 'the website of a consultancy, with placeholders for what only its owner knows',
    folder: '.',
    packages: ['@resvg/resvg-js'],
  },
} as const satisfies Readonly<Record<string, Template>>;

export type TemplateName = keyof typeof TEMPLATES;

/** The running sitegen: compiled modules are in its `dist`. */
export const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

/** The files and folders that a template consists of. */
const ENTRIES = ['sitegen.config.ts', 'templates', 'public'];

/** @returns from paths in the project to absolute paths of files to copy */
export async function templateFiles(name: TemplateName): Promise<ReadonlyMap<string, string>> {
  const root = path.join(PACKAGE, TEMPLATES[name].folder);
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
