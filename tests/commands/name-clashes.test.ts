/** A page and a file that sitegen writes itself. */
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

test.each(['robots.txt', 'sitemap.xml'])('a page /%s/ is an error, with all others', async (name) => {
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
