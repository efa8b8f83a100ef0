/** Everything that decides what a site is compiled to, besides its own sources. A build after a change of it shows the change. */
import { rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { build } from '../helpers/rebuild.ts';

type Step = readonly [
  what: string,
  change: Readonly<Record<string, string>> | ((project: Project) => Promise<unknown>),
  expected: string,
];

/** Builds after each change, and looks for a text in a file of out/. */
async function follow(project: Project, steps: readonly Step[], shown = 'out/words/index.html'): Promise<void> {
  for (const [what, change, expected] of steps) {
    await (typeof change === 'function' ? change(project) : project.write(change));
    await build(project);
    const text = await shownIn(project, shown);
    expect([what, new RegExp(expected).exec(text)?.[0] ?? text]).toEqual([what, expect.stringMatching(expected)]);
  }
}

/** @param file may end with the beginning of a name: `out/assets/site-` */
async function shownIn(project: Project, file: string): Promise<string> {
  if (!file.endsWith('-')) return project.read(file);
  const names = await project.list('out');
  return project.read(`out/${names.find((name) => `out/${name}`.startsWith(file))}`);
}

const showing = (specifier: string) => page('Words', '<p>{words}</p>', `import words from '${specifier}';`);
const words = (text: string) => `export default '${text}';`;
const paths = (target: string) => ({ compilerOptions: { paths: { '@words': [target] } } });
const json = JSON.stringify;
const package_ = (name: string, rest = {}) =>
  json({ name, version: '1.0.0', type: 'module', main: 'index.js', ...rest });
const noKept = { 'sitegen.config.ts': 'export default { keepAssets: 0 };' };

test('tsconfig files: all that are extended, in packages and in parent folders, also those that appear later', async () => {
  const project = await makeProject({
    'site/templates/pages/words.tsx': showing('@words'),
    'site/templates/one.ts': words('first'),
    'site/templates/two.ts': words('second'),
    'site/tsconfig.json': `{ /* all */ "extends": ["./base", "shared/strict",], }`,
    'site/base.json': json({ extends: './config/deep.json' }),
    'site/config/deep.json': json(paths('../templates/one.ts')),
    'site/node_modules/shared/strict.json': json({}),
  });
  const site = {
    ...project,
    root: path.join(project.root, 'site'),
    read: (file: string) => project.read(`site/${file}`),
  };
  await rename(path.join(project.root, 'templates/shell.tsx'), path.join(site.root, 'templates/shell.tsx'));
  await follow(site, [
    ['a chain', {}, 'first'],
    [
      'the end of the chain',
      () => project.write({ 'site/config/deep.json': json(paths('../templates/two.ts')) }),
      'second',
    ],
    [
      'a package',
      () => project.write({ 'site/node_modules/shared/strict.json': json(paths('../../templates/one.ts')) }),
      'first',
    ],
    [
      'a parent',
      () =>
        project
          .write({ 'site/tsconfig.json': undefined, 'tsconfig.json': json(paths('./site/templates/two.ts')) })
          .then(() => project.remove('site/tsconfig.json')),
      'second',
    ],
    ['one nearer', () => project.write({ 'site/templates/tsconfig.json': json(paths('./one.ts')) }), 'first'],
    [
      'paths: a candidate that appears',
      () =>
        project.write({
          'site/templates/tsconfig.json': json({
            compilerOptions: { paths: { '@words': ['./none/*', './none/zero.ts', './one.ts'] } },
          }),
        }),
      'first',
    ],
    ['it appears', () => project.write({ 'site/templates/none/zero.ts': words('third') }), 'third'],
  ]);
});

test('files and folders that take precedence over others', async () => {
  const project = await makeProject({
    'templates/pages/words.tsx': showing('../../lib/near/words'),
    'lib/near/words/index.js': words('first'),
  });
  await follow(project, [
    ['a folder', {}, 'first'],
    ['index.ts', { 'lib/near/words/index.ts': words('second') }, 'second'],
    [
      'package.json',
      { 'lib/near/words/package.json': json({ main: '../../far/far.js' }), 'lib/far/far.js': words('third') },
      'third',
    ],
    [
      'another main',
      { 'lib/near/words/package.json': json({ main: '../../far/two.js' }), 'lib/far/two.js': words('fourth') },
      'fourth',
    ],
    ['.js', { 'lib/near/words.js': words('fifth') }, 'fifth'],
    ['.jsx', { 'lib/near/words.jsx': words('sixth') }, 'sixth'],
    ['.tsx', { 'lib/near/words.tsx': words('seventh') }, 'seventh'],
    ['removed', (at) => at.remove('lib/near/words.tsx'), 'sixth'],
  ]);
});

test('the package.json of the project', async () => {
  const project = await makeProject({
    'package.json': json({ imports: { '#words': './lib/one.ts' } }),
    'templates/pages/words.tsx': showing('#words'),
    'lib/one.ts': words('first'),
    'lib/two.ts': words('second'),
  });
  await follow(project, [
    ['imports', {}, 'first'],
    ['other imports', { 'package.json': json({ imports: { '#words': './lib/two.ts' } }) }, 'second'],
    [
      'one nearer',
      { 'templates/package.json': json({ imports: { '#words': './near.ts' } }), 'templates/near.ts': words('third') },
      'third',
    ],
  ]);
});

test('packages count by what is in them', async () => {
  const project = await makeProject({
    'templates/pages/words.tsx': showing('words'),
    'node_modules/words/package.json': package_('words', { dependencies: { deep: '*' } }),
    'node_modules/words/index.js': `export { default } from 'deep';`,
    'node_modules/deep/package.json': package_('deep'),
    'node_modules/deep/index.js': words('first'),
    'linked/package.json': package_('words'),
    'linked/index.js': `export { default } from './src/words.js';`,
    'linked/src/words.js': words('linked'),
  });
  await follow(project, [
    ['a dependency of a package', {}, 'first'],
    ['edited in place', { 'node_modules/deep/index.js': words('second') }, 'second'],
    [
      'its own copy',
      {
        'node_modules/words/node_modules/deep/package.json': package_('deep'),
        'node_modules/words/node_modules/deep/index.js': words('third'),
      },
      'third',
    ],
    ['that is removed', (at) => at.remove('node_modules/words/node_modules'), 'second'],
    [
      'other files',
      {
        'node_modules/deep/package.json': package_('deep', { main: 'other.js' }),
        'node_modules/deep/other.js': words('fourth'),
      },
      'fourth',
    ],
    [
      'linked',
      async ({ root }) => {
        await rm(path.join(root, 'node_modules/words'), { recursive: true });
        await symlink(path.join(root, 'linked'), path.join(root, 'node_modules/words'), 'junction');
      },
      'linked',
    ],
    ['edited', { 'linked/src/words.js': words('changed') }, 'changed'],
    [
      'a nearer one',
      {
        'templates/node_modules/words/package.json': package_('words'),
        'templates/node_modules/words/index.js': words('nearer'),
      },
      'nearer',
    ],
  ]);
});

test('packages in the bundle of the islands', async () => {
  const project = await makeProject({
    ...noKept,
    'templates/pages/words.tsx': page('Words', '<Tick />', `import Tick from '../islands/tick.tsx';`),
    'templates/islands/tick.tsx': `import { island } from 'sitegen';\nimport words from 'words';\nexport default island('tick', () => <b>{words}</b>);`,
    'node_modules/words/package.json': package_('words'),
    'node_modules/words/index.js': words('first'),
  });
  await follow(
    project,
    [
      ['as installed', {}, 'first'],
      ['edited in place', { 'node_modules/words/index.js': words('second') }, 'second'],
      [
        'for browsers',
        {
          'node_modules/words/package.json': package_('words', { browser: './browser.js' }),
          'node_modules/words/browser.js': words('third'),
        },
        'third',
      ],
    ],
    'out/assets/islands-',
  );
});

test('Tailwind: plugins, configs, and what they import', async () => {
  const plugin = (name: string) => `import { rule } from '${name}';\nexport default ({ addBase }) => addBase(rule);`;
  const rule = (text: string) => `export const rule = { p: { content: '"${text}"' } };`;
  const project = await makeProject({
    ...noKept,
    'templates/pages/words.tsx': page('Words', ''),
    'templates/site.css': `@plugin '../tailwind/plugin.js'; @config '../tailwind/config.js'; @plugin 'words'; @import '../tailwind/more.css'; @tailwind utilities source('../scanned');`,
    'tailwind/plugin.js': plugin('./rule.js'),
    'tailwind/rule.js': rule('first'),
    'tailwind/config.js': `import colors from './colors.js';\nexport default { theme: { extend: { colors } } };`,
    'tailwind/colors.js': `export default { brand: '#111111' };`,
    'tailwind/more.css': `@import './deep.css';`,
    'tailwind/deep.css': '',
    'node_modules/words/package.json': package_('words'),
    'node_modules/words/index.js': `export default ({ addBase }) => addBase({ q: { content: '"package"' } });`,
    'scanned/a.html': 'text-brand',
  });
  await follow(
    project,
    [
      ['a plugin', {}, 'first'],
      ['and a config', {}, '#111'],
      ['what the plugin imports', { 'tailwind/rule.js': rule('second') }, 'second'],
      ['what the config imports', { 'tailwind/colors.js': `export default { brand: '#222222' };` }, '#222'],
      [
        'a package',
        { 'node_modules/words/index.js': `export default ({ addBase }) => addBase({ q: { content: '"patched"' } });` },
        'patched',
      ],
      ['a stylesheet', { 'tailwind/deep.css': '.deep { color: teal }' }, '\\.deep'],
      ['a file with classes', { 'scanned/b.html': 'mt-[7px]' }, '7px'],
      ['the plugin', { 'tailwind/plugin.js': plugin('./other.js'), 'tailwind/other.js': rule('third') }, 'third'],
      [
        'a file that takes precedence',
        { 'tailwind/other.ts': rule('fourth'), 'tailwind/plugin.js': plugin('./other') },
        'fourth',
      ],
    ],
    'out/assets/site-',
  );
});

test('what the config imports', async () => {
  const config = (name: string) => `import site from '${name}';\nexport default { site, keepAssets: 0 };`;
  const project = await makeProject({
    'sitegen.config.ts': config('./settings/site.ts'),
    'settings/site.ts': words('https://first.example'),
    'templates/pages/words.tsx': page('Words', ''),
  });
  await follow(project, [
    ['a file', {}, 'https://first'],
    ['edited', { 'settings/site.ts': words('https://second.example') }, 'https://second'],
    [
      'a package',
      {
        'sitegen.config.ts': config('words'),
        'node_modules/words/package.json': package_('words'),
        'node_modules/words/index.js': words('https://third.example'),
      },
      'https://third',
    ],
  ]);
});
