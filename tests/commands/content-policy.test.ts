/** A build reports what a page's own content security policy blocks. */
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

test('a strict policy lets through what is the own site’s, and links', async () => {
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
  ['a star', `default-src *; img-src * data:`, []],
  ['a nonce', `default-src https: data: 'self'; script-src 'nonce-abc'`, []],
])('sources may be given by %s', async (_what, policy, blocked) => {
  expect(await blockedBy(policy)).toEqual(blocked);
});

test('the own site may be named in full', async () => {
  expect(await blockedBy(`form-action 'self'`, `export default { site: 'https://forms.example.org' };`)).toEqual([]);
});
