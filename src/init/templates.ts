/** The sites that a new project can start from. They are part of the package. */
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type sitegen from '../../package.json';
import { hasCode } from '../shared/errors.ts';

interface Template {
  /** As listed by `--help`. */
  readonly description: string;
  /** Where to start writing: a sentence in Markdown. */
  readonly start: string;
  /** From the package's folder. */
  readonly folder: string;
  /** Packages that the site needs, most of them optional peers of sitegen. */
  readonly packages: readonly (keyof (typeof sitegen.peerDependencies & typeof sitegen.devDependencies))[];
}

const NAMES = 'Fill in the placeholders in `templates/site.ts`: the name of the site, its address, and others.';

/** In the order of `--help`. The first is the default. */
export const TEMPLATES = {
  minimal: {
    description: 'two pages and an island',
    start: 'Start with the home page, `templates/pages/index.tsx`.',
    folder: 'examples/minimal',
    packages: [],
  },
  site: {
    description: 'a marketing site: home, pricing, a contact form',
    start: `Pages are in \`templates/pages\`. ${NAMES}`,
    folder: 'examples/site',
    packages: [],
  },
  blog: {
    description: 'a blog: Markdown, tags, pictures, drafts and a feed',
    start: `Posts are in \`content/posts\`. ${NAMES}`,
    folder: 'examples/blog',
    packages: ['markdown-it', '@mdx-js/mdx', 'remark-gfm', 'yaml', 'shiki', 'sharp', 'valibot'],
  },
  docs: {
    description: 'documentation: a sidebar, search, an outline and dark colours',
    start: `Pages are in \`content/docs\`. ${NAMES}`,
    folder: 'examples/docs',
    packages: [
      'markdown-it',
      '@mdx-js/mdx',
      'remark-gfm',
      'yaml',
      'shiki',
      'valibot',
      'minisearch',
      'hast-util-from-html',
      'hast-util-to-mdast',
      'mdast-util-gfm',
      'mdast-util-to-markdown',
    ],
  },
  consultancy: {
    description: 'the website of a consultancy, with placeholders for what only its owner knows',
    start: 'Pages are in `templates/pages`. A build lists the placeholders to fill in.',
    folder: '.',
    packages: ['@resvg/resvg-js'],
  },
} as const satisfies Readonly<Record<string, Template>>;

export type TemplateName = keyof typeof TEMPLATES;

/** The running sitegen: compiled modules are in its `dist`. */
export const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

const CONFIG = 'sitegen.config.ts';

/** The files and folders that a template consists of. */
const ENTRIES = [CONFIG, 'templates', 'public', 'content'];

/** @returns from paths in the project to absolute paths of files to copy */
export async function templateFiles(name: TemplateName): Promise<ReadonlyMap<string, string>> {
  const root = path.join(PACKAGE, TEMPLATES[name].folder);
  const lists = await Promise.all(ENTRIES.map((entry) => listFiles(root, entry)));
  return new Map(lists.flat().map((file) => [file, path.join(root, file)]));
}

/** Lists folder by folder: in the archives of `yarn create`, the entries of a recursive list have wrong parents. */
async function listFiles(root: string, entry: string): Promise<string[]> {
  if (entry === CONFIG) return [entry];
  const found = await listFolder(path.join(root, entry));
  const files = found.filter((file) => file.isFile()).map((file) => `${entry}/${file.name}`);
  const folders = found.filter((file) => file.isDirectory()).map((file) => `${entry}/${file.name}`);
  const below = await Promise.all(folders.map((folder) => listFiles(root, folder)));
  return [...files, ...below.flat()];
}

/** A template without Markdown has no `content`. */
async function listFolder(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
