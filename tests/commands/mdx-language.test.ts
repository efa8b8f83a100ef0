/** MDX as documented on https://mdxjs.com/docs: expressions, exports, layouts, components, and places of mistakes. */
import { expect, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const front = (title: string) => `---\ntitle: ${title}\ndescription: About ${title}.\n---\n`;

const MARKDOWN_COMPONENTS = `const Tab = ({ children, label }: any) => <section data-tab={label}>{children}</section>;
const Date = ({ children }: any) => <time>{children}</time>;
export const components = {
  Callout: ({ children, kind = 'none' }: any) => <mark data-kind={kind}>{children}</mark>,
  Ui: { Tab, Deep: { Tab } },
  Date,
  wrapper: ({ children }: any) => <article data-wrapper="">{children}</article>,
  a: (props: any) => <a {...props} data-own="" />,
  img: (props: any) => <img {...props} data-size={\`\${props.width}x\${props.height}\`} />,
};`;

/** A 1 × 1 PNG. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test("expressions, exports and layouts work, and can use the site's components wherever they are written", async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { base: '/docs/' };`,
    'templates/markdown.tsx': MARKDOWN_COMPONENTS,
    'templates/parts.tsx': `export const Icon = ({ icon, children }: any) => <b>{icon}{children}</b>;
export const Frame = ({ children, path }: any) => <main data-path={path}>{children}</main>;`,
    'templates/pages/a.mdx': `${front('A')}
import { Icon } from '../parts.tsx';

export const list = ['x', 'y'];

export const Local = ({ text }) => <p><Callout kind="local">{text}</Callout><a href="/b/">inside</a></p>;

{list.map((item) => <Callout key={item}>{item}</Callout>)}

<Icon icon={<Callout>icon</Callout>}>text</Icon>

<Ui.Tab label="one">*one*</Ui.Tab> <Ui.Deep.Tab>two</Ui.Deep.Tab>

# A

Updated <Date>today</Date>, {((Item) => <Item>three</Item>)('i')}

<Local text="local" />

{/* a comment */}

Path {props.path} {true && <a key="k" href={'/b/#' + 'part'}>computed</a>}
`,
    'templates/pages/b.mdx': `${front('B')}
import { Frame } from '../parts.tsx';

export default ({ children, ...props }) => <Frame {...props}>{children}</Frame>;

# Part
`,
    'templates/lib/part.mdx': `![Pixel](../pages/pixel.png) <img src="../pages/pixel.png" alt="JSX" /> [b](../pages/b.mdx)`,
    'templates/pages/pixel.png': PNG,
    'templates/pages/list/[id].mdx': `import Part from '../../lib/part.mdx';
import text from '../../parts.tsx?raw';

export const paths = ['one', 'two'].map((id) => ({ params: { id }, props: { n: id.length } }));

export const load = async ({ params }) => ({ loaded: params.id });

export const meta = ({ params, data }) => ({ title: 'Item ' + data.loaded, description: 'About ' + params.id });

export const pages = import.meta.glob('./*.txt', { query: '?raw', import: 'default', eager: true });

# {props.data.loaded} {props.props.n} {props.params.id}

{pages['./note.txt']} {String(new URL('../pixel.png', import.meta.url))} {text.length} {import.meta.env.BASE_URL}

{import.meta.url.endsWith('.mdx') ? 'located' : 'lost'}

{await Promise.resolve('awaited')} [b](../b.mdx) ![Pixel](../pixel.png)

<Part />
`,
    'templates/pages/list/note.txt': 'a note',
  });
  const { code, stderr } = await sitegen(project.root, 'build');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });

  const a = await project.read('out/a/index.html');
  expect(a).toContain('<article data-wrapper="">');
  expect(a).toContain('<mark data-kind="none">x</mark><mark data-kind="none">y</mark>');
  expect(a).toContain('<b><mark data-kind="none">icon</mark>text</b>');
  expect(a).toContain('<section data-tab="one"><em>one</em></section>\n<section>two</section>');
  expect(a).toContain('Updated <time>today</time>, <i>three</i>');
  expect(a).toContain('<p><mark data-kind="local">local</mark><a href="/docs/b/">inside</a></p>');
  expect(a).toContain('Path /a/ <a href="/docs/b/#part">computed</a>');

  expect(await project.read('out/b/index.html')).toMatch(/<main data-path="\/b\/"><h1 id="part">Part<\/h1><\/main>/);

  const item = await project.read('out/list/two/index.html');
  expect(item).toContain('<title>Item two</title>');
  expect(item).toContain('<h1 id="section">two 3 two</h1>');
  expect(item).toMatch(/a note\s+\/docs\/assets\/pixel-\w+\.png\s+\d+\s+\/docs\//);
  expect(item).toContain('located');
  expect(item).toContain('awaited <a href="/docs/b/" data-own="">b</a>');
  expect(item.match(/<img[^>]*width="1" height="1"[^>]*>/g)).toHaveLength(3);
  expect(item.match(/data-size="1x1"/g)).toHaveLength(2);
});

test('mistakes name the line in the MDX file, and the fix', async () => {
  const project = await makeProject({
    'templates/markdown.tsx': MARKDOWN_COMPONENTS,
    'templates/pages/code.mdx': `${front('Code')}\nimport { gone } from '../gone.ts';\n\n{gone}\n`,
    'templates/pages/files.mdx': `${front('Files')}\n# Files\n\n{String(new URL('./gone.png', import.meta.url))}\n`,
    'templates/pages/glob.mdx': `${front('Glob')}\n# Glob\n\n{import.meta.glob(props.path)}\n`,
    'templates/pages/twice.mdx': `${front('Twice')}\nexport const a = 1;\n\n# Twice\n\nexport const a = 2;\n`,
    'templates/pages/open.mdx': `${front('Open')}\n# Open\n\n<div>\n\ntext\n`,
    'templates/pages/brace.mdx': `${front('Brace')}\n# Brace\n\nText {x\n\nmore\n`,
    'templates/pages/html.mdx': `${front('Html')}\n# Html\n\n<!-- a comment -->\n`,
    'templates/pages/id.mdx': `${front('Id')}\n# Id {#custom-id}\n`,
    'templates/pages/typed.mdx': `${front('Typed')}\nexport const a: number = 1;\n`,
    'templates/pages/script.mdx': `${front('Script')}\n# Script\n\n[run](javascript:alert(1))\n`,
  });
  const { code, stderr } = await sitegen(project.root, 'build');
  expect(code).toBe(1);
  expect(reports(stderr).toSorted()).toEqual([
    expect.stringMatching(/^compile-failed templates\/pages\/brace.mdx:8:6 .*closing brace.*\\{/),
    expect.stringMatching(/^compile-failed templates\/pages\/code.mdx:6:22 Could not resolve "\.\.\/gone.ts"/),
    expect.stringMatching(/^compile-failed templates\/pages\/files.mdx:8:\d+ The file "\.\/gone.png" does not exist/),
    expect.stringMatching(/^compile-failed templates\/pages\/glob.mdx:8:\d+ import.meta.glob must be called with lit/),
    expect.stringMatching(/^compile-failed templates\/pages\/html.mdx:8:2 .*\{\/\* text \*\/\}/),
    expect.stringMatching(/^compile-failed templates\/pages\/id.mdx:6:7 .*Try: .*<h2 id=/),
    expect.stringMatching(/^compile-failed templates\/pages\/open.mdx:8:1 Expected a closing tag for `<div>`/),
    expect.stringMatching(/^compile-failed templates\/pages\/script.mdx:8:1 .*runs a script/),
    expect.stringMatching(/^compile-failed templates\/pages\/twice.mdx:10:14 Multiple exports with the same name "a"/),
    expect.stringMatching(/^compile-failed templates\/pages\/twice.mdx:10:14 The symbol "a" has already been declared/),
    expect.stringMatching(
      /^compile-failed templates\/pages\/typed.mdx:6:15 The JavaScript .* MDX has no TypeScript.*\.ts/,
    ),
  ]);
});

test('mistakes found while rendering name the line, too', async () => {
  const project = await makeProject({
    'templates/markdown.tsx': MARKDOWN_COMPONENTS,
    'templates/pages/names.mdx': `${front('Names')}\n# Names\n\n<Callout /> {[1].map(() => <Map>x</Map>)}\n`,
    'templates/pages/similar.mdx': `${front('Similar')}\n# Similar\n\n<Calout />\n\n<Missing />\n`,
    'templates/pages/container.mdx': `${front('Container')}\n# Container\n\n:::tabz\n:::\n`,
    'templates/pages/own.mdx': `${front('Own')}\nexport const Own = () => <Other.Name />;\n\n# Own\n\n<Own />\n`,
    'templates/pages/throws.mdx': `${front('Throws')}\n# Throws\n\n{[1].map(() => {\n  return null.x;\n})}\n`,
    'templates/pages/links.mdx': `${front('Links')}\n# Links\n\n[a](gone.md), <a href="/gone/">b</a> ![c](gone.png)\n\n{['d'].map((d) => <a key={d} href="gone.mdx">d</a>)}\n`,
    'templates/pages/meta.mdx': `${front('Meta')}\n# Meta\n\nexport const meta = { title: 'Other' };\n`,
    'templates/pages/none.mdx': `# None\n`,
    'templates/pages/wrong.mdx': `export const meta = { title: 1 };\n\n# Wrong\n`,
    'templates/pages/list.mdx': `${front('List')}\nexport const paths = [];\n\n# List\n`,
    'templates/pages/[id].mdx': `${front('Item')}\n# Item\n`,
  });
  const { code, stderr } = await sitegen(project.root, 'build');
  expect(code).toBe(1);
  const found = reports(stderr).filter((report) => !report.startsWith('h1-count'));
  const names = 'in templates/markdown.tsx; defined there are: Callout, Date, Ui';
  expect(found.toSorted()).toEqual(
    [
      'asset-missing templates/pages/links.mdx:8:38 The page uses "gone.png"',
      'content-invalid templates/pages/container.mdx:8:1 Expected component `Tabz` to be defined.',
      'content-invalid templates/pages/meta.mdx:8:1 The file has both front matter and an export `meta`.',
      `content-invalid templates/pages/names.mdx:8:28 Expected component \`Map\` to be defined. .*${names}`,
      'content-invalid templates/pages/none.mdx:1:1 The front matter has no `title`.',
      'content-invalid templates/pages/own.mdx:6:26 Expected object `Other` to be defined.',
      'content-invalid templates/pages/similar.mdx:8:1 Expected component `Calout` .* did you mean Callout',
      'link-broken templates/pages/links.mdx:10:13 The page links to "gone.mdx"',
      'link-broken templates/pages/links.mdx:8:1 The page links to "gone.md"',
      'meta-invalid templates/pages/wrong.mdx:1:23 `title` is not a text. It is 1.',
      'page-failed templates/pages/list.mdx The page failed to render. Error: The file exports `paths`',
      'page-failed templates/pages/throws.mdx:9:15 ',
      'paths-failed templates/pages/\\[id\\].mdx ',
    ].map((pattern) => expect.stringMatching(`^${pattern}`)),
  );
});

/** Each problem on one line: its code, place, message and hint. */
function reports(stderr: string): string[] {
  return [...stderr.matchAll(/^(?:error|warning) ([\w-]+) +(\S+)\n([^]*?)\n\n/gm)].map(
    ([, code, place, text = '']) => `${code} ${place} ${text.replace(/\s+/g, ' ').trim()}`,
  );
}
