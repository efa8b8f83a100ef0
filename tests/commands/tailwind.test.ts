/** Where Tailwind looks for classes, and which files it reads. */
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/shared/diagnostics.ts';
import { makeProject, packageOf, page, serveProject } from '../helpers/project.ts';
import { build, keepNothing, readStylesheet } from '../helpers/rebuild.ts';
import { sitegen, sitegenProcess } from '../helpers/run.ts';
import { readServed } from '../helpers/watching.ts';

const FONT = {
  'node_modules/@fonts/inter/package.json': JSON.stringify({
    exports: { '.': { style: './index.css' }, './index.css': './index.css' },
  }),
  'node_modules/@fonts/inter/index.css': `@import './more.css';
/* url(./none.woff2) */ .a::before { content: 'url(./none.woff2)' }
@font-face { font-family: Inter; src: url(./files/inter.woff2) format('woff2'), url("files/inter.eot?#iefix"), url(data:,x) }`,
  'node_modules/@fonts/inter/more.css': `.b { background: url( 'files/inter.ttf' ) }`,
  'node_modules/@fonts/inter/files/inter.woff2': 'woff2',
  'node_modules/@fonts/inter/files/inter.eot': 'eot',
  'node_modules/@fonts/inter/files/inter.ttf': 'ttf',
};

test.each([
  ['site.css', { 'templates/site.css': '@import "@fonts/inter";' }, ''],
  ['a page', {}, `import '@fonts/inter/index.css';`],
])("addresses in a package's stylesheet that %s imports are relative to that stylesheet", async (_, files, before) => {
  const project = await makeProject({
    ...FONT,
    ...keepNothing,
    ...files,
    'templates/pages/font.tsx': page('Font', '', before),
  });

  await build(project);

  const css = await readStylesheet(project);
  expect(css).toMatch(/url\(\/assets\/inter-\w{8}\.woff2\)/);
  expect(css).toMatch(/url\(\/assets\/inter-\w{8}\.ttf\)/);
  expect(css).toMatch(/url\("?\/assets\/inter-\w{8}\.eot\?#iefix"?\)/);
  expect(css).toContain('url(./none.woff2)');
  expect(css).toContain('url(data:,x)');
  const assets = (await project.list('out/assets')).join();
  expect(assets).toMatch(/inter-\w{8}\.eot.*inter-\w{8}\.ttf.*inter-\w{8}\.woff2/);
});

test('finds classes in everything that the site imports, and follows changes of imports', async () => {
  const project = await makeProject({
    ...keepNothing,
    'templates/site.css': '@tailwind utilities;',
    'templates/pages/index.tsx': page(
      'Home',
      '<Card /><Menu />',
      `import { Card } from '../../lib/card.tsx';\nimport { Menu } from 'menus';`,
    ),
    'lib/card.tsx': `export const Card = () => <i className="mt-[1px]" />;`,
    'lib/other.tsx': `export const Other = () => <i className="mt-[2px]" />;`,
    'node_modules/menus/package.json': JSON.stringify({ name: 'menus', version: '1.0.0', main: 'menu.js' }),
    'node_modules/menus/menu.js': `import { createElement } from 'react';
export const Menu = () => createElement('i', { className: 'mt-[3px]' });`,
    'node_modules/menus/other.js': `'mt-[4px]'`,
  });

  await build(project);
  expect((await readStylesheet(project)).match(/:\dpx/g)).toEqual([':1px', ':3px']);

  await project.write({ 'lib/card.tsx': `export const Card = () => <i className="mt-[7px]" />;` });
  await build(project);
  expect((await readStylesheet(project)).match(/:\dpx/g)).toEqual([':3px', ':7px']);
  await project.write({ 'templates/site.css': '@tailwind utilities source("./pages");' });
  await build(project);
  expect((await readStylesheet(project)).match(/:\dpx/g)).toBeNull();
});

test('a build finds classes in imported files that git ignores, unless the stylesheet excludes them', async () => {
  const ignored = (px: number) => `export const name = 'mt-[${px}px]';`;
  const project = await makeProject({
    ...keepNothing,
    '.gitignore': 'generated\n*.gen.ts\nhidden\n',
    '.git/HEAD': 'ref: refs/heads/main',
    'templates/site.css': '@tailwind utilities;\n@source not "./generated/excluded.ts";',
    'templates/pages/index.tsx': page(
      'Home',
      '{[a, b, c, d, e, f].join()}<Island />',
      `import { name as a } from '../generated/card.ts';
import { name as b } from '../menu.gen.ts';
import { name as c } from '../generated/[slug]{1}.ts';
import { name as d } from '../../hidden/lib.ts';
import { name as e } from '../generated/excluded.ts';
import { name as f } from '../generated/data.json';
import Island from '../islands/one.tsx';`,
    ),
    'templates/islands/one.tsx': `import { island } from 'sitegen';
import { name } from '../generated/island.ts';
export default island('one', () => <b>{name}</b>);`,
    'templates/generated/card.ts': ignored(1),
    'templates/menu.gen.ts': ignored(2),
    'templates/generated/[slug]{1}.ts': ignored(3),
    'hidden/lib.ts': ignored(4),
    'templates/generated/excluded.ts': ignored(8),
    'templates/generated/data.json': '{ "name": "mt-[5px]" }',
    'templates/generated/island.ts': ignored(6),
    'templates/generated/unused.ts': ignored(9),
  });

  await build(project);

  expect((await readStylesheet(project)).match(/:\dpx/g)).toEqual([':1px', ':2px', ':3px', ':4px', ':5px', ':6px']);
});

async function diagnose(files: Readonly<Record<string, string>>): Promise<readonly Diagnostic[]> {
  const project = await makeProject(files);
  const { stdout } = await sitegen(project.root, 'check', '--json');
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
}

const CONFIG = `import type { Some } from './types.ts';
import { spacing } from 'tailwindcss/defaultTheme';
export default {
  theme: { extend: { colors: { brand: '#123456' }, spacing: { page: spacing['2.5'] } } },
  plugins: [require('animate')],
} satisfies Some;`;

test('a tailwind.config.ts with the plugin of a package is used if the stylesheet names it', async () => {
  const files = {
    ...keepNothing,
    ...packageOf(
      'animate',
      {},
      {
        'index.js': `module.exports = require('tailwindcss/plugin')(({ addComponents }) => addComponents({ '.animate': { width: '1px' } }));`,
      },
    ),
    'templates/pages/a.tsx': page('A', '<i className="text-brand p-page animate" />'),
  };
  const project = await makeProject({
    ...files,
    'tailwind.config.ts': CONFIG,
    'templates/site.css': '@import "tailwindcss";',
  });
  await build(project);
  expect(await readStylesheet(project)).not.toContain('#123456');

  await project.write({ 'templates/site.css': '@import "tailwindcss";\n@config "../tailwind.config.ts";' });
  await build(project);
  const css = await readStylesheet(project);
  for (const text of ['#123456', 'padding:.625rem', '.animate{width:1px}']) expect(css).toContain(text);
});

test('plugins of packages add classes', async () => {
  const project = await makeProject({
    ...keepNothing,
    'templates/site.css': '@import "tailwindcss";\n@plugin "@tailwindcss/typography" { className: text; }',
    'templates/pages/a.tsx': page('A', '<div className="text text-lg"><i /></div>'),
    'node_modules/@tailwindcss/typography/package.json': JSON.stringify({
      main: 'index.js',
      name: '@tailwindcss/typography',
    }),
    'node_modules/@tailwindcss/typography/index.js': `module.exports = require('tailwindcss/plugin').withOptions(
      ({ className = 'prose' } = {}) => ({ addComponents }) => addComponents({ ['.' + className]: { maxWidth: '65ch' } }));`,
  });
  await build(project);
  expect(await readStylesheet(project)).toMatch(/\.text\{max-width:65ch\}/);
});

const withPlugin = (plugin: string) => ({
  ...keepNothing,
  'templates/site.css': '@import "tailwindcss";\n@plugin "../plugin.ts";',
  'templates/pages/a.tsx': page('A', '<i className="brand" />'),
  'plugin.ts': plugin,
});

test.each([
  ['throws while it is loaded', `\nthrow new Error('boom');\nexport default () => {};`, 'plugin.ts:2:', 'boom'],
  ['throws while it runs', `\nexport default () => { throw new Error('boom'); };`, 'plugin.ts:2:', 'boom'],
  ['does not compile', '\nexport default (', 'plugin.ts:2:', 'Unexpected end of file'],
  ['imports a missing file', `import './gone.ts';\nexport default () => {};`, 'plugin.ts:1:', './gone.ts'],
  ['exports nothing by default', 'export const plugin = () => {};', 'templates/site.css:2:', 'no default export'],
])('a plugin that %s is an error', async (what, plugin, place, message) => {
  const project = await makeProject(withPlugin(plugin));

  // The test runner has source maps of its own.
  const { code, stderr } = await (what.startsWith('throws') ? sitegenProcess : sitegen)(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain(`styles-failed  ${place}`);
  expect(stderr).toContain(message);
  expect(await project.list('out')).toEqual([]);
});

test('serve runs a plugin again when the plugin or a file it imports is edited', async () => {
  const add = (color: string) =>
    `import { width } from './width.ts';\nexport default ({ addComponents }) => addComponents({ '.brand': { color: '${color}', width } });`;
  const project = await makeProject({ ...withPlugin(add('#123456')), 'width.ts': `export const width = '1px';` });
  const server = await serveProject(project);
  const readStyles = async () => {
    const [, file = ''] = /href="\/(assets\/site-[^"]+)"/.exec(await readServed(server, '')) ?? [];
    return readServed(server, file);
  };
  expect(await readStyles()).toContain('.brand{color:#123456;width:1px}');

  await project.write({ 'plugin.ts': add('#654321') });
  await server.says('Built');
  expect(await readStyles()).toContain('.brand{color:#654321;width:1px}');

  await project.write({ 'width.ts': `export const width = '2px';` });
  await server.says('Built');
  expect(await readStyles()).toContain('.brand{color:#654321;width:2px}');
});

test('mistakes in imported stylesheets have file and line, except in packages', async () => {
  const wrong = {
    'unclosed.module.css': '.a { color: red }\n.b { color: red',
    'closed.css': '\n.a { color: red }}',
  };
  const imports = [...Object.keys(wrong).map((name) => `../${name}`), 'old/old.css'];
  const diagnostics = await diagnose({
    'templates/pages/a.tsx': page('A', '', imports.map((name) => `import '${name}';`).join('\n')),
    ...Object.fromEntries(Object.entries(wrong).map(([name, css]) => [`templates/${name}`, css])),
    'node_modules/old/old.css': '.a { *zoom: 1; }}',
  });
  const found = diagnostics.map(({ code, severity, place }) => `${severity} ${code} ${place?.file}:${place?.line}`);
  expect(found.toSorted()).toEqual([
    'error styles-failed templates/closed.css:2',
    'error styles-failed templates/unclosed.module.css:2',
  ]);
});

test('a missing file named by a CSS module, and Less, have their places', async () => {
  const diagnostics = await diagnose({
    'templates/pages/a.tsx': page('A', '', `import '../a.module.css';\nimport '../b.less';`),
    'templates/a.module.css': `.a { composes: b from './gone.css' }`,
    'templates/b.less': '',
  });
  expect(diagnostics).toMatchObject([
    { code: 'compile-failed', place: { file: 'templates/pages/a.tsx', line: 2 } },
    { code: 'compile-failed', place: { file: 'templates/a.module.css', line: 1 } },
  ]);
});
