/** Islands in `sitegen serve`: readable, on React's development build, and replaced in place. */
import { beforeEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { useBrowser } from '../helpers/browser.ts';
import { addPolicy, makeProject, page, serveProject, type Project } from '../helpers/project.ts';

const browser = useBrowser();

const counter = (name: string, label: string) => `import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { island } from 'sitegen';
import { visits } from '../visits.ts';
function Counter({ from }: { from: number }) {
  const [count, setCount] = useState(from);
  useEffect(() => {
    visits.add('${name}');
    document.documentElement.dataset.mounted = [...visits].join();
    return () => void visits.delete('${name}');
  }, []);
  return <><button onClick={() => setCount(count + 1)}>{'${label} ' + count}</button>
    {count > 1 && createPortal(<em>{'${name} in a portal'}</em>, document.body)}</>;
}
export default island('${name}', Counter);`;

const body = (more = '') => `<First from={1} /><p>text</p><Second from={1} />${more}`;

const home = (content: string) =>
  page('Home', content, `import First from '../islands/first.tsx'; import Second from '../islands/second.tsx';`);

let project: Project;
let tab: Page;
let messages: string[];

beforeEach(async () => {
  project = await makeProject({
    'templates/visits.ts': 'export const visits = new Set<string>();',
    'templates/islands/first.tsx': counter('first', 'first'),
    'templates/islands/second.tsx': counter('second', 'second'),
    'templates/pages/index.tsx': home(body()),
  });
  await addPolicy(project);
  const server = await serveProject(project);
  tab = await browser().newPage();
  messages = [];
  tab.on('console', (message) => message.text().includes('React DevTools') || messages.push(message.text()));
  tab.on('pageerror', ({ message }) => messages.push(message));
  await tab.goto(server.url);
  // The scripts are compiled on request.
  await tab.locator('html[data-mounted*=","]').waitFor({ state: 'attached' });
  await tab.evaluate(() => Object.assign(globalThis, { isTheSame: true }));
  return () => tab.close();
});

const isTheSame = () => tab.evaluate(() => 'isTheSame' in globalThis);
const button = (name: string) => tab.getByRole('button', { name, exact: true });

const write = (name: string, code: string) => project.write({ [`templates/islands/${name}.tsx`]: code });

test('an island restarts when its code changes, and others keep their state', async () => {
  await button('first 1').click();
  await button('second 1').click();
  await tab.getByText('first in a portal').waitFor();
  await tab.getByText('second in a portal').waitFor();

  await write('first', counter('first', 'changed'));
  await button('changed 1').click();
  await button('changed 2').click();

  await tab.getByText('first in a portal').waitFor();
  await button('second 2').click();
  await button('second 3').waitFor();
  // There is still only one copy of the module that both share.
  expect(await tab.locator('html').getAttribute('data-mounted')).toBe('second,first');
  expect(await isTheSame()).toBe(true);

  await write('first', counter('first', 'changed').replace('count + 1', 'count + 2 /* twice as fast */'));
  await button('changed 1').click();
  await button('changed 3').waitFor();
  await write('first', counter('first', 'first'));
  await button('first 1').waitFor();

  await button('second 3').click();
  await button('second 4').waitFor();
  expect(await isTheSame()).toBe(true);
  expect(messages).toEqual([]);
});

test('islands can be added, removed, and get other props', async () => {
  await button('second 1').click();
  await tab.getByText('second in a portal').waitFor();
  const changed = body('<section><First from={-5} /></section>').replace('{1}', '{0}');

  await project.write({ 'templates/pages/index.tsx': home(changed) });
  await button('first 0').click();
  await button('first -5').click();
  await button('first 1').waitFor();
  await button('first -4').waitFor();
  await button('second 2').click();
  await button('second 3').waitFor();
  await project.write({ 'templates/pages/index.tsx': home('<h2>One</h2><First from={0} />') });
  await tab.getByRole('heading', { name: 'One' }).waitFor();

  await button('first 1').click();
  await button('first 2').waitFor();
  expect(await tab.locator('sitegen-island').count()).toBe(1);
  expect(await tab.locator('em').allTextContents()).toEqual(['first in a portal']);
  expect(await isTheSame()).toBe(true);
  expect(messages).toEqual([]);
});

test('islands are readable, and React explains mistakes', async () => {
  const sources = await tab.evaluate(() => [...document.scripts].map(({ src }) => src));
  const script = sources.find((source) => source.includes('/assets/islands-')) ?? '';
  expect(await (await fetch(script)).text()).toMatch(/sourceMappingURL=islands-\w+\.js\.map$/m);

  const clock = `import { island } from 'sitegen';
const html = { __html: '<b>bold</b>' };
function Clock() {
  const items = [1, 2].map((n) => <i>{n}</i>);
  return <p><span dangerouslySetInnerHTML={html} />{items}{typeof window === 'undefined' ? 'server' : 'browser'}</p>;
}
export default island('first', Clock);`;
  await write('first', clock);
  // Not in the overlay, which repeats the explanation.
  await tab.locator('sitegen-island', { hasText: 'browser' }).waitFor();

  const explained = () => messages.join('\n');
  await expect.poll(explained).toMatch(/\+ +browser\n- +server/);
  expect(explained()).toContain('Each child in a list should have a unique "key" prop');
  expect(explained()).toContain('<Clock from={1}>');
  expect(await tab.locator('sitegen-island b').count()).toBe(1);
});
