/** Visitors who go back: browsers keep a page they have left, with its scripts, and show it again, or load it anew. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { ENQUIRY, FIELDS } from '../helpers/enquiry.ts';
import { buildIslands } from '../helpers/islands.ts';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { serveOut } from '../helpers/serve-out.ts';
import { addressOf } from '../helpers/shared-address.ts';
import { useEngine, type Tab } from '../helpers/tab.ts';

/** While a page fades in, which reduced motion prevents, it takes no clicks. */
const openTab = useEngine({ keepsPages: true, isDarkAndStill: true });

const COUNTER = `function Counter() {
  const [n, set] = useState(0);
  useEffect(() => void Object.assign(globalThis, { isHydrated: true }), []);
  return <button onClick={() => set(n + 1)}>count {n}</button>;
}`;

const isLoaded = (heading: string) =>
  document.querySelector('h1')?.textContent === heading && document.readyState === 'complete';

/** Follows a link, and goes back. @returns whether the browser has kept the page */
async function leaveAndReturn(tab: Tab, link: string): Promise<boolean> {
  const [heading = ''] = await tab.texts('h1');
  await tab.run(() => void Object.assign(globalThis, { isKept: true }));
  await tab.click(link);
  await tab.until(
    (name) => document.querySelector('h1')!.textContent !== name && document.readyState === 'complete',
    heading,
  );
  await tab.back();
  await tab.until(isLoaded, heading);
  return tab.run(() => 'isKept' in globalThis);
}

test('a half-filled form keeps its text, and is checked and logged', async () => {
  const { url } = await serveOut(await addressOf('out/preact'));
  const tab = await openTab();
  await tab.goto(`${url}contact/`);
  const [first, ...others] = FIELDS;
  await tab.fill(`[name=${first[0]}]`, first[2]);

  expect(await leaveAndReturn(tab, 'header a[href="/"]')).toBe(true);

  expect(await tab.valueOf(`[name=${first[0]}]`)).toBe(first[2]);
  await tab.click('button', 'Submit Enquiry');
  await tab.until((name) => document.activeElement!.getAttribute('name') === name, others[0][0]);
  for (const [name, , value] of others) await tab.fill(`[name=${name}]`, value);
  await tab.click('button', 'Submit Enquiry');
  await expect.poll(() => tab.logged()).toEqual([[ENQUIRY]]);
});

test.each(['preact', 'react'] as const)('on %s, an island of a kept page counts on', async (runtime) => {
  const { root } = await buildIslands({
    runtime,
    islands: { counter: COUNTER },
    body: '<Counter /><a href="/other/">Other</a>',
    more: { 'templates/pages/other.tsx': page('Other', '') },
  });
  const { url } = await serveOut(path.join(root, 'out'));
  const tab = await openTab();
  await tab.goto(url);
  await tab.click('button', 'count 0');
  await tab.untilShown('button', 'count 1');

  expect(await leaveAndReturn(tab, 'a')).toBe(true);

  await tab.click('button', 'count 1');
  await tab.untilShown('button', 'count 2');
  expect(await tab.texts('button')).toEqual(['count 2']);
  expect(await tab.logged()).toEqual([]);
});

/** WebKit keeps it, in spite of `no-store`; the others load it anew. */
test('a page of `serve` that changed while it was left shows the new version, and its island counts', async () => {
  const home = (heading: string) =>
    page(heading, '<Counter /><a href="/other/">Other</a>', `import Counter from '../islands/counter.tsx';`);
  const project = await makeProject({
    'templates/islands/counter.tsx': `import { useEffect, useState } from 'react';
import { island } from 'sitegen';
${COUNTER}
export default island('counter', Counter);`,
    'templates/pages/index.tsx': home('First'),
    'templates/pages/other.tsx': page('Other', ''),
  });
  const server = await serveProject(project);
  const tab = await openTab();
  await tab.goto(server.url);
  await tab.until(() => 'isHydrated' in globalThis);
  await tab.click('a');
  await tab.untilShown('h1', 'Other');

  await project.write({ 'templates/pages/index.tsx': home('Second') });
  await server.says('Built 2 pages');
  await tab.back();

  await tab.untilShown('h1', 'Second');
  await tab.until(() => 'isHydrated' in globalThis);
  await tab.click('button', 'count 0');
  await tab.untilShown('button', 'count 1');
  await project.write({ 'templates/pages/index.tsx': home('Third') });
  await tab.untilShown('h1', 'Third');
  expect(await tab.texts('button')).toEqual(['count 1']);
});
