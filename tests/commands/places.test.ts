/** The file and line that a problem names. */
import { expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import type { Code } from '../../src/shared/diagnostics.ts';
import { jpeg } from '../helpers/images.ts';
import { makeProject, packageOf, page, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

test('problems that all pages inherit name the shell, and a dead link names its line', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { base: '/docs/' };`,
    'templates/shell.tsx': `import { menu } from './menu.ts';
export default ({ meta, children }: any) => <html><head><title>{meta.title}</title><meta name="description" content={meta.description} /></head>
<body><a href="/gone/">x</a><a href={menu}>y</a><a href={'/' + 'joined/'}>z</a><p><div /></p>{children}</body></html>;`,
    'templates/menu.ts': `\nexport const menu = '/menu/';`,
    'templates/pages/404.tsx': page('Lost', ''),
    'templates/pages/about.tsx': page('About', '<a href="/gone-too/">x</a>'),
    'templates/pages/pictures.tsx': page(
      'Pictures',
      '<Lazy /><Picture of={{}} />{createElement("img", { alt: "" })}',
      `import { createElement } from 'react';
import Lazy from '../islands/lazy.tsx';
const Picture = ({ of }: any) =>
  <img src={of.src} alt="" />;`,
    ),
    'templates/islands/lazy.tsx': `import { useState } from 'react';\nimport { island } from 'sitegen';
export default island('lazy', function Lazy() { const [src] = useState<string>(); return <img src={src} alt="" />; });`,
  });

  const { stdout } = await sitegen(project.root, 'build', '--json');

  const { diagnostics } = JSON.parse(stdout) as BuildResult;
  const found = diagnostics.map(({ code, place }) => `${code} ${place?.file}:${place?.line ?? '-'}`);
  expect(found.toSorted()).toEqual([
    'address-missing templates/pages/pictures.tsx:4',
    'address-missing templates/pages/pictures.tsx:8',
    'html-nesting templates/shell.tsx:3',
    'link-broken templates/pages/about.tsx:5',
    'link-broken templates/shell.tsx:3',
    'link-broken templates/shell.tsx:3',
    'link-broken templates/shell.tsx:3',
    'script-missing templates/shell.tsx:-',
  ]);
  const documented = ['calls', 'code', 'frame', 'hint', 'message', 'pages', 'place', 'severity'];
  expect(diagnostics.flatMap(Object.keys).filter((key) => !documented.includes(key))).toEqual([]);
});

/** @returns each problem as `code file:line:column`, then the places of its calls; sorted */
async function findPlaces(project: Project): Promise<string[]> {
  const { stdout } = await sitegen(project.root, 'build', '--json');
  const { diagnostics } = JSON.parse(stdout) as BuildResult;
  const placeOf = ({ place }: BuildResult['diagnostics'][number]) =>
    [place?.file.replace('templates/', ''), place?.line ?? '-', place?.column].join(':').replace(/:$/, '');
  return diagnostics
    .map((found) => [found.code, placeOf(found), ...(found.calls ?? []).map((call) => call.replace('templates/', ''))])
    .map((parts) => parts.join(' '))
    .toSorted();
}

const FANCY = packageOf(
  'fancy',
  { type: 'module', exports: './index.js' },
  {
    'index.js': `import { createElement as h } from 'react';
export const Fancy = () => h('div', null, h('p', null, h('div')), h('a', { href: '/of-fancy/' }), h('button', { type: 'button', onClick() {} }));`,
  },
);

test('each problem in HTML has the line of its element, whoever wrote it', async () => {
  const project = await makeProject({
    ...FANCY,
    'sitegen.config.ts': `export default { markdown: { html: true } };`,
    'templates/pages/layout.tsx': `export default ({ children }: any) => (
  <div>
    <p><section /></p>
    {children}
  </div>
);`,
    'templates/parts.tsx': `export const Card = ({ to, children }: any) => (
  <section>
    <a href={to}>more</a>
    {children}
  </section>
);`,
    'templates/islands/counter.tsx': `import { island } from 'sitegen';
function Counter() {
  return (
    <p>
      <div />
    </p>
  );
}
export default island('counter', Counter);`,
    'templates/pages/index.tsx': page(
      'Home',
      `
    <h1>Again</h1>
    <i id="same" /><b id="same" />
    <Card to="/typo/">
      <a href="/x/"><a href="/x/">x</a></a>
    </Card>
    {LINKS.map(({ to }) => <a key={to} href={to}>x</a>)}
    <Fancy />
    <Counter fn={() => {}} hydrate="never">text</Counter>
    <div dangerouslySetInnerHTML={{ __html: '<button><button></button></button>' }} />
    <img src="/none.png" />
    <Later />
    `,
      `import { Fancy } from 'fancy';
import { Card } from '../parts.tsx';
import Counter from '../islands/counter.tsx';
const LINKS = [
  { to: '/data/' },
];
async function Later() { await null; return <main><a href="/later/">x</a></main>; }`,
    ),
    'templates/pages/post.md': `---
title: Post
description: About the post.
---

# Post

[x](/typo/) <b id="same"></b><b id="same"></b>

<video src="/none.mp4"></video>
`,
    'templates/pages/mdx.mdx': `---
title: MDX
description: About MDX.
---
import { Card } from '../parts.tsx';

# MDX

<Card to="/of-card/">x</Card>

<p>
  <div />
</p>

{[props.path].map((path) => <Card key={path} to={path + 'typo/'}>x</Card>)}
`,
  });

  expect(await findPlaces(project)).toEqual([
    'alt-missing pages/index.tsx:21:5',
    'asset-missing pages/index.tsx:21:5',
    'asset-missing pages/post.md:10:1',
    'children-lost pages/index.tsx:19:5',
    'h1-count pages/index.tsx:12:5',
    'handler-lost pages/index.tsx:18:5',
    'html-nesting islands/counter.tsx:5:7 Page (pages/index.tsx:19:5)',
    'html-nesting pages/index.tsx:15:21',
    'html-nesting pages/index.tsx:18:5',
    'html-nesting pages/index.tsx:20:5',
    'html-nesting pages/layout.tsx:3:8',
    'html-nesting pages/mdx.mdx:12:3',
    'id-duplicate pages/index.tsx:13:20',
    'id-duplicate pages/post.md:8:30',
    'island-prop pages/index.tsx:19:5',
    'island-prop pages/index.tsx:19:5',
    'link-broken pages/index.tsx:15:21',
    'link-broken pages/index.tsx:15:7',
    'link-broken pages/index.tsx:17:28',
    'link-broken pages/index.tsx:18:5',
    'link-broken pages/index.tsx:7:51',
    'link-broken pages/post.md:8:1',
    'link-broken parts.tsx:3:5 Page (pages/index.tsx:14:5)',
    'link-broken parts.tsx:3:5 pages/mdx.mdx:9:1',
    'link-broken parts.tsx:3:5 path (pages/mdx.mdx:15:20) pages/mdx.mdx:15:15',
    'main-count pages/index.tsx:7:45',
  ]);
});

test("React's own errors have the line of the element", async () => {
  const project = await makeProject({
    'templates/pages/style.tsx': page('Style', '<p style="color: red">x</p>'),
    'templates/pages/object.tsx': page('Object', '<p>{({ a: 1 }) as any}</p>'),
    'templates/pages/empty.tsx': page('Empty', '<img src="/a.png">x</img>'),
    'templates/pages/mdx.mdx': `---\ntitle: MDX\ndescription: About MDX.\n---\n# MDX\n\nText\n\n<p style="color: red">x</p>\n`,
  });

  expect(await findPlaces(project)).toEqual([
    'page-failed pages/empty.tsx:5:30',
    'page-failed pages/mdx.mdx:9:1',
    'page-failed pages/object.tsx:5:31',
    'page-failed pages/style.tsx:5:30',
  ]);
});

test('a problem in content has its line, also in a component that content uses', async () => {
  const post = (body: string) => `---\ntitle: T\ndescription: D\n---\n\n## Part\n\n${body}\n`;
  const project = await makeProject({
    'sitegen.config.ts': `export default { markdown: { html: true }, checks: { 'title-duplicate': 'off', 'description-duplicate': 'off' } };`,
    'templates/markdown.tsx': `const Note = ({ children }: any) => <p><div>{children}</div></p>;
export const components = { strong: Note, a: ({ href, children }: any) => <span id={href}>{children}</span> };`,
    'templates/pages/[slug].tsx': `import { collection } from 'sitegen/content';
const schema = { '~standard': { version: 1, vendor: 'test', validate: (value: any) => ({ value }) } } as const;
const posts = collection('content/*.md', { schema });
export const paths = async () => (await posts.all()).map(({ slug }) => ({ params: { slug } }));
export const load = ({ params }: any) => posts.get(params.slug);
export const meta = ({ data }: any) => ({ title: data.slug, description: 'About ' + data.slug + '.' });
export default function Page({ data: { slug, Content } }: any) {
  return <main><h1>{slug}</h1><Content /></main>;
}`,
    'content/one.md': post('Text **strong**'),
    'content/two.md': post('[a](/x/) and [b](/x/)\n\n<i id="same"></i>\n\n<i id="same"></i>'),
    'content/three.md': post('<p>\n<img src="/none.png" alt="">\n</p>'),
    'content/five.md': post('![](none.png)\n\n<img alt="">'),
    'content/four.md': post('Text\n\n<p onclick="x()">a</p>'),
  });

  expect(await findPlaces(project)).toEqual([
    'address-missing content/five.md:10:1 Page (pages/[slug].tsx:8:31)',
    'asset-missing content/five.md:8:1',
    'asset-missing content/three.md:9:1',
    'content-invalid content/four.md:10:1',
    'html-nesting markdown.tsx:1:37 Content (content/one.md:8:6) Page (pages/[slug].tsx:8:31)',
    'html-nesting markdown.tsx:1:40 Content (content/one.md:8:6) Page (pages/[slug].tsx:8:31)',
    'id-duplicate content/two.md:12:1 Page (pages/[slug].tsx:8:31)',
    'id-duplicate markdown.tsx:2:75 Content (content/two.md:8:14) Page (pages/[slug].tsx:8:31)',
  ]);
});

test('a problem of many pages is reported once, with its place and their number', async () => {
  const project = await makeProject({
    'templates/pages/[slug].tsx': `export const paths = Array.from({ length: 60 }, (_, index) => ({ params: { slug: \`p\${index}\` } }));
export const meta = ({ params }: any) => ({ title: params.slug, description: \`About \${params.slug}.\` });
export default function Page({ params }: any) {
  return (
    <main>
      <h1>{params.slug}</h1>
      <a href={\`/missing/\${params.slug}/\`}>x</a>
      <p><section /></p>
    </main>
  );
}`,
  });

  const { stdout } = await sitegen(project.root, 'build', '--json');

  const { diagnostics } = JSON.parse(stdout) as BuildResult;
  expect(diagnostics.map(({ code, place, pages }) => [code, place?.line, pages?.count])).toEqual([
    ['html-nesting', 8, 60],
    ['link-broken', 7, 60],
  ]);
  expect(diagnostics[1]?.message).toContain('The same place has 59 more problems like this');
});

test('rendering a page once more prints nothing, and stores nothing', async () => {
  const project = await makeProject({
    'templates/pages/index.tsx': page(
      'Home',
      '<h1>Again</h1>',
      `import { memo } from 'sitegen';
export const load = async () => {
  console.log('loading');
  await memo(process.hrtime().join(), () => Object.keys((<p id="x" />).props));
};`,
    ),
  });

  const { stdout, stderr } = await sitegen(project.root, 'build');

  expect(stderr).toContain('h1-count  templates/pages/index.tsx:9:29');
  expect((stdout + stderr).match(/loading/g)).toHaveLength(1);
  expect(await project.list('.sitegen/memo')).toHaveLength(2); // with the time of the last cleanup
  expect(await project.read('out/index.html')).not.toContain('data-sitegen');
});

test('a page that renders something else the second time is named by its file', async () => {
  const project = await makeProject({
    'templates/pages/index.tsx': page('Home', '<a href={`/gone/${process.hrtime().join("-")}/`}>x</a><p><div /></p>'),
  });

  expect(await findPlaces(project)).toEqual(['html-nesting pages/index.tsx:5:86', 'link-broken pages/index.tsx:-']);
});

const NO_ELEMENT = 'the page lacks an element, or the problem is in its `meta`';
const WHOLE_FILE = 'the whole file is the mistake';
const NOT_A_FILE = 'it is about the site, the build or a server, not about one file';

/**
 * The place of each problem. `element`: the line of an element in HTML, which the next test provokes. `source`: the line in a source
 * file, known where it is found. Otherwise the reason why it has no line.
 */
const PLACES: Readonly<Record<Code, string>> = {
  'address-blocked': 'element',
  'address-lost': 'source',
  'address-missing': 'source',
  'addresses-invalid': 'source',
  'alt-missing': 'element',
  'alternate-broken': 'source',
  'alternate-missing': NO_ELEMENT,
  'asset-missing': 'element',
  'asset-refused': 'source',
  'async-unstable': WHOLE_FILE,
  'base-element': 'element',
  'base-missing': 'source',
  'budget-exceeded': NO_ELEMENT,
  'card-failed': 'source',
  'children-lost': 'element',
  'code-plain': 'source',
  'compile-failed': 'source',
  'compile-warning': 'source',
  'config-invalid': 'source',
  'content-invalid': 'source',
  'content-lost': 'element',
  'description-duplicate': NO_ELEMENT,
  'description-missing': NO_ELEMENT,
  'effect-lost': 'source',
  'external-gone': 'source',
  'external-unclear': 'source',
  'file-extension': WHOLE_FILE,
  'file-failed': 'source',
  'file-kind': WHOLE_FILE,
  'file-name': WHOLE_FILE,
  'folder-unreadable': WHOLE_FILE,
  'fragment-broken': 'element',
  'h1-count': 'element',
  'handler-lost': 'element',
  'host-file': WHOLE_FILE,
  'host-limit': NOT_A_FILE,
  'html-escaped': 'source',
  'html-nesting': 'element',
  'icon-failed': WHOLE_FILE,
  'id-duplicate': 'element',
  'image-address': 'source',
  'image-colors': 'source',
  'image-failed': 'element',
  'image-heavy': 'element',
  'image-size-missing': 'element',
  'inline-blocked': 'element',
  'island-failed': 'source',
  'island-global': 'source',
  'island-layout': NO_ELEMENT,
  'island-name': 'element',
  'island-prop': 'element',
  'island-unknown': 'its file may be any module; the message has its name',
  'island-unused': WHOLE_FILE,
  'link-broken': 'element',
  'link-redirect': 'element',
  'list-empty': WHOLE_FILE,
  'live-body': NOT_A_FILE,
  'live-cache': NOT_A_FILE,
  'live-status': NOT_A_FILE,
  'live-type': NOT_A_FILE,
  'main-count': 'element',
  'meta-invalid': NO_ELEMENT,
  'noindex-missing': NO_ELEMENT,
  'not-processed': 'source',
  'not-reproducible': NOT_A_FILE,
  'output-clash': WHOLE_FILE,
  'page-failed': 'element',
  'page-not-tried': WHOLE_FILE,
  'page-too-large': 'source',
  'page-too-slow': 'its code is in an endless loop or has ended the thread, which then has no stack',
  'pages-lost': NOT_A_FILE,
  'paths-failed': 'source',
  placeholder: 'source',
  'preact-gap': 'source',
  'public-file': WHOLE_FILE,
  'public-hidden': WHOLE_FILE,
  'react-duplicate': NOT_A_FILE,
  'redirect-broken': NOT_A_FILE,
  'redirect-chain': NOT_A_FILE,
  'redirect-clash': NOT_A_FILE,
  'ref-lost': 'source',
  'script-address': 'element',
  'script-missing': WHOLE_FILE,
  'shell-missing': NOT_A_FILE,
  'style-blocked': 'source',
  'styles-failed': 'source',
  'styles-lost': NO_ELEMENT,
  'thread-ended': NOT_A_FILE,
  'title-children': 'source',
  'title-count': 'element',
  'title-duplicate': NO_ELEMENT,
  'title-missing': NO_ELEMENT,
  'updated-unknown': WHOLE_FILE,
  'variable-missing': 'source',
};

test('every problem of an element has been seen with its line', async () => {
  const project = await makeProject({
    ...FANCY,
    'public/photo.jpg': Buffer.concat([await jpeg(4000, 3000), Buffer.alloc(600_000)]),
    'templates/shell.tsx': `export default ({ meta, children }: any) => <html lang="en"><head><title>{meta.title}</title>
<meta name="description" content={meta.description} /></head><body>{children}</body></html>;`,
    'templates/islands/counter.tsx': `import { Suspense } from 'react';
import { island } from 'sitegen';
const Broken = () => { throw new Error('x'); };
export default island('counter', ({ broken }: any) => <Suspense fallback="x">{broken && <Broken />}</Suspense>);`,
    'templates/islands/map.tsx': `import { island } from 'sitegen';
export default island('map', () => import('../map.tsx'), { fallback: <p>Loading</p> });`,
    'templates/islands/outer.tsx': `import { island } from 'sitegen';
import Map from './map.tsx';
export default island('outer', () => <Map />);`,
    'templates/map.tsx': `export default () => <p>x</p>;`,
    'templates/pages/de/layout.tsx': `export const lang = 'de';
export default ({ children }: any) => children;`,
    'templates/pages/de/index.tsx': page('Deutsch', '<a href="/other">x</a>'),
    'templates/pages/other.tsx': page('Other', '<p style="x">x</p>'),
    'templates/pages/index.tsx': page(
      'Home',
      `
<h1>Again</h1><main /><title>Again</title>
<b id="same" /><b id="same" />
<a href="#nowhere">x</a><a href="/gone/">x</a>
<p><div /></p>
<table><tr><td>x</td></tr></table>
<Counter fn={() => {}} hydrate="never">x</Counter>
<Counter broken={true} />
<Outer />
<Fancy />
<Picture src="/photo.jpg" widths={[1]} sizes="1px" alt="" />
<img src="/photo.jpg" />
<img src="/photo.jpg" width="10" height="10" alt="" />
<img src="/photo.jpg" width="4000" height="3000" alt="" />
<div dangerouslySetInnerHTML={{ __html: '<a href="javascript:x()">x</a>' }} />
<base href="/x/" /><iframe src="/none/" />
`,
      `import { Picture } from 'sitegen';
import { Fancy } from 'fancy';
import Counter from '../islands/counter.tsx';
import Outer from '../islands/outer.tsx';`,
    ),
    'templates/pages/policy.tsx': page(
      'Policy',
      `<meta httpEquiv="Content-Security-Policy" content="default-src 'self'" /><img src="https://a.example/b.png" alt="" />
<script dangerouslySetInnerHTML={{ __html: 'x()' }} />`,
    ),
  });

  const found = await findPlaces(project);

  const withLine = found.filter((one) => !one.includes(':-')).map((one) => one.split(' ')[0]);
  const expected = Object.entries(PLACES).flatMap(([code, place]) => (place === 'element' ? code : []));
  expect(expected.filter((code) => !withLine.includes(code))).toEqual([]);
  expect(found.filter((one) => one.startsWith('image-'))).toEqual([
    'image-failed pages/index.tsx:18:1',
    'image-heavy pages/index.tsx:19:1',
    'image-heavy pages/index.tsx:20:1',
    'image-heavy pages/index.tsx:21:1',
    'image-size-missing pages/index.tsx:19:1',
  ]);
  expect(found.filter((one) => one.includes(':-') && expected.includes(one.split(' ')[0] ?? ''))).toEqual([]);
});
