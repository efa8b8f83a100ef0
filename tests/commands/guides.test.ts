/** The code of the guides in docs/coming-from builds, with the content that it reads. */
import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/shared/diagnostics.ts';
import { makeProject, page } from '../helpers/project.ts';
import { ROOT, sitegen } from '../helpers/run.ts';

/** Instead of the request of an example. */
const MENU = 'data:application/json,[{"slug":"rye","name":"Rye"}]';

/** Blocks whose first line names their file. */
const filesIn = (guide: string) =>
  Object.fromEntries(
    [...readFileSync(path.join(ROOT, `docs/coming-from/${guide}.md`), 'utf8').matchAll(/^```tsx?\n([^]*?)^```$/gm)]
      .map(([, code = '']) => code.replace('https://api.example.com/menu', MENU))
      .map((code) => [/^\/\/ (\S+)/.exec(code)?.[1], code] as const)
      .filter(([name]) => name !== undefined),
  ) as Record<string, string>;

const post = `---\ntitle: A new oven\ndate: 2026-03-14\n---\n\nIt came on Monday.\n\n## The old one\n`;

test.each([
  ['astro', { 'content/journal/new-oven.md': post }, ['journal/new-oven']],
  ['capri', { 'content/journal/new-oven.json': '{ "title": "A new oven", "text": "It came." }' }, ['journal/new-oven']],
  [
    'docusaurus',
    {
      'tsconfig.json': `{ "compilerOptions": { "paths": {
        "@theme/Tabs": ["./templates/components/tabs.tsx"],
        "@theme/TabItem": ["./templates/components/tab-item.tsx"]
      } } }`,
      'content/docs/intro.mdx': '# Intro\n\nStart with the [setup](guide/install.mdx#first-steps).\n',
      'content/docs/guide/install.mdx': `---
id: setup
title: Setup
---
import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';

<Tabs>
  <TabItem value="npm" label="npm" default>

Run it.

  </TabItem>
</Tabs>

## Steps {/* #first-steps */}

It is [done](../intro.mdx).
`,
    },
    ['intro', 'guide/setup'],
  ],
  [
    'eleventy',
    {
      'content/journal/new-oven.md': post,
      'content/journal/2025/mill.md': post.replace('A new oven', 'The mill').replace('It', 'The mill'),
    },
    ['journal/2025/mill', 'journal/new-oven', 'menu/brioche', 'menu/rye', 'journal'],
  ],
  [
    'next',
    { 'content/journal/new-oven.json': '{ "title": "A new oven", "summary": "It came." }' },
    ['journal/new-oven'],
  ],
  [
    'vitepress',
    {
      'templates/markdown.tsx': `export { badges as components } from './components/badges.tsx';`,
      'templates/pages/guide/start.md': `---\ntitle: Start\ndescription: First steps.\n---\n\n# Start\n\n## 1. Install <Version>2.1</Version>\n\n::: tip\n<Badge text="new"></Badge>\n:::\n`,
    },
    ['guide/start'],
  ],
  [
    'starlight',
    {
      'tsconfig.json':
        /"compilerOptions"[^]*?\n```/
          .exec(readFileSync(path.join(ROOT, 'docs/coming-from/starlight.md'), 'utf8'))?.[0]
          .replace(/^/, '{')
          .replace('\n```', '') ?? '',
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
  ['vite-react', { 'templates/pages/menu/rye.tsx': page('Rye', '') }, ['menu', 'menu/rye']],
])('%s', async (guide, content, pages) => {
  const files = filesIn(guide);
  const project = await makeProject({
    'sitegen.config.ts': `export default { checks: { 'island-unused': 'off' } };`,
    'templates/pages/index.tsx': page('Home', ''),
    ...files,
    ...content,
  });
  symlinkSync(path.join(ROOT, 'node_modules/valibot'), path.join(project.root, 'node_modules/valibot'), 'junction');

  const { code, stdout } = await sitegen(project.root, 'build', '--json');

  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  expect({ code, diagnostics }).toEqual({ code: 0, diagnostics: [] });
  const built = await project.list('out');
  for (const name of pages) expect(built).toContain(`${name}${built.includes(`${name}.html`) ? '' : '/index'}.html`);
});
