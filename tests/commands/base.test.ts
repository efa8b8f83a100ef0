import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const FORM = `import { island } from 'sitegen';

export default island('jump', function Jump() {
  return <a href="/about/#top">Jump</a>;
});
`;

test('with a base, every address that is written from the root gets it', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { site: 'https://example.com', base: '/docs/' };`,
    'templates/site.css': 'h1 { color: red }',
    'templates/islands/jump.tsx': FORM,
    'templates/pages/index.tsx': page(
      'Home',
      `<a href="/about/">About</a><a href="https://example.org/">Out</a><a href="#x" id="x">Here</a>
       <img alt="" src="/a.png" srcSet="/a.png 1x, /b.png 2x" /><Jump />`,
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

test('serve shows the site under its base', async () => {
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
