/** The package as users get it: packed, and installed from the registry without install scripts, in a separate folder. */
import { mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { page } from '../helpers/project.ts';
import { ROOT, run } from '../helpers/run.ts';

/** All packages that an empty project gets on Linux x64. Other systems get other binaries of esbuild and Tailwind. */
const INSTALLED = (
  '@esbuild/linux-x64 @polka/url @tailwindcss/oxide @tailwindcss/oxide-linux-x64-gnu chokidar esbuild mrmime preact ' +
  'react react-dom readdirp scheduler sirv sitegen tailwindcss totalist'
).split(' ');

const FILES = {
  'package.json': '{ "type": "module", "private": true }',
  'sitegen.config.ts': `import { defineConfig } from 'sitegen';
export default defineConfig({ site: 'https://example.org' });`,
  'templates/shell.tsx': `import type { ShellProps } from 'sitegen';
export default function Shell({ meta, stylesheet, script, children }: ShellProps) {
  return <html lang="en"><head><meta charSet="utf-8" /><title>{meta.title}</title>
    <meta name="description" content={meta.description} />
    {stylesheet && <link rel="stylesheet" href={stylesheet} />}{script && <script type="module" src={script} />}
  </head><body>{children}</body></html>;
}`,
  'templates/site.css': `@import 'tailwindcss';`,
  'templates/islands/counter.tsx': `import { useState } from 'react';
import { island } from 'sitegen';
export default island('counter', ({ from }: { from: number }) => {
  const [count, setCount] = useState(from);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
});`,
  'templates/pages/index.tsx': page(
    'Home',
    '<Counter from={41} /><p className="mt-[7px]">x</p><p className={styles.scoped} />',
    `import Counter from '../islands/counter.tsx';\nimport '../plain.css';\nimport styles from '../home.module.css';`,
  ),
  'templates/plain.css': '.plain {}',
  'templates/home.module.css': '.scoped { margin: 8px }',
  // An expected error shows that the types exist.
  'check.tsx': `import { SitegenError, build, href, type PageProps } from 'sitegen';
import styles from './templates/home.module.css';
import './templates/plain.css';
import Counter from './templates/islands/counter.tsx';
export const scoped: string | undefined = styles['scoped'];
export const made: Promise<{ readonly ok: boolean }> = build({ root: '.' });
export const home: string = href('/');
export const Page = ({ path }: PageProps) => <Counter from={path.length} />;
export const error: Error = new SitegenError('x');
// @ts-expect-error -- a text
export const noNumber: number = styles['scoped'];
// @ts-expect-error -- a number is asked for
export const Wrong = () => <Counter from="one" />;
`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2023',
      module: 'nodenext',
      jsx: 'react-jsx',
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      allowImportingTsExtensions: true,
      types: ['node'],
      typeRoots: [path.join(ROOT, 'node_modules/@types')],
      paths: Object.fromEntries(
        ['react', 'react/jsx-runtime', 'react-dom'].map((name) => [
          name,
          [path.join(ROOT, 'node_modules/@types', typesOf(name))],
        ]),
      ),
    },
    include: ['check.tsx', 'templates', 'sitegen.config.ts'],
  }),
};

/** Where the types of an import come from. */
function typesOf(name: string): string {
  return name.includes('/') ? `${name}.d.ts` : `${name}/index.d.ts`;
}

let project = '';

describe('the sitegen package', () => {
  beforeAll(async () => {
    project = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-installed-')));
    for (const [name, text] of Object.entries(FILES)) {
      await mkdir(path.dirname(path.join(project, name)), { recursive: true });
      await writeFile(path.join(project, name), text);
    }
    const pack = ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', project, ROOT];
    const tarball = (await succeed(pack)).trim();
    await succeed(['npm', 'install', '--ignore-scripts', '--prefer-offline', `./${tarball}`, 'react', 'react-dom']);
    return () => rm(project, { recursive: true });
  });

  test.skipIf(`${process.platform} ${process.arch}` !== 'linux x64')('installs exactly these packages', async () => {
    const lock = JSON.parse(await readFile(path.join(project, 'node_modules/.package-lock.json'), 'utf8'));
    const names = Object.keys(lock.packages).map((folder) => folder.replace(/^node_modules\//, ''));

    expect(names.toSorted().map((name) => name.replace(/-musl$/, '-gnu'))).toEqual(INSTALLED);
  });

  test('builds a site', async () => {
    await succeed(['npx', '--no-install', 'sitegen', 'build']);

    const html = await readFile(path.join(project, 'out/index.html'), 'utf8');
    const assets = await readdir(path.join(project, 'out/assets'));
    const styles = assets.find((name) => name.endsWith('.css')) ?? '';
    expect(html).toContain('<button>41</button>');
    expect(assets.filter((name) => name.endsWith('.js'))).toHaveLength(1);
    expect(await readFile(path.join(project, 'out/assets', styles), 'utf8')).toMatch(/margin-top:7px[^]*margin:8px/);
  });

  test('has working types that report mistakes', async () => {
    const { code, stdout } = await run([path.join(ROOT, 'node_modules/.bin/tsc'), '-p', project], project);

    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });

  test('init under the published name depends on the registry, and packs nothing', async () => {
    const file = path.join(project, 'node_modules/sitegen/package.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...manifest, name: manifest.config.publishedName }));
    await succeed(['npx', '--no-install', 'sitegen', 'init', 'mine']);
    await writeFile(file, JSON.stringify(manifest));

    const mine = path.join(project, 'mine');
    const { dependencies } = JSON.parse(await readFile(path.join(mine, 'package.json'), 'utf8'));
    expect(dependencies.sitegen).toMatch(/^npm:sitegen-react@\^\d+\.\d+/);
    expect((await readdir(mine)).filter((name) => name.endsWith('.tgz'))).toEqual([]);
  });

  test('explains how to install React if it is missing', async () => {
    await rm(path.join(project, 'node_modules/react-dom'), { recursive: true });

    const { code, stderr } = await run(['npx', '--no-install', 'sitegen', 'build'], project);

    expect(code).toBe(2);
    expect(stderr).toContain('Not installed, but needed to render pages: react-dom.');
    expect(stderr).toContain('npm install react-dom');
  });
});

/** Runs a command in the project. If the registry is down, the failure is npm's message. */
async function succeed(command: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(command, project);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${stderr}${stdout}`);
  return stdout;
}
