/** MDX as https://mdxjs.com/docs says: expressions, exports, layouts, components, and the places of its mistakes. */
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

/** A PNG of 1 by 1 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('expressions, exports and layouts work, and see the components of the site wherever they are written', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { base: '/docs/' };`,
    'templates/markdown.tsx': MARKDOWN_COMPONENTS,
    'templates/parts.tsx': `export const Icon = ({ icon, children }: any) => <b>{icon}{children}</b>;
export const Frame = ({ children, path }: any) => <main data-path={path}>{children}</main>;`,
    'templates/pages/a.mdx': `${front('A')}
import { Icon } from '../parts.tsx';

export const list = ['x', 'y'];

export const Local = ({ text }) => <p><Callout kind="local">{text}</Callout><a href="b.mdx">inside</a></p>;

export const early = <Date>early [b](b.mdx)<a href="b.mdx#part">early</a></Date>;

{list.map((item) => <Callout key={item}>{item}</Callout>)}

<Icon icon={<Callout>icon</Callout>}>text</Icon>

<Ui.Tab label="one">*one*</Ui.Tab> <Ui.Deep.Tab>two</Ui.Deep.Tab>

# A

Updated <Date>today</Date>, {((Item) => <Item>three</Item>)('i')}

{early}

<Local text="local" />

{/* a comment */}

Path {props.path} {true && <a key="k" href={'b.mdx#' + 'part'}>computed</a>}
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
  expect(a).toContain('<time>early [b](b.mdx)<a href="/docs/b/#part">early</a></time>');
  expect(a).toContain('<p><mark data-kind="local">local</mark><a href="/docs/b/">inside</a></p>');
  expect(a).toContain('Path /a/ <a href="/docs/b/#part">computed</a>');

  expect(await project.read('out/b/index.html')).toMatch(/<main data-path="\/b\/"><h1 id="part">Part<\/h1><\/main>/);

  const item = await project.read('out/list/two/index.html');
  expect(item).toContain('<title>Item two</title>');
  expect(item).toContain('<h1 id="section">two 3 two</h1>');
  expect(item).toMatch(/a note\s+\/assets\/pixel-\w+\.png\s+\d+\s+\/docs\//);
  expect(item).toContain('located');
  expect(item).toContain('awaited <a href="/docs/b/" data-own="">b</a>');
  expect(item.match(/<img[^>]*width="1" height="1"[^>]*>/g)).toHaveLength(3);
  expect(item.match(/data-size="1x1"/g)).toHaveLength(2);
});
