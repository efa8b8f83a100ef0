/** A page loaded before a deploy still finds the files of its own build. */
import { expect, test } from 'vitest';
import { makeProject, type Project } from '../helpers/project.ts';
import { build } from '../helpers/rebuild.ts';
import { sitegen } from '../helpers/run.ts';

const style = (color: string) => ({ 'templates/site.css': `body { color: ${color}; }` });

/** The stylesheets in out/. The one that pages use comes last. */
async function stylesheets(project: Project): Promise<string[]> {
  const all = (await project.list('out')).filter((file) => file.endsWith('.css'));
  const home = await project.read('out/index.html');
  return all.toSorted((a, b) => Number(home.includes(a)) - Number(home.includes(b)));
}

/** Builds once with each colour, and returns whether the first stylesheet was still there after each build. */
async function stays(project: Project, colors: readonly string[]): Promise<boolean[]> {
  const [first = ''] = await stylesheets(project);
  const found: boolean[] = [];
  for (const color of colors) {
    await project.write(style(color));
    await build(project);
    found.push((await stylesheets(project)).includes(first));
  }
  return found;
}

test.each([
  ['two builds, unless the config says else', '', [true, true, false, false]],
  ['one build, if the config says so', 'export default { keepAssets: 1 };', [true, false, false, false]],
  ['no build, if the config says so', 'export default { keepAssets: 0 };', [false, false, false, false]],
])('keeps the stylesheet of a build for %s', async (_what, config, expected) => {
  const project = await makeProject({ ...style('red'), ...(config && { 'sitegen.config.ts': config }) });
  await build(project);

  expect(await stays(project, ['blue', 'green', 'black', 'white'])).toEqual(expected);
});

test('does not count checks and builds that change nothing', async () => {
  const project = await makeProject(style('red'));
  await build(project);

  expect(await stays(project, ['blue', 'blue', 'blue', 'blue', 'green'])).toEqual([true, true, true, true, true]);
  await project.write(style('black'));
  await sitegen(project.root, 'check');
  await sitegen(project.root, 'check');
  expect(await stylesheets(project)).toHaveLength(3);
});

test('a stylesheet that is used again counts as new', async () => {
  const project = await makeProject(style('red'));
  await build(project);

  expect(await stays(project, ['blue', 'green', 'red', 'blue', 'green', 'black'])).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
});

test('pages may not refer to a retained stylesheet, and deleting it is no error', async () => {
  const project = await makeProject(style('red'));
  await build(project);
  const [red = ''] = await stylesheets(project);
  await project.write(style('blue'));
  await build(project);

  await project.write({ 'templates/pages/old.tsx': oldPage(red) });
  const { code, stderr } = await sitegen(project.root, 'build');
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('asset-missing') as string });

  await project.remove('templates/pages/old.tsx');
  await project.remove(`out/${red}`);
  await project.write(style('green'));
  await build(project);
  await build(project);
  expect(await stylesheets(project)).not.toContain(red);
});

const oldPage = (stylesheet: string) => `
export const meta = { title: 'Old', description: 'Names a file of a build before.' };
export default () => <main><h1>Old</h1><img src="/${stylesheet}" alt="" /></main>;
`;
