import { expect, test } from 'vitest';
import type { Project } from '../../src/shared/model.ts';
import type { PageFacts } from '../../src/shared/page-facts.ts';
import { toPageFile } from '../../src/shared/paths.ts';
import type { Output } from '../../src/site/output.ts';
import { createSite, describeClash } from '../../src/site/site.ts';

interface Given {
  readonly pages?: readonly string[];
  readonly files?: readonly string[];
  readonly publicFiles?: readonly string[];
  readonly trailingSlash?: boolean;
}

function siteOf({ pages = [], files = [], publicFiles = [], trailingSlash = true }: Given) {
  const project: Pick<Project, 'pages' | 'files' | 'publicFiles'> = {
    pages: pages.map((file) => toPageFile(`templates/pages/${file}.tsx`)),
    files: files.map((output) => ({ source: `templates/files/${output}.ts`, output })),
    publicFiles,
  };
  return createSite(project, { root: '/site', trailingSlash });
}

/** A rendered page. */
function pageOf(path: string, file: string): Output {
  const output = `${path.slice(1)}index.html`;
  const owner = `templates/pages/${file}.tsx`;
  const route = { path, output, source: owner };
  return { output, kind: 'page', owner, route, page: { route, title: file } as PageFacts };
}

const generated = (output: string): Output => ({ output, kind: 'generated', contents: Buffer.from('x') });

const describe = (site: ReturnType<typeof siteOf>) =>
  site
    .clashes()
    .map(describeClash)
    .map(({ message, place }) => `${place?.file}: ${message}`);

test.each<[Given, Output[], string[]]>([
  [
    { pages: ['a', 'a/index'] },
    [],
    ['templates/pages/a/index.tsx: Both templates/pages/a.tsx and templates/pages/a/index.tsx have a page for "/a/".'],
  ],
  [
    { pages: ['two'], publicFiles: ['two'], trailingSlash: false },
    [],
    ['public/two: templates/pages/two.tsx and public/two would both have the address "/two".'],
  ],
  [
    { pages: ['a'], publicFiles: ['a'] },
    [],
    [
      'templates/pages/a.tsx: templates/pages/a.tsx needs the folder "a", but public/a would be written to a file of that name.',
    ],
  ],
  [
    { publicFiles: ['.sitegen'] },
    [],
    ['public/.sitegen: sitegen itself and public/.sitegen would both be written to ".sitegen".'],
  ],
  [
    { pages: ['[slug]'] },
    [pageOf('/b/', '[slug]'), pageOf('/B/', '[slug]')],
    ['templates/pages/[slug].tsx: `paths` lists "/B/" twice, or two paths that differ only in case or accents.'],
  ],
  // In any order, the page has to move.
  [
    { pages: ['[slug]'] },
    [pageOf('/robots.txt/', '[slug]'), generated('robots.txt')],
    [
      'templates/pages/[slug].tsx: The page /robots.txt/ needs the folder "robots.txt", but sitegen writes a file of that name.',
    ],
  ],
  [
    { pages: ['[slug]'] },
    [generated('robots.txt'), pageOf('/robots.txt/', '[slug]')],
    [
      'templates/pages/[slug].tsx: The page /robots.txt/ needs the folder "robots.txt", but sitegen writes a file of that name.',
    ],
  ],
  // macOS and Windows would keep only one of them.
  [
    { publicFiles: ['Robots.txt'] },
    [generated('robots.txt')],
    ['public/Robots.txt: public/Robots.txt and sitegen would both be written to "robots.txt".'],
  ],
])('describes each clash of %j and %j once, with the file that has to move', (given, outputs, clashes) => {
  const site = siteOf(given);
  for (const output of outputs) site.add(output);

  expect(describe(site)).toEqual(clashes);
});

test('an output with two clashes reports both', () => {
  const site = siteOf({ pages: ['two/below'], publicFiles: ['two.html'], trailingSlash: false });

  expect(site.add({ output: 'two', kind: 'public', owner: 'public/two' })).toBe(false);

  expect(site.clashes().map(({ shares }) => shares)).toEqual(['address', 'folder']);
});

test('a file of the site takes precedence over a generated one, even if its function fails', () => {
  const site = siteOf({ files: ['sitemap.xml'], publicFiles: ['robots.txt'] });

  expect(['sitemap.xml', 'robots.txt', 'llms.txt'].map((name) => site.add(generated(name)))).toEqual([
    false,
    false,
    true,
  ]);

  expect(site.clashes()).toEqual([]);
  expect(site.list().map(({ output }) => output)).toEqual(['robots.txt', 'llms.txt']);
});

test('several pages use one asset', () => {
  const site = siteOf({});
  const asset = { output: 'assets/a-1f2e3d4c.svg', kind: 'asset' } as const;

  expect([site.add(asset), site.add(asset)]).toEqual([true, false]);

  expect(site.clashes()).toEqual([]);
});

test('a page exists once it is rendered, unless it fails or is a draft', () => {
  const site = siteOf({ pages: ['failed', 'draft', 'fine'] });
  site.release('draft/index.html');
  site.add(pageOf('/fine/', 'fine'));

  expect(site.pages().map(({ title }) => title)).toEqual(['fine']);
  expect(site.list().map(({ output }) => output)).toEqual(['fine/index.html']);
  expect([...site.claimed(() => true)]).toEqual(['failed/index.html', 'fine/index.html']);
  expect(site.hasRoomFor('draft/index.html')).toBe(true);
  expect(site.hasRoomFor('failed/index.html')).toBe(false);
});

test('if two page files have the same page, the first one stays', () => {
  const site = siteOf({ pages: ['a', 'a/index'] });
  site.add(pageOf('/a/', 'a'));
  site.add(pageOf('/a/', 'a/index'));

  expect(site.pages().map(({ title }) => title)).toEqual(['a']);
});

test('pages are in the order of their files, whichever was added first', () => {
  const site = siteOf({ pages: ['[slug]', 'b', 'c'] });
  for (const page of [pageOf('/c/', 'c'), pageOf('/b/', 'b'), pageOf('/2/', '[slug]'), pageOf('/1/', '[slug]')])
    site.add(page);

  expect(site.pages().map(({ route }) => route.path)).toEqual(['/2/', '/1/', '/b/', '/c/']);
});
