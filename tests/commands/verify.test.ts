/** `sitegen build --verify`: what comes out differently each time is told, and not published. */
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { SITE, readOut } from '../helpers/rebuild.ts';
import { sitegen } from '../helpers/run.ts';

test('a site that comes out the same is published', async () => {
  const project = await makeProject(SITE);
  await sitegen(project.root, 'build');
  const before = await readOut(project);

  expect(await sitegen(project.root, 'build', '--verify')).toMatchObject({ code: 0, stderr: '' });

  expect(await readOut(project)).toEqual(before);
  expect(await project.list('.sitegen')).not.toContainEqual(expect.stringContaining('build-'));
});

test.each([
  ['Date.now()', 'Date.now()'],
  ['new Date()', 'new Date().toISOString()'],
  ['Math.random()', 'Math.random()'],
  ['crypto.randomUUID()', 'crypto.randomUUID()'],
  ['process.hrtime()', `process.hrtime().join(' ')`],
])('a component that asks %s is named', async (what, code) => {
  const project = await makeProject({
    'templates/components/stamp.tsx': `export function Stamp() {\n  return <b>{${code}}</b>;\n}\n`,
    'templates/pages/stamped.tsx': page('Stamped', '<Stamp />', `import { Stamp } from '../components/stamp.tsx';`),
    'templates/pages/innocent.tsx': page('Innocent', ''),
  });

  const { code: exitCode, stderr } = await sitegen(project.root, 'build', '--verify');

  expect(exitCode).toBe(1);
  expect(stderr.match(/^error .*/gm)).toEqual([
    expect.stringContaining('not-reproducible  templates/components/stamp.tsx:2:'),
  ]);
  expect(stderr).toContain(`, where Stamp asks ${what}.`);
  expect(stderr).toMatch(/First: {2}.*<\/h1><b>.*\n *Second: .*<\/h1><b>/);
  expect(await project.list('out')).toEqual([]);
});

test('so are a module that asks when it is loaded, and the data of a page', async () => {
  const project = await makeProject({
    'templates/content/now.ts': `export const now = Date.now();`,
    'templates/pages/module.tsx': page('Module', '{now}', `import { now } from '../content/now.ts';`),
    'templates/pages/data.tsx': page('Data', '{data}', 'export const load = () => Math.random();'),
  });

  const { code, stderr } = await sitegen(project.root, 'build', '--verify');

  expect(code).toBe(1);
  expect(stderr).toContain('not-reproducible  templates/content/now.ts:1:25');
  expect(stderr).toContain('where the module asks Date.now()');
  expect(stderr).toContain('not-reproducible  templates/pages/data.tsx:1:');
  expect(stderr).toContain('where load asks Math.random()');
});

test('pages that depend on their order are found', async () => {
  const counting = `let count = 0; export const paths = ['a', 'b', 'c'].map((name) => ({ params: { name } }));
export const meta = ({ params }: any) => ({ title: params.name, description: params.name });
export default () => <main><h1>{count++}</h1></main>;`;
  const project = await makeProject({ 'templates/pages/[name].tsx': counting });

  const { code, stderr } = await sitegen(project.root, 'build', '--verify', '--workers', '1');

  expect(code).toBe(1);
  expect(stderr.match(/^error .*/gm)).toHaveLength(2); // the one in the middle has the same number
  expect(stderr).toContain('the order of a list');
});

test('what asks, and comes out the same, is no fault', async () => {
  const project = await makeProject({
    'templates/pages/year.tsx': page('Year', '{new Date().getFullYear()}'),
  });

  expect(await sitegen(project.root, 'build', '--verify')).toMatchObject({ code: 0, stderr: '' });
});
