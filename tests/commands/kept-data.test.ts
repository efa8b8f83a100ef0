/** Pages show what modules keep of the data that a `load` has read, although the `load` itself returns what it returned. */
import { expect, test } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const POSTS = `import { readFileSync } from 'node:fs';
import { shared } from 'sitegen';
let memo: any;
const read = () => JSON.parse(readFileSync('posts.json', 'utf8'));
export const posts = () => (memo ??= read());
export const later = async () => (memo ??= await read());
export const common = () => shared('posts', () => (memo ??= read()));
export const asked = () => (memo ??= [{ title: process.env.TITLE }]);`;

const IMPORT = `import { asked, common, later, posts } from '../posts.ts';`;

async function buildTwice(project: Project): Promise<string> {
  process.env['TITLE'] = 'one';
  try {
    expect(await sitegen(project.root, 'build', '--workers', '1')).toMatchObject({ code: 0 });
    expect(await project.read('out/shown/index.html')).toContain('one');
    process.env['TITLE'] = 'two';
    await project.write({ 'posts.json': '[{ "title": "two" }]' });
    await sitegen(project.root, 'build', '--workers', '1');
    return await project.read('out/shown/index.html');
  } finally {
    delete process.env['TITLE'];
  }
}

test.each([
  ['the component', '{posts()[0].title}', 'export const load = () => posts().length;'],
  ['the component, after a promise', '{posts()[0].title}', 'export const load = async () => (await later()).length;'],
  ['the component, by `shared`', '{posts()[0].title}', 'export const load = async () => (await common()).length;'],
  ['the component, of the environment', '{asked()[0].title}', 'export const load = () => asked().length;'],
])('%s', async (_what, body, load) => {
  const files = { 'templates/pages/shown.tsx': page('Shown', body, `${IMPORT}\n${load}`) };

  expect(
    await buildTwice(
      await makeProject({ ...files, 'templates/posts.ts': POSTS, 'posts.json': '[{ "title": "one" }]' }),
    ),
  ).toContain('two');
});

test('a layout, for a page that loads nothing, and `meta`', async () => {
  const project = await makeProject({
    'templates/posts.ts': POSTS,
    'posts.json': '[{ "title": "one" }]',
    'templates/pages/loads.tsx': page('Loads', '', `${IMPORT}\nexport const load = () => posts().length;`),
    'templates/pages/layout.tsx': `${IMPORT}
export default ({ children }: any) => <div>{posts()[0].title}{children}</div>;`,
    'templates/pages/shown.tsx': `${IMPORT}
export const meta = () => ({ title: posts()[0].title, description: 'About it.' });
export default () => <main><h1>Shown</h1></main>;`,
  });

  const html = await buildTwice(project);

  expect(html).toContain('<title>two</title>');
  expect(html).toContain('<div>two');
});

test('the clock that a `load` has asked is asked again in every build', async () => {
  const clock = `let memo: number | undefined;\nconst now = () => (memo ??= performance.now());\nexport const load = () => now() > 0;`;
  const project = await makeProject({ 'templates/pages/shown.tsx': page('Shown', '<p>{now()}</p>', clock) });
  await sitegen(project.root, 'build');
  const before = await project.read('out/shown/index.html');

  await sitegen(project.root, 'build');

  expect(await project.read('out/shown/index.html')).not.toBe(before);
});
