/** Plug-ins and functions of the config, which run in workers, and in processes that compile MDX. */
import { expect, test } from 'vitest';
import { makeProject, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const page = (title: string, body: string) => `---\ntitle: ${title}\ndescription: About ${title}.\n---\n\n${body}\n`;

/** Replaces a word, in Markdown and in MDX. */
const shout = (word: string) => `
export const inMarkdown = (md, mark) => {
  md.core.ruler.push('shout', ({ tokens }) => {
    for (const token of tokens)
      for (const child of token.children ?? []) child.content = child.content.replace('word', '${word}' + mark);
  });
  md.renderer.rules.hr = () => '<hr class="line">';
};
export function inMdx(mark) {
  const visit = (node) => {
    if (node.type === 'text') node.value = node.value.replace('word', '${word}' + mark);
    for (const child of node.children ?? []) visit(child);
  };
  return visit;
}
export const lines = () => (tree) => {
  for (const node of tree.children) if (node.tagName === 'hr') node.properties.className = ['line'];
};
`;

const CONFIG = `import { defineConfig } from 'sitegen';
import { inMarkdown, inMdx, lines } from './lib/shout.ts';
export default defineConfig({
  markdown: { slugs: (text) => 'h-' + text.replaceAll(' ', '.'), plugins: [[inMarkdown, '!']] },
  mdx: { remarkPlugins: [[inMdx, '!']], rehypePlugins: [lines] },
});`;

const FILES = {
  'sitegen.config.ts': CONFIG,
  'lib/shout.ts': `// @ts-nocheck\n${shout('WORD')}`,
  'templates/pages/layout.tsx': 'export default ({ children }: any) => <main>{children}</main>;',
  'templates/pages/index.tsx': undefined,
};

const BODY = '# A "b"\n\nA word -- *here*.\n\n---\n\n[top](#h-A.%22b%22)';
const HTML =
  '<h1 id="h-A.&quot;b&quot;">A &quot;b&quot;</h1>\n<p>A WORD! -- <em>here</em>.</p>\n<hr class="line"/>\n<p>';

test('plug-ins of MDX receive the front matter', async () => {
  const project = await makeProject({
    ...FILES,
    'sitegen.config.ts': `export default { mdx: { rehypePlugins: [() => (tree: any, { data }: any) => {
      tree.children.push({ type: 'text', value: 'By ' + data.matter.by });
    }] } };`,
    'templates/pages/index.mdx': '---\ntitle: A\ndescription: About A.\nby: Anna\n---\n\n# A\n',
  });

  expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0, stderr: '' });
  expect(await project.read('out/index.html')).toContain('By Anna');

  await project.write({ 'templates/pages/index.mdx': '---\ntitle: A\nby: [Anna\n---\n\n# A\n' });
  const { code, stderr } = await sitegen(project.root, 'build');
  expect(code).toBe(1);
  expect(stderr.match(/^error .*/gm)).toEqual([
    expect.stringMatching(/^error [\w-]+ +templates\/pages\/index\.mdx:\d+:\d+$/),
  ]);
});

test('plug-ins and functions give Markdown and MDX the same HTML, in pages and in collections', async () => {
  const project = await makeProject({
    ...FILES,
    'templates/pages/index.md': page('A', BODY),
    'templates/pages/mdx.mdx': page('B', BODY),
    'templates/pages/[slug].tsx': `import { posts } from '../../lib/posts.ts';
export const paths = async () => (await posts.all()).map(({ slug }) => ({ params: { slug } }));
export const load = ({ params }: any) => posts.get(params.slug);
export const meta = ({ params }: any) => ({ title: params.slug, description: 'About ' + params.slug });
export default ({ data: { Content } }: any) => <Content />;`,
    'lib/posts.ts': `import { collection } from 'sitegen/content';
export const posts = collection('content/*.{md,mdx}', { schema: { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } }, path: ({ slug }) => \`/\${slug}/\` });`,
    'content/c.md': BODY,
    'content/d.mdx': BODY,
  });

  expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0, stderr: '' });
  for (const output of ['index', 'mdx/index', 'c/index', 'd/index'])
    expect(await project.read(`out/${output}.html`)).toContain(HTML);

  const info = await sitegen(project.root, 'info');
  expect(info).toMatchObject({ code: 0, stderr: '' });
  expect(info.stdout).toContain('"[function inMarkdown]"');

  // Nothing of a plug-in is remembered.
  await project.write({ 'lib/shout.ts': `// @ts-nocheck\n${shout('LOUD')}` });
  expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0, stderr: '' });
  for (const output of ['index', 'mdx/index', 'c/index', 'd/index'])
    expect(await project.read(`out/${output}.html`)).toContain('A LOUD! --');
});

test('serve uses a plug-in that has changed', async () => {
  const project = await makeProject({
    ...FILES,
    'templates/pages/index.md': page('A', BODY),
    'templates/pages/mdx.mdx': page('B', BODY),
  });
  const server = await serveProject(project);
  const html = async (path: string) => (await fetch(server.url + path)).text();
  expect(await html('')).toContain(HTML);
  expect(await html('mdx/')).toContain(HTML);
  await project.write({ 'lib/shout.ts': `// @ts-nocheck\n${shout('LOUD')}` });
  expect(await html('')).toContain('A LOUD! --');
  expect(await html('mdx/')).toContain('A LOUD! --');
});

const failing = (config: string, before = '') => ({
  ...FILES,
  'sitegen.config.ts': `${before}\nexport default ${config};`,
  'templates/pages/index.md': page('A', '# A\n\nfirst\n\nb *c*'),
  'templates/pages/mdx.mdx': page('B', '# A\n\nfirst\n\nb *c*'),
});

const THROW = `function throwNow(): never {
  throw new TypeError('no');
}`;

test.each([
  [
    'a rule',
    failing(`{ markdown: { plugins: [function bad(md: any) { md.renderer.rules.em_open = throwNow; }] } }`, THROW),
    [
      /error content-invalid +templates\/pages\/index\.md\n +A plug-in in `markdown\.plugins` threw: TypeError: no/,
      /at .*throwNow.* \(sitegen\.config\.ts:2:9\)/,
    ],
  ],
  [
    'a plug-in of markdown-it',
    failing(`{ markdown: { plugins: [() => {}, throwNow] } }`, THROW),
    [/error page-failed +sitegen\.config\.ts\n +The plug-in markdown\.plugins\[1\] \(throwNow\) threw: TypeError: no/],
  ],
  [
    'a plug-in of remark',
    failing(`{ mdx: { remarkPlugins: [throwNow] } }`, THROW),
    [
      /error compile-failed +templates\/pages\/mdx\.mdx:1:1\n +A plug-in in `mdx` of the config threw: TypeError: no/,
      /TypeError: no at (?:Function\.)?throwNow \(sitegen\.config\.ts:2:9\)/,
    ],
  ],
  [
    'a transformer that reports a mistake with its place',
    failing(
      `{ mdx: { remarkPlugins: [function lint() { return (tree: any, file: any) => file.fail('Too first', tree.children[1]); }] } }`,
    ),
    [/error compile-failed +templates\/pages\/mdx\.mdx:8:1\n +Too first\./],
  ],
  [
    'a transformer that leaves an unknown node',
    failing(
      `{ mdx: { rehypePlugins: [() => (tree: any) => void tree.children.push({ type: 'raw', value: '<b>' })] } }`,
    ),
    [/error compile-failed +templates\/pages\/mdx\.mdx:1:1\n +A plug-in in `mdx` of the config threw: .*raw/],
  ],
  [
    'a function for ids in MDX',
    failing(`{ markdown: { slugs: () => 'a b' } }`),
    [/mdx\.mdx:6:1\n +The function `markdown\.slugs` returned the id "a b" for the heading "A"/],
  ],
  [
    'a function for ids in Markdown',
    { ...failing(`{ markdown: { slugs: () => undefined } }`), 'templates/pages/mdx.mdx': undefined },
    [/index\.md:6:1\n +The function `markdown\.slugs` returned no string \(undefined\) for the heading "A"/],
  ],
  [
    'an option that is no plug-in',
    failing(`{ markdown: { plugins: ['markdown-it-deflist'] } }`),
    [
      /error config-invalid +sitegen\.config\.ts\n[^]* +sitegen\.config\.ts has an invalid value for "markdown\.plugins\.0": "markdown-it-deflist"\. Expected a list of plug-ins of markdown-it\. Each is a function/,
    ],
  ],
])('%s that fails is named, with the file', async (_, files, expected) => {
  const project = await makeProject(files);
  const { code, stderr } = await sitegen(project.root, 'build');
  expect(code).toBe(expected[0]?.source.startsWith('error config') ? 2 : 1);
  for (const text of expected) expect(stderr).toMatch(text);
  expect(stderr).not.toMatch(/[2-9] errors/);
});

test('a plug-in of remark can warn', async () => {
  const project = await makeProject(
    failing(
      `{ mdx: { remarkPlugins: [() => (tree: any, file: any) => void file.message('A bit first', tree.children[1])] } }`,
    ),
  );
  const { code, stderr } = await sitegen(project.root, 'build');
  expect(code).toBe(0);
  expect(stderr).toMatch(/warning compile-warning +templates\/pages\/mdx\.mdx:8:1\n +A bit first/);
});

test.each([
  [
    'ends the thread',
    '() => process.exit(0)',
    /mdx\.mdx:1:1\n +Compiling the file ended its thread: .* code 0\./,
    1,
    30,
  ],
  ['never settles', '() => new Promise(() => {})', /mdx\.mdx:1:1\n +The file was not compiled within 1 second/, 1, 1],
  ['prints', `() => console.log('from a plug-in')`, /\[templates\/pages\/mdx\.mdx\] from a plug-in/, 0, 30],
])('a plug-in of MDX that %s is named with the file', async (_, transform, expected, status, seconds) => {
  const project = await makeProject(
    failing(`{ mdx: { remarkPlugins: [() => ${transform}] }, limits: { seconds: ${seconds} } }`),
  );
  const { code, stdout, stderr } = await sitegen(project.root, 'build');
  expect(code).toBe(status);
  expect(stderr + stdout).toMatch(expected);
});

test('a plug-in that never ends is stopped, and the file is named', { timeout: 60_000 }, async () => {
  const plugins = `markdown: { plugins: [(md: any) => md.core.ruler.push('x', loop)] }, mdx: { remarkPlugins: [() => loop] }`;
  const loop = 'function loop() { for (;;); }';
  const project = await makeProject(failing(`{ ${plugins}, limits: { seconds: 5 } }`, loop));
  const mdx = await sitegen(project.root, 'build');
  expect(mdx.code).toBe(1);
  expect(mdx.stderr).toMatch(/templates\/pages\/mdx\.mdx:1:1\n +Compiling the file takes more than 5 seconds\./);
  await project.remove('templates/pages/mdx.mdx');
  const md = await sitegen(project.root, 'build');
  expect(md.code).toBe(1);
  expect(md.stderr).toMatch(/error page-too-slow +templates\/pages\/index\.md/);
});
