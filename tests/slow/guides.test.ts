/** The code of the guides in docs/coming-from, and of collections, to which they link, builds, with the content that it reads. */
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Diagnostic } from '../../src/shared/diagnostics.ts';
import { initProject } from '../helpers/copy-site.ts';
import { accessTo, makeProject, page, type Project } from '../helpers/project.ts';
import { ROOT, sitegen } from '../helpers/run.ts';

/** Instead of the request of an example. */
const MENU = 'data:application/json,[{"slug":"rye","name":"Rye"}]';

const read = (guide: string) => readFileSync(path.join(ROOT, `docs/coming-from/${guide}.md`), 'utf8');

/** The part of a guide below each of its headings, of any depth. */
const sectionsOf = (guide: string, headings: readonly string[]) =>
  read(guide)
    .split(/^(?=##+ )/m)
    .filter((section) => headings.includes(/^#+ (.*)/.exec(section)?.[1] ?? ''))
    .join('');

/** Blocks whose first line names their file. */
const filesIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^```(?:tsx?|js)\n([^]*?)^```$/gm)]
      .map(([, code = '']) => code.replace('https://api.example.com/menu', MENU))
      .map((code) => [/^\/\/ ([^\s:]+)/.exec(code)?.[1], code] as const)
      .filter(([name]) => name?.includes('.')),
  ) as Record<string, string>;

const TSCONFIG = /"compilerOptions"[^]*?\n```/.exec(sectionsOf('documentation', ['Tabs']))?.[0] ?? '';
const tabsConfig = { 'tsconfig.json': `{${TSCONFIG.replace('\n```', '')}` };

test.each([
  [
    '../collections',
    ['Collections', 'Why a blog'],
    {
      'content/posts/new-oven.md':
        '---\ntitle: New\nsummary: An oven.\ndate: 2026-03-14\n---\n\nIt came.\n\n## The old one\n',
    },
    ['blog/new-oven', 'blog'],
  ],
  [
    'react',
    ['A page with data', 'next/link and next/image'],
    { 'content/journal/new-oven.json': '{ "title": "A new oven", "summary": "It came." }' },
    ['journal/new-oven'],
  ],
  [
    'documentation',
    ['VitePress'],
    {
      'templates/markdown.tsx': `export { badges as components } from './components/badges.tsx';`,
      'templates/pages/guide/start.md': `---\ntitle: Start\ndescription: First steps.\n---\n\n# Start\n\n## 1. Install <Version>2.1</Version>\n\n::: tip\n<Badge text="new"></Badge>\n:::\n`,
    },
    ['guide/start'],
  ],
  [
    'documentation',
    ['Tabs', 'Starlight'],
    {
      ...tabsConfig,
      'templates/markdown.tsx': `export const components = { Fragment: ({ children }) => children };`,
      'templates/components/chart.tsx': 'export default () => <p>A chart</p>;',
      'templates/pages/start.mdx': `---
title: Start
description: How to start.
---

import { Aside, Card, CardGrid, FileTree, LinkCard, Steps, TabItem, Tabs } from '@astrojs/starlight/components';
import Chart from '~/components/chart.astro';

# Start

<Tabs syncKey="pkg">
  <TabItem label="npm">One</TabItem>
  <TabItem label="pnpm">Two</TabItem>
</Tabs>

<CardGrid>
  <Card title="A card" icon="star">Text</Card>
  <LinkCard title="Home" href="/" />
</CardGrid>

<Fragment slot="a">Text</Fragment>

<Aside type="tip" title="A tip"><Steps>Text</Steps><FileTree>Text</FileTree></Aside>

<Chart />
`,
    },
    ['start'],
  ],
  ['react', ['An island'], { 'templates/pages/menu/rye.tsx': page('Rye', '') }, ['menu', 'menu/rye']],
])('%s, %s', async (guide, headings, content, pages) => {
  const files = filesIn(sectionsOf(guide, headings));
  const project = await makeProject({
    'sitegen.config.ts': `export default { checks: { 'island-unused': 'off' } };`,
    'templates/pages/index.tsx': page('Home', ''),
    ...files,
    ...content,
  });
  linkPackage(project, 'valibot');

  expect(await build(project)).toEqual({ code: 0, diagnostics: [] });
  const built = await project.list('out');
  for (const name of pages) expect(built).toContain(`${name}${built.includes(`${name}.html`) ? '' : '/index'}.html`);
});

const DOCUSAURUS = {
  'old/sidebars.ts': `export default {
  docs: ['start', { type: 'category', label: 'Guide', items: ['guide/setup', 'guide/use'] }],
};
`,
  'old/docs/intro.md': `---
id: start
---

# Start {#top}

<!-- Hidden. -->

Begin with the [setup](/guide/install.mdx#first-steps). ![A dot](/img/dot.svg)

:::tip Read this
It is short.
:::
`,
  'old/docs/guide/use.md': '---\nsidebar_label: Use\n---\n\n# Use `it`\n\nFirst do the [setup](./install.mdx).\n',
  'old/docs/guide/install.mdx': `---
id: setup
title: Setup
---
import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';

It is short.

<Tabs>
  <TabItem value="npm" label="npm" default>

Run it.

  </TabItem>
</Tabs>

## Steps {#first-steps}

\`\`\`sh
# a comment
\`\`\`

It is [done](../intro.md).
`,
  'public/img/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><path d="M0 0h4v2z" /></svg>',
  'sitegen.config.ts': `import { headingIds } from './lib/heading-ids.ts';
export default { mdx: { remarkPlugins: [headingIds] }, islands: { runtime: 'preact' } };
`,
};

test('the script for Docusaurus moves documents to their addresses in the template `docs`', async () => {
  const project = accessTo(await initProject('docs'));
  onTestFinished(() => rm(project.root, { recursive: true }));
  await project.remove('content');
  await project.write({
    ...filesIn(sectionsOf('documentation', ['Tabs', 'Docusaurus'])),
    ...tabsConfig,
    ...DOCUSAURUS,
  });

  runScript(project, 'convert-docusaurus.mjs', 'old');

  expect(await build(project)).toEqual({ code: 0, diagnostics: [] });
  const setup = await project.read('out/guide/setup/index.html');
  expect(setup).toContain('<h1>Setup</h1>');
  expect(setup).toContain('<h2 id="first-steps">Steps');
  expect(setup).toContain('<a href="/start/" rel="prev"><small>Previous</small> Start</a>');
  expect(setup).toContain('<a href="/guide/use/">Use</a>');
  expect(await project.read('out/start/index.html')).toContain('href="/guide/setup/#first-steps"');
});

const HUGO = {
  'old/_index.md': '---\ntitle: Mill Lane\n---\n\nRead [our story]({{< ref "about.md" >}}).\n',
  'old/about.md': '---\ntitle: About\naliases: [/story/, /who/]\n---\n\n{{< note >}}\nOpen daily.\n{{< /note >}}\n',
  'old/blog/_index.md': '---\ntitle: Blog\n---\n\n- [Oven]({{< relref "blog/oven.md" >}})\n',
  'old/blog/oven.md': '---\ntitle: A new oven\nslug: new-oven\nlayout: wide\n---\n\n![Oven](oven.svg)\n',
  'old/blog/draft.md': '---\ntitle: A draft\ndraft: true\n---\n',
  'templates/pages/blog/oven.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><path d="M0 0h4v2z" /></svg>',
};

const JEKYLL = {
  'old/index.md': '---\nlayout: home\ntitle: Mill Lane\n---\n\n[Our oven]({% post_url 2026-03-14-oven %})\n',
  'old/about.md': `---
layout: page
title: About
permalink: /who-we-are/
redirect_from: /about.html
---

{% include note.html content="Open daily." %}

Read [the blog]({{ site.baseurl }}/2026/03/14/oven/).
`,
  'old/_posts/2026-03-14-oven.md': '---\nlayout: post\ntitle: A new oven\n---\n\nIt [came]({% link about.md %}).\n',
  'old/_includes/note.md': '---\ntitle: Not a page\n---\n',
};

test.each([
  ['Hugo', HUGO, { '/story/': '/about/', '/who/': '/about/' }, ['about', 'blog', 'blog/new-oven']],
  ['Jekyll', JEKYLL, { '/about.html': '/who-we-are/' }, ['2026/03/14/oven', 'who-we-are']],
])('the script for Hugo and Jekyll moves a site of %s to its addresses', async (_name, old, redirects, pages) => {
  const section = sectionsOf('generators', ['Hugo and Jekyll']);
  const [, config] = [...section.matchAll(/^```js\n([^]*?)^```$/gm)].map(second);
  const project = await makeProject({
    'sitegen.config.ts': config,
    ...filesIn(section),
    ...old,
    'templates/markdown.tsx': `export const components = { Callout: ({ children }) => <aside>{children}</aside> };`,
  });
  await project.remove('templates/pages/index.tsx');
  linkPackage(project, 'yaml');

  runScript(project, 'convert.mjs', 'old');

  expect(JSON.parse(await project.read('redirects.json'))).toEqual(redirects);
  expect(await build(project)).toEqual({ code: 0, diagnostics: [] });
  const built = (await project.list('out')).filter((name) => name.endsWith('.html') && !(`/${name}` in redirects));
  const olds = Object.keys(redirects).filter((address) => address.endsWith('/'));
  expect(built).toEqual(
    [
      'index.html',
      ...pages.map((name) => `${name}/index.html`),
      ...olds.map((name) => `${name.slice(1)}index.html`),
    ].toSorted(),
  );
  expect(await project.read(`out/${pages.find((name) => /about|who/.test(name))}/index.html`)).toMatch(
    /<aside>\s*<p>Open daily\.<\/p>\s*<\/aside>/,
  );
});

function runScript({ root }: Project, ...names: readonly string[]) {
  const { status, stderr } = spawnSync(process.execPath, names, { cwd: root, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}

async function build({ root }: Project) {
  const { code, stdout } = await sitegen(root, 'build', '--json');
  return { code, diagnostics: (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics };
}

function linkPackage({ root }: Project, name: string) {
  symlinkSync(path.join(ROOT, 'node_modules', name), path.join(root, 'node_modules', name), 'junction');
}

function second([, text = '']: RegExpExecArray): string {
  return text;
}
