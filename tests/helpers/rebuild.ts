/** A site whose pages have every kind of dependency, and the changes that builds make in its out/. */
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { page, type Project } from './project.ts';
import { sitegen } from './run.ts';

/** Two pages with a shared component, one with its own, one with an island, one with data, and a list of pages. */
export const SITE = {
  'templates/components/shared.tsx': 'export const Shared = () => <p>shared</p>;',
  'templates/components/own.tsx': 'export const Own = () => <p>own</p>;',
  'templates/pages/a.tsx': page('A', '<Shared />', `import { Shared } from '../components/shared.tsx';`),
  'templates/pages/b.tsx': page('B', '<Shared />', `import { Shared } from '../components/shared.tsx';`),
  'templates/pages/c.tsx': page('C', '<Own />', `import { Own } from '../components/own.tsx';`),
  'templates/pages/island.tsx': page('Island', '<Tick />', `import Tick from '../islands/tick.tsx';`),
  'templates/islands/tick.tsx': `import { island } from 'sitegen';\nexport default island('tick', () => <b>tick</b>);`,
  'templates/pages/data.tsx': page(
    'Data',
    '<p>{data}</p>',
    `import { readFileSync } from 'node:fs'; export const load = () => readFileSync('data.txt', 'utf8');`,
  ),
  'templates/pages/list/[n].tsx': `import { readFileSync } from 'node:fs';
export const paths = () => JSON.parse(readFileSync('list.json', 'utf8')).map((n: string) => ({ params: { n: n[0] }, props: n }));
export const meta = ({ props }: any) => ({ title: props, description: 'About ' + props });
export default function Item({ props }: any) { return <main><h1>{props}</h1></main>; }
`,
  'templates/site.css': '@theme { --color-mark: red; } .mark { color: var(--color-mark); }',
  'data.txt': 'one',
  'list.json': '["1 one", "2 two"]',
  'public/robots.txt': 'User-agent: *\n',
};

/** Otherwise files of earlier builds stay for a while. */
export const keepNothing = { 'sitegen.config.ts': 'export default { keepAssets: 0 };' };

/** The changes of a build in out/, as addresses. */
export async function build(project: Project, ...args: string[]) {
  const { code, stdout, stderr } = await sitegen(project.root, 'build', '--json', ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout).changes as { added: string[]; changed: string[]; removed: string[] };
}

export const NOTHING = { added: [], changed: [], removed: [] };

/** The modification time of each file in out/. */
export async function datesOf(project: Project): Promise<Record<string, number>> {
  const files = await project.list('out');
  const stats = await Promise.all(files.map((file) => lstat(path.join(project.root, 'out', file))));
  return Object.fromEntries(files.map((file, index) => [file, stats[index]?.mtimeMs ?? 0]));
}

/** Contents of out/, by file. */
export async function readOut(project: Project): Promise<Record<string, string>> {
  const files = await project.list('out');
  const texts = await Promise.all(files.map((file) => project.read(`out/${file}`)));
  return Object.fromEntries(files.map((file, index) => [file, texts[index] ?? '']));
}

/** The only stylesheet in out/. */
export async function readStylesheet({ list, read }: Project): Promise<string> {
  const files = (await list('out/assets')).filter((file) => file.endsWith('.css'));
  expect(files).toHaveLength(1);
  return read(`out/assets/${files[0]}`);
}
