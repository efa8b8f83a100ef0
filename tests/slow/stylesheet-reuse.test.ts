/** Tailwind does not run again while classes and stylesheets are the same. */
import { cp, readFile, readdir, rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { accessTo, makeProject, page, type Project } from '../helpers/project.ts';
import { build, keepNothing, readStylesheet } from '../helpers/rebuild.ts';

test('the stylesheet of the previous build is kept only while its classes and inputs are the same', async () => {
  const site = (classes: string) => ({ 'templates/pages/index.tsx': page('Home', `<p className="${classes}">a</p>`) });
  const project = await makeProject({ ...keepNothing, ...site('underline'), 'templates/base.css': 'p { color: red }' });
  await project.write({ 'templates/site.css': `@import './base.css'; @tailwind utilities;` });
  const buildTwice = async (files: Parameters<typeof project.write>[0]) => {
    await project.write(files);
    await build(project);
    const css = await readStylesheet(project);
    await build(project, '--force');
    expect(css).toBe(await readStylesheet(project));
    return css;
  };

  const first = await buildTwice({});
  expect(await buildTwice({ 'templates/pages/index.tsx': page('Other', '<p className="underline">b</p>') })).toBe(
    first,
  );
  expect(await buildTwice(site('underline italic'))).toContain('.italic');
  expect(await buildTwice(site('italic'))).not.toContain('.underline');
  expect(await buildTwice({ 'templates/base.css': 'p { color: green }' })).toContain('green');
  expect(await buildTwice({ 'lib/a.ts': `export const a = 'uppercase';` })).not.toContain('uppercase');
  const imported = page('Home', '<p className={a}>c</p>', `import { a } from '../../lib/a.ts';`);
  expect(await buildTwice({ 'templates/pages/index.tsx': imported })).toContain('.uppercase');
  expect(await buildTwice({ 'lib/a.ts': `export const a = 'lowercase';` })).toContain('.lowercase');
  await project.remove('templates/site.css');
  await build(project);
  expect(await project.list('out')).not.toContainEqual(expect.stringMatching(/\.css$/));
  expect(await buildTwice({ 'templates/site.css': '@tailwind utilities;' })).not.toContain('green');
});

test('a copy of a project has the classes of its own files', async () => {
  const classes = (names: string) => ({ 'templates/pages/index.tsx': page('Home', `<p className="${names}">a</p>`) });
  const project = await makeProject({ ...classes('underline'), 'templates/site.css': '@tailwind utilities;' });
  const out = `${project.root}-out`;
  await project.write({ 'sitegen.config.ts': `export default { out: '${out}', keepAssets: 0 };` });
  await build(project);
  await build(project); // by now no file is too new to be known
  const copy = await copyOf(project);
  onTestFinished(() => Promise.all([out, copy.root].map((folder) => rm(folder, { recursive: true }))).then(() => {}));

  await copy.write(classes('italic'));
  await build(copy);

  const file = (await readdir(`${out}/assets`)).find((name) => name.endsWith('.css'));
  expect(await readFile(`${out}/assets/${file}`, 'utf8')).toContain('.italic');
});

async function copyOf({ root }: Project): Promise<Project> {
  await cp(root, `${root}-copy`, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return accessTo(`${root}-copy`);
}
