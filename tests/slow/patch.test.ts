/** An open page keeps its state when it is saved. */
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { useBrowser } from '../helpers/browser.ts';
import { isTheSame, openPage } from '../helpers/patched-page.ts';

const browser = useBrowser();
const open = (body: string, head = '') => openPage(browser, body, head);

const contentOf = (tab: Page) => tab.locator('body').innerHTML();

async function contentOfNewTab(url: string): Promise<string> {
  const tab = await browser().newPage();
  await tab.goto(url);
  const content = await contentOf(tab);
  await tab.close();
  return content;
}

test('changes by scripts stay in elements that the author has not changed', async () => {
  const body = `<p id="text">page</p><ul><li>c</li><li>b</li><li>a</li></ul><p id="shown" hidden>x</p><p id="gone">x</p>
<table><tbody><tr><td>x</td></tr></tbody></table><noscript><p>none</p></noscript>
<div dangerouslySetInnerHTML={{ __html: '<template shadowrootmode="open">shadow</template>' }} />`;
  const theme = `<script dangerouslySetInnerHTML={{ __html: 'document.documentElement.dataset.theme = "dark"' }} />`;
  const { tab, save } = await open(`<section>${body}</section><h2>1</h2>`, theme);
  await tab.evaluate(() => {
    const find = (selector: string) => document.querySelector(selector)!;
    find('#text').textContent = 'script';
    find('ul').append(...[...find('ul').children].toReversed());
    find('#shown').removeAttribute('hidden');
    find('#gone').remove();
    const wrapper = document.createElement('div');
    find('table').replaceWith(wrapper);
    wrapper.append(document.createElement('table'));
    document.title = '(3) First';
    document.head.prepend(document.createElement('script')); // analytics
  });
  const before = await tab.locator('section').innerHTML();

  await save(`<section>${body}</section><h2>2</h2>`, 'First');
  await tab.getByRole('heading', { name: '2' }).waitFor();
  expect(await tab.title()).toBe('(3) First');
  await save(`<section>${body}</section><h2>3</h2>`);

  expect(await tab.title()).toBe('Second');
  expect(await tab.locator('section').innerHTML()).toBe(before);
  expect(await tab.locator('html').getAttribute('data-theme')).toBe('dark');
  expect(await isTheSame(tab)).toBe(true);
});

test.each([
  ['marked up', `b.innerHTML = 'a <i>mark</i>'`],
  ['removed', 'b.remove()'],
])('the author wins if a script has %s the saved element', async (_what, code) => {
  const { tab, save, server } = await open('<p>1</p><b>a mark</b>');
  await tab.evaluate(`{ const b = document.querySelector('b'); ${code} }`);

  await save('<p>1</p><b className="by-author">b</b>');
  expect(await contentOf(tab)).toBe(await contentOfNewTab(server.url));
  await save('<p>1</p>', 'Third');

  expect(await contentOf(tab)).toBe(await contentOfNewTab(server.url));
  expect(await isTheSame(tab)).toBe(true);
});

const links = (...names: string[]) => `<nav>${names.map((name) => `<a href="/">${name}</a>`).join('')}</nav>`;

test('a class and a listener stay with their element when its siblings change', async () => {
  const { tab, save } = await open(links('a', 'b', 'c'));
  await tab.getByRole('link', { name: 'b' }).evaluate((link) => {
    link.classList.add('active');
    link.addEventListener('focus', () => (document.title = 'focus'));
  });

  for (const [title, names] of [
    ['Second', ['n', 'a', 'b', 'c']],
    ['Third', ['a', 'n', 'b', 'c']],
    ['Fourth', ['b', 'c']],
  ] as const) {
    await save(links(...names), title);
    expect(await tab.getByRole('link').allTextContents()).toEqual(names);
    expect(await tab.locator('.active').allTextContents()).toEqual(['b']);
    expect(await tab.locator('[id], [class=""]').count()).toBe(0);
  }
  await tab.getByRole('link', { name: 'b' }).focus();
  expect(await tab.title()).toBe('focus');
});

test('similar elements keep their places', async () => {
  const list = (...names: string[]) =>
    names.map((name) => `<i>${name}</i><input name="n[]" /><details><summary>More</summary>${name}</details>`).join('');
  const { tab, save, server } = await open(list('a', 'b'));

  for (const [title, names] of [
    ['Second', ['n', 'a', 'b']],
    ['Third', ['b', 'a', 'n']],
    ['Fourth', ['b', 'n']],
  ] as const) {
    await save(list(...names), title);
    expect(await contentOf(tab)).toBe(await contentOfNewTab(server.url));
  }
  expect(await isTheSame(tab)).toBe(true);
});

test('fields without an id keep their input when they move', async () => {
  const fields = `<label>Name <input name="name" /></label><label><input type="checkbox" name="terms" /> Terms</label>
<details><summary>More</summary>text</details>`;
  const { tab, save } = await open(`${fields}<label>Email <input name="email" /></label>`);
  await tab.getByLabel('Email').fill('ada@example.org');
  await tab.getByLabel('Terms').check();
  await tab.locator('summary').click();
  await tab.getByLabel('Name').fill('Ada');

  const more = `<label>Phone <input name="phone" /></label><label><input type="checkbox" name="spam" /> Spam</label>
<label>Your email <input name="email" className="wide" /></label>`;
  await save(`<details><summary>Less</summary>text</details>${more}<section>${fields}</section>`);

  expect(await tab.getByLabel('Name').inputValue()).toBe('Ada');
  expect(await tab.getByLabel('Phone').inputValue()).toBe('');
  expect(await tab.getByLabel('Your email').inputValue()).toBe('ada@example.org');
  expect(await tab.getByLabel('Terms').isChecked()).toBe(true);
  expect(await tab.getByLabel('Spam').isChecked()).toBe(false);
  expect(await tab.locator('details[open] summary').allTextContents()).toEqual(['More']);
  expect(await tab.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('name');
});

test('a select keeps its choice when its options change, and other controls get their new values', async () => {
  const form = (names: readonly string[], range: string) =>
    `<select>${names.map((name) => `<option>${name}</option>`).join('')}</select><input type="range" ${range} />`;
  const { tab, save } = await open(form(['a', 'b', 'c'], 'max="100" defaultValue="50"'));
  await tab.locator('select').selectOption('b');

  await save(form(['z', 'a', 'b', 'c'], 'max="1000" defaultValue="500"'));

  expect(await tab.locator('select').inputValue()).toBe('b');
  expect(await tab.locator('input').inputValue()).toBe('500');
});

const counters = (...from: number[]) => from.map((start) => `<Counter from={${start}} />`).join('');

test('islands keep their state and the focus in their portals when others are added before them or removed', async () => {
  const { tab, save } = await open(counters(1, 10));
  await tab.getByRole('button', { name: '10' }).click();
  await tab.getByLabel('In portal').fill('typed');

  await save(counters(5, 1, 10));
  expect(await tab.getByRole('button').allTextContents()).toEqual(['5', '1', '11']);
  await save(counters(10), 'Third');

  expect(await tab.getByRole('button').allTextContents()).toEqual(['11']);
  expect(await tab.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('typed');
  expect(await isTheSame(tab)).toBe(true);
});

test('templates change in place; shadow roots and long lists reload the page', async () => {
  const html = (template: string, shadow: string) =>
    `<div dangerouslySetInnerHTML={{ __html: '<template id="t">${template}</template><span><template shadowrootmode="open">${shadow}</template></span>' }} />`;
  const { tab, save } = await open(html('one', 'one'));

  await save(html('two', 'one'));
  expect(await tab.locator('#t').innerHTML()).toBe('two');
  expect(await isTheSame(tab)).toBe(true);
  await save(html('two', 'two'), 'Third');
  expect(await tab.locator('span').evaluate((host) => host.shadowRoot?.innerHTML)).toBe('two');
  expect(await isTheSame(tab)).toBe(false);

  await tab.waitForLoadState('networkidle');
  await tab.evaluate(() => Object.assign(globalThis, { isTheSame: true }));
  await save(`${html('two', 'two')}{Array.from({ length: 2000 }, (_, i) => <p key={i}>{i}</p>)}`, 'Fourth');
  expect(await isTheSame(tab)).toBe(false);
});

test('a video with other sources loads these', async () => {
  const body = (source: string) => `<video><source src="data:,${source}" /></video>`;
  const { tab, save } = await open(body('1'));
  await tab.locator('video').evaluate((video) => {
    video.addEventListener('emptied', () => (document.documentElement.dataset.video = 'loads'));
  });

  await save(body('2'));

  await tab.locator('html[data-video=loads]').waitFor();
  expect(await isTheSame(tab)).toBe(true);
});
