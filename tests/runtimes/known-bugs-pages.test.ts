/** Known bugs of other generators' pages in a browser, as input for ours. */
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { collectMessages, useBrowser } from '../helpers/browser.ts';
import { makeProject, page, serveProject, type Project } from '../helpers/project.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';

const browser = useBrowser();

const COUNTER = `import { useState } from 'react';
import { island } from 'sitegen';
export default island('counter', function Counter() {
  const [n, set] = useState(0);
  return <button onClick={() => set(n + 1)}>count {n}</button>;
});
`;
const USE_COUNTER = `import Counter from '../islands/counter.tsx';`;

/** Opens an address of a served project, and records the console and the server's responses. */
async function open(project: Project, address: string, options: BrowserContextOptions & { base?: string } = {}) {
  const { base = '/', ...contextOptions } = options;
  const server = await serveProject(project, '--no-watch', '--base', base);
  const context = await browser().newContext(contextOptions);
  onTestFinished(() => context.close());
  const tab = await context.newPage();
  const messages = collectMessages(tab);
  const answers: string[] = [];
  tab.on('response', (response) => {
    const type = response.request().resourceType();
    if (type !== 'other') answers.push(`${response.status()} ${type} ${new URL(response.url()).pathname}`);
  });
  await tab.goto(new URL(address, server.url).href);
  return { tab, messages, answers };
}

describe.each(RUNTIMES)('on %s', (runtime) => {
  const site = () =>
    makeProject({
      'sitegen.config.ts': `export default { islands: { runtime: '${runtime}' } };`,
      'templates/site.css': 'h1 { color: rgb(255, 0, 0) }',
      'templates/islands/counter.tsx': COUNTER,
      'templates/pages/index.tsx': page('Home', '<Counter />', USE_COUNTER),
      'templates/pages/404.tsx': page('Not found', '<Counter />', USE_COUNTER),
    });

  test.each([
    ['/', 'x'],
    ['/', 'a/b/c/d'],
    ['/docs/', 'a/b/c/d/'],
  ])(
    'React Router #12525, #13466, Next: the not-found page of a site at %s is styled and hydrated at %s',
    async (base, address) => {
      const { tab, messages, answers } = await open(await site(), address, { base });

      await tab.getByRole('button', { name: 'count 0' }).click();
      await tab.getByRole('button', { name: 'count 1' }).waitFor();

      const color = await tab.getByRole('heading').evaluate((heading) => getComputedStyle(heading).color);
      expect(color).toBe('rgb(255, 0, 0)');
      expect(answers.map((answer) => answer.replace(/-\w+\./, '.')).toSorted()).toEqual([
        `200 script ${base}assets/islands.js`,
        `200 stylesheet ${base}assets/site.css`,
        `404 document ${base}${address}`,
      ]);
      expect(messages).toEqual([expect.stringContaining('the server responded with a status of 404')]);
    },
  );
});
