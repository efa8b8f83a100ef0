/** Sites, and everything that decides what they are compiled to besides their own sources. */
import { rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { PATTERNS, URLS, WEB_WORKERS } from './files-in-code.ts';
import { page, type Project } from './project.ts';
import { keepNothing } from './rebuild.ts';
import { SHOWN, json, packageJson, pathsTo, showing, words, type Scenario, type Step } from './scenario.ts';
import { CONFIG, TAILWIND } from './tailwind-and-config.ts';

export async function applyStep(project: Project, [, change]: Step): Promise<void> {
  await (typeof change === 'function' ? change(project) : project.write(change));
}

const TSCONFIG: Scenario = {
  name: 'tsconfig files: all that are extended, in packages and in parent folders, also those that appear later',
  folder: 'site',
  files: {
    'site/templates/pages/words.tsx': showing('@words'),
    'site/templates/one.ts': words('first'),
    'site/templates/two.ts': words('second'),
    'site/tsconfig.json': `{ /* all */ "extends": ["./base", "shared/strict",], } // end`,
    'site/base.json': json({ extends: './config/deep.json' }),
    'site/config/deep.json': pathsTo('../templates/one.ts'),
    'site/node_modules/shared/strict.json': json({}),
  },
  shown: SHOWN,
  steps: [
    ['the end of a chain', { 'site/config/deep.json': pathsTo('../templates/two.ts') }, 'second'],
    ['in a package', { 'site/node_modules/shared/strict.json': pathsTo('../../templates/one.ts') }, 'first'],
    [
      'of a parent folder',
      async (project) => {
        await project.write({ 'tsconfig.json': pathsTo('./site/templates/two.ts') });
        await project.remove('site/tsconfig.json');
      },
      'second',
    ],
    ['one that is nearer', { 'site/templates/tsconfig.json': pathsTo('./one.ts') }, 'first'],
    [
      'a path to a file that appears',
      async (project) => {
        await project.write({ 'site/templates/tsconfig.json': pathsTo('../lib/none.ts', './two.ts') });
        await project.write({ 'site/lib/none.ts': words('third') });
      },
      'third',
    ],
  ],
};

const PRECEDENCE: Scenario = {
  name: 'files that take precedence over others',
  files: { 'templates/pages/words.tsx': showing('../../lib/near/words'), 'lib/near/words/index.js': words('first') },
  shown: SHOWN,
  steps: [
    ['index.ts', { 'lib/near/words/index.ts': words('second') }, 'second'],
    [
      'package.json',
      { 'lib/far/far.js': words('third'), 'lib/near/words/package.json': json({ main: '../../far/far.js' }) },
      'third',
    ],
    [
      'another `main`',
      { 'lib/far/two.js': words('fourth'), 'lib/near/words/package.json': json({ main: '../../far/two.js' }) },
      'fourth',
    ],
    ['.js', { 'lib/near/words.js': words('fifth') }, 'fifth'],
    ['.jsx', { 'lib/near/words.jsx': words('sixth') }, 'sixth'],
    ['.tsx', { 'lib/near/words.tsx': words('seventh') }, 'seventh'],
    ['one that is removed', (project) => project.remove('lib/near/words.tsx'), 'sixth'],
  ],
};

const PACKAGE_JSON: Scenario = {
  name: 'the package.json of the project',
  files: {
    'package.json': json({ imports: { '#words': './lib/one.ts' } }),
    'templates/pages/words.tsx': showing('#words'),
    'lib/one.ts': words('first'),
    'lib/two.ts': words('second'),
  },
  shown: SHOWN,
  steps: [
    ['imports', { 'package.json': json({ imports: { '#words': './lib/two.ts' } }) }, 'second'],
    [
      'one that is nearer',
      { 'templates/near.ts': words('third'), 'templates/package.json': json({ imports: { '#words': './near.ts' } }) },
      'third',
    ],
  ],
};

const PACKAGES: Scenario = {
  name: 'packages by what is in them',
  files: {
    'templates/pages/words.tsx': showing('words'),
    'node_modules/words/package.json': packageJson('words', { dependencies: { deep: '*' } }),
    'node_modules/words/index.js': `export { default } from 'deep';`,
    'node_modules/deep/package.json': packageJson('deep'),
    'node_modules/deep/index.js': words('first'),
    'linked/package.json': packageJson('words'),
    'linked/index.js': `export { default } from './src/words.js';`,
    'linked/src/words.js': words('linked'),
  },
  shown: SHOWN,
  steps: [
    ['edited in place', { 'node_modules/deep/index.js': words('second') }, 'second'],
    [
      'a dependency of its own',
      {
        'node_modules/words/node_modules/deep/index.js': words('third'),
        'node_modules/words/node_modules/deep/package.json': packageJson('deep'),
        'node_modules/.package-lock.json': '{}',
      },
      'third',
    ],
    ['that is removed', (project) => project.remove('node_modules/words/node_modules'), 'second'],
    [
      'another `main`',
      {
        'node_modules/deep/other.js': words('fourth'),
        'node_modules/deep/package.json': packageJson('deep', { main: 'other.js' }),
      },
      'fourth',
    ],
    [
      'a link to another folder',
      async ({ root }) => {
        await rm(path.join(root, 'node_modules/words'), { recursive: true });
        await symlink(path.join(root, 'linked'), path.join(root, 'node_modules/words'), 'junction');
      },
      'linked',
    ],
    ['a file there', { 'linked/src/words.js': words('changed') }, 'changed'],
  ],
};

const ISLANDS: Scenario = {
  name: 'packages in the script of the islands',
  files: {
    ...keepNothing,
    'templates/pages/words.tsx': page('Words', '<Tick />', `import Tick from '../islands/tick.tsx';`),
    'templates/islands/tick.tsx': `import { island } from 'sitegen';
import words from 'words';
export default island('tick', () => <b>{words}</b>);`,
    'node_modules/words/package.json': packageJson('words'),
    'node_modules/words/index.js': words('first'),
  },
  shown: 'assets/islands-',
  steps: [
    ['edited in place', { 'node_modules/words/index.js': words('second') }, 'second'],
    [
      'for browsers',
      {
        'node_modules/words/browser.js': words('third'),
        'node_modules/words/package.json': packageJson('words', { browser: './browser.js' }),
      },
      'third',
    ],
  ],
};

const IN_CODE = [PATTERNS, URLS, WEB_WORKERS];
export const SCENARIOS = [TSCONFIG, PRECEDENCE, PACKAGE_JSON, PACKAGES, ISLANDS, TAILWIND, CONFIG, ...IN_CODE];

/** Puts the shell of the project where the site is. */
export async function moveSite(project: Project, { folder = '.' }: Scenario): Promise<Project> {
  const root = path.join(project.root, folder);
  if (folder !== '.')
    await rename(path.join(project.root, 'templates/shell.tsx'), path.join(root, 'templates/shell.tsx'));
  return { ...project, root };
}

/** What is in the file that shows the changes. */
export async function readShown(project: Project, { folder = '.', shown }: Scenario): Promise<string> {
  const files = await project.list(path.join(folder, 'out'));
  const file = files.find((name) => name.startsWith(shown));
  return file === undefined ? '' : project.read(path.join(folder, 'out', file));
}
