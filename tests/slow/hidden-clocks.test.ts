/** The clock is noticed wherever it is asked: deep in a package, later, beside the project, while a list is read. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { accessTo, makeProject, page, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const PACKAGE = {
  'node_modules/clock/package.json': '{ "name": "clock", "version": "1.0.0", "type": "module", "main": "index.js" }',
  'node_modules/clock/index.js': `const now = () => Date.now();
const dig = (depth) => (depth === 0 ? now() : dig(depth - 1) + 0);
export const deep = () => dig(15);
export const later = () => new Promise((resolve) => setTimeout(() => resolve(now()), 1));`,
};

/** @returns what two builds publish */
async function buildTwice(project: Project, file: string): Promise<[string, string]> {
  const build = async () => {
    expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0 });
    return project.read(file);
  };
  return [await build(), await build()];
}

test.each([
  ['deep in a package', `import { deep } from 'clock';\nconst time = deep();`],
  ['by a package, later', `import { later } from 'clock';\nconst time = await later();`],
  ['where stacks are cut off', `Error.stackTraceLimit = 0;\nconst time = performance.now();`],
])('%s', async (_what, code) => {
  const project = await makeProject({ ...PACKAGE, 'templates/pages/index.tsx': page('Home', '<p>{time}</p>', code) });

  const [first, second] = await buildTwice(project, 'out/index.html');

  expect(second).not.toBe(first);
});

test('in a package of the workspace, beside the project', async () => {
  const workspace = await makeProject({ 'packages/time/index.ts': 'export const time = Date.now();' });
  const root = path.join(workspace.root, 'site');
  const code = `import { time } from '../../../packages/time/index.ts';`;
  await workspace.write({
    'site/templates/pages/index.tsx': page('Home', '<p>{time}</p>', code),
    'site/templates/shell.tsx': await workspace.read('templates/shell.tsx'),
  });

  const [first, second] = await buildTwice(accessTo(root), 'out/index.html');

  expect(second).not.toBe(first);
});

test.each([
  ['an iterator', `{ [Symbol.iterator]: () => [{ params: { slug: 's' + performance.now() } }].values() }`],
  ['params', `[{ get params() { return { slug: 's' + performance.now() }; } }]`],
  ['props', `[{ params: { slug: 'a' }, get props() { return { time: performance.now() }; } }]`],
])('in `paths`: %s', async (_what, paths) => {
  const source = `export const paths = ${paths};
export const meta = { title: 'Listed', description: 'About it.' };
export default ({ params, props }: any) => <main><h1>{params.slug} {props?.time}</h1></main>;`;
  const project = await makeProject({ 'templates/pages/[slug].tsx': source });
  await sitegen(project.root, 'build');
  const list = async () =>
    JSON.stringify(
      await Promise.all(
        (await project.list('out')).map(async (file) => [
          file,
          file.endsWith('.html') && (await project.read(`out/${file}`)),
        ]),
      ),
    );
  const before = await list();

  await sitegen(project.root, 'build');

  expect(await list()).not.toBe(before);
});
