/** Pages that have the same path as a generated file. */
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

test.each(['robots.txt', 'sitemap.xml'])('a page /%s/ is an error, reported along with all others', async (name) => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { site: 'https://www.example.com' };`,
    'templates/pages/[slug].tsx': page('Slug', '', `export const paths = [{ params: { slug: '${name}' } }];`),
    'templates/pages/other.tsx': page('Other', '<a href="/nowhere/">nowhere</a>'),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('error output-clash  templates/pages/[slug].tsx');
  expect(stderr).toContain(`The page /${name}/ needs the folder "${name}"`);
  expect(stderr).toContain('error link-broken  templates/pages/other.tsx');
});

test('without trailing slashes, a file and a page with the same address are reported', async () => {
  const project = await makeProject({
    'sitegen.config.ts': 'export default { trailingSlash: false };',
    'templates/pages/[slug].tsx': page(
      'Slug',
      '',
      `export const paths = ['one', 'fine', 'license'].map((slug) => ({ params: { slug } }));`,
    ),
    'templates/pages/two.tsx': page('Two', ''),
    'templates/pages/two/below.tsx': page('Below', ''),
    'templates/pages/three.tsx': page('Three', ''),
    'public/one': '',
    'public/two': '',
    'public/three/index.html': '',
    'public/LICENSE': '',
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr.match(/^error output-clash\s.*/gm)).toEqual([
    'error output-clash  public/two',
    'error output-clash  templates/pages/two/below.tsx',
    'error output-clash  templates/pages/[slug].tsx',
    'error output-clash  templates/pages/[slug].tsx',
  ]);
  expect(stderr).toContain('templates/pages/two.tsx and public/two would both have the address "/two".');
});

test('build warns about addresses that a host would not find', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { hosts: ['netlify', 'cloudfront', 'vercel', 's3'] };`,
    'templates/pages/lang/c++.tsx': page('C++', '<a href="/LICENSE">x</a>'),
    'public/LICENSE': '',
    'public/v1.2': '',
    'public/.well-known/file': '',
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(0);
  expect(stderr.match(/(?<=^warning host-limit\n).*/gm)?.map((text) => text.trim().replace(/[:,].*/, ''))).toEqual([
    'Amazon S3 and CloudFront redirects "/LICENSE" to "/LICENSE/"',
    'Vercel redirects "/LICENSE" to "/LICENSE/"',
    'Amazon S3 website endpoint does not find "lang/c++/index.html"',
  ]);
});
