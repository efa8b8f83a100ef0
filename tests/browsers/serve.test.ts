/** An open page of `sitegen serve` follows its sources: changes made by visitors and scripts are kept. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addPolicy, makeProject, page, serveProject } from '../helpers/project.ts';
import { useEngine, type Tab } from '../helpers/tab.ts';

const openTab = useEngine();

const COUNTER = `import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { island } from 'sitegen';
export default island('counter', ({ from }: { from: number }) => {
  const [count, setCount] = useState(from);
  useEffect(() => void Object.assign(globalThis, { isHydrated: true }), []);
  const add = () => {
    document.documentElement.dataset.count = String(count + 1);
    setCount(count + 1);
  };
  return <><button onClick={add}>{count}</button>{count > 1 && createPortal(<em>{count} in a portal</em>, document.body)}</>;
});`;

const body = (words: string) => `<Counter from={1} />
<p id="words">${words}</p>
<input aria-label="Name" defaultValue="none" />
<details><summary>More</summary>text</details>
<div style={{ height: 3000 }} />`;

const home = (heading: string, content: string) =>
  page(heading, content, `import Counter from '../islands/counter.tsx';`);

const isTheSame = (tab: Tab) => tab.run(() => 'isTheSame' in globalThis);

async function openPage() {
  const project = await makeProject({
    'templates/islands/counter.tsx': COUNTER,
    'templates/pages/index.tsx': home('First', body('one')),
    'templates/site.css': 'p { margin: 0 }',
  });
  const server = await serveProject(project);
  const tab = await openTab();
  await tab.goto(server.url);
  await tab.until(() => 'isHydrated' in globalThis); // an earlier click would be lost
  await tab.run(() => void Object.assign(globalThis, { isTheSame: true }));
  return { project, tab };
}

describe('a change of the page', () => {
  test('keeps the state of islands, input, focus, scroll position, and elements added by scripts', async () => {
    const { project, tab } = await openPage();
    await tab.click('button', '1');
    await tab.untilShown('em', '2 in a portal');
    await tab.click('summary');
    await tab.fill('input', 'Ada');
    await tab.press(['ArrowLeft']);
    // Firefox scrolls to the caret later, in another process.
    await tab.until(() => {
      scrollTo(0, 500);
      return new Promise<boolean>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(scrollY === 500)));
      });
    });

    await project.write({
      'templates/pages/index.tsx': home('Second', `<Before />${body('two')}`).replace(
        'export default',
        'const Before = () => <ul><li>new</li></ul>;\nexport default',
      ),
    });
    await tab.until(() => document.querySelector('h1')?.textContent === 'Second');

    expect(await isTheSame(tab)).toBe(true);
    expect(await tab.run(() => document.title)).toBe('Second');
    expect(await tab.texts('#words, li, em')).toEqual(['new', 'two', '2 in a portal']);
    expect(await tab.run(() => document.documentElement.dataset['count'])).toBe('2');
    expect(await tab.texts('details[open] summary')).toEqual(['More']);
    const field = await tab.run(() => {
      const { value, selectionStart } = document.activeElement as HTMLInputElement;
      return [value, selectionStart];
    });
    expect(field).toEqual(['Ada', 2]);
    // A browser that keeps visible content in place has scrolled further.
    expect(await tab.run(() => scrollY)).toBeGreaterThanOrEqual(500);
    await tab.click('button', '2');
    await tab.untilShown('em', '3 in a portal');
  });

  test('applies a new stylesheet as well', async () => {
    const { project, tab } = await openPage();
    await project.write({
      'templates/pages/index.tsx': home('Second', body('two')),
      'templates/site.css': 'p { margin: 7px }',
    });
    await tab.untilShown('h1', 'Second');

    expect(await tab.run(() => getComputedStyle(document.querySelector('#words')!).marginTop)).toBe('7px');
    expect(await tab.texts('link[rel=stylesheet]')).toHaveLength(1);
    expect(await isTheSame(tab)).toBe(true);
  });
});

test('a page with a different script is reloaded', async () => {
  const { project, tab } = await openPage();
  await project.write({
    'public/own.js': '',
    'templates/pages/index.tsx': home('Second', `${body('two')}<script type="module" src="/own.js" />`),
  });
  await tab.untilShown('h1', 'Second');

  expect(await isTheSame(tab)).toBe(false);
});

test('errors are shown over the page under a policy that forbids everything, until they are closed or fixed', async () => {
  const project = await makeProject();
  await addPolicy(project);
  const server = await serveProject(project);
  const tab = await openTab();
  await tab.goto(server.url);
  await project.write({ 'templates/pages/index.tsx': page('Changed', '') });
  await tab.untilShown('h1', 'Changed');

  await project.write({ 'templates/pages/index.tsx': page('Broken', '{nothing.here}') });
  await tab.untilShown('[role=alert]', 'templates/pages/index.tsx:5');
  await tab.press(['Escape']);
  await tab.untilGone('[role=alert]');
  await project.write({ 'templates/pages/index.tsx': page('Broken', '{other.here}') });
  await tab.click('[role=alert] button', 'Close');
  await tab.untilGone('[role=alert]');
  expect(await tab.texts('h1')).toEqual(['Changed']);

  await project.write({ 'templates/pages/index.tsx': page('Broken', '{third.here}') });
  await tab.untilShown('[role=alert]', 'third');
  await project.write({ 'templates/pages/index.tsx': page('Fixed', '') });
  await tab.untilShown('h1', 'Fixed');
  await tab.untilGone('[role=alert]');
});

/** In Firefox, a reload sends the same request as a link. The page itself then asks for a fresh version. */
test('a reload shows what a module has read', async () => {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-outside-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'data.txt');
  await writeFile(file, 'first');
  const reading = `import { readFileSync } from 'node:fs';
const text = readFileSync(${JSON.stringify(file)}, 'utf8');`;
  const link = '<p>{text}</p><a href="/">Again</a>';
  const project = await makeProject({ 'templates/pages/index.tsx': page('Home', link, reading) });
  const server = await serveProject(project);
  const tab = await openTab();
  await tab.goto(server.url);
  await tab.untilShown('p', 'first');
  // A page that was reached by a link.
  const followed = async () => (await fetch(server.url, { headers: { 'sec-fetch-site': 'same-origin' } })).text();
  await expect.poll(followed, { timeout: 20_000 }).toContain('&amp;reused');
  await tab.run(() => void Object.assign(globalThis, { isTheSame: true }));
  await tab.click('a');
  await tab.until(() => !('isTheSame' in globalThis) && document.readyState === 'complete');

  await writeFile(file, 'second');
  await tab.reload();

  await tab.untilShown('p', 'second');
  expect(await tab.texts('h1')).toEqual(['Home']);
});
