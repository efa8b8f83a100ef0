/** `sitegen build --verify` reports a site that differs between two builds, and does not publish it. */
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { SITE, readOut } from '../helpers/rebuild.ts';
import { sitegen } from '../helpers/run.ts';

test('publishes a reproducible site', async () => {
  const project = await makeProject(SITE);
  await sitegen(project.root, 'build');
  const before = await readOut(project);

  expect(await sitegen(project.root, 'build', '--verify')).toMatchObject({ code: 0, stderr: '' });

  expect(await readOut(project)).toEqual(before);
  expect(await project.list('.sitegen')).not.toContainEqual(expect.stringContaining('build-'));
});

test.each([
  ['a component', 'templates/components/stamp.tsx', `export const Stamp = () => <b>{Math.random()}</b>;`, '<Stamp />'],
  [
    'a module',
    'templates/components/stamp.tsx',
    `const now = Date.now(); export const Stamp = () => <b>{now}</b>;`,
    '<Stamp />',
  ],
  ['a `load`', 'templates/content/none.ts', 'export const load = () => Math.random();', '{data}'],
  [
    '`memo`',
    'templates/content/none.ts',
    `import { memo } from 'sitegen'; export const load = () => memo(['clock', 1], () => new Date().toISOString());`,
    '{data}',
  ],
  [
    '`shared`',
    'templates/content/none.ts',
    `import { shared } from 'sitegen'; export const load = () => shared('chance', () => Math.random());`,
    '{data}',
  ],
])('reports a page that differs because of %s, with both versions', async (_, file, code, body) => {
  const imports =
    body === '{data}'
      ? `export { load } from '../content/none.ts';`
      : `import { Stamp } from '../components/stamp.tsx';`;
  const project = await makeProject({
    [file]: code,
    'templates/pages/stamped.tsx': page('Stamped', body, imports),
    'templates/pages/innocent.tsx': page('Innocent', ''),
  });

  const { code: exitCode, stdout } = await sitegen(project.root, 'build', '--verify', '--json');

  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout).diagnostics).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        code: 'not-reproducible',
        place: { file: 'templates/pages/stamped.tsx' },
        message: expect.stringMatching(/First: {2}.*\d.*\nSecond: .*\d/),
      }),
    ]),
  );
  expect(await project.list('out')).toEqual([]);
});

test('a result of the build that is ahead is not kept for the next one', async () => {
  const year = `export const load = () => memo(['year', 1], () => new Date().getFullYear() > 2027);`;
  const project = await makeProject({
    'templates/pages/year.tsx': page('Year', '{String(data)}', `import { memo } from 'sitegen'; ${year}`),
  });
  await sitegen(project.root, 'build', '--verify');

  await sitegen(project.root, 'build');

  expect(await project.read('out/year/index.html')).toContain(String(new Date().getFullYear() > 2027));
  expect(await project.list('.sitegen')).not.toContainEqual(expect.stringContaining('memo-ahead'));
});

test('reports a page that shows the year, because one of the builds runs 400 days ahead', async () => {
  const project = await makeProject({
    'templates/pages/year.tsx': page('Year', '{new Date().getFullYear()}'),
    'templates/pages/fixed.tsx': page('Fixed', '{new Date(2026, 0, 1).getFullYear()} {Date.UTC(2026, 0)}'),
  });

  const { code, stderr } = await sitegen(project.root, 'build', '--verify');

  expect(code).toBe(1);
  expect(stderr.match(/^error not-reproducible .*/gm)).toEqual(['error not-reproducible  templates/pages/year.tsx']);
});
