import { load, type CheerioAPI } from 'cheerio';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { ROOT } from '../helpers/run.ts';
import { siteTest } from '../helpers/site.ts';
import Card from '../../templates/card.tsx';
import { company } from '../../templates/content/company.ts';
import { describeOrganisation } from '../../templates/ui/head.tsx';

const PAGES = ['/', '/contact/', '/our-approach/', '/case-study/'];
const SITE = 'https://www.example.com';

const browser = useBrowser();
const test = siteTest(browser);
const answeredTest = siteTest(browser, 'answered');

describe('metadata for search engines and other sites', () => {
  test('each page has a unique title and description, short enough to be shown in full', async ({ open, expect }) => {
    const { page } = await open('/');
    const pages = await Promise.all(PAGES.map((address) => read(page, address)));
    const titles = pages.map(($) => $('title').text());
    const descriptions = pages.map(($) => $('meta[name=description]').attr('content') ?? '');
    expect(new Set([...titles, ...descriptions]).size).toBe(8);
    expect(titles.filter((title) => title.length > 60)).toEqual([]);
    expect(titles.every((title) => title.endsWith(' – Property Data Advisory'))).toBe(true);
    expect(descriptions.filter(({ length }) => length < 70 || length > 155)).toEqual([]);
  });

  test('each page has one canonical address, and a picture that exists', async ({ open, expect }) => {
    const { page } = await open('/');
    for (const address of PAGES) {
      const $ = await read(page, address);
      const property = (name: string) => $(`meta[property="og:${name}"]`).attr('content');
      const own = SITE + address;
      expect([$('link[rel=canonical]').attr('href'), property('url')]).toEqual([own, own]);
      expect([property('type'), property('locale')]).toEqual(['website', 'en_GB']);
      expect($('title').text()).toContain(property('title'));
      expect(property('description')).toBe($('meta[name=description]').attr('content'));
      expect(property('image:alt')).toContain($('h1').text());
      expect($('meta[name="twitter:card"]').attr('content')).toBe('summary_large_image');
      const png = await fetchBytes(page, property('image')?.replace(SITE, '') ?? '');
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
      expect([property('image:width'), property('image:height')]).toEqual(['1200', '630']);
      expect(png.length).toBeLessThan(300_000);
    }
  });

  test('the picture of the home page has white streets, like the page', async ({ open, expect }) => {
    const { page } = await open('/');
    const $ = await read(page, '/');
    const png = await fetchBytes(page, $('meta[property="og:image"]').attr('content')!.replace(SITE, ''));
    const street = await sharp(png)
      .extract({ left: 860, top: 361, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(street.toString('hex')).toBe('ffffff');
  });

  test.for(PAGES)('the picture of %s has a style for each class of its drawing', (path, { expect }) => {
    const $ = load(renderToStaticMarkup(createElement(Card, { path, meta: { title: 'A page' } })));
    const classes = $('[class]')
      .toArray()
      .flatMap((element) => $(element).attr('class')!.split(/\s+/).filter(Boolean));
    expect(classes.length).toBeGreaterThan(9);
    expect(classes.filter((name) => !$('style').text().includes(`.${name} { `))).toEqual([]);
  });

  test('pictures have the light colours of the pages', ({ expect }) => {
    const style = load(renderToStaticMarkup(createElement(Card, { path: '/', meta: { title: 'A page' } })))('style');
    const colours = [...style.text().matchAll(/\.fill-([\w-]+) \{ fill: (#\w+) \}/g)];
    expect(colours.length).toBeGreaterThan(7);
    const css = readFileSync(join(ROOT, 'templates/site.css'), 'utf8');
    for (const [, name, light] of colours) expect(css).toContain(`--color-${name}: light-dark(${light}, `);
  });

  test('robots.txt links to the sitemap, which is empty while a question is open, and so every page is kept out', async ({
    open,
    expect,
  }) => {
    const { page } = await open('/');
    expect(await listedAddresses(page)).toEqual([]);
    expect(await fetchText(page, '/robots.txt')).toMatch(/^Sitemap: https:\/\/www\.example\.com\/sitemap\.xml$/m);
    for (const address of PAGES) {
      expect((await read(page, address))('meta[name=robots]').attr('content'), address).toBe('noindex');
    }
  });

  answeredTest('all four pages are listed once every question is answered', async ({ open, expect }) => {
    const { page } = await open('/');
    expect(await listedAddresses(page)).toEqual(PAGES.map((address) => SITE + address).toSorted());
    for (const address of PAGES) expect((await read(page, address))('meta[name=robots]').length, address).toBe(0);
    expect((await page.request.get('/draft/')).status()).toBe(404);
  });

  test('error pages are kept out of search results', async ({ open, expect }) => {
    const { page } = await open('/');
    for (const address of ['/404.html', '/500.html', '/nowhere', '/draft/']) {
      const $ = await read(page, address);
      expect($('meta[name=robots]').attr('content')).toBe('noindex');
      expect($('link[rel=canonical], meta[property^="og:"]').length).toBe(0);
    }
  });

  test('the home page describes the company in words that are on the page', async ({ open, expect }) => {
    const { page } = await open('/');
    const $ = await read(page, '/');
    const { '@graph': graph } = JSON.parse($('script[type="application/ld+json"]').text());
    const [organisation, website] = graph;
    expect([organisation['@type'], website['@type']]).toEqual(['Organization', 'WebSite']);
    const words = $('body').text();
    expect([organisation.name, organisation.email].filter((value) => !words.includes(value))).toEqual([]);
    expect(JSON.stringify(graph)).not.toMatch(/\[\w|to follow|""/); // no sample placeholders
    const logo = await fetchBytes(page, organisation.logo.replace(SITE, ''));
    expect(logo.readUInt32BE(16)).toBe(512);
  });

  test('the description of the company has each fact that the company has supplied', ({ expect }) => {
    const facts = {
      brand: 'Brand',
      email: 'ann@company.example',
      registeredName: 'Company Limited',
      registeredOffice: '1 Street, London',
      number: '12345678',
    };
    const supplied = describeOrganisation('https://company.example/', facts);
    expect(supplied).toMatchObject({
      '@graph': [
        {
          name: 'Brand',
          legalName: 'Company Limited',
          email: 'ann@company.example',
          address: '1 Street, London',
          identifier: { value: '12345678' },
        },
        { name: 'Brand' },
      ],
    });
    const unknown = { ...facts, registeredName: '', registeredOffice: '', number: '' };
    expect(JSON.stringify(describeOrganisation('https://company.example/', unknown))).not.toMatch(
      /legalName|address|identifier|Company number/,
    );
  });

  test('security.txt contains the address from the content', async ({ open, expect }) => {
    const { page } = await open('/');
    const text = await fetchText(page, '/.well-known/security.txt');
    expect(text).toContain(`Contact: mailto:${company.securityEmail}\n`);
    expect(text).toMatch(/^Expires: \d{4}-\d\d-\d\dT[\d:]+Z$/m);
    expect(text).toContain(`Canonical: ${SITE}/.well-known/security.txt\n`);
  });

  test('icons exist in every format, and pages refer only to existing ones', async ({ open, expect }) => {
    const { page } = await open('/');
    const $ = await read(page, '/contact/');
    const links = $('link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]');
    const manifest = JSON.parse(await fetchText(page, '/site.webmanifest'));
    const addresses: string[] = [
      ...links.map((_, link) => link.attribs['href']).get(),
      ...manifest.icons.map(({ src }: { src: string }) => src),
    ];
    expect(addresses.length).toBe(7);
    for (const address of addresses) expect((await fetchBytes(page, address)).length, address).toBeGreaterThan(100);
    expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  });
});

async function listedAddresses(page: Page): Promise<string[]> {
  const sitemap = load(await fetchText(page, '/sitemap.xml'), { xml: true });
  return sitemap('loc')
    .map((_, loc) => sitemap(loc).text())
    .get()
    .toSorted();
}

async function read(page: Page, address: string): Promise<CheerioAPI> {
  return load(await fetchText(page, address));
}

async function fetchText(page: Page, address: string): Promise<string> {
  return (await fetchBytes(page, address)).toString('utf8');
}

/** The response body, before scripts have run. */
async function fetchBytes(page: Page, address: string): Promise<Buffer> {
  return (await page.request.get(address)).body();
}
