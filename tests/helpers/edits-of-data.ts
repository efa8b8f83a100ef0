/** Edits of what code of a site reads when it runs. */
import { page } from './project.ts';

/** What code asks for when it runs. */
export const ASKED = {
  'notes/one.txt': 'one',
  'templates/pages/asking.tsx': `import { readFileSync, readdirSync, statSync } from 'node:fs';
import Row from '../components/row.tsx';
const names = readdirSync('notes', { recursive: true, withFileTypes: true }).map(({ name }) => name).sort().join();
export const meta = { title: 'Asking', description: 'About asking.' };
export const load = () => ({
  names: readdirSync('notes', { recursive: true }).sort().join(),
  size: statSync('notes/one.txt').size,
  time: statSync('notes/one.txt').mtimeMs,
  variable: process.env.EDITED,
});
export default function Page({ data }: any) {
  const { names: loaded, size, time, variable } = data;
  return <main><h1>Asking</h1>{names} {loaded} {size} {time} {variable} <Row /></main>;
}`,
  'templates/components/row.tsx': `import { readFileSync } from 'node:fs';
export default () => <i>{readFileSync('notes/one.txt', 'utf8')} {process.env.EDITED} {Object.keys(process.env).length}</i>;`,
};

/** A `load` that asks for the time runs in every build, and all others with it. */
const CLOCK = page(
  'Clock',
  '<p>{new Date().getFullYear()} {Date.now() > 0 ? data : 0}</p>',
  [
    `import { readFileSync } from 'node:fs';`,
    `export const load = () => new Date().getFullYear() + readFileSync('data.txt', 'utf8');`,
  ].join('\n'),
);

/** Modules that keep what they have read: only the first `load` that asks reads it, which may be that of any page. */
export const REMEMBERED = {
  'notes/kept.txt': 'kept',
  'notes/shared.txt': 'shared',
  'notes/name.txt': 'data.txt',
  'templates/content/memory.ts': `import { readFileSync } from 'node:fs';
import { shared } from 'sitegen';
import { remember } from 'remembers';
const kept = new Map<string, string>();
const read = (file: string) => kept.get(file) ?? (kept.set(file, readFileSync(file, 'utf8')), kept.get(file)!);
/** One file names the other. */
export const nested = () => ((nested as any).found ??= read(read('notes/name.txt')));
export const remembered = () => [...kept, (nested as any).found, (globalThis as any).one].join();
export const all = async () => [
  read('notes/kept.txt'),
  nested(),
  await shared('note', () => readFileSync('notes/shared.txt', 'utf8')),
  remember('notes/kept.txt'),
  ((globalThis as any).one ??= readFileSync('notes/one.txt', 'utf8')),
].join();`,
  'node_modules/remembers/package.json': '{ "name": "remembers", "version": "1.0.0", "main": "index.js" }',
  'node_modules/remembers/index.js': `const { readFileSync } = require('fs');
const known = {};
exports.remember = (file) => (known[file] = known[file] || readFileSync(file, 'utf8'));`,
  ...Object.fromEntries(
    ['one', 'two', 'three'].map((name) => [
      `templates/pages/memory/${name}.tsx`,
      page(name, '<p>{data}</p>', `import { all } from '../../content/memory.ts';\nexport const load = () => all();`),
    ]),
  ),
  // Shows what its `load` has left in modules, and not what that returns.
  'templates/pages/memory/four.tsx': page(
    'four',
    '<p>{remembered()}</p>',
    `import { all, remembered } from '../../content/memory.ts';\nexport const load = () => all().then(() => 1);`,
  ),
};

export function changesOfWhatIsAsked(text: string): Record<string, Readonly<Record<string, string | undefined>>> {
  return {
    'a file that a component reads': { 'notes/one.txt': text },
    'a file in a folder that is listed': { [`notes/deep/${text}.txt`]: text },
    'a file that a module keeps': { 'notes/kept.txt': text },
    'a file that `shared` keeps': { 'notes/shared.txt': text },
    'a file that names another': { 'notes/name.txt': text.length > 3 ? 'notes/kept.txt' : 'data.txt' },
    'a page that asks for the time': { 'templates/pages/clock.tsx': CLOCK },
    'no page that asks for the time': { 'templates/pages/clock.tsx': undefined },
    'a deeper folder': { [`notes/${text}/deep/file.txt`]: text },
  };
}
