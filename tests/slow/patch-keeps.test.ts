/** What a save leaves as it is: the work of scripts, islands and visitors, wherever the author has changed nothing. */
import { expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { isTheSame, openPage } from '../helpers/patched-page.ts';

const browser = useBrowser();
const open = (body: string, head = '') => openPage(browser, body, head);

const HEAD_SCRIPT = `<script dangerouslySetInnerHTML={{ __html: 'document.documentElement.dataset.theme = "dark"' }} />`;

const counters = (...from: number[]) => from.map((start) => `<Counter from={${start}} />`).join('');

test('what scripts have changed', async () => {
  const body = `<p id="text">page</p><ul><li>c</li><li>b</li><li>a</li></ul><p id="shown" hidden>x</p><p id="gone">x</p>
<table><tbody><tr><td>x</td></tr></tbody></table><noscript><p>none</p></noscript>`;
  const { tab, save } = await open(`<section>${body}</section><p id="own">1</p>`, HEAD_SCRIPT);
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
    const analytics = document.createElement('script');
    document.head.prepend(analytics);
  });
  const before = await tab.locator('section').innerHTML();

  await save(`<section>${body}</section><p id="own">2</p>`);

  expect(await tab.locator('#own').textContent()).toBe('2');
  expect(await tab.locator('section').innerHTML()).toBe(before);
  expect(await tab.locator('html').getAttribute('data-theme')).toBe('dark');
  expect(await tab.title()).toBe('Second'); // the author has changed it as well
  expect(await isTheSame(tab)).toBe(true);
});

test('a title that a script has set, while the author leaves it as it is', async () => {
  const { tab, save } = await open('<h2>one</h2>');
  await tab.evaluate(() => (document.title = '(3) First'));

  await save('<h2>two</h2>', 'First');
  await tab.getByRole('heading', { name: 'two' }).waitFor();

  expect(await tab.title()).toBe('(3) First');
});

test('what scripts have added among the same, which is changed', async () => {
  const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
  const { tab, save } = await open(list('a', 'b', 'c'));
  await tab.evaluate(() => {
    const item = document.createElement('li');
    item.textContent = 'script';
    document.querySelector('ul')!.prepend(item);
  });
  const items = () => tab.locator('li').allTextContents();

  await save(list('changed', 'b', 'c'));
  expect(await items()).toEqual(['script', 'changed', 'b', 'c']);
  await save(list('changed', 'new', 'b', 'c', 'd'), 'Third');
  expect(await items()).toEqual(['script', 'changed', 'new', 'b', 'c', 'd']);
  await save(list('c'), 'Fourth');
  expect(await items()).toEqual(['script', 'c']);
});

test('fields without an id, wherever they go', async () => {
  const fields = `<label>Name <input name="name" /></label><label><input type="checkbox" name="terms" /> Terms</label>
<details><summary>More</summary>text</details>`;
  const { tab, save } = await open(fields);
  await tab.getByLabel('Name').fill('Ada');
  await tab.getByLabel('Terms').check();
  await tab.locator('summary').click();
  await tab.getByLabel('Name').focus();

  const others = `<label>Email <input name="email" /></label><label><input type="checkbox" name="spam" /> Spam</label>`;
  await save(`<details><summary>Less</summary>text</details>${others}<section>${fields}</section>`);

  expect(await tab.getByLabel('Name').inputValue()).toBe('Ada');
  expect(await tab.getByLabel('Email').inputValue()).toBe('');
  expect(await tab.getByLabel('Terms').isChecked()).toBe(true);
  expect(await tab.getByLabel('Spam').isChecked()).toBe(false);
  expect(await tab.locator('details[open] summary').allTextContents()).toEqual(['More']);
  expect(await tab.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('name');
  expect(await tab.locator('[id]').count()).toBe(0);
});

test('islands, when others come before them or go, and the focus in their portals', async () => {
  const { tab, save } = await open(counters(1, 10));
  await tab.getByRole('button', { name: '10' }).click();
  await tab.getByLabel('In portal').fill('typed');

  await save(counters(5, 1, 10));
  await tab.getByRole('button', { name: '5' }).waitFor();
  expect(await tab.getByRole('button').allTextContents()).toEqual(['5', '1', '11']);
  await save(counters(10), 'Third');

  expect(await tab.getByRole('button').allTextContents()).toEqual(['11']);
  expect(await tab.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('typed');
  expect(await isTheSame(tab)).toBe(true);
});

test('what is in templates changes; shadow roots and very long lists are loaded', async () => {
  const html = (template: string, shadow: string) =>
    `<div dangerouslySetInnerHTML={{ __html: '<template id="t">${template}</template><span><template shadowrootmode="open">${shadow}</template></span>' }} />`;
  const { tab, save } = await open(html('one', 'one'));

  await save(html('two', 'one'));
  expect(await tab.locator('#t').innerHTML()).toBe('two');
  expect(await isTheSame(tab)).toBe(true);

  await save(html('two', 'two'), 'Third');
  expect(await tab.locator('span').evaluate((host) => host.shadowRoot?.innerHTML)).toBe('two');
  expect(await isTheSame(tab)).toBe(false);

  await tab.evaluate(() => Object.assign(globalThis, { isTheSame: true }));
  await save('{Array.from({ length: 2000 }, (_, i) => <p key={i}>{i}</p>)}', 'Fourth');
  expect(await isTheSame(tab)).toBe(false);
});

test('what scripts have changed behind a shadow root', async () => {
  const shadow = `<div dangerouslySetInnerHTML={{ __html: '<template shadowrootmode="open">shadow</template>' }} />`;
  const body = (text: string) => `${shadow}<p id="text">page</p><p id="own">${text}</p>`;
  const { tab, save } = await open(body('1'));
  await tab.evaluate(() => (document.querySelector('#text')!.textContent = 'script'));

  await save(body('2'));

  expect(await tab.locator('#own').textContent()).toBe('2');
  expect(await tab.locator('#text').textContent()).toBe('script');
  expect(await isTheSame(tab)).toBe(true);
});

test('the console of a page with a strict policy, which has nothing to complain of', async () => {
  const policy = `require-trusted-types-for 'script'; trusted-types 'none'; style-src 'self'`;
  const head = `<meta httpEquiv="Content-Security-Policy" content="${policy}" /><script type="application/ld+json">{"{}"}</script>`;
  const { tab, server, save } = await open('<p>1</p>', head);
  const messages: string[] = [];
  tab.on('console', (message) => messages.push(message.text()));
  await tab.goto(server.url);
  await tab.waitForLoadState('networkidle');

  await save('<p>2</p>');

  expect(messages).toEqual([]);
});
