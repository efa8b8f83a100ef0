/** A page that `sitegen serve` patches when its body is saved. */
import { onTestFinished } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { makeProject, page, serveProject } from './project.ts';

const shell = (head: string) => `import type { ShellProps } from 'sitegen';
export default ({ meta, stylesheet, script, children }: ShellProps) => <html lang="en"><head><title>{meta.title}</title>
<meta name="description" content={meta.description} />${head}
{stylesheet && <link rel="stylesheet" href={stylesheet} />}{script && <script type="module" src={script} />}</head>
<body>{children}</body></html>;`;

const COUNTER = `import { useState } from 'react';
import { createPortal } from 'react-dom';
import { island } from 'sitegen';
export default island('counter', ({ from }: { from: number }) => {
  const [count, setCount] = useState(from);
  return <><button onClick={() => setCount(count + 1)}>{count}</button>
    {count > from && createPortal(<label>In portal <input /></label>, document.body)}</>;
});`;

const withCounter = (title: string, body: string) => page(title, body, `import Counter from '../islands/counter.tsx';`);

/**
 * Opens a page whose body can then be replaced.
 * | @param head markup for the shell
 */
export async function openPage(browser: () => Browser, body: string, head = '') {
  const project = await makeProject({
    'templates/shell.tsx': shell(head),
    'templates/islands/counter.tsx': COUNTER,
    'templates/pages/index.tsx': withCounter('First', body),
  });
  const server = await serveProject(project);
  const tab = await browser().newPage();
  onTestFinished(() => tab.close());
  await tab.goto(server.url);
  await tab.evaluate(() => Object.assign(globalThis, { isTheSame: true }));
  // Nothing can be patched until the server's version is known.
  await tab.waitForLoadState('networkidle');
  const save = async (saved: string, title = 'Second') => {
    await project.write({ 'templates/pages/index.tsx': withCounter(title, saved) });
    await tab.getByRole('heading', { name: title }).waitFor();
  };
  return { project, server, tab, save };
}

/** True until the page is reloaded. */
export const isTheSame = (tab: Page) => tab.evaluate(() => 'isTheSame' in globalThis);
