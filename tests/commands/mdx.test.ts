/** MDX files, as pages and in collections. */
import { expect, test } from 'vitest';
import { makeProject, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const FRONT = '---\ntitle: Page\ndescription: A page.\n---\n';

const PAGE = `${FRONT}import Tick from '../islands/tick.tsx';
import * as parts from '../parts.tsx';

export const answer = 42;

# The answer is {answer}

<Tick n={answer} />

<parts.Box title="a" {...{ size: 3 }}>
  *Inside* [b](b.md#b)
</parts.Box>

{/* a comment */}

<ul>{['x', 'y'].map((item) => <li key={item}>{item}</li>)}</ul>

<Callout>text</Callout> <a href="/b/" className="c">b</a>

\`\`\`ts
const a = 1;
\`\`\`
`;

const SITE = {
  'sitegen.config.ts': `export default { base: '/docs/' };`,
  'templates/islands/tick.tsx': `import { island } from 'sitegen';
export default island('tick', ({ n }: { n: number }) => <button>{n}</button>);`,
  'templates/parts.tsx': `export const Box = ({ title, size, children }: any) => <section title={title} data-size={size}>{children}</section>;`,
  'templates/markdown.tsx': `export const components = {
  Callout: ({ children }: any) => <aside>{children}</aside>,
  a: (props: any) => <a {...props} data-own="" />,
};`,
  'templates/pages/a.mdx': PAGE,
  'templates/pages/b.md': '---\ntitle: B\ndescription: About B.\n---\n\n# B\n\n[a](a.mdx#the-answer-is)\n',
};

test('an MDX file is a page with imports, expressions, components and islands, and renders Markdown like .md files', async () => {
  const project = await makeProject(SITE);
  const { code, stderr } = await sitegen(project.root, 'build');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });

  const html = await project.read('out/a/index.html');
  expect(html).toContain('<h1 id="the-answer-is">The answer is 42</h1>');
  expect(html).toMatch(/<sitegen-island name="tick" props="\{&quot;n&quot;:42\}"/);
  expect(html).toContain('<script type="module"');
  expect(html).toMatch(
    /<section title="a" data-size="3">\s*<p><em>Inside<\/em> <a href="\/docs\/b\/#b" data-own="">b<\/a><\/p>\s*<\/section>/,
  );
  expect(html).toContain('<ul><li>x</li><li>y</li></ul>');
  expect(html).toMatch(/<aside>text<\/aside>\s<a href="\/docs\/b\/" class="c">b<\/a>/);
  expect(html).toContain('<span class="c-keyword">const</span>');
  expect(await project.read('out/b/index.html')).toContain('<a href="/docs/a/#the-answer-is" data-own="">a</a>');
});

test('a collection may contain MDX files, which are modules; new ones need no restart', async () => {
  const file = (title: string, body: string) => `---\ntitle: ${title}\n---\n${body}\n`;
  const project = await makeProject({
    ...SITE,
    'lib/posts.ts': `import { collection } from 'sitegen/content';
const schema = { '~standard': { version: 1, vendor: 'test', validate: (value: any) => ({ value }) } } as const;
export const posts = collection('content/*.{md,mdx}', { schema, path: ({ slug }) => \`/blog/\${slug}/\` });`,
    'templates/pages/blog/[slug].tsx': `import { posts } from '../../../lib/posts.ts';
export const paths = async () => (await posts.all()).map(({ slug }) => ({ params: { slug } }));
export const load = ({ params }: any) => posts.get(params.slug);
export const meta = ({ data }: any) => ({ title: data.data.title, description: 'About ' + data.data.title });
export default ({ data: { data, headings, Content } }: any) => <main><h1>{data.title}</h1><i>{headings[0]?.text}</i><Content from="page" /></main>;`,
    'templates/islands/tock.tsx': SITE['templates/islands/tick.tsx'].replace("island('tick'", "island('tock'"),
    'content/one.mdx': file(
      'One',
      `import Tick from '../templates/islands/tock.tsx';\n\n## Part {1 + 1}\n\n<Tick n={1} /> {props.from} [Two](two.md)`,
    ),
    'content/two.md': file('Two', '[One](one.mdx#part)'),
  });
  const { code, stderr } = await sitegen(project.root, 'build');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const html = await project.read('out/blog/one/index.html');
  expect(html).toContain('<i>Part</i><h2 id="part">Part 2</h2>');
  expect(html).toMatch(/<\/sitegen-island> page <a href="\/docs\/blog\/two\/" data-own="">Two<\/a>/);
  expect(html).toContain('<script type="module"');
  expect(await project.read('out/blog/two/index.html')).toContain('<a href="/docs/blog/one/#part" data-own="">One</a>');

  const server = await serveProject(project);
  await project.write({ 'content/three.mdx': file('Three', '{1 + 2}') });
  expect(await (await fetch(new URL('/docs/blog/three/', server.url))).text()).toContain('<h1>Three</h1>');
});
