/** A saved page is patched in the browser: changes made by visitors and scripts are kept. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { useBrowser } from '../helpers/browser.ts';
import { makeProject, page, serveProject, type Project } from '../helpers/project.ts';

const browser = useBrowser();

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

let project: Project;
let tab: Page;

beforeEach(async () => {
  project = await makeProject({
    'templates/islands/counter.tsx': COUNTER,
    'templates/pages/index.tsx': home('First', body('one')),
    'templates/site.css': 'p { margin: 0 }',
  });
  const server = await serveProject(project);
  tab = await browser().newPage();
  await tab.goto(server.url);
  await tab.waitForFunction(() => 'isHydrated' in globalThis); // an earlier click would be lost
  await tab.evaluate(() => Object.assign(globalThis, { isTheSame: true }));
  return () => tab.close();
});

const isTheSame = () => tab.evaluate(() => 'isTheSame' in globalThis);
const heading = (text: string) => tab.getByRole('heading', { name: text }).waitFor();

describe('a change of the page', () => {
  test('keeps the state of islands, input, focus, scroll position, and elements added by scripts', async () => {
    await tab.getByRole('button', { name: '1' }).click();
    await tab.getByText('2 in a portal').waitFor();
    await tab.locator('summary').click();
    await tab.getByLabel('Name').fill('Ada');
    await tab.evaluate(() => scrollTo(0, 500));

    await project.write({
      'templates/pages/index.tsx': home('Second', `<Before />${body('two')}`).replace(
        'export default',
        'const Before = () => <ul><li>new</li></ul>;\nexport default',
      ),
    });
    await heading('Second');

    expect(await isTheSame()).toBe(true);
    expect(await tab.title()).toBe('Second');
    expect(await tab.locator('#words').textContent()).toBe('two');
    expect(await tab.locator('li').count()).toBe(1);
    expect(await tab.getByText('2 in a portal').count()).toBe(1);
    expect(await tab.locator('html').getAttribute('data-count')).toBe('2');
    expect(await tab.locator('details').getAttribute('open')).toBe('');
    expect(await tab.getByLabel('Name').inputValue()).toBe('Ada');
    expect(await tab.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    // Browsers keep visible content in place.
    expect(await tab.evaluate(() => scrollY)).toBeGreaterThanOrEqual(500);
    await tab.getByRole('button', { name: '2' }).click();
    await tab.getByText('3 in a portal').waitFor();
  });

  test('applies a new stylesheet as well', async () => {
    await project.write({
      'templates/pages/index.tsx': home('Second', body('two')),
      'templates/site.css': 'p { margin: 7px }',
    });
    await heading('Second');

    expect(await tab.locator('#words').evaluate((element) => getComputedStyle(element).marginTop)).toBe('7px');
    expect(await tab.locator('link[rel=stylesheet]').count()).toBe(1);
    expect(await isTheSame()).toBe(true);
  });
});

test('a page with a different script is reloaded', async () => {
  const script = '<script type="module" src="/own.js" />';
  await project.write({
    'public/own.js': '',
    'templates/pages/index.tsx': home('Second', body('two') + script),
  });
  await heading('Second');

  expect(await isTheSame()).toBe(false);
});
