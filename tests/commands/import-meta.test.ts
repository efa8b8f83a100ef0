import { expect, test } from 'vitest';
import { makeProject, packageOf, page, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

async function build(project: Project): Promise<string | undefined> {
  expect((await sitegen(project.root, 'build')).code).toBe(0);
  return /<p>(.*?)<\/p>/.exec(await project.read('out/a/index.html'))?.[1];
}

test('import.meta.resolve is that of the source file where nothing else asks for its place, and finds packages', async () => {
  const expression = `[import.meta.resolve('../a.json'), import.meta.resolve('mine'), import.meta.resolve('node:fs')].join()`;
  const project = await makeProject({
    'templates/pages/a.tsx': page('A', `<p>{${expression}}</p>`),
    ...packageOf('mine', { main: 'index.js' }, { 'index.js': '' }),
  });

  const { root } = project;
  expect(await build(project)).toBe(
    `file://${root}/templates/a.json,file://${root}/node_modules/mine/index.js,node:fs`,
  );
});

test('import.meta names the source file, in pages and in the config, also beside relative addresses', async () => {
  const config = `import { readFileSync } from 'node:fs';\nreadFileSync(import.meta.dirname + '/data.txt');\nreadFileSync(new URL(import.meta.resolve('./data.txt')));\nexport default {};`;
  const show =
    '<img src={new URL("./dot.svg", import.meta.url).href} alt="" /><p>{[import.meta.url, import.meta.dirname, import.meta.filename, import.meta.resolve("../a.json")].join()}</p>';
  const project = await makeProject({
    'sitegen.config.ts': config,
    'templates/pages/a.tsx': page('A', show),
    'templates/pages/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'data.txt': '',
  });

  const folder = `${project.root}/templates/pages`;
  expect(await build(project)).toBe(
    `file://${folder}/a.tsx,${folder},${folder}/a.tsx,file://${project.root}/templates/a.json`,
  );
});
