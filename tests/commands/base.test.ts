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
