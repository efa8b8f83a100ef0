/** Highlighted code is readable, whatever else sets the colours of its block. */
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { KINDS } from '../../src/content/code/content-styles.ts';
import { findBarriers } from '../helpers/axe.ts';
import { useBrowser } from '../helpers/browser.ts';
import { makeProject, serveProject } from '../helpers/project.ts';

const browser = useBrowser();

const TYPOGRAPHY = createRequire(import.meta.url).resolve('@tailwindcss/typography');

const STYLES = `@import 'tailwindcss';
@plugin ${JSON.stringify(TYPOGRAPHY)};
@source inline("prose dark:prose-invert prose-pre:bg-white prose-pre:text-black bg-white [&_pre]:bg-black [&_pre]:text-white");
.own pre { color: #123; background: #fec }
.set { --code-keyword: rgb(200, 0, 0) }
@layer base { @media (prefers-color-scheme: dark) { body { color: #eee; background: #111 } } }`;

const CODE = `---
title: Code
description: About code.
---

# Code

Some \`inline code\`.

\`\`\`ts
const a = 'b'; // c
\`\`\`

\`\`\`
plain
\`\`\`

\`\`\`ts title="a.ts" showLineNumbers {1}
const long = '${'long '.repeat(200)}';
\`\`\`

\`\`\`ts
plain // [!code ++]
plain // [!code --]
plain // [!code error]
plain // [!code warning]
plain // [!code highlight]
\`\`\`

\`\`\`ts
plain // [!code focus]
plain
\`\`\`
`;

test('code is readable without styles of the site, in prose of Tailwind, and in blocks that the site colours', async () => {
  const project = await makeProject({
    'templates/site.css': STYLES,
    'templates/pages/index.tsx': undefined,
    'templates/pages/index.md': CODE,
  });
  const server = await serveProject(project);
  const tab = await browser().newPage();
  await tab.goto(server.url);
  await tab.evaluate((kinds) => {
    for (const code of document.querySelectorAll('pre[data-language] code, .line'))
      for (const kind of kinds) {
        const part = Object.assign(document.createElement('span'), { className: `c-${kind}`, textContent: kind });
        code.append(part, code.matches('.line') ? ' ' : '\n');
      }
  }, Object.keys(KINDS));
  const looks = [
    '',
    'prose bg-white',
    'prose dark:prose-invert',
    'prose prose-pre:bg-white prose-pre:text-black bg-white',
    '[&_pre]:bg-black [&_pre]:text-white',
    'own',
  ];
  for (const colorScheme of ['light', 'dark'] as const) {
    await tab.emulateMedia({ colorScheme });
    for (const look of looks) {
      await tab.evaluate((name) => void (document.body.className = name), look);
      const { violations } = await findBarriers(tab);
      const ofCode = violations.filter((line) => /^(?:color-contrast|scrollable)/.test(line));
      expect({ colorScheme, look, ofCode }).toEqual({ colorScheme, look, ofCode: [] });
    }
  }

  await tab.evaluate(() => void (document.body.className = 'set'));
  const colors = await tab.evaluate(() =>
    ['c-keyword', 'c-string'].map((name) => getComputedStyle(document.querySelector(`.${name}`)!).color),
  );
  expect(colors).toEqual(['rgb(200, 0, 0)', expect.stringMatching(/^oklch\(0\.8 /)]);
  await tab.close();
});

test('marked lines fill the block, and their signs, numbers and bars are no part of the text', async () => {
  const project = await makeProject({ 'templates/pages/index.tsx': undefined, 'templates/pages/index.md': MARKED });
  const server = await serveProject(project);
  const tab = await browser().newPage();
  await tab.goto(server.url);
  const read = () =>
    tab.evaluate(() => {
      const pre = document.querySelector('pre')!;
      const [first, second] = [...pre.querySelectorAll('.line')].map((line) => {
        const { content, borderInlineStartWidth: bar } = getComputedStyle(line, '::before');
        const { width } = line.getBoundingClientRect();
        return {
          content,
          bar,
          number: getComputedStyle(line, '::after').content,
          missing: Math.round(Math.abs(pre.scrollWidth - width)),
        };
      });
      getSelection()!.selectAllChildren(pre);
      const title = getComputedStyle(pre, '::before').content;
      return { first, second, title, selected: getSelection()!.toString() };
    });
  expect(await read()).toEqual({
    first: { content: '"+"', bar: '3px', number: '"7"', missing: 0 },
    second: { content: 'none', bar: '0px', number: '"8"', missing: 0 },
    title: '"a.ts"',
    selected: `let a;\n\nlong${' long'.repeat(99)}`,
  });
  await tab.emulateMedia({ forcedColors: 'active' });
  expect((await read()).first?.bar).toBe('3px');

  const dimmed = () =>
    tab.evaluate(() =>
      [...document.querySelectorAll('.has-focused .line')].map((line) => getComputedStyle(line).filter),
    );
  expect(await dimmed()).toEqual(['none', 'grayscale(1)']);
  await tab.hover('.has-focused');
  expect(await dimmed()).toEqual(['none', 'none']);
  await tab.close();
});

const MARKED = `---
title: Code
description: About code.
---

# Code

\`\`\`ts title="a.ts" showLineNumbers=7
let a; // [!code ++]

long${' long'.repeat(99)}
\`\`\`

\`\`\`ts
a // [!code focus]
b
\`\`\`
`;
