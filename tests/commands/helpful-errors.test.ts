/** Errors in stylesheets, islands, the config and compiler options have a place, and advice that users can follow. */
import { expect, test } from 'vitest';
import { hintForSystemError } from '../../src/shared/errors.ts';
import type { Diagnostic } from '../../src/shared/diagnostics.ts';
import { makeProject, packageOf, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

async function diagnose(files: Readonly<Record<string, string>>): Promise<readonly Diagnostic[]> {
  const project = await makeProject(files);
  const { stdout } = await sitegen(project.root, 'check', '--json');
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
}

const TAILWIND = '@import "tailwindcss";\n';

test.each([
  ['an address that cannot be decoded', '.a { background: url(/100%.png) }', '', 'site.css', 2, 'compile-failed'],
  ['a file that does not exist', '.a {\n  background: url(./gone.png) }', '', 'site.css', 3, 'compile-failed'],
  ['a public file that does not exist', '\n.a { background: url(/gone.png) }', '', 'site.css', 3, 'compile-failed'],
  ['@apply of an unknown class', '.gone-no {}\n.b { @apply gone-no; }', '', 'site.css', 3, 'styles-failed'],
  ['an @import that does not exist', '@import "./gone.css";', '', 'site.css', 2, 'styles-failed'],
  ['an @import of a package that is not installed', '@import "gone";', '', 'site.css', 2, 'styles-failed'],
  ['a plugin that does not exist', '\n@plugin "./gone.mjs";', '', 'site.css', 3, 'styles-failed'],
  ['a missing brace', '\n.a { color: red;', '', 'site.css', 3, 'styles-failed'],
  ['@apply in an imported file', '@import "./menu.css";', '\n\n.b { @apply gone-no; }', 'menu.css', 3, 'styles-failed'],
  [
    'a file named by an imported file',
    '@import "./menu.css";',
    '\n.b{src:url(./gone.woff2)}',
    'menu.css',
    2,
    'compile-failed',
  ],
])('stylesheet: %s is reported with file and line', async (_, css, menu, file, line, code) => {
  const diagnostics = await diagnose({ 'templates/site.css': TAILWIND + css, 'templates/menu.css': menu });
  expect(diagnostics).toMatchObject([{ code, place: { file: `templates/${file}`, line } }]);
  expect(diagnostics[0]?.message).not.toMatch(/ENOENT|Require stack|URI malformed/);
});

test('islands that import node:fs, or a package that is not installed, get advice without internal options', async () => {
  const island = (id: string, name: string) =>
    `import * as it from '${name}';\nimport { island } from 'sitegen';\nexport default island('${id}', () => <b>{typeof it}</b>);`;
  const diagnostics = await diagnose({
    'templates/islands/x.tsx': island('x', 'node:fs'),
    'templates/islands/y.tsx': island('y', 'not-installed'),
    'templates/pages/index.tsx': page(
      'Home',
      '<X /><Y />',
      `import X from '../islands/x';\nimport Y from '../islands/y';`,
    ),
  });
  const failed = diagnostics.filter(({ code }) => code === 'compile-failed');
  expect(failed.map(({ place }) => `${place?.file}:${place?.line}`).toSorted()).toEqual([
    'templates/islands/x.tsx:1',
    'templates/islands/y.tsx:1',
  ]);
  for (const { hint } of failed) {
    expect(hint).not.toMatch(/platform|external|bundle/);
    expect(hint).toMatch(/\S/);
  }
});

test('a package missing in several files is one problem; each missing path is its own', async () => {
  const importing = (name: string) => page('X', '{String(it)}', `import it from '${name}';`);
  const diagnostics = await diagnose({
    'templates/pages/index.tsx': importing('not-installed'),
    'templates/pages/b.tsx': importing('not-installed'),
    'templates/pages/c.tsx': importing('not-installed'),
    'templates/pages/d.tsx': importing('./gone'),
    'templates/pages/e/f.tsx': importing('./gone'),
  });
  expect(diagnostics.map(({ place }) => String(place?.file)).toSorted()).toEqual([
    'templates/pages/b.tsx',
    'templates/pages/d.tsx',
    'templates/pages/e/f.tsx',
  ]);
  expect(diagnostics.find(({ place }) => place?.file === 'templates/pages/b.tsx')?.message).toBe(
    'Could not resolve "not-installed".\nAlso in templates/pages/c.tsx and 1 more file.',
  );
});

test.each([
  ['a page that imports a missing package', 'templates/pages/index.tsx', page('Home', '', `import 'not-installed';`)],
  ['a config that imports a missing package', 'sitegen.config.ts', `import 'not-installed'; export default {};`],
  ['a config that throws its own place', 'sitegen.config.ts', 'throw new Error(import.meta.url);'],
])('%s: the error shows no path of a compiled file', async (_, file, text) => {
  const project = await makeProject({ [file]: text });
  const json = await sitegen(project.root, 'check', '--json');
  expect(json.code).not.toBe(0);
  expect(json.stdout + json.stderr).not.toContain('.sitegen');
  expect(json.stderr).toMatch(/not-installed|file:\/\/.*\/sitegen\.config\.ts/);
});

test('describes errors whose causes are a circle', async () => {
  const causes = {
    own: 'error.cause = error;',
    outer: 'error.cause = new Error("outer", { cause: error });',
    several: 'error = new AggregateError([]); error.errors.push(error);',
  };
  const files = Object.entries(causes).map(([name, cause]) => [
    `templates/pages/${name}.tsx`,
    page(name, '{fail()}', `const fail = () => { let error: any = new Error('inner'); ${cause} throw error; };`),
  ]);
  const diagnostics = await diagnose(Object.fromEntries(files));
  expect(diagnostics.map(({ code, place }) => `${code} ${place?.file}`).toSorted()).toEqual(
    Object.keys(causes)
      .toSorted()
      .map((name) => `page-failed templates/pages/${name}.tsx`),
  );
});

test('names the file that does not parse, or the line that parses it', async () => {
  const deep = (size: number): string =>
    size === 0
      ? 'throw Object.assign(new Error("deep"), { name: "YAMLParseError" })'
      : `(() => { ${deep(size - 1)} })()`;
  const load = (code: string) =>
    page('X', '', `import { readFileSync } from 'node:fs';\nexport const load = () => ${code};`);
  const diagnostics = await diagnose({
    'content/bad.json': '[1,,2]',
    'templates/pages/index.tsx': load(`JSON.parse(readFileSync('content/bad.json', 'utf8'))`),
    'templates/pages/yaml.tsx': load(`\nparse()`).replace('import', `import { parse } from 'yaml-like';\nimport`),
    'templates/pages/named.tsx': load(
      `{ try { JSON.parse('{') } catch (cause) { throw new Error('content/x.json', { cause }) } }`,
    ),
    'templates/pages/response.tsx': load(`new Response('{"a":').json()`),
    ...packageOf(
      'yaml-like',
      { type: 'module', main: 'index.js' },
      { 'index.js': `export const parse = () => { ${deep(20)} };` },
    ),
  });
  const found = diagnostics.map(({ place, hint }) => [place?.file, place?.line, hint?.startsWith('correct the file')]);
  expect(found.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))).toEqual([
    ['templates/pages/index.tsx', 2, true],
    ['templates/pages/named.tsx', 2, undefined],
    ['templates/pages/response.tsx', undefined, true],
    ['templates/pages/yaml.tsx', 4, true],
  ]);
  expect(
    await diagnose({
      'content/bad.json': '[1,,2]',
      'templates/pages/index.tsx': page('X', '', `import bad from '../../content/bad.json';\nbad();`),
    }),
  ).toMatchObject([{ code: 'compile-failed', place: { file: 'content/bad.json', line: 1 } }]);
});

test.each([
  { jsx: 'react', jsxFactory: 'h' },
  { jsx: 'preserve' },
  { jsx: 'react-jsx', jsxImportSource: 'not-installed' },
  { jsx: 'react-jsxdev' },
])('components compile with React, whatever tsconfig.json sets: %j', async (compilerOptions) => {
  const island = `import { island } from 'sitegen';\nimport { Text } from '../text';\nexport default island('x', Text);`;
  const project = await makeProject({
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'templates/islands/x.tsx': island,
    'templates/text.js': 'export const Text = () => <b>works</b>;',
    'templates/place.js': 'export const Place = () => <i>{new URL("./place.js", import.meta.url).pathname}</i>;',
    'templates/pages/index.tsx': page('Home', '<X />', `import X from '../islands/x';`),
    'templates/pages/place.tsx': page('Place', '<Place />', `import { Place } from '../place.js';`),
  });
  const { code, stderr } = await sitegen(project.root, 'build');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await project.read('out/index.html')).toContain('<b>works</b>');
  const scripts = (await project.list('out/assets')).filter((file) => file.endsWith('.js'));
  expect(await project.read(`out/assets/${scripts[0]}`)).not.toContain('React.createElement');
});

test.each(['scandir', 'readlink'])('EACCES of %s gets no advice about writing', (syscall) => {
  const error = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', syscall, path: '/x' });
  expect(hintForSystemError(error)).not.toContain('write');
});

test('a mistake in 1,000 items of `paths` is reported once, with their number, beside another one', async () => {
  const diagnostics = await diagnose({
    'templates/pages/[a].tsx': page(
      'A',
      '',
      `export const paths = Array.from({ length: 1000 }, (_, i) => (i === 7 ? { params: { a: 'b' }, props: { x: () => 1 } } : { params: { b: 'c' } }));`,
    ),
  });
  expect(diagnostics.filter(({ code }) => code === 'paths-failed').map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Item 1 of .* 999 items have this mistake\.$/),
    expect.stringMatching(/^Item 8 of .*props\.x is a function\.$/),
  ]);
});

test('a module that this version of Node lacks, and a number that JSON cannot keep, get advice', async () => {
  const diagnostics = await diagnose({
    'lib/data.json': '{ "a": 1.5e300, "b": "12345678901234567891",\n  "c": 12345678901234567891 }',
    'templates/pages/index.tsx': page('Home', '{numbers.c}', `import numbers from '../../lib/data.json';`),
    'templates/pages/b.tsx': page('B', '{typeof x}', `import * as x from 'node:gone';`),
  });
  expect(diagnostics.toSorted((one, other) => one.code.localeCompare(other.code))).toMatchObject([
    { code: 'compile-warning', place: { file: 'lib/data.json', line: 2, column: 8 }, hint: 'write it in quotes' },
    { code: 'page-failed', hint: expect.stringContaining('https://nodejs.org/api/gone.html') as string },
  ]);
});

test('a field that the schema lacks, headings, and an image as a text have their own advice', async () => {
  const posts = `import { collection } from 'sitegen/content';
const schema = { '~standard': { version: 1, vendor: 'x', validate: (value: any) => 'menu' in value
  ? { issues: [value.menu === 1 ? { message: 'Unrecognized key: "menu"', path: [] }
    : { message: 'Invalid key: Expected never but received "menu"', path: ['menu'] }] } : { value } } } as any;
export const posts = collection('content/*.md', { schema });`;
  const diagnostics = await diagnose({
    'templates/posts.ts': posts,
    ...Object.fromEntries([1, 2, 3, 4].map((at) => [`content/${at}.md`, `---\nmenu: ${at}\n---\n`])),
    'templates/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    'templates/pages/index.tsx': page('Home', '<img {...dot} alt={dot as any} />', `import dot from '../dot.svg';`),
    'templates/pages/many.tsx': page('Many', '<h1>A</h1>\n<h1>B</h1>'),
    'templates/pages/list.tsx': page(
      'List',
      '{data}',
      `import { posts } from '../posts.ts'; export const load = async () => (await posts.all()).length;`,
    ),
  });
  const of = (code: string) => diagnostics.filter((one) => one.code === code);

  expect(of('content-invalid').map(({ message }) => message)).toEqual([
    'The schema does not know the field `menu`. The same is true of 3 more files.',
  ]);
  expect(of('image-address').map(({ hint }) => hint)).toEqual(['write what the image shows']);
  expect(of('h1-count').map(({ places }) => places?.length)).toEqual([2]);
});

test('a component that shares its name with another one has that name', async () => {
  const box = 'export default function Box() { return <button onClick={() => 1}>1</button> }';
  const diagnostics = await diagnose({
    'templates/a.tsx': box,
    'templates/b.tsx': box,
    'templates/pages/index.tsx': page('Home', '<A /><B />', `import A from '../a.tsx'; import B from '../b.tsx';`),
  });
  expect(diagnostics.map(({ message }) => message.replace(/ with .*/, ''))).toEqual([
    'Box renders <button>',
    'Box renders <button>',
  ]);
});

test('a wrong setting is not tried again', async () => {
  const [failed] = await diagnose({
    'templates/files/feed.xml.ts': `import { feed } from 'sitegen';
export default (context: any) => feed(context, { title: 'T', entries: [] }).rss;`,
  });

  expect(failed?.message).toMatch(/needs the address of the site: set `site` in sitegen\.config\.ts\.$/);
});
