/** What scripts and visitors have done to an element stays with it, and goes to no other, where the author edits around it. */
import { expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { isTheSame, openPage } from '../helpers/patched-page.ts';

const browser = useBrowser();

const links = (...names: string[]) => `<nav>${names.map((name) => `<a href="/">${name}</a>`).join('')}</nav>`;

test.each([
  ['one is put first', ['n', 'a', 'b', 'c']],
  ['one is put between', ['a', 'n', 'b', 'c']],
  ['the first goes', ['b', 'c']],
])('a class that a script has set, when of its siblings %s', async (_what, names) => {
  const { tab, save } = await openPage(browser, links('a', 'b', 'c'));
  await tab.getByRole('link', { name: 'b' }).evaluate((link) => link.classList.add('active'));

  await save(links(...names));

  expect(await tab.getByRole('link').allTextContents()).toEqual(names);
  expect(await tab.locator('.active').allTextContents()).toEqual(['b']);
  expect(await tab.locator('[id], [class=""]').count()).toBe(0);
});

test('what a script has hidden, and written, when a section is put first', async () => {
  const sections = (...names: string[]) =>
    names.map((name) => `<section><p>${name}</p><i>of ${name}</i></section>`).join('');
  const { tab, save } = await openPage(browser, sections('a', 'b', 'c'));
  await tab.evaluate(() => {
    const [, b, c] = document.querySelectorAll('section');
    b!.hidden = true;
    c!.querySelector('p')!.textContent = 'by a script';
  });

  await save(sections('n', 'a', 'b', 'c'));

  expect(await tab.locator('section[hidden] i').allTextContents()).toEqual(['of b']);
  expect(await tab.locator('section p').allTextContents()).toEqual(['n', 'a', 'b', 'by a script']);
});

test('what a script has removed, added and moved, when the class around it changes', async () => {
  const list = (name: string) => `<ul className="${name}"><li>a</li><li>b</li><li>c</li><li>d</li></ul>`;
  const { tab, save } = await openPage(browser, list('narrow'));
  await tab.locator('ul').evaluate((element) => {
    const [a, b, c] = element.children;
    b!.remove();
    c!.append('by a script');
    element.append(a!, document.createElement('hr'));
  });
  const before = await tab.locator('ul').innerHTML();

  await save(list('wide'));

  expect(await tab.locator('ul').getAttribute('class')).toBe('wide');
  expect(await tab.locator('ul').innerHTML()).toBe(before);
});

test.each([
  ['const a = 1', '<b>const</b> a = <b>1</b>', 'const b = 2'],
  ['See example.org now', 'See <a href="/">example.org</a> now', 'See example.com now'],
  ['Hi you', '<span>Hi</span> <span>you</span>', 'Hello you'],
])('text that a script has marked up gives way to new text: %s', async (written, marked, rewritten) => {
  const { tab, save } = await openPage(browser, `<code>${written}</code><p>1</p>`);
  const code = tab.locator('code');
  await code.evaluate((element, html) => (element.innerHTML = html), marked);

  await save(`<code>${written}</code><p>2</p>`);
  expect(await code.innerHTML()).toBe(marked);
  await save(`<code>${rewritten}</code><p>2</p>`, 'Third');

  expect(await code.innerHTML()).toBe(rewritten);
  expect(await isTheSame(tab)).toBe(true);
});

test.each([
  ['z', 'a', 'b', 'c'],
  ['b', 'c'],
  ['a', 'x', 'b', 'c'],
])('the choice of a visitor, when the options are %s…', async (...options) => {
  const select = (...names: string[]) =>
    `<label>Colour <select name="colour">${names.map((name) => `<option value="${name}">${name}</option>`).join('')}</select></label>`;
  const { tab, save } = await openPage(browser, select('a', 'b', 'c'));
  await tab.getByLabel('Colour').selectOption('b');

  await save(select(...options));

  expect(await tab.getByLabel('Colour').inputValue()).toBe('b');
});

test('the text of a field that is changed while another is put before it', async () => {
  const { tab, save } = await openPage(browser, '<form><label>Email <input name="email" /></label></form>');
  await tab.getByLabel('Email').fill('ada@example.org');

  const email = '<label>Your email <input name="email" className="wide" /></label>';
  await save(`<form><label>Name <input name="name" /></label>${email}</form>`);

  expect(await tab.getByLabel('Name').inputValue()).toBe('');
  expect(await tab.getByLabel('Your email').inputValue()).toBe('ada@example.org');
  expect(await tab.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('email');
});

test('classes that scripts have added and removed, when the author changes others', async () => {
  const { tab, save } = await openPage(browser, '<div className="a b">x</div>');
  await tab.locator('.a').evaluate(({ classList }) => {
    classList.add('ready');
    classList.remove('b');
  });

  await save('<div className="a b c">x</div>');

  expect(await tab.locator('.a').getAttribute('class')).toBe('a c ready');
});

test.each([
  ['<input type="range" max="100" defaultValue="50" />', '<input type="range" max="1000" defaultValue="500" />', '500'],
  ['<input type="number" defaultValue="1" />', '<input type="text" defaultValue="abc" />', 'abc'],
])('the value of a control, with what it may be: %s', async (before, after, value) => {
  const { tab, save } = await openPage(browser, before);

  await save(after);

  expect(await tab.locator('input').inputValue()).toBe(value);
});

test('what a browser reads only once', async () => {
  const body = (address: string, link: string) =>
    `<video><source src="data:,${address}" /></video><svg><path id="a" /><use ${link}="#a" /></svg>`;
  const { tab, save } = await openPage(browser, body('1', 'href'));
  await tab.locator('video').evaluate((video) => Object.assign(video, { isOld: true }));

  await save(body('2', 'xlinkHref'));

  expect(await tab.locator('video').evaluate((video) => 'isOld' in video)).toBe(false);
  expect(await tab.locator('use').evaluate((use) => (use as SVGUseElement).href.baseVal)).toBe('#a');
});
