/** Containers and fences that components render, in pages and entries, in Markdown and MDX. */
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

/** A page. Its body starts in line 6. */
const document = (title: string, body: string) =>
  `---\ntitle: ${title}\ndescription: About ${title}.\n---\n\n${body}\n`;

const COMPONENTS = `import { Children, isValidElement } from 'react';
const CodeGroup = ({ children }: any) =>
  Children.toArray(children).filter(isValidElement).map(({ type, props }: any) => <b>{type.name ?? type} {props['data-language']}</b>);
const Tabs = ({ children }: any) =>
  Children.toArray(children).filter(isValidElement).map(({ type, props }: any) => <b>{type.name} {props.title}</b>);
const Tab = () => null;
const Chart = ({ code, meta, title }: any) => <figure data-meta={meta}><figcaption>{title}</figcaption>{code}</figure>;
const Video = ({ src, title }: any) => <video src={src} aria-label={title} />;
const Figure = ({ title, ...photo }: any) => <img {...photo} alt={title} />;
export const components = { Chart, CodeGroup, Figure, Tab, Tabs, Video };`;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const BODY = `# A

:::code-group
\`\`\`ts
let a;
\`\`\`
\`\`\`chart [Title] a=b
x -> y

\`\`\`
\`\`\`js
let b;
\`\`\`
:::

\`\`\`chart [Title] a=b
x -> y

\`\`\`

::::tabs
:::tab[One]
:::
:::tab[Two]
:::
::::

:::video[Our office]{src=./office.mp4}
:::

:::figure[One pixel]{src=pixel.png}
:::

:::details[More]{#more}
## Inside

[to A](a.md#inside) [here](#more)
:::

:::tip
a
:::`;

test('components render containers and fences, which see their children as elements', async () => {
  const project = await makeProject({
    'templates/markdown.tsx': COMPONENTS,
    'templates/pages/a.md': document('A', BODY),
    'templates/pages/b.mdx': document('B', BODY.replace('# A', '# B').replace('a.md#', 'b.mdx#')),
    'templates/pages/office.mp4': 'video',
    'templates/pages/pixel.png': PNG,
    'templates/pages/c.mdx': document(
      'C',
      `import { Own } from '../own.tsx';\n\nexport const Tip = Own;\n\n# C\n\n:::own[X]\n:::\n\n:::tip[Y]\n:::`,
    ),
    'templates/own.tsx': 'export const Own = ({ title }: any) => <s>{title}</s>;',
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const bodyOf = async (name: string) => /<h1[^]*(?=<\/body>)/.exec(await project.read(`out/${name}/index.html`))?.[0];
  const a = await bodyOf('a');
  expect(a).toContain('<b>pre ts</b><b>Chart </b><b>pre js</b>');
  expect(a).toContain('<figure data-meta="[Title] a=b"><figcaption>Title</figcaption>x -&gt; y\n</figure>');
  expect(a).toContain('<b>Tab One</b><b>Tab Two</b>');
  expect(a).toMatch(/<video src="\/assets\/office-\w+\.mp4" aria-label="Our office"><\/video>/);
  expect(a).toMatch(/<img width="1" height="1" src="\/assets\/pixel-\w+\.png" alt="One pixel"\/>/);
  expect(a).toContain('<details id="more"><summary>More</summary>');
  expect(a).toContain('<h2 id="inside">Inside</h2>');
  expect(a).toContain('<a href="/a/#inside">to A</a> <a href="#more">here</a>');
  expect(a).toContain('<blockquote><p><strong>Tip</strong></p>');
  const plain = (html = '') => html.replace(/\s*\n\s*/g, '').replace(/A<\/h1>|B<\/h1>|\/[ab]\/|id="[ab]"/g, '');
  expect(plain(await bodyOf('b'))).toBe(plain(a));
  expect(await bodyOf('c')).toMatch(/<s>X<\/s>\s*<s>Y<\/s>/);
});

const MISTAKES = `::::tabs
:::tabz
:::

:::constructor
:::

:::tabz[again]
:::

[x](nowhere.md) and \`code\`
::::

\`\`\`chart
a
\`\`\`
`;

test('containers without a component are errors, in pages and in entries, with lines and names', async () => {
  const project = await makeProject({
    'templates/markdown.tsx': 'export const components = { Tabs: ({ children }: any) => children, Video: () => null };',
    'templates/pages/a.md': document('A', MISTAKES),
    'templates/pages/b.mdx': document('B', MISTAKES),
    'content/c.md': MISTAKES,
    'lib/posts.ts': `import { collection } from 'sitegen/content';
export const posts = collection('content/*.md');`,
    'templates/pages/index.tsx': page(
      'Home',
      '{data}',
      `import { posts } from '../../lib/posts.ts';
export const load = async () => { const { Content } = await posts.get('c'); return <Content components={{ Tabz: 'i' } as any} />; };`,
    ),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  const found = stderr.matchAll(/^error content-invalid +(\S+)\n {2}(.*)/gm);
  expect({ code, errors: [...found].map(([, place, message]) => `${place} ${message}`).toSorted() }).toEqual({
    code: 1,
    errors: [
      'content/c.md:5:1 There is no component for `:::constructor`.',
      'templates/pages/a.md:10:1 There is no component for `:::constructor`.',
      'templates/pages/a.md:7:1 There is no component for `:::tabz`.',
      'templates/pages/b.mdx:10:1 Expected component `Constructor` to be defined.',
    ],
  });
  expect(stderr).toContain('Try: did you mean Tabs? Otherwise add `Tabz` to `components` in templates/markdown.tsx\n');
  expect(stderr).toContain(
    'Try: add `Constructor` to `components` in templates/markdown.tsx; defined there are: Tabs, Video\n',
  );

  // A fence without a component is code.
  const text = document('A', 'a\n\n```chart\na\n```\n');
  await project.write({
    'templates/pages/a.md': text,
    'templates/pages/b.mdx': text.replace('title: A', 'title: B'),
    'content/c.md': '',
  });
  const again = await sitegen(project.root, 'build');
  expect(again.stderr).toContain('code-plain');
  expect(again.stderr).not.toContain('error ');
  await project.write({
    'templates/markdown.tsx': 'export const components = { Chart: ({ code }: any) => <i>{code}</i> };',
  });
  expect((await sitegen(project.root, 'build')).stderr).not.toContain('code-plain');
  for (const name of ['a', 'b']) expect(await project.read(`out/${name}/index.html`)).toContain('<i>a</i>');
});

test('links and images in containers are checked, with their places, and texts contain what is in them', async () => {
  const body =
    '# A\n\n:::details[More]\nOne [x](nowhere.md) two\n\n- ![y](no.png)\n:::\n\n:::link[z]{href=./gone.pdf}\n:::';
  const project = await makeProject({
    'sitegen.config.ts': 'export default { text: true };',
    'templates/markdown.tsx':
      'export const components = { Link: ({ title, href }: any) => <a href={href}>{title}</a> };',
    'templates/pages/a.md': document('A', body),
    'templates/pages/b.mdx': document('B', body),
  });

  const { stderr } = await sitegen(project.root, 'build');

  const found = stderr.matchAll(/^error ([\w-]+) +templates\/pages\/(\S+)/gm);
  expect([...found].map(([, problem, place]) => `${problem} ${place}`).toSorted()).toEqual([
    'asset-missing a.md:11:3',
    'asset-missing b.mdx:11:3',
    'link-broken a.md:14:1',
    'link-broken a.md:9:5',
    'link-broken b.mdx:14:1',
    'link-broken b.mdx:9:5',
  ]);

  const right = body
    .replace('nowhere.md', 'a.md')
    .replace('no.png', 'https://example.com/y.png')
    .replace('./gone.pdf', '/');
  await project.write({ 'templates/pages/a.md': document('A', right), 'templates/pages/b.mdx': document('B', right) });
  expect((await sitegen(project.root, 'build')).code).toBe(0);
  const text = '# A\n\nMore\n\nOne [x](/a/) two\n\n- ![y](https://example.com/y.png)\n\n[z](/)\n';
  for (const name of ['a', 'b']) expect(await project.read(`out/${name}/index.md`)).toBe(text);
});
