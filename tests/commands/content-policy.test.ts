/** A build reports everything that a page's own content security policy blocks. */
import { expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const shellWith = (policy: string, head = '') => `
export default function Shell({ meta, children }: any) {
  return <html lang="en"><head><meta charSet="utf-8" /><meta httpEquiv="Content-Security-Policy" content="${policy}" />
    <title>{meta.title}</title><meta name="description" content={meta.description} />${head}</head><body>{children}</body></html>;
}`;

const EVERYTHING = `
<img src="https://img.example.com/a.png" srcSet="/b.png 2x" alt="" /><script src="https://cdn.example.net/x.js" />
<form action="https://forms.example.org/post" /><iframe src="https://frame.example.com/" title="Frame" />
<video src="https://media.example.com/v.mp4" poster="data:image/png;base64,AA==" />
<a href="https://elsewhere.example.com/">elsewhere</a>`;

const FONTS = '<link rel="stylesheet" href="https://fonts.example.com/css" />';

async function blockedBy(policy: string, config = ''): Promise<string[]> {
  const project = await makeProject({
    'templates/shell.tsx': shellWith(policy, FONTS),
    'templates/pages/index.tsx': page('Home', EVERYTHING),
    'public/b.png': 'x',
    ...(config && { 'sitegen.config.ts': config }),
  });
  const { stdout } = await sitegen(project.root, 'build', '--json');
  const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;
  return diagnostics
    .filter(({ code }) => code === 'address-blocked')
    .map(({ message }) => message.replace(/^[^"]*"([^"]*)" in ([^:]+):.*$/s, '$2 $1'));
}

test('a strict policy allows links and files of the site itself', async () => {
  expect((await blockedBy(`default-src 'none'; img-src 'self'; form-action 'self'`)).toSorted()).toEqual([
    'form[action] https://forms.example.org/post',
    'iframe[src] https://frame.example.com/',
    'img[src] https://img.example.com/a.png',
    'link[rel=stylesheet] https://fonts.example.com/css',
    'script[src] https://cdn.example.net/x.js',
    'video[poster] data:image/png;base64,AA==',
    'video[src] https://media.example.com/v.mp4',
  ]);
});

test.each([
  ['no policy for it', `base-uri 'none'`, []],
  ['hosts', `default-src *.example.com https://cdn.example.net/ data: 'self'; form-action https:`, []],
  [
    'a path',
    `default-src https: data: 'self'; script-src https://cdn.example.net/y.js`,
    ['script[src] https://cdn.example.net/x.js'],
  ],
  [
    'a port',
    `default-src https: data: 'self'; img-src 'self' data: img.example.com:8443`,
    ['img[src] https://img.example.com/a.png'],
  ],
  ['the default port', `Default-Src https: data: 'self'; Img-Src 'self' data: img.example.com:443`, []],
  ['a star', `default-src *; img-src * data:`, []],
  ['a nonce', `default-src https: data: 'self'; script-src 'nonce-abc'`, []],
])('matches addresses against the policy: %s', async (_what, policy, blocked) => {
  expect(await blockedBy(policy)).toEqual(blocked);
});

test('the site may be named by its full address', async () => {
  expect(await blockedBy(`form-action 'self'`, `export default { site: 'https://forms.example.org' };`)).toEqual([]);
});

test('reports files that a stylesheet loads, on pages that use it', async () => {
  const policy = `default-src 'none'; style-src 'self' https://allowed.example.com; img-src 'self'; font-src data:`;
  const Link = '{stylesheet && <link rel="stylesheet" href={stylesheet} />}';
  const project = await makeProject({
    'templates/shell.tsx': shellWith(policy, `{path !== '/bare/' && <>${Link}</>}`).replace(
      '{ meta,',
      '{ meta, path, stylesheet,',
    ),
    'templates/pages/index.tsx': page('Home', '', `import '../own.css';`),
    'templates/pages/bare.tsx': page('Bare', ''),
    'templates/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'templates/site.css': `@import "tailwindcss";
@import url('https://fonts.example.com/css2?family=Inter:wght@400;500');
@import 'https://allowed.example.com/a.css' screen;
@font-face { font-family: A; src: local('https://local.example.com'), url(https://fonts.example.com/a.woff2) }
@font-face { font-family: B; src: url(data:font/woff2;base64,AA==) format("woff2") }
a { content: "url(https://text.example.com/)"; background: url(dot.svg) } /* url(https://comment.example.com/) */`,
    'templates/own.css': `p { cursor: url("https://img.example.com/\\28 a\\29.png"), auto; filter: url(#blur); mask: url(data:image/png;base64,AA==) }`,
  });

  const { stdout } = await sitegen(project.root, 'build', '--json');
  const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;

  const found = diagnostics.map(({ code, message, place }) => {
    return `${code} ${place?.file} ${message.replace(/^[^"]*"([^"]*)" in ([^:]+):.*$/s, '$2 $1')}`;
  });
  expect(found.toSorted()).toEqual([
    'address-blocked templates/pages/index.tsx @font-face https://fonts.example.com/a.woff2',
    'address-blocked templates/pages/index.tsx @import https://fonts.example.com/css2?family=Inter:wght@400;500',
    'address-blocked templates/pages/index.tsx url() data:image/png',
    'address-blocked templates/pages/index.tsx url() https://img.example.com/(a).png',
  ]);
});
