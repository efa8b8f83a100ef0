/** A second run of esbuild takes seconds in a site with large packages. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, packageOf, page, serveProject } from '../helpers/project.ts';
import { ROOT, SITEGEN, run, sitegen } from '../helpers/run.ts';
import { untilHtml } from '../helpers/watching.ts';

const COUNTER = path.join(ROOT, 'tests/helpers/count-esbuild.cjs');

test('pages and islands are each bundled once, whatever ordinary code and packages contain', async () => {
  const project = await makeProject({
    'package.json': JSON.stringify({ type: 'module', dependencies: { compiled: '1.0.0', grammar: '1.0.0' } }),
    ...packageOf(
      'compiled',
      {},
      {
        'index.js': `Object.defineProperty(exports, '__esModule', { value: true }); exports.default = () => 'compiled';`,
      },
    ),
    // Words of code, in texts.
    ...packageOf(
      'grammar',
      { type: 'module' },
      { 'index.js': `export const grammar = ['__dirname', 'import.meta.url', 'support.function.node'].join(' ');` },
    ),
    'content/note.mdx': '---\ntitle: Note\n---\n\nA **note**.\n',
    'templates/notes.ts': `import { collection } from 'sitegen/content';\nexport const notes = collection('content/*.mdx', {});`,
    'templates/pages/index.tsx': page(
      'Home',
      '<p>{[compiled(), grammar, name, data.note.title].join()}</p><Counter />',
      `import compiled from 'compiled';
import { grammar } from 'grammar';
import { Counter } from '../islands/counter.tsx';
import { notes } from '../notes.ts';
const name = import.meta.url.split('/').at(-1);
const files = import.meta.glob('../*.json');
export const load = async () => ({ note: (await notes.all())[0]!.data, count: Object.keys(files).length });`,
    ),
    'templates/islands/counter.tsx': `import compiled from 'compiled';
import { island } from 'sitegen';
const photo = new URL('../dot.svg', import.meta.url).href;
export const Counter = island('counter', () => <img alt={compiled()} src={photo} width="1" height="1" data-dev={import.meta.env.DEV} />);`,
    'templates/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  });
  const log = path.join(project.root, 'runs.txt');

  const { code, stderr } = await run([process.execPath, '--require', COUNTER, SITEGEN, 'build'], project.root, {
    ESBUILD_RUNS: log,
  });

  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(await project.read('out/index.html')).toContain(
    'compiled,__dirname import.meta.url support.function.node,index.tsx,Note',
  );
  const runs = (await readFile(log, 'utf8')).match(/^(?:entry-0|sitegen:islands\.js)$/gm);
  expect(runs?.toSorted()).toEqual(['entry-0', 'sitegen:islands.js']);
});

test('MDX of a collection that no page imports does not fail the site', async () => {
  const project = await makeProject({
    'drafts/broken.mdx': '<Open',
    'templates/unused.ts': `import { collection } from 'sitegen/content';\nexport const drafts = collection('drafts/*.mdx', {});`,
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test('serve goes on when an MDX file of a collection is removed, and added again', async () => {
  const note = (title: string) => `---\ntitle: ${title}\n---\n\nA **note**.\n`;
  const project = await makeProject({
    'content/a.mdx': note('A'),
    'content/b.mdx': note('B'),
    'templates/notes.ts': `import { collection } from 'sitegen/content';\nexport const notes = collection('content/*.mdx', {});`,
    'templates/pages/index.tsx': page(
      'Home',
      '<p>{data}</p>',
      `import { notes } from '../notes.ts';\nexport const load = async () => (await notes.all()).map((one) => one.data.title).join();`,
    ),
  });
  const server = await serveProject(project);
  await untilHtml(server, '', '<p>A,B</p>');

  await project.remove('content/a.mdx');
  await untilHtml(server, '', '<p>B</p>');
  await project.write({ 'content/a.mdx': note('Again') });
  await untilHtml(server, '', '<p>Again,B</p>');
});
