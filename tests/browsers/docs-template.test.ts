/** What visitors of a site of the template `docs` use: its search, tabs, copy buttons, colours, outline and sidebar. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import MiniSearch from 'minisearch';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { options } from '../../examples/docs/templates/search.ts';
import { serveOut } from '../helpers/serve-out.ts';
import { addressOf } from '../helpers/shared-address.ts';
import { useEngine, type Tab } from '../helpers/tab.ts';

const openTab = useEngine();

let out = '';
beforeAll(async () => {
  out = await addressOf('out/docs'); // takes as long as a build
});

async function open(address: string, folder = out): Promise<Tab> {
  const { url } = await serveOut(folder);
  const tab = await openTab([1440, 800]);
  await tab.goto(url + address);
  return tab;
}

const CHOSEN = '[role=option][aria-selected=true]';
const isOpen = () => document.querySelector('dialog')!.open;
/** WebKit takes the focus from the hidden field when it draws. */
const isClosed = () => !document.querySelector('dialog')!.open && document.activeElement!.localName !== 'input';

/** Waits until the search is hydrated: the browser has to be idle. */
async function untilReady(tab: Tab): Promise<void> {
  await tab.until(async () => {
    await new Promise(requestAnimationFrame); // without drawing, Chromium without windows is never idle
    document.querySelector<HTMLElement>('.search-button')!.click();
    return document.querySelector('dialog')!.open;
  });
  await tab.press(['Escape']);
  await tab.until(isClosed);
}

test('the search opens by a key, finds a misspelt word, and opens the chosen section', async () => {
  const tab = await open('writing/');
  await untilReady(tab);

  await tab.press(['/']);
  await tab.until(isOpen);
  await tab.type('fotnotes');
  await tab.untilShown(CHOSEN, 'Images and footnotes');
  expect(await tab.texts('dialog [role=status]')).toEqual([expect.stringMatching(/^\d+ results?$/)]);
  await tab.fill('dialog input', 'titles');
  await tab.untilShown(CHOSEN, 'Titles');
  const chosen = () => tab.texts(CHOSEN);
  const first = await chosen();
  await tab.press(['ArrowDown']);
  await expect.poll(chosen).not.toEqual(first);
  await tab.press(['ArrowUp']);
  await expect.poll(chosen).toEqual(first);
  await tab.press(['Enter']);

  await tab.untilShown('h2:target', 'Titles');
  expect(await tab.run(() => location.pathname + location.hash)).toBe('/writing/code/#titles');
  expect(await tab.run(isClosed)).toBe(true);
  expect(await tab.logged()).toEqual([]);
});

test('the search closes by a click beside it, and opens again with its words selected', async () => {
  const tab = await open('writing/');
  await untilReady(tab);
  await tab.click('.search-button');
  await tab.type('titles');
  await tab.untilShown(CHOSEN);

  await tab.click('dialog [role=status]');
  expect(await tab.run(isOpen)).toBe(true);
  await tab.click('.brand');
  await tab.until(isClosed);
  await tab.click('.search-button');
  await tab.until(isOpen);
  await tab.type('lists');

  await expect.poll(() => tab.valueOf('dialog input')).toBe('lists');
});

/** The build and the browser have to divide a text without spaces into the same words. */
test('the search finds words in Chinese and Japanese', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sitegen-search-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(out, folder, { recursive: true });
  const index = new MiniSearch(options);
  index.addAll([
    { id: '/zh/', title: '', heading: '安装', text: '首先安装数据库管理系统' },
    { id: '/ja/', title: '', heading: '接続', text: 'サーバーを起動する。東京で接続' },
  ]);
  await writeFile(path.join(folder, 'search.json'), JSON.stringify(index));
  const tab = await open('writing/', folder);
  await untilReady(tab);
  await tab.click('.search-button');

  for (const [query, heading] of [
    ['数据库', '安装'],
    ['安装 管理', '安装'],
    ['サーバー', '接続'],
    ['東京', '接続'],
  ] as const) {
    await tab.fill('dialog input', query);
    await tab.untilShown(CHOSEN, heading);
    expect({ query, count: (await tab.texts('[role=option]')).length }).toEqual({ query, count: 1 });
  }
});

test('tabs are chosen by arrow keys, Home and End', async () => {
  const tab = await open('writing/code/');
  const selected = () => tab.run(() => document.querySelector('[role=tab][aria-selected=true]')!.textContent);
  const focused = () => tab.run(() => document.activeElement!.textContent);
  await tab.until(() => {
    document.querySelectorAll<HTMLElement>('[role=tab]')[1]!.click();
    return document.querySelectorAll('[role=tab]')[1]!.ariaSelected === 'true';
  });

  await tab.run(() => document.querySelector<HTMLElement>('[role=tab][tabindex="0"]')!.focus());
  const scrolled = await tab.run(() => scrollY);
  for (const [key, name] of [
    ['ArrowRight', 'npm'],
    ['ArrowLeft', 'pnpm'],
    ['Home', 'npm'],
    ['End', 'pnpm'],
  ] as const) {
    await tab.press([key]);
    await expect.poll(selected).toBe(name);
    expect(await focused()).toBe(name);
    await tab.untilShown('[role=tabpanel]', name === 'npm' ? 'npm run dev' : 'pnpm dev');
  }

  expect(await tab.run(() => scrollY)).toBe(scrolled);
});

test('a button copies its block of code', async () => {
  const tab = await open('writing/code/');
  const target = '.copy-code';

  // It hydrates once it is visible; clicks before that are lost.
  await tab.untilShown(target);
  await expect.poll(async () => (await tab.click(target), tab.texts(target)), { timeout: 15_000 }).toContain('Copied');

  await tab.untilGone(target, 'Copied');
});

test('the chosen colours stay, until they are those of the system again', async () => {
  const tab = await open('writing/');
  const scheme = () => tab.run(() => getComputedStyle(document.body).colorScheme);

  const toggle = 'button[title="Light or dark"]';
  const before = await scheme();
  await tab.click(toggle);
  await expect.poll(scheme).toBe('dark');
  await tab.reload();
  const reloaded = await scheme();
  await tab.click(toggle);
  await expect.poll(scheme).toBe('light');
  await tab.reload();

  expect([before, reloaded, await scheme()]).toEqual(['light dark', 'dark', 'light dark']);
  expect(await tab.run(() => localStorage.length)).toBe(0);
});

test('the outline follows the page', async () => {
  const tab = await open('reference/front-matter/');
  const current = '#_outline [aria-current=location]';

  expect(await tab.texts(current)).toEqual([]);
  await tab.until((selector) => {
    scrollTo(0, document.body.scrollHeight);
    return document.querySelector(selector) !== null;
  }, current);
  await tab.run(() => scrollTo(0, 0));
  await tab.untilGone(current);
});

test('the sidebar begins at its page, also if the stylesheet arrives last', async () => {
  const { url, hold } = await serveOut(out);
  const release = hold(/\.css$/);
  const tab = await openTab([1440, 320]);
  await tab.leaveFor(`${url}reference/front-matter/`);
  await tab.until(() => performance.getEntriesByType('resource').some(({ name }) => /\/sidebar-.*\.js$/.test(name)));
  release();
  await tab.until(() => document.readyState === 'complete');

  const { top, bottom } = await tab.run(
    () => document.querySelector('#_sidebar [aria-current]')!.getBoundingClientRect().toJSON() as DOMRect,
  );

  expect(top).toBeGreaterThan(0);
  expect(bottom).toBeLessThan(320);
});
