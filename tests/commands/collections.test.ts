/** Collections of Markdown files. */
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { makeProject, page, serveProject, type Project } from '../helpers/project.ts';
import { ROOT, sitegen } from '../helpers/run.ts';

async function projectWith(files: Readonly<Record<string, string | undefined>>): Promise<Project> {
  const project = await makeProject(files);
  symlinkSync(path.join(ROOT, 'node_modules/valibot'), path.join(project.root, 'node_modules/valibot'), 'junction');
  return project;
}

const COLLECTION = `import * as v from 'valibot';
import { href } from 'sitegen';
import { collection } from 'sitegen/content';
export const posts = collection('content/posts/**/*.md', {
  schema: v.object({ title: v.string(), date: v.pipe(v.string(), v.isoDate(), v.transform((text) => new Date(text))), tags: v.optional(v.array(v.string()), []) }),
  path: ({ slug }) => href('/blog/[...slug]', { slug }),
});`;

const POST_PAGE = `import { posts } from '../../../lib/posts.ts';
export const paths = async () => (await posts.all()).map(({ slug }) => ({ params: { slug } }));
export const load = ({ params }: any) => posts.get(params.slug);
export const meta = ({ data }: any) => ({ title: data.data.title, description: 'About ' + data.data.title });
const Strong = (props: any) => <b {...props} />;
export default function Post({ data: { data, headings, Content } }: any) {
  return <main><h1>{data.title}</h1><time>{data.date.getUTCFullYear()}</time><nav>{headings.map((h: any) => <a key={h.id} href={'#' + h.id}>{h.text}</a>)}</nav><Content components={{ strong: Strong }} /></main>;
}`;

const LIST = `import { posts } from '../../lib/posts.ts';
export const load = async () => (await posts.all()).map(({ path, data }) => ({ path, title: data.title }));
export const meta = { title: 'Home', description: 'All posts.' };
export default ({ data }: any) => <main><h1>Home</h1>{data.map(({ path, title }: any) => <a key={path} href={path}>{title}</a>)}</main>;`;

const FEED = `import { posts } from '../../lib/posts.ts';
export default async () => (await posts.all()).map(({ slug, data, body }) => slug + ' ' + data.tags.join() + ' ' + body).join('\\n');`;

const post = (title: string, body: string, more = '') =>
  `---\ntitle: ${title}\ndate: 2026-01-02\n${more}---\n${body}\n`;

const LATEST = `import { posts } from '../../lib/posts.ts';
export const meta = { title: 'Latest', description: 'The latest post.' };
export default async function Latest() {
  const { data, Content } = await posts.get('first');
  return <main><h1>{data.title}</h1><Content /></main>;
}`;

const SITE = {
  'templates/pages/latest.tsx': LATEST,
  'lib/posts.ts': COLLECTION,
  'templates/pages/blog/[...slug].tsx': POST_PAGE,
  'templates/pages/index.tsx': LIST,
  'templates/files/list.txt.ts': FEED,
  'content/posts/first.md': post('First', '## Part one\n\n[Second](2026/second/index.md#more), **bold**'),
  'templates/pages/about.md':
    '---\ntitle: About\ndescription: About us.\n---\n\n# About\n\n[First](../../content/posts/first.md#part-one)\n',
  'content/posts/2026/second/index.md': post('Second', '## More\n\n[First](../../first.md)', 'tags: [a, b]\n'),
};

test('a collection has typed files that pages can list, render and link to', async () => {
  const project = await projectWith({ ...SITE, 'sitegen.config.ts': `export default { base: '/docs/' };` });
  const { code, stderr } = await sitegen(project.root, 'build');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });

  expect(await project.read('out/index.html')).toContain(
    '<a href="/docs/blog/2026/second/">Second</a><a href="/docs/blog/first/">First</a>',
  );
  const first = await project.read('out/blog/first/index.html');
  expect(first).toContain('<h1>First</h1><time>2026</time><nav><a href="#part-one">Part one</a></nav>');
  expect(first).toContain('<a href="/docs/blog/2026/second/#more">Second</a>, <b>bold</b>');
  expect(await project.read('out/blog/2026/second/index.html')).toContain('<a href="/docs/blog/first/">First</a>');
  expect(await project.read('out/about/index.html')).toContain('<a href="/docs/blog/first/#part-one">First</a>');
  expect(await project.read('out/latest/index.html')).toContain(
    '<h1>First</h1><h2 id="part-one">Part one</h2>\n<p><a href="/docs/blog/2026/second/#more">Second</a>, <strong>bold</strong></p>',
  );
  expect(await project.read('out/list.txt')).toBe(
    '2026/second a,b ## More\n\n[First](../../first.md)\n\nfirst  ## Part one\n\n[Second](2026/second/index.md#more), **bold**\n',
  );
});

test('links and images work in a collection outside of the project, and no other file there is published', async () => {
  const outside = await makeProject({
    'posts/first.md': post('First', '## Part one\n\n![](./dot.svg) [Second](2026/second.md#more)'),
    'posts/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20"/>',
    'posts/2026/second.md': post('Second', '## More\n\n[First](../first.md#gone)\n\n![](../../secret.png)'),
    'secret.png': '',
  });
  const content = `../${path.basename(outside.root)}/posts`;
  const project = await projectWith({
    'lib/posts.ts': COLLECTION.replace('content/posts', content),
    'templates/pages/blog/[...slug].tsx': POST_PAGE,
  });
  const failed = await sitegen(project.root, 'build');
  await outside.write({ 'posts/2026/second.md': post('Second', '## More\n\n[First](../first.md#part-one)') });
  const { code } = await sitegen(project.root, 'build');

  expect(failed.stderr).toContain(`error fragment-broken  ${content}/2026/second.md:7:1`);
  expect(failed.stderr).toContain(`error asset-refused  ${content}/2026/second.md:9:1`);
  expect({ failed: failed.code, code }).toEqual({ failed: 1, code: 0 });
  const first = await project.read('out/blog/first/index.html');
  expect(first).toMatch(/<img width="10" height="20" [^>]*src="\/assets\/dot-\w+\.svg"/);
  expect(first).toContain('<a href="/blog/2026/second/#more">Second</a>');
});

test('all mistakes in all collections are reported in one run, once, with their lines, and without the links to those files', async () => {
  const notes = `import * as v from 'valibot';
import { collection } from 'sitegen/content';
export const notes = collection('notes/*.md', { schema: v.object({ stars: v.pipe(v.number(), v.maxValue(5)) }) });`;
  const project = await projectWith({
    ...SITE,
    'lib/notes.ts': notes,
    'templates/pages/index.tsx': `import '../../lib/notes.ts'; ${LIST}`,
    'content/posts/a.md': post('A', '').replace('2026-01-02', 'soon'),
    'content/posts/b.md': post('B', '', 'tags:\n  - a\n  - 2\n'),
    'content/posts/c.md': '---\ntitle: c: d\n---\n',
    'content/posts/d.md': 'No front matter.\n',
    'content/posts/first/index.md': post('First again', ''),
    'notes/e.md': '---\nstars: 6\n---\n',
    'content/posts/F.MD': post('F', ''),
    'content/posts/2026/g.markdown': post('G', ''),
    'content/posts/h.Mdx': post('H', ''),
    'content/posts/other.mdx': post('Not in the pattern', ''),
    'content/posts/photo.JPG': 'not content',
    'content/posts/links.md': post('Links', '[A](a.md) [first](first.md)'),
    'templates/pages/about.md':
      '---\ntitle: About\ndescription: About us.\n---\n\n# About\n\n[A](../../content/posts/a.md)\n',
    'templates/pages/team.md':
      '---\ntitle: Team\ndescription: Our team.\n---\n\n# Team\n\n[About](about.md) [first](../../content/posts/first.md)\n',
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  const found = [...stderr.matchAll(/error ([\w-]+) +(\S+)\n +(.*)/g)].map(
    ([, id, place, text]) => `${id} ${place} ${text}`,
  );
  expect(stderr.match(/(?<=rename it to )\S+/g)?.toSorted()).toEqual(['F.md', 'g.md', 'h.mdx']);
  expect(found.toSorted()).toEqual([
    expect.stringMatching(/^content-invalid content\/posts\/a\.md:3:7 `date`: Invalid date/),
    expect.stringMatching(/^content-invalid content\/posts\/b\.md:6:5 `tags\.1`: Invalid type/),
    expect.stringMatching(/^content-invalid content\/posts\/c\.md:2:8 Nested mappings/),
    expect.stringMatching(/^content-invalid content\/posts\/d\.md:1:1 `date` is missing\./),
    expect.stringMatching(/^content-invalid content\/posts\/d\.md:1:1 `title` is missing\./),
    expect.stringMatching(
      /^content-invalid content\/posts\/first(\/index)?\.md Another file has the slug "first", too\./,
    ),
    expect.stringMatching(/^content-invalid notes\/e\.md:2:8 `stars`: Invalid value/),
    expect.stringMatching(/^file-extension content\/posts\/2026\/g\.markdown /),
    expect.stringMatching(/^file-extension content\/posts\/F\.MD /),
    expect.stringMatching(/^file-extension content\/posts\/h\.Mdx /),
  ]);
});

test('a link to a file that has no page, or whose page renders another file, is reported with its line', async () => {
  const project = await projectWith({
    ...SITE,
    'lib/posts.ts': COLLECTION.replace(
      '{ slug }) => href',
      `{ slug }) => slug === 'c' ? '/gone/' : slug === 'b' ? '/blog/first/' : href`,
    ),
    'content/posts/a.md': post('A', '[b](b.md) [c](c.md) [gone](gone.md)'),
    'content/posts/b.md': post('B', ''),
    'content/posts/c.md': post('C', ''),
    'templates/pages/index.tsx': page('Home', ''),
  });
  const { stderr } = await sitegen(project.root, 'build');
  const found = [...stderr.matchAll(/error ([\w-]+) +(\S+)\n +(.*)/g)].map(
    ([, id, place, text]) => `${id} ${place} ${text}`,
  );
  expect(found).toEqual([
    'link-broken content/posts/a.md:5:1 The page links to content/posts/b.md, but the page at "/blog/first/" does not render that file.',
    'link-broken content/posts/a.md:5:11 The page links to "/gone/", but no page or file has that address.',
    'link-broken content/posts/a.md:5:21 The page links to "gone.md", but no page or file has that address.',
  ]);
});

test('a link to a file of a collection without `path` says what is missing', async () => {
  const pageOf = (name: string, file: string) => `import { ${name} } from '${file}';
${name === 'docs' ? 'export const paths = async () => (await docs.all()).map(({ slug }) => ({ params: { id: slug } }));' : ''}
export const load = async ({ params }: any) => (await ${name}.all()).filter(({ slug }) => slug === (params.id ?? 'a'));
export const meta = { title: 'All ${name}' };
export default ({ data }: any) => data.map(({ Content }: any) => <Content />);`;
  const project = await makeProject({
    'lib/all.ts': `import { collection } from 'sitegen/content';
export const docs = collection('docs/*.md');
export const notes = collection('notes/*.md');`,
    'templates/pages/d/[id].tsx': pageOf('docs', '../../../lib/all.ts'),
    'templates/pages/all.tsx': pageOf('notes', '../../lib/all.ts'),
    'docs/a.md': '[b](./b.md)',
    'docs/b.md': 'b',
    'notes/a.md': '[b](./b.md)',
    'notes/b.md': 'b',
  });
  const { stderr } = await sitegen(project.root, 'build');
  const found = [...stderr.matchAll(/error ([\w-]+) +(\S+)\n +(.*)\n[^]*?Try: (.*)/g)].map(([, ...parts]) =>
    parts.join(' '),
  );
  expect(found.toSorted()).toEqual([
    "link-broken docs/a.md:1:1 The page links to docs/b.md, but the collection has no `path`: add `path: ({ slug }) => href('/d/[id]', { id: slug })`. " +
      'write it into the options of the collection "docs/*.md", whose entries are the pages of templates/pages/d/[id].tsx',
    "link-broken notes/a.md:1:1 The page links to notes/b.md, but the collection has no `path`: add `path: ({ slug }) => href('/…/[slug]', { slug })`. " +
      'write it into the options of the collection "notes/*.md"',
  ]);
});

test('a build leaves out drafts and future files of a collection, also in lists, and reports links to them', async () => {
  const project = await projectWith({
    ...SITE,
    'content/posts/first.md': post('First', '## Part one\n\n[Idea](idea.md) and [later](later.md)'),
    'content/posts/2026/second/index.md': undefined,
    'content/posts/idea.md': post('Idea', '', 'draft: true\n'),
    'content/posts/later.md': post('Later', '', 'publishAt: 2100-06-01\n'),
  });

  const { stdout } = await sitegen(project.root, 'check', '--json', '--at', '2026-12-01');
  const later = await sitegen(project.root, 'check', '--json', '--at', '2100-12-01');
  await project.write({ 'content/posts/first.md': post('First', '## Part one') });
  const built = await sitegen(project.root, 'build');
  await project.write({ 'content/posts/later.md': post('Later', '', 'publishAt: soon\n') });
  const wrong = await sitegen(project.root, 'check');

  const found = (json: string) =>
    (JSON.parse(json) as { diagnostics: { message: string; place: { file: string; line: number } }[] }).diagnostics.map(
      ({ message, place }) =>
        `${place.file}:${place.line} ${/is (?:a draft|not published until [\d-]+)/.exec(message)?.[0]}`,
    );
  expect(found(stdout).toSorted()).toEqual([
    'content/posts/first.md:7 is a draft',
    'content/posts/first.md:7 is not published until 2100-06-01',
  ]);
  expect(found(later.stdout)).toEqual(['content/posts/first.md:7 is a draft']);
  expect(built.stdout).toContain('Left out: /blog/idea/ (draft), /blog/later/ (from 2100-06-01)\n');
  expect(await project.read('out/list.txt')).toMatch(/^first  ## Part one\s*$/);
  expect(await project.list('out/blog')).toEqual(['first/index.html']);
  expect(wrong.stderr).toContain('content/posts/later.md:4');
  expect(wrong.stderr).toContain('`publishAt` is not a date.');
});

test('`serve` shows new and changed files of a collection, and `get` reports unknown slugs', async () => {
  const project = await projectWith(SITE);
  const server = await serveProject(project);
  const html = async (address: string) => (await fetch(new URL(address, server.url))).text();

  expect(await html('/blog/first/')).toContain('<b>bold</b>');
  await project.write({
    'content/posts/first.md': post('First', 'changed'),
    'content/posts/third.md': post('Third', 'new'),
  });
  expect(await html('/blog/first/')).toContain('<p>changed</p>');
  expect(await html('/blog/third/')).toContain('<p>new</p>');
  expect(await html('/')).toContain('<a href="/blog/third/">Third</a>');
  await project.remove('content/posts/third.md');
  expect((await fetch(new URL('/blog/third/', server.url))).status).toBe(404);
  await project.write({ 'templates/pages/index.tsx': LIST.replace('posts.all()', `[await posts.get('nope')]`) });
  await html('/');
  await server.says('No file of the collection "content/posts/**/*.md" has the slug "nope".');
});

test('code of a schema or `path` that throws is reported with the content file, and its calls', async () => {
  const project = await projectWith({
    ...SITE,
    'content/posts/third.md': post('Third', 'x'),
    'lib/posts.ts': `import * as v from 'valibot';
import { collection } from 'sitegen/content';
const toTitle = (text: string) => {
  if (text === 'First') throw new RangeError('no first');
  return text;
};
export const posts = collection('content/posts/**/*.md', {
  schema: v.looseObjectAsync({ title: v.pipeAsync(v.string(), v.transformAsync(async (text) => toTitle(text))) , tags: v.optional(v.array(v.string()), []) } as any) as any,
  path: ({ data }: any) => data.title === 'Third' ? data.author.name : '/',
});`,
  });

  const { code, stdout } = await sitegen(project.root, 'build', '--json');
  const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;

  expect(code).toBe(1);
  const found = diagnostics.filter((one) => one.code === 'content-invalid');
  expect(found.map(({ place, message, calls }) => [place, message, calls?.[0]])).toEqual([
    [
      { file: 'content/posts/first.md' },
      'The schema of the collection "content/posts/**/*.md" threw: RangeError: no first',
      'toTitle (lib/posts.ts:4:31)',
    ],
    [
      { file: 'content/posts/third.md' },
      `\`path\` of the collection "content/posts/**/*.md" threw: TypeError: Cannot read properties of undefined (reading 'name')`,
      'path (lib/posts.ts:9:65)',
    ],
  ]);
});

test('an island that only the components of Markdown import is on the pages of a collection', async () => {
  const project = await projectWith({
    'templates/islands/tick.tsx': `import { island } from 'sitegen';\nexport default island('tick', () => <button>1</button>);`,
    'templates/markdown.tsx': `import Tick from './islands/tick.tsx';\nexport const components = { Callout: () => <Tick /> };`,
    'lib/posts.ts': COLLECTION,
    'templates/pages/index.tsx': page('Home', ''),
    'templates/pages/blog/[...slug].tsx': POST_PAGE,
    'content/posts/a.md': post('A', '> [!NOTE]\n> Careful.'),
  });

  const { code, stdout, stderr } = await sitegen(project.root, 'build');
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: expect.stringContaining('with islands'), stderr: '' });
  expect(await project.read('out/blog/a/index.html')).toContain('<script type="module"');
});
