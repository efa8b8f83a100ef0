import { load } from 'cheerio';
import { expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const FORM = `import { island } from 'sitegen';

export default island('jump', function Jump() {
  return <a href="/about/#top">Jump</a>;
});
`;

test('adds the base to every address that starts with a slash', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { site: 'https://example.com', base: '/docs/' };`,
    'templates/site.css': 'h1 { color: red }',
    'templates/islands/jump.tsx': FORM,
    'templates/pages/index.tsx': page(
      'Home',
      `<a href="/about/">About</a><a href="https://example.org/">Out</a><a href="#x" id="x">Here</a>
       <img alt="" width="1" height="1" src="/a.png" srcSet="/a.png 1x, /b.png 2x" /><Jump />`,
      `import Jump from '../islands/jump.tsx';`,
    ),
    'templates/pages/about.tsx': page('About', '<a href="/">Home</a>'),
    'public/a.png': '',
    'public/b.png': '',
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(stderr).toBe('');
  expect(code).toBe(0);
  const $ = load(await project.read('out/index.html'));
  const hrefs = $('a').map((_, link) => $(link).attr('href'));
  expect(hrefs.get()).toEqual(['/docs/about/', 'https://example.org/', '#x', '/docs/about/#top']);
  expect($('img').attr('srcset')).toBe('/docs/a.png 1x, /docs/b.png 2x');
  expect($('link[rel=canonical]').attr('href')).toBe('https://example.com/docs/');
  expect($('link[rel=stylesheet]').attr('href')).toMatch(/^\/docs\/assets\/site-/);
  expect($('script').attr('src')).toMatch(/^\/docs\/assets\/islands-/);
});

/** What JSX makes of addresses in an island that have the base, and of literals that do not. */
const LINKS = `import { href, island } from 'sitegen';
import data from '../data.json?url';
import photo from '../photo.svg';
const files = import.meta.glob<string>('../data.json', { query: '?url', import: 'default', eager: true });
const early = href('/new');
const all = (values: string[]) => values.map((value, index) => <a key={index} href={value}>{value}</a>);
export default island('links', ({ given, more }: { given: string; more: string[] }) => {
  const globbed = Object.values(files)[0] ?? '';
  return <nav style={{ background: \`url(\${photo.src})\` }}><img {...photo} alt="" />
    {all([data, photo.src, globbed, given, early, href('/new'), href('/') + '#x', '/new/', '/data.txt', ...more, ...more.map((one) => href(one as '/'))])}</nav>;
});`;

const DATA = '/docs/assets/data-015abd7f.json';

test.each([
  ['a page of another name', '/docs/', {}, [], []],
  [
    'a page in a folder with the name of the base',
    '/docs/./',
    { 'docs/new.tsx': page('Inner', '') },
    ['/docs/new/'],
    ['/docs/docs/new/'],
  ],
  [
    'a page whose folder is a param',
    '/docs/./',
    {
      '[one]/new.tsx': `${page('Inner', '')}\nexport const paths = [{ params: { one: 'docs' } }];`,
    },
    ['/docs/new/'],
    ['/docs/docs/new/'],
  ],
])('imported addresses and href in an island have the base once, with %s', async (_, based, pages, more, shown) => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { base: '/docs/' };`,
    'templates/data.json': '{"a":1}',
    'templates/photo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>',
    'public/data.txt': '',
    'templates/islands/links.tsx': LINKS,
    'templates/pages/index.tsx': page(
      'Home',
      `<p id="x">{String(path === href('/'))}</p><i><a href={href('/new')}>new</a><a href={json}>data</a></i>
<div dangerouslySetInnerHTML={{ __html: \`<a href="\${json}">data</a>\` }} /><Links given={json} more={${JSON.stringify(more)}} />`,
      `import { href } from 'sitegen';\nimport json from '../data.json?url';\nimport Links from '../islands/links.tsx';`,
    ),
    'templates/pages/new.tsx': page('New', ''),
    ...Object.fromEntries(Object.entries(pages).map(([file, text]) => [`templates/pages/${file}`, text])),
  });

  expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0, stderr: '' });

  const $ = load(await project.read('out/index.html'));
  const hrefs = (part: string) =>
    $(`${part} a`)
      .map((__, link) => $(link).attr('href'))
      .get();
  const photo = $('nav img').attr('src') ?? '';
  expect(photo).toMatch(/^\/docs\/assets\/photo-\w{8}\.svg$/);
  expect($('nav').attr('style')).toBe(`background:url(${photo})`);
  const pageLinks = ['/docs/new/', '/docs/new/', '/docs/#x', '/docs/new/', '/docs/data.txt'];
  expect(hrefs('nav')).toEqual([DATA, photo, DATA, DATA, ...pageLinks, ...shown, ...shown]);
  expect(hrefs('i')).toEqual(['/docs/new/', DATA]);
  expect(hrefs('div')).toEqual([DATA]);
  expect($('#x').text()).toBe('true');
  expect($('nav a').eq(5).text()).toBe(`${based}new/`);
});

test('an island that requests an address without the base is reported, wherever the function is from', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { base: '/docs/', elsewhere: ['/api/'] };`,
    'templates/islands/bare.tsx': `import { island } from 'sitegen';
export default island('bare', ({ own }: { own: (address: string) => void }) => <button onClick={() => {
  fetch('/a.json');
  window.location.assign(\`/b/?\${1}\`);
  void new Worker("/c.js", { type: 'module' });
  fetch('/api/d'); fetch('//example.com/e'); fetch('f.json'); fetch('https://example.com/g'); own('/h');
  fetch(import.meta.env.BASE_URL + 'i.json'); fetch('/docs/j.json');
  { const fetch = own; fetch('/k.json'); }
}}>x</button>);`,
    'templates/pages/index.tsx': page('Home', '<Bare />', `import Bare from '../islands/bare.tsx';`),
  });

  const found = await sitegen(project.root, 'check', '--json');
  const below = (JSON.parse(found.stdout) as Pick<BuildResult, 'diagnostics'>).diagnostics;

  expect(below.map(({ code, place, message }) => [code, place?.line, /"(.*?)"/.exec(message)?.[1]])).toEqual([
    ['base-missing', 3, '/a.json'],
    ['base-missing', 4, '/b/?'],
    ['base-missing', 5, '/c.js'],
  ]);
  expect(below[0]?.hint).toContain('`${import.meta.env.BASE_URL}a.json`');
  expect(await sitegen(project.root, 'check', '--base', '/')).toMatchObject({ code: 0, stderr: '' });
});

/** `SHOWN` is rendered by JSX, which adds the base. `GIVEN` is HTML, to which nothing is added. */
const SHOWN = `<meta property="og:image" content="/FILE" /><blockquote cite="/FILE">x</blockquote>
<a href="/" ping="/FILE">x</a><svg><rect fill="url(/FILE#x)" filter="url('/FILE')" /></svg>
<p style={{ background: 'url(/FILE)' }}>x</p><style>{'p { background: url(/FILE) }'}</style>`;

const GIVEN = `<iframe title="x" srcDoc="<img alt='' src='/GONE'>" />
<div dangerouslySetInnerHTML={{ __html: '<p style="background: url(/GONE)">' }} />`;

const [MISSING, UNPREFIXED] = ['no page or file has that address', 'is outside the base "/docs/"'];

test.each([
  ['/', 'there.svg', []],
  ['/', 'gone.svg', Array.from({ length: 9 }, () => MISSING)],
  ['/docs/', 'there.svg', [UNPREFIXED, UNPREFIXED]],
  ['/docs/', 'gone.svg', [...Array.from({ length: 7 }, () => MISSING), UNPREFIXED, UNPREFIXED]],
])('build with the base %s finds %s everywhere, or reports its line', async (base, file, problems) => {
  let count = 0;
  const body = `${SHOWN}\n${GIVEN}`.replace(/FILE|GONE/g, () => `${(count += 1)}-${file}`);
  const project = await makeProject({
    'sitegen.config.ts': `export default { base: '${base}' };`,
    'templates/pages/index.tsx': page('Home', body),
    ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`public/${index + 1}-there.svg`, ''])),
  });

  const { stdout } = await sitegen(project.root, 'build', '--json');

  const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;
  expect(diagnostics.map(({ message }) => /(?:but|which) (.*)\.$/m.exec(message)?.[1])).toEqual(problems);
  expect(diagnostics.map(({ place }) => place?.line)).toEqual(problems.map(() => expect.any(Number) as number));
});

test('<base href> is reported, because links are checked from the address of the page', async () => {
  const shellWith = (base: string) => `export default ({ meta, children }: any) => (
  <html lang="en"><head><title>{meta.title}</title><meta name="description" content="x" />${base}</head>
    <body>{children}</body></html>);`;
  const project = await makeProject({
    'templates/shell.tsx': shellWith('<base target="_blank" />'),
    'templates/pages/index.tsx': page('Home', '<svg><a href="#x" id="x" /></svg>'),
  });
  expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0, stderr: '' });

  await project.write({ 'templates/shell.tsx': shellWith('<base href="/gone/" />') });
  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toMatch(/^error base-element .*\n {2}The page has <base href="\/gone\/">, /);
  expect(stderr).toContain('set `base` in the config');
  expect(stderr).toContain('1 error;');
});

test('build adds the base to addresses in stylesheets', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { base: '/docs/', elsewhere: ['/api/'] };`,
    'templates/site.css': `p { background: url(/r%26d.png), url('/caf\u00e9.png'), url(/api/x.png) }`,
    'public/r&d.png': '',
    'public/caf\u00e9.png': '',
  });

  expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0, stderr: '' });

  const [css = ''] = (await project.list('out/assets')).filter((name) => name.endsWith('.css'));
  const text = await project.read(`out/assets/${css}`);
  expect([...text.matchAll(/url\("?(\/[^")]*)/g)].map(([, address]) => address)).toEqual([
    '/docs/r%26d.png',
    '/docs/caf\u00e9.png',
    '/api/x.png',
  ]);
});

test('serve answers below the base', async () => {
  const project = await makeProject({ 'templates/pages/about.tsx': page('About', '') });
  const server = await serveProject(project, '--base', '/docs/', '--no-watch');

  const about = await fetch(new URL('about/', server.url));
  const outside = await fetch(new URL('/about/', server.url));
  const root = await fetch(new URL('/', server.url), { redirect: 'manual' });

  expect(new URL(server.url).pathname).toBe('/docs/');
  expect([about.status, outside.status]).toEqual([200, 404]);
  expect(root.headers.get('location')).toBe('/docs/');
  expect(await server.stop()).toBe(0);
});
