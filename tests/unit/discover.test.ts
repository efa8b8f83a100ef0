import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createSite, describeClash } from '../../src/site/site.ts';
import { discoverProject } from '../../src/project/discover.ts';
import { toRoute } from '../../src/shared/paths.ts';
import { makeProject } from '../helpers/project.ts';

test('finds page files in the order of their names, with and without brackets', async () => {
  const { root } = await makeProject({
    'templates/pages/insights/[slug].tsx': '',
    'templates/pages/insights/index.tsx': '',
    'templates/pages/[year]/index.tsx': '',
    'templates/pages/404.tsx': '',
    'templates/pages/notes.txt': '',
  });

  const { project, diagnostics } = await discoverProject(root);

  expect(diagnostics).toEqual([]);
  expect(project.pages).toEqual([
    { source: 'templates/pages/404.tsx', pattern: '/404.html', isParametric: false, layouts: [] },
    { source: 'templates/pages/[year]/index.tsx', pattern: '/[year]/', isParametric: true, layouts: [] },
    { source: 'templates/pages/index.tsx', pattern: '/', isParametric: false, layouts: [] },
    { source: 'templates/pages/insights/[slug].tsx', pattern: '/insights/[slug]/', isParametric: true, layouts: [] },
    { source: 'templates/pages/insights/index.tsx', pattern: '/insights/', isParametric: false, layouts: [] },
  ]);
});

test('ignores files that Emacs creates next to an edited file', async () => {
  const { root } = await makeProject({ 'public/a.txt': 'a' });
  await symlink('user@host.123:456', path.join(root, 'templates/pages/.#index.tsx'));
  await symlink('user@host.123:456', path.join(root, 'public/.#a.txt'));

  const { project, diagnostics } = await discoverProject(root);

  expect(diagnostics).toEqual([]);
  expect(project.publicFiles).toEqual(['a.txt']);
});

test('checks names, and reports two sources for one file if both are known', async () => {
  const { root } = await makeProject({
    'templates/pages/[a-b].tsx': '',
    'templates/pages/blog/[a].tsx': '',
    'templates/pages/blog/[b].tsx': '',
    'templates/pages/about.tsx': '',
    'public/about/index.html': '',
    'public/blog/[a]/index.html': '',
  });

  const { project, diagnostics } = await discoverProject(root);

  const clashes = createSite(project, { root: '/', trailingSlash: true }).clashes().map(describeClash);
  expect([...diagnostics, ...clashes].map(({ code, place }) => `${code} ${place?.file}`)).toEqual([
    'file-name templates/pages/[a-b].tsx',
    'output-clash templates/pages/blog/[b].tsx',
    'output-clash public/about/index.html',
  ]);
});

test('pages, islands, shell and card are .tsx or .jsx files; lookalikes are errors', async () => {
  const { root } = await makeProject({
    'templates/shell.tsx': undefined,
    'templates/shell.jsx': '',
    'templates/card.tsx': '',
    'templates/card.jsx': '',
    'templates/pages/about.jsx': '',
    'templates/pages/old.js': 'export default function Old() {}',
    'templates/pages/data.ts': 'export const rows = [];',
    'templates/pages/types.d.ts': 'export default interface Row {}',
    'templates/islands/menu.jsx': '',
    'templates/islands/chart.ts': `const Chart = 1;\nexport { Chart as default };`,
    'templates/islands/use-menu.ts': 'export const useMenu = () => 1;',
  });

  const { project, diagnostics } = await discoverProject(root);

  expect(project).toMatchObject({ shell: 'templates/shell.jsx', islands: [{ name: 'menu' }] });
  expect(project.pages.map(({ pattern }) => pattern)).toEqual(['/about/', '/']);
  expect(diagnostics.map(({ code, place, hint }) => [code, place?.file, /\S+\.[jt]sx/.exec(hint ?? '')?.[0]])).toEqual([
    ['file-extension', 'templates/islands/chart.ts', 'chart.tsx'],
    ['file-extension', 'templates/pages/old.js', 'old.jsx'],
    ['output-clash', 'templates/card.jsx', undefined],
  ]);
});

const MISSPELT = {
  'pages/Up.MD': 'Up.md',
  'pages/mx.MDX': 'mx.mdx',
  'pages/cap.TSX': 'cap.tsx',
  'pages/x.markdown': 'x.md',
  'pages/_z.MARKDOWN': '_z.md',
  'pages/Layout.TSX': 'layout.tsx',
  'islands/menu.TSX': 'menu.tsx',
  'files/f.txt.TS': 'f.txt.ts',
  'files/h.txt.tsx': 'h.txt.ts',
  'files/i.txt.mjs': 'i.txt.js',
  'shell.TSX': 'shell.tsx',
  'markdown.TSX': 'markdown.tsx',
};
const WITH_ANOTHER_USE = {
  'pages/photo.JPG': '',
  'pages/Plain.CSS': '',
  'islands/text.MD': '',
  'files/part.tsx': 'export const part = 1;',
  'ui/Button.TSX': '',
};

test('code and content are found by endings in one spelling: all others are errors that name it', async () => {
  const files = {
    ...Object.fromEntries(Object.keys(MISSPELT).map((file) => [file, 'export default 1;'])),
    ...WITH_ANOTHER_USE,
  };
  const inTemplates = Object.entries(files).map(([file, text]) => [`templates/${file}`, text] as const);
  const { root } = await makeProject(Object.fromEntries(inTemplates));

  const { diagnostics } = await discoverProject(root);

  const found = diagnostics.map(({ code, place, hint }) => {
    return `${code} ${place?.file} ${/^rename it to ([^\s,]+)/.exec(hint ?? '')?.[1]}`;
  });
  const expected = Object.entries(MISSPELT).map(([file, right]) => `file-extension templates/${file} ${right}`);
  expect(found.toSorted()).toEqual(expected.toSorted());
});

test('assets and stylesheets are found whatever the case of their endings', async () => {
  const { root } = await makeProject({
    'templates/site.CSS': '',
    'templates/icon.SVG': '<svg/>',
    'templates/fonts/a.TTF': '',
  });

  const { project } = await discoverProject(root);

  expect(project).toMatchObject({
    styles: 'templates/site.CSS',
    icon: 'templates/icon.SVG',
    cardFonts: ['templates/fonts/a.TTF'],
  });
});

test('finds islands in the text of their files', async () => {
  const { root } = await makeProject({
    'templates/islands/counter.tsx': `const Counter = island('counter', Part);\nexport default Counter;`,
    'templates/islands/menus.tsx': `export const Menu = island<Props>('menu', Part);
export const Sub: Island<Props> = island(
  "sub-menu", Part);
// export const Old = island('old', Part);`,
    'templates/islands/forms/contact.tsx': `export default island('forms/contact', Form);`,
    'templates/islands/forms/field.tsx': `export default function Field() {}`,
    'templates/islands/forms/more.tsx': `export default island('forms/more', Form);\nexport const Menu = island('menu', Form);`,
  });

  const { project, diagnostics } = await discoverProject(root);

  const folder = 'templates/islands';
  expect(project.islands).toEqual([
    { name: 'counter', source: `${folder}/counter.tsx`, exported: 'default' },
    { name: 'forms/contact', source: `${folder}/forms/contact.tsx`, exported: 'default' },
    { name: 'forms/more', source: `${folder}/forms/more.tsx`, exported: 'default' },
    { name: 'menu', source: `${folder}/forms/more.tsx`, exported: 'Menu' },
    { name: 'menu', source: `${folder}/menus.tsx`, exported: 'Menu' },
    { name: 'sub-menu', source: `${folder}/menus.tsx`, exported: 'Sub' },
  ]);
  expect(diagnostics).toMatchObject([{ code: 'island-name', place: { file: `${folder}/menus.tsx` } }]);
});

test.each([
  ['/', true, '/', 'index.html'],
  ['/contact/', true, '/contact/', 'contact/index.html'],
  ['/404.html', true, '/404.html', '404.html'],
  ['/guide/v1.2/', false, '/guide/v1.2', 'guide/v1.2.html'],
])('the page of %s, with trailing slashes %s, is %s in %s', (pattern, trailingSlash, address, output) => {
  const source = 'templates/pages/x.tsx';
  expect(toRoute({ source, pattern, isParametric: false, layouts: [] }, trailingSlash)).toEqual({
    path: address,
    source,
    output,
  });
});
