import { expect, test } from 'vitest';
import { makeProject, packageOf, page, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

async function build(project: Project): Promise<string | undefined> {
  expect((await sitegen(project.root, 'build')).code).toBe(0);
  return /<p>(.*?)<\/p>/.exec(await project.read('out/a/index.html'))?.[1];
}

test('import.meta.resolve is relative to the source file, even if nothing else needs its place, and finds packages', async () => {
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

test('import.meta points to the source file, in pages and the config, also next to relative addresses', async () => {
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

test('an island may refer to a file with letters of other languages in its name', async () => {
  const project = await makeProject({
    'templates/islands/photo.tsx': `import { island } from 'sitegen';
const photo = new URL('../für dich.svg', import.meta.url);
export default island('photo', () => <img src={photo.href} alt="" />);`,
    'templates/pages/a.tsx': page('A', '<p><Photo /></p>', "import Photo from '../islands/photo.tsx';"),
    'templates/für dich.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });

  expect(await build(project)).toMatch(/<img src="\/assets\/f[^"]*-\w+\.svg"/);
});

test.each(['pages/a.tsx', 'work.ts'])('lines after a relative address in templates/%s do not move', async (name) => {
  const address = "new URL(\n  './dot.svg',\n  import.meta.url,\n)";
  const text = `console.log(${address});\nimport './gone.ts';\nconsole.log(${address});`;
  const island = `import { island } from 'sitegen';
const work = () => new Worker(new URL('../work.ts', import.meta.url), { type: 'module' });
export default island('a', () => <p onClick={work} />);`;
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const project = await makeProject({
    'templates/islands/a.tsx': island,
    'templates/pages/b.tsx': page('B', '<A />', "import A from '../islands/a.tsx';"),
    'templates/work.ts': '',
    'templates/dot.svg': svg,
    'templates/pages/dot.svg': svg,
    [`templates/${name}`]: text,
  });

  const { stdout } = await sitegen(project.root, 'check', '--json');

  expect(JSON.parse(stdout)).toMatchObject({ diagnostics: [{ place: { file: `templates/${name}`, line: 5 } }] });
});
