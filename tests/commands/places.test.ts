/** The file and line that a problem names. */
import { expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
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
    'link-broken templates/menu.ts:2',
    'link-broken templates/pages/about.tsx:5',
    'link-broken templates/shell.tsx:3',
    'link-broken templates/shell.tsx:3',
  ]);
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
`,
  });

  expect(await findPlaces(project)).toEqual([
    'alt-missing pages/index.tsx:21:5',
    'asset-missing pages/index.tsx:21:14',
    'asset-missing pages/post.md:10:12',
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
    'island-hydrate pages/index.tsx:19:5',
    'island-prop pages/index.tsx:19:5',
    'link-broken pages/index.tsx:14:14 parts.tsx:3:5',
    'link-broken pages/index.tsx:15:15',
    'link-broken pages/index.tsx:15:29',
    'link-broken pages/index.tsx:18:5',
    'link-broken pages/index.tsx:5:9 pages/index.tsx:17:28',
    'link-broken pages/index.tsx:7:59',
    'link-broken pages/mdx.mdx:9:10 parts.tsx:3:5',
    'link-broken pages/post.md:8:1',
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
