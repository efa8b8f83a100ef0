/** Highlighted code is readable, whatever else sets the colours of its block. */
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { KINDS } from '../../src/content/content-styles.ts';
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
    const code = document.querySelector('pre[data-language] code')!;
    for (const kind of kinds)
      code.append(Object.assign(document.createElement('span'), { className: `c-${kind}`, textContent: kind }), '\n');
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
      expect({ colorScheme, look, violations: violations.filter((line) => line.startsWith('color-contrast')) }).toEqual(
        { colorScheme, look, violations: [] },
      );
    }
  }

  await tab.evaluate(() => void (document.body.className = 'set'));
  const colors = await tab.evaluate(() =>
    ['c-keyword', 'c-string'].map((name) => getComputedStyle(document.querySelector(`.${name}`)!).color),
  );
  expect(colors).toEqual(['rgb(200, 0, 0)', expect.stringMatching(/^oklch\(0\.8 /)]);
  await tab.close();
});
