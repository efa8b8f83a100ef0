import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { ROOT, sitegen } from '../helpers/run.ts';

const SHELL = `import type { ShellProps } from 'sitegen';

export default function Shell({ meta, lang, canonical, alternates, children }: ShellProps) {
  return (
    <html lang={lang}>
      <head>
        <title>{meta.title}</title>
        <meta name="description" content={meta.description} />
        {canonical && <link rel="canonical" href={canonical} />}
        {alternates.map((link) => <link key={link.hrefLang} {...link} />)}
      </head>
      <body>{children}</body>
    </html>
  );
}
`;

const layout = (lang: string) =>
  `export const lang = ${lang};\nexport default ({ lang, children }: any) => <div data-lang={lang}>{children}</div>;`;

const ALTERNATES = `{ en: '/about/', 'de-AT': '/de/%C3%BCber/', 'x-default': '/about/' }`;

const translated = (title: string, alternates = ALTERNATES) =>
  page(title, '').replace('title:', `alternates: ${alternates}, title:`);

const PROJECT = {
  'sitegen.config.ts': `export default { site: 'https://example.org', base: '/docs/' };`,
  'templates/shell.tsx': SHELL,
  'templates/pages/layout.tsx': layout(`'en'`),
  'templates/pages/about.tsx': translated('About'),
  'templates/pages/de/layout.tsx': layout(`'de'`),
  'templates/pages/de/über.tsx': translated('Über'),
  'templates/pages/[lang]/layout.tsx': layout('({ params }: any) => params.lang'),
  'templates/pages/[lang]/news.tsx': `${page('News', '')}\nexport const paths = [{ params: { lang: 'fr' } }];`,
};

test('translations link to each other in the HTML and the sitemap, and layouts set the language', async () => {
  const project = await makeProject(PROJECT);
  const { code, stderr } = await sitegen(project.root, 'build', '--strict');
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('warning') });

  const links = [
    { hreflang: 'en', href: 'https://example.org/docs/about/' },
    { hreflang: 'de-AT', href: 'https://example.org/docs/de/%C3%BCber/' },
    { hreflang: 'x-default', href: 'https://example.org/docs/about/' },
  ];
  const read = async (file: string) => {
    const $ = load(await project.read(file));
    const found = [...$('link[rel=alternate]')].map(({ attribs: { hreflang, href } }) => ({ hreflang, href }));
    return { langs: [$('html').attr('lang'), $('div').attr('data-lang')], found };
  };
  expect(await read('out/about/index.html')).toEqual({ langs: ['en', 'en'], found: links });
  expect(await read('out/de/über/index.html')).toEqual({ langs: ['de', 'de'], found: links });
  expect(await read('out/fr/news/index.html')).toEqual({ langs: ['fr', 'fr'], found: [] });

  const $ = load(await project.read('out/sitemap.xml'), { xml: true });
  const listed = [...$('url')].map((url) => ({
    address: $(url).children('loc').text(),
    found: [...$(url).children('xhtml\\:link')].map(({ attribs: { hreflang, href } }) => ({ hreflang, href })),
  }));
  expect($('urlset').attr('xmlns:xhtml')).toBe('http://www.w3.org/1999/xhtml');
  expect(listed.filter(({ found }) => found.length > 0)).toEqual([
    { address: 'https://example.org/docs/about/', found: links },
    { address: 'https://example.org/docs/de/%C3%BCber/', found: links },
  ]);
  expect(listed).toHaveLength(4);
});

test('mistakes in `alternates` and languages are reported with their files', async () => {
  const project = await makeProject({
    ...PROJECT,
    'templates/pages/about.tsx': translated('About', `{ en: '/about/', de: '/de/\\u00fcber/', fr: '/fr/none/' }`),
    'templates/pages/bad.tsx': translated('Bad', `{ english: '/bad/', de: 'de/bad/' }`),
    'templates/pages/it.tsx': translated('It', `{ it: '/it/' }`),
    'templates/pages/de/layout.tsx': layout(`'deutsch sprache'`),
  });
  const { code, stderr } = await sitegen(project.root, 'build');
  const found = stderr.match(/^(?:error|warning) [\w-]+ +.*$/gm)?.map((line) => line.replace(/ +/g, ' '));

  expect(code).toBe(1);
  expect(found?.toSorted()).toEqual([
    'error alternate-broken templates/pages/about.tsx',
    'error meta-invalid templates/pages/bad.tsx:2:37',
    'error meta-invalid templates/pages/bad.tsx:2:55',
    'error page-failed templates/pages/de/layout.tsx',
  ]);
  expect(stderr).toContain('The `lang` of templates/pages/de/layout.tsx is not a language tag');
});

test('a shell that drops `alternates` is reported once', async () => {
  const project = await makeProject({
    ...PROJECT,
    'templates/shell.tsx': SHELL.replace(/.*alternates\.map.*\n/, ''),
    'templates/pages/[lang]/layout.tsx': undefined,
    'templates/pages/[lang]/news.tsx': undefined,
  });
  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(0);
  expect(stderr.match(/^warning .*$/gm)?.toSorted()).toEqual(['warning alternate-missing  templates/pages/about.tsx']);
});

test('one warning lists the hosts that cannot send the error page of a folder', async () => {
  const project = await makeProject({
    'templates/pages/404.tsx': page('Not found', ''),
    'templates/pages/de/404.tsx': page('Nicht gefunden', ''),
    'sitegen.config.ts': `export default { hosts: ['nginx', 'vercel', 'apache', 'cloudfront'] };`,
  });
  await sitegen(project.root, 'init', '.', '--for', 'vercel');
  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(0);
  expect(stderr.match(/^(?:warning|error) .*\n.*/gm)).toEqual([
    expect.stringMatching(/^warning host-limit\n +Vercel and Amazon S3 and CloudFront cannot send "\/de\/404.html"/),
  ]);
});

test('the site from the guide builds without warnings, and its language switch works', async () => {
  const guide = readFileSync(path.join(ROOT, 'docs/languages.md'), 'utf8');
  const files = [...guide.matchAll(/^```tsx?\n\/\/ (\S+)\n([^]*?)^```$/gm)].map(([, file = '', code = '']) => [
    file,
    code,
  ]);
  const project = await makeProject({
    ...Object.fromEntries(files),
    'sitegen.config.ts': `export default { site: 'https://example.org', hosts: ['nginx'] };`,
    'templates/pages/index.tsx': homePage('Example', '../translations.ts', '/about/'),
    'templates/pages/de/index.tsx': homePage('Beispiel', '../../translations.ts', '/de/ueber/'),
    'templates/pages/404.tsx': `export const meta = { title: 'Not found' };\n      export default () => <h1>Not found</h1>;`,
    'templates/pages/de/404.tsx': `export const meta = { title: 'Nicht gefunden' };\n      export default () => <h1>Nicht gefunden</h1>;`,
    'templates/pages/de/karten.tsx': `import Opening from '../../islands/opening.tsx';
      export const meta = { title: 'Karten', description: 'Wann wir öffnen.' };
      export default () => <><h1>Karten</h1><Opening date={new Date('2026-05-02T09:00Z')} price={12.5} lang="de" /></>;`,
  });
  const { code, stderr } = await sitegen(project.root, 'build', '--strict');

  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('warning') });
  const $ = load(await project.read('out/de/ueber/index.html'));
  expect($('html').attr('lang')).toBe('de');
  expect([...$('nav a')].map((link) => [$(link).text(), $(link).attr('href'), $(link).attr('aria-current')])).toEqual([
    ['English', '/about/', undefined],
    ['Deutsch', '/de/ueber/', 'true'],
  ]);
});

const homePage = (title: string, translations: string, about: string) => `import { home } from '${translations}';
  export const meta = { title: '${title}', description: 'About ${title}.', alternates: home };
  export default () => <><h1>${title}</h1><a href="${about}">More</a></>;`;
