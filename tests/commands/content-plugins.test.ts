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

/** Does something else in each of the files. */
const inFiles = (actions: Readonly<Record<string, string>>) =>
  `() => (tree: any, file: any) => (({ ${Object.entries(actions)
    .map(([name, action]) => `'${name}': () => ${action}`)
    .join()} }) as any)[file.path.split('/').at(-1)]?.()`;

const mdxPages = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`templates/pages/${name}`, page(name, '# A\n\nfirst\n\nb *c*')]));

test('plug-ins of MDX that fail are named, each with the file', async () => {
  const remark = inFiles({
    'throws.mdx': 'throwNow()',
    'lints.mdx': `file.fail('Too first', tree.children[1])`,
    'ends.mdx': 'process.exit(0)',
  });
  const rehype = inFiles({ 'raw.mdx': `void tree.children.push({ type: 'raw', value: '<b>' })` });
  const project = await makeProject({
    ...failing(`{ mdx: { remarkPlugins: [${remark}], rehypePlugins: [${rehype}] } }`, THROW),
    ...mdxPages('throws.mdx', 'lints.mdx', 'raw.mdx', 'ends.mdx'),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  for (const text of [
    /error compile-failed +templates\/pages\/throws\.mdx:1:1\n +A plug-in in `mdx` of the config threw: TypeError: no/,
    /TypeError: no at .*throwNow.* \(sitegen\.config\.ts:2:9\)/,
    /error compile-failed +templates\/pages\/lints\.mdx:8:1\n +Too first\./,
    /error compile-failed +templates\/pages\/raw\.mdx:1:1\n +A plug-in in `mdx` of the config threw: .*raw/,
    /ends\.mdx:1:1\n +Compiling the file ended its thread: .* code 0\./,
  ])
    expect.soft(stderr).toMatch(text);
  expect(stderr.match(/^error /gm)).toHaveLength(4);
});

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
    'a function for ids',
    failing(`{ markdown: { slugs: () => 'a b' } }`),
    [/mdx\.mdx:6:1\n +The function `markdown\.slugs` returned the id "a b" for the heading "A"/],
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

test('a plug-in of MDX can warn, and print', async () => {
  const remark = inFiles({
    'warns.mdx': `void file.message('A bit first', tree.children[1])`,
    'prints.mdx': `console.log('from a plug-in')`,
  });
  const project = await makeProject({
    ...failing(`{ mdx: { remarkPlugins: [${remark}] } }`),
    ...mdxPages('warns.mdx', 'prints.mdx'),
  });
  const { code, stdout, stderr } = await sitegen(project.root, 'build');
  expect(code).toBe(0);
  expect(stderr).toMatch(/warning compile-warning +templates\/pages\/warns\.mdx:8:1\n +A bit first/);
  expect(stderr + stdout).toMatch(/\[templates\/pages\/prints\.mdx\] from a plug-in/);
});

test('a plug-in of MDX that never settles is named with the file', async () => {
  const project = await makeProject(
    failing(`{ mdx: { remarkPlugins: [() => () => new Promise(() => {})] }, limits: { seconds: 1 } }`),
  );
  const { code, stderr } = await sitegen(project.root, 'build');
  expect(code).toBe(1);
  expect(stderr).toMatch(/mdx\.mdx:1:1\n +The file was not compiled within 1 second/);
});

test('a plug-in that never ends is stopped, and the file is named', { timeout: 60_000 }, async () => {
  const plugins = `markdown: { plugins: [(md: any) => md.core.ruler.push('x', loop)] }, mdx: { remarkPlugins: [() => loop] }`;
  const loop = 'function loop() { for (;;); }';
  const project = await makeProject(failing(`{ ${plugins}, limits: { seconds: 3 } }`, loop));
  const mdx = await sitegen(project.root, 'build');
  expect(mdx.code).toBe(1);
  expect(mdx.stderr).toMatch(/templates\/pages\/mdx\.mdx:1:1\n +Compiling the file takes more than 3 seconds\./);
  await project.remove('templates/pages/mdx.mdx');
  const md = await sitegen(project.root, 'build');
  expect(md.code).toBe(1);
  expect(md.stderr).toMatch(/error page-too-slow +templates\/pages\/index\.md/);
});
