/** The error overlay in open pages. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { makeProject, page, serveProject } from '../helpers/project.ts';

const browser = useBrowser();

const ISLAND = `import { useEffect } from 'react';
import { island } from 'sitegen';
export default island('counted', ({ of }: { of: string }) => {
  useEffect(() => void Object.assign(globalThis, { starts: ((globalThis as any).starts ?? 0) + 1 }), []);
  return <p>{of}</p>;
});`;

const withIsland = (title: string) =>
  page(title, `<Counted of="${title}" />`, `import Counted from '../islands/counted.tsx';`);

const FAILING = page('Other', '{nothing.here}');

async function openPage() {
  const project = await makeProject({
    'templates/islands/counted.tsx': ISLAND,
    'templates/pages/index.tsx': withIsland('First'),
    'templates/pages/other.tsx': page('Other', ''),
  });
  const server = await serveProject(project);
  const tab = await browser().newPage();
  onTestFinished(() => tab.close());
  await tab.goto(server.url);
  await tab.waitForFunction(() => 'starts' in globalThis);
  await tab.waitForLoadState('networkidle');
  const save = (title: string) => project.write({ 'templates/pages/index.tsx': withIsland(title) });
  const untilShown = (title: string) => tab.getByRole('heading', { name: title, includeHidden: true }).waitFor();
  return { project, server, tab, save, untilShown, overlay: tab.getByRole('alert') };
}

type Recording = typeof globalThis & { seen: string[]; starts: number };

/** Records from now on: the headings that the page shows in turn, and whether errors disappear. */
const record = (tab: Page) =>
  tab.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen, starts: 0 });
    new MutationObserver((changes) => {
      const gone = changes.flatMap(({ removedNodes }) => [...removedNodes]);
      if (gone.some((node) => node instanceof Element && node.role === 'alert')) seen.push('no errors');
      const heading = document.querySelector('h1')?.textContent ?? '';
      if (seen.findLast((text) => text !== 'no errors') !== heading) seen.push(heading);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });

const recorded = (tab: Page) =>
  tab.evaluate(() => ({ seen: (globalThis as Recording).seen, starts: (globalThis as Recording).starts }));

test('a page saved while another one fails shows its new version below the errors, and keeps it', async () => {
  const { project, server, tab, save, untilShown, overlay } = await openPage();
  await project.write({ 'templates/pages/other.tsx': FAILING });
  await overlay.waitFor();
  await server.says('1 error');
  await record(tab);

  await save('Second');
  await untilShown('Second');
  await server.says('1 error');
  const requested = [await (await fetch(server.url)).text(), await (await fetch(server.url)).text()];
  await save('Third');
  await untilShown('Third');
  await server.says('1 error');
  const failing = await recorded(tab);
  await project.write({ 'templates/pages/other.tsx': page('Other', '') });
  await overlay.waitFor({ state: 'detached' });

  for (const html of requested) expect(html).toContain('<h1>Second</h1>');
  expect(failing).toEqual({ seen: ['Second', 'Third'], starts: 2 });
  expect(await recorded(tab)).toEqual({ seen: ['Second', 'Third', 'no errors'], starts: 2 });
});

test('a page reverted to an earlier version while another one fails shows that version', async () => {
  const { project, server, tab, save, untilShown, overlay } = await openPage();
  await project.write({ 'templates/pages/other.tsx': FAILING });
  await overlay.waitFor();
  await save('Second');
  await untilShown('Second');
  await server.says('1 error');

  await save('First');
  await project.write({ 'templates/pages/other.tsx': page('Other', '') });
  await overlay.waitFor({ state: 'detached' });
  await untilShown('First');

  expect(await (await fetch(server.url)).text()).toContain('<h1>First</h1>');
  expect(await tab.getByRole('heading').textContent()).toBe('First');
});
