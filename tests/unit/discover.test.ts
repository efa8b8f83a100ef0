import { expect, test } from 'vitest';
import { checkOutputs } from '../../src/project/check-outputs.ts';
import { discoverProject } from '../../src/project/discover.ts';
import { toRoute } from '../../src/core/paths.ts';
import { makeProject } from '../helpers/project.ts';

test('page files are found in the order of their names, with and without brackets', async () => {
  const { root } = await makeProject({
    'templates/pages/insights/[slug].tsx': '',
    'templates/pages/insights/index.tsx': '',
    'templates/pages/[year]/index.tsx': '',
    'templates/pages/404.tsx': '',
    'templates/pages/notes.md': '',
  });

  const { project, diagnostics } = await discoverProject(root);

  expect(diagnostics).toEqual([]);
  expect(project.pages).toEqual([
    { source: 'templates/pages/404.tsx', pattern: '/404.html', isParametric: false },
    { source: 'templates/pages/[year]/index.tsx', pattern: '/[year]/', isParametric: true },
    { source: 'templates/pages/index.tsx', pattern: '/', isParametric: false },
    { source: 'templates/pages/insights/[slug].tsx', pattern: '/insights/[slug]/', isParametric: true },
    { source: 'templates/pages/insights/index.tsx', pattern: '/insights/', isParametric: false },
  ]);
});

test('names are checked, and two sources for one file where they are known', async () => {
  const { root } = await makeProject({
    'templates/pages/[a-b].tsx': '',
    'templates/pages/blog/[a].tsx': '',
    'templates/pages/blog/[b].tsx': '',
    'templates/pages/about.tsx': '',
    'public/about/index.html': '',
    'public/blog/[a]/index.html': '',
  });

  const { project, diagnostics } = await discoverProject(root);

  expect([...diagnostics, ...checkOutputs(project, true)].map(({ code, place }) => `${code} ${place?.file}`)).toEqual([
    'page-name templates/pages/[a-b].tsx',
    'output-clash templates/pages/blog/[b].tsx',
    'output-clash public/about/index.html',
  ]);
});

test('without trailing slashes, pages are other files', async () => {
  const { root } = await makeProject({
    'templates/pages/about.tsx': '',
    'templates/pages/about/us.tsx': '',
    'templates/pages/contact.tsx': '',
    'public/about/index.html': '',
    'public/contact.html': '',
  });

  const { project } = await discoverProject(root);

  expect(checkOutputs(project, false).map(({ place }) => place?.file)).toEqual(['public/contact.html']);
});

test.each([
  ['/', true, '/', 'index.html'],
  ['/contact/', true, '/contact/', 'contact/index.html'],
  ['/404.html', true, '/404.html', '404.html'],
  ['/', false, '/', 'index.html'],
  ['/guide/v1.2/', false, '/guide/v1.2', 'guide/v1.2.html'],
  ['/404.html', false, '/404.html', '404.html'],
])('the page of %s, with trailing slashes %s, is %s in %s', (pattern, trailingSlash, path, output) => {
  const source = 'templates/pages/x.tsx';
  expect(toRoute({ source, pattern, isParametric: false }, trailingSlash)).toEqual({ path, source, output });
});
