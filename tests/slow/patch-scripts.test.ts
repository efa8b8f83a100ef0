/** Pages whose scripts have changed them show what their authors save, once, and what scripts and visitors did to the rest. */
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { useBrowser } from '../helpers/browser.ts';
import { isTheSame, openPage } from '../helpers/patched-page.ts';

const browser = useBrowser();

async function contentOfNewTab(url: string): Promise<string> {
  const tab = await browser().newPage();
  await tab.goto(url);
  const content = await contentOf(tab);
  await tab.close();
  return content;
}

const contentOf = (tab: Page) => tab.locator('body').innerHTML();

/** Markup for the head: a script that runs once the page has been parsed. */
const script = (code: string) =>
  `<script type="module" dangerouslySetInnerHTML={{ __html: ${JSON.stringify(code)} }} />`;

const list = (item: (name: string) => string) => ({
  of: (...names: string[]) => `<ul>${names.map((name) => `<li>${item(name)}</li>`).join('')}</ul>`,
});

test.each([
  ['details', list((name) => `<h2>${name}</h2><details><summary>More</summary>${name}</details>`)],
  ['checkboxes', list((name) => `<input type="checkbox" />${name}`)],
  ['fields of rows', list((name) => `${name}<input name="quantity[]" />`)],
  ['frames', list((name) => `<i>${name}</i><iframe title="frame"></iframe>`)],
])('%s that are alike stay where they are', async (_what, { of }) => {
  const { tab, save, server } = await openPage(browser, of('a', 'b'));

  for (const [title, names] of [
    ['Second', ['n', 'a', 'b']],
    ['Third', ['b', 'a', 'n']],
    ['Fourth', ['b', 'n']],
  ] as const) {
    await save(`${of(...names)}<p>${title}</p>`, title);
    expect(await contentOf(tab)).toBe(await contentOfNewTab(server.url));
  }
  expect(await isTheSame(tab)).toBe(true);
});

test('a field that another comes before, elsewhere in the page', async () => {
  const search = '<input type="search" name="q" />';
  const page = (header: string) => `<header>${header}</header><footer>${search}</footer>`;
  const { tab, save, server } = await openPage(browser, page('none'));
  await tab.locator('footer input').fill('typed');

  await save(page(search));

  expect(await contentOf(tab)).toBe(await contentOfNewTab(server.url));
  expect(await tab.locator('footer input').inputValue()).toBe('typed');
});

test.each([
  ['ids', `document.querySelectorAll('h2, p').forEach((e, i) => (e.id = 's' + i))`, '<h2>One</h2>', 'h2'],
  ['attributes', `document.querySelectorAll('a').forEach((a) => (a.rel = 'noopener'))`, '<a href="/">x</a>', 'a'],
  [
    'addresses',
    `document.querySelectorAll('img').forEach((i) => (i.src = i.dataset.src))`,
    '<img data-src="data:," />',
    'img',
  ],
  [
    'wrappers',
    `document.querySelectorAll('table').forEach((t) => { const d = document.createElement('div'); t.replaceWith(d); d.append(t) })`,
    '<table><tbody><tr><td>1</td></tr></tbody></table>',
    'table',
  ],
  [
    'another order',
    `document.querySelector('ol').append(...[...document.querySelectorAll('li')].reverse())`,
    '<ol><li>1</li><li>2</li></ol>',
    'li',
  ],
  [
    'clones',
    `document.querySelector('ol').append(document.querySelector('li').cloneNode(true))`,
    '<ol><li>1</li><li>2</li></ol>',
    'li',
  ],
  [
    'buttons',
    `document.querySelectorAll('pre').forEach((e) => e.before(document.createElement('button')))`,
    '<pre>x</pre>',
    'pre, button',
  ],
])('%s by a script are there once, whatever is saved', async (_what, code, body, selector) => {
  const { tab, save } = await openPage(browser, `${body}<p>1</p>`, script(code));
  const count = await tab.locator(selector).count();

  for (const [title, saved] of [
    ['Second', `${body}<p>2</p>`],
    ['Third', `<p>first</p>${body}<p>2</p>`],
    ['Fourth', `<p>first</p>${body}<div>3</div>`],
  ] as const) {
    await save(saved, title);
    expect(await tab.locator(selector).count()).toBe(count);
  }
  expect(await isTheSame(tab)).toBe(true);
});

test.each([
  [
    'wrapped',
    `const e = document.querySelector('b'); e.replaceWith(document.createElement('i')); document.querySelector('i').append(e)`,
  ],
  ['moved', `document.body.append(document.querySelector('b'))`],
  ['replaced', `document.querySelector('b').replaceWith(document.createElement('i'))`],
])('what a script has %s is left to the script when the author changes it, or removes it', async (_what, code) => {
  const { tab, save, server } = await openPage(browser, '<p>1</p><b>a</b>', script(code));

  await save('<p>1</p><b>b</b>');
  await expect.poll(() => contentOf(tab)).toBe(await contentOfNewTab(server.url));
  await save('<p>1</p>', 'Third');
  await expect.poll(() => contentOf(tab)).toBe(await contentOfNewTab(server.url));
});

test('rows that a visitor has sorted, and one of them changes', async () => {
  const rows = (text: string) => `<ol><li>1</li><li>${text}</li><li>3</li></ol>`;
  const { tab, save } = await openPage(browser, rows('2'));
  await tab.locator('ol').evaluate((element) => element.append(...[...element.children].toReversed()));

  await save(`${rows('2')}<p>new</p>`);
  await save(`${rows('changed')}<p>new</p>`, 'Third');

  expect((await tab.locator('li').allTextContents()).toSorted()).toEqual(['1', '3', 'changed']);
});

test('listeners, focus and selections stay with their elements', async () => {
  const buttons = (...names: string[]) => names.map((name) => `<button>${name}</button><p>of {'${name}'}</p>`).join('');
  const { tab, save } = await openPage(browser, buttons('a', 'b'));
  await tab.evaluate(() => {
    for (const button of document.querySelectorAll('button')) {
      const name = button.textContent;
      button.addEventListener('click', () => (document.title = `clicked ${name}`));
    }
    getSelection()!.selectAllChildren(document.querySelectorAll('p')[1]!);
  });
  await tab.getByRole('button', { name: 'b' }).focus();

  await save(buttons('n', 'a', 'b'));

  expect(await tab.evaluate(() => document.activeElement?.textContent)).toBe('b');
  expect(await tab.evaluate(() => String(getSelection()))).toBe('of b');
  await tab.getByRole('button', { name: 'a' }).click();
  expect(await tab.title()).toBe('clicked a');
});

test('what is gone stays away, and what is elsewhere stays there', async () => {
  const page = (text: string) =>
    `<div><p className="banner">x</p><i>dialog</i><Counter from={1} /><b>${text}</b></div>`;
  const { tab, save } = await openPage(browser, page('1'));
  await tab.evaluate(() => {
    document.querySelector('.banner')!.remove();
    document.body.append(document.querySelector('i')!);
  });

  for (const title of ['Second', 'Third']) {
    await save(page(title), title);
    expect(await tab.locator('.banner').count()).toBe(0);
    expect(await tab.locator('body > i').allTextContents()).toEqual(['dialog']);
    expect(await tab.locator('i').count()).toBe(1);
  }
  expect(await isTheSame(tab)).toBe(true);
});
