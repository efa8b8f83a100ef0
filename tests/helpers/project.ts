import { mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { ROOT } from './run.ts';
import { startServe, type Running } from './serve.ts';

/** Files by path from a project's root. `undefined` leaves out a default file. */
type Files = Readonly<Record<string, string | Uint8Array | undefined>>;

/** A temporary project, removed after the test. */
export interface Project {
  /** Absolute. */
  readonly root: string;
  readonly write: (files: Files) => Promise<void>;
  /** Reads a text file, relative to the root. */
  readonly read: (file: string) => Promise<string>;
  readonly remove: (file: string) => Promise<void>;
  /** All files below a folder, relative to it, sorted. Empty if the folder does not exist. */
  readonly list: (folder: string) => Promise<string[]>;
}

const SHELL = `import type { ShellProps } from 'sitegen';

export default function Shell({ meta, canonical, stylesheet, script, preloads, children }: ShellProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{meta.title}</title>
        <meta name="description" content={meta.description} />
        {meta.noindex && <meta name="robots" content="noindex" />}
        {canonical && <link rel="canonical" href={canonical} />}
        {stylesheet && <link rel="stylesheet" href={stylesheet} />}
        {script && <script type="module" src={script} />}
        {preloads.map((address) => <link key={address} rel="modulepreload" href={address} />)}
      </head>
      <body>{children}</body>
    </html>
  );
}
`;

/** A page file. Its description contains the title, so both are unique. */
export function page(title: string, body: string, before = ''): string {
  return `${before}
export const meta = { title: ${JSON.stringify(title)}, description: ${JSON.stringify(`About ${title}.`)} };

export default function Page({ data, path }: { data: any; path: string }) {
  return <main><h1>${title}</h1>${body}</main>;
}
`;
}

/** A package in node_modules. @param files in its folder, except package.json */
export function packageOf(name: string, description: object, files: Readonly<Record<string, string>>) {
  const all = { 'package.json': JSON.stringify({ name, version: '1.0.0', ...description }), ...files };
  return Object.fromEntries(Object.entries(all).map(([file, text]) => [`node_modules/${name}/${file}`, text]));
}

/** Creates a project with a shell, one page and the given files. */
export async function makeProject(files: Files = {}): Promise<Project> {
  const project = await createProject(files);
  // A server stopped during a build may still be removing its files.
  onTestFinished(() => rm(project.root, { recursive: true, force: true, maxRetries: 10 }));
  return project;
}

/** Like `makeProject`, for several tests: the caller removes the folder. */
export async function createProject(files: Files): Promise<Project> {
  const root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-test-')));
  const project = accessTo(root);
  await linkPackages(root);
  await project.write({ 'templates/shell.tsx': SHELL, 'templates/pages/index.tsx': page('Home', ''), ...files });
  return project;
}

/** Gives the pages of a project the strictest policy of our sites. */
export async function addPolicy({ read, write }: Project): Promise<void> {
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
  const meta = `<meta httpEquiv="Content-Security-Policy" content="${policy}" />`;
  const shell = await read('templates/shell.tsx');
  await write({ 'templates/shell.tsx': shell.replace('<title>', `${meta}<title>`) });
}

/** An existing project. */
export function accessTo(root: string): Project {
  const write = async (changed: Files) => {
    for (const [name, text] of Object.entries(changed)) {
      if (text === undefined) continue;
      // They link to the packages that the tests themselves use.
      if (/^node_modules\/(sitegen|react|react-dom|tailwindcss)\//.test(name))
        throw new Error(`${name} is not this project's.`);
      await mkdir(path.dirname(path.join(root, name)), { recursive: true });
      await writeFile(path.join(root, name), text);
    }
  };
  return {
    root,
    write,
    read: (file) => readFile(path.join(root, file), 'utf8'),
    remove: (file) => rm(path.join(root, file), { recursive: true }),
    list: (folder) => listFiles(path.join(root, folder)),
  };
}

/** File systems date writes up to this many ms back. serve builds again if a file looks newer than its start. */
const CLOCK_MS = 15;

/** Serves a project until the end of the test. */
export async function serveProject({ root }: Project, ...args: string[]): Promise<Running> {
  await pause(CLOCK_MS);
  const server = await startServe(root, ...args);
  onTestFinished(async () => void (await server.stop()));
  return server;
}

/** As installed by npm. */
async function linkPackages(root: string): Promise<void> {
  const packages = path.join(root, 'node_modules');
  await mkdir(packages);
  await symlink(ROOT, path.join(packages, 'sitegen'), 'junction');
  for (const name of ['react', 'react-dom', 'tailwindcss']) {
    await symlink(path.join(ROOT, 'node_modules', name), path.join(packages, name), 'junction');
  }
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => !entry.isDirectory());
    return files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
