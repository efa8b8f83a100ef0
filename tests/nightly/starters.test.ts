/** The output of `sitegen init`: accessible in both colour schemes, on phones and desktops, with working islands. */
import { load } from 'cheerio';
import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findBarriers } from '../helpers/axe.ts';
import { collectMessages, useBrowser } from '../helpers/browser.ts';
import { accessTo, serveProject } from '../helpers/project.ts';
import { ROOT, sitegen } from '../helpers/run.ts';

const browser = useBrowser();

const PAGES = ['getting-started/', 'writing/markdown/', 'writing/code/', 'writing/callouts/', 'writing/components/'];

const POSTS = ['posts/writing-in-markdown/', 'posts/pictures/', 'posts/reading-time/'];

test.each([
  ['minimal', ['', 'about/', '404.html'], expectCounter],
  ['site', ['', 'pricing/', 'contact/', '404.html'], expectMenuAndForm],
  ['blog', ['', ...POSTS, 'tags/guide/', 'about/', '404.html'], expectBlog],
  ['docs', ['', ...PAGES, 'reference/front-matter/', '404.html'], expectDocs],
])('the template %s', async (template, addresses, expectInteraction) => {
  const url = await serveTemplate(template);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [375, 1280]) {
      const page = await browser().newPage({ colorScheme, viewport: { width, height: 800 } });
      const messages = collectMessages(page);
      for (const address of addresses) {
        await page.goto(url + address);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect({ address, wide, ...(await findBarriers(page)) }).toEqual({
          address,
          wide: 0,
          violations: [],
          undecided: [],
        });
      }
      expect(messages).toEqual([]);
      await page.close();
    }
  }
  await expectInteraction(url);
});

async function expectCounter(url: string): Promise<void> {
  const page = await browser().newPage();
  await page.goto(url);
  const button = page.getByRole('button');
  const before = await button.textContent();

  await expect.poll(async () => (await button.click(), button.textContent())).not.toBe(before);
  await page.close();
}

/** The menu works without a script. The form reports a failure, keeps the message, and sends it again. */
async function expectMenuAndForm(url: string): Promise<void> {
  const phone = await browser().newPage({ javaScriptEnabled: false, viewport: { width: 375, height: 800 } });
  await phone.goto(url);
  const link = phone.getByRole('link', { name: 'Contact', exact: true });
  expect(await link.isVisible()).toBe(false);
  await phone.getByRole('button', { name: 'Menu' }).click();
  expect(await findBarriers(phone)).toEqual({ violations: [], undecided: [] });
  await link.click();
  expect(phone.url()).toBe(`${url}contact/`);
  await phone.close();

  const page = await browser().newPage();
  const sent: (string | null)[] = [];
  await page.route('https://forms.example.com/**', (route) => {
    const status = sent.push(route.request().postData()) === 1 ? 500 : 200;
    return route.fulfill({ status, headers: { 'access-control-allow-origin': '*' } });
  });
  await page.goto(`${url}contact/`);
  const message = page.getByLabel('Message');
  const send = page.getByRole('button', { name: 'Send message' });
  await page.getByLabel('Name').fill('Visitor');
  await page.getByLabel('Email').fill('visitor@example.com');
  await message.fill('A question');
  await send.click();
  await page.getByText('That did not work.').waitFor();
  expect(await message.inputValue()).toBe('A question');
  await send.click();
  await page.getByText('Thank you.').waitFor();
  expect(await message.inputValue()).toBe('');
  expect(sent).toEqual([expect.stringContaining('A question'), expect.stringContaining('visitor@example.com')]);
  await page.close();
}

/** An island counts words, only its page has a script, and a draft is not published. */
async function expectBlog(url: string): Promise<void> {
  const page = await browser().newPage();
  await page.goto(`${url}posts/reading-time/`);
  const text = page.getByLabel('Your text');
  await expect
    .poll(async () => (await text.fill('One, two'), page.getByRole('status').textContent()))
    .toBe('2 words, 1 min');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^import WordCounter /);
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await page.getByRole('link', { name: 'Tags and feeds' }).click();
  await page.waitForURL(`${url}posts/tags-and-feeds/`);
  expect(await page.locator('script[src]').count()).toBe(0);
  const feed = load(await (await page.request.get(`${url}feed.xml`)).text(), { xml: true });
  expect(feed('entry')).toHaveLength(6);
  expect(feed('content').last().text()).toContain('<h2 id="front-matter"');
  expect((await page.goto(`${url}posts/unfinished/`))?.status()).toBe(404);
  await page.close();
}

/** A script arrives when the browser is idle, which takes longest in a suite. */
const SLOW = { timeout: 15_000 };

/** The search is accessible, and everything else works without a script. `tests/browsers` has the rest. */
async function expectDocs(url: string): Promise<void> {
  const page = await browser().newPage({ viewport: { width: 1440, height: 800 }, colorScheme: 'light' });
  const messages = collectMessages(page);
  await page.goto(`${url}writing/`);
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect.poll(async () => (await page.keyboard.press('/'), field.isVisible()), SLOW).toBe(true);
  await field.fill('');
  expect(await findBarriers(page)).toEqual({ violations: [], undecided: [] });
  await field.pressSequentially('fotnotes');
  await page.getByRole('option', { name: 'Images and footnotes' }).waitFor();
  expect(await findBarriers(page)).toEqual({ violations: [], undecided: [] });
  expect(messages).toEqual([]);
  await page.close();
  await expectDocsWithoutScript(url);
}

async function expectDocsWithoutScript(url: string): Promise<void> {
  const phone = await browser().newPage({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  await phone.goto(`${url}writing/markdown/`);
  expect(await phone.getByRole('button', { name: 'Search' }).isVisible()).toBe(false);
  const link = phone.getByRole('link', { name: 'Callouts', exact: true });
  expect(await link.isVisible()).toBe(false);
  await phone.getByRole('button', { name: 'Menu' }).click();
  expect(await findBarriers(phone)).toEqual({ violations: [], undecided: [] });
  await link.click();
  expect(phone.url()).toBe(`${url}writing/callouts/`);
  expect(await phone.locator('#_sidebar [aria-current=page]').textContent()).toBe('Callouts');
  expect(await phone.getByRole('link', { name: 'Next Components' }).getAttribute('href')).toBe('/writing/components/');
  const texts = await (await phone.request.get(`${url}llms.txt`)).text();
  expect(texts).toContain('[Callouts](https://docs.example.com/writing/callouts/index.md)');
  await phone.close();
}

/** @returns the address of a new project, served until the end of the test */
async function serveTemplate(template: string): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), `sitegen-${template}-`)));
  onTestFinished(() => rm(folder, { recursive: true }));
  await sitegen(folder, 'init', 'mine', '--template', template);
  const project = path.join(folder, 'mine');
  await symlink(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'), 'junction');
  const { url } = await serveProject(accessTo(project), '--no-watch');
  return url;
}
