import { mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { ROOT } from './run.ts';
import { startServe, type Running } from './serve.ts';

/** Files by their paths from a project's root. `undefined` leaves out one that every project has. */
type Files = Readonly<Record<string, string | Uint8Array | undefined>>;

/** A throw-away project. Gone when the test is. */
export interface Project {
  /** Absolute. */
  readonly root: string;
  readonly write: (files: Files) => Promise<void>;
  /** A file's text, from the root. */
  readonly read: (file: string) => Promise<string>;
  readonly remove: (file: string) => Promise<void>;
  /** The files in a folder and below it, from that folder, sorted. None if it is not there. */
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

/** A page file. Its description contains its title, so that both are unique. */
export function page(title: string, body: string, before = ''): string {
  return `${before}
export const meta = { title: ${JSON.stringify(title)}, description: ${JSON.stringify(`About ${title}.`)} };

export default function Page({ data, path }: { data: any; path: string }) {
  return <main><h1>${title}</h1>${body}</main>;
}
`;
}

/** A package in node_modules. @param files in its folder, but for the package.json */
export function packageOf(name: string, description: object, files: Readonly<Record<string, string>>) {
  const all = { 'package.json': JSON.stringify({ name, version: '1.0.0', ...description }), ...files };
  return Object.fromEntries(Object.entries(all).map(([file, text]) => [`node_modules/${name}/${file}`, text]));
}

/** Makes a project with a shell and one page, and whatever is given. */
export async function makeProject(files: Files = {}): Promise<Project> {
  const project = await createProject(files);
  // A server that was stopped while it built is still taking its files away.
  onTestFinished(() => rm(project.root, { recursive: true, force: true, maxRetries: 10 }));
  return project;
}

/** The same for several tests: the caller removes the folder. */
export async function createProject(files: Files): Promise<Project> {
  const root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-test-')));
  const project = accessTo(root);
  await linkPackages(root);
  await project.write({ 'templates/shell.tsx': SHELL, 'templates/pages/index.tsx': page('Home', ''), ...files });
  return project;
}

/** A project that exists. */
export function accessTo(root: string): Project {
  const write = async (changed: Files) => {
    for (const [name, text] of Object.entries(changed)) {
      if (text === undefined) continue;
      // They are links to the packages that the tests themselves run on.
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

/** File systems date what is written up to this many ms back. What serve finds newer than its start, it builds again. */
const CLOCK_MS = 15;

/** Serves a project until the test is over. */
export async function serveProject({ root }: Project, ...args: string[]): Promise<Running> {
  await pause(CLOCK_MS);
  const server = await startServe(root, ...args);
  onTestFinished(async () => void (await server.stop()));
  return server;
}

/** As npm would have installed them. */
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
