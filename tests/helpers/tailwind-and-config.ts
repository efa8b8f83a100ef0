/** Scenarios for `compiled-from.ts`. */
import { page } from './project.ts';
import { keepNothing } from './rebuild.ts';
import { SHOWN, packageJson, words, type Scenario } from './scenario.ts';

const plugin = (name: string) => `import { rule } from '${name}';\nexport default ({ addBase }) => addBase(rule);`;
const rule = (text: string) => `export const rule = { p: { content: '"${text}"' } };`;
const colors = (color: string) => `export default { brand: '${color}' };`;

export const TAILWIND: Scenario = {
  name: 'plugins and configs of Tailwind, and what they import',
  files: {
    ...keepNothing,
    'templates/pages/words.tsx': page('Words', ''),
    'templates/site.css': `@plugin '../tailwind/plugin.js';
@plugin 'words';
@config '../tailwind/config.js';
@import '../tailwind/more.css';
@tailwind utilities source('../scanned');`,
    'tailwind/plugin.js': plugin('./rule'),
    'tailwind/rule.js': rule('first'),
    'tailwind/config.js': `import colors from './colors.js';\nexport default { theme: { extend: { colors } } };`,
    'tailwind/colors.js': colors('#111111'),
    'tailwind/more.css': `@import './deep.css';`,
    'tailwind/deep.css': '',
    'node_modules/words/package.json': packageJson('words'),
    'node_modules/words/index.js': plugin('./rule.js'),
    'node_modules/words/rule.js': rule('package'),
    'scanned/a.html': 'text-brand',
  },
  shown: 'assets/site-',
  steps: [
    ['what a plugin imports', { 'tailwind/rule.js': rule('second') }, 'second'],
    ['what a config imports', { 'tailwind/colors.js': colors('#222222') }, '#222'],
    ['a package', { 'node_modules/words/rule.js': rule('patched') }, 'patched'],
    ['a stylesheet', { 'tailwind/deep.css': '.deep { color: teal }' }, '\\.deep'],
    ['a file with classes', { 'scanned/deep/b.html': 'mt-[7px]' }, '7px'],
    ['a plugin', { 'tailwind/other.js': rule('third'), 'tailwind/plugin.js': plugin('./other') }, 'third'],
    ['a file that takes precedence', { 'tailwind/other.ts': rule('fourth') }, 'fourth'],
  ],
};

const configOf = (name: string) => `import site from '${name}';\nexport default { site, keepAssets: 0 };`;

export const CONFIG: Scenario = {
  name: 'what the config imports',
  files: {
    'sitegen.config.ts': configOf('./settings/site'),
    'settings/site.js': words('https://first.example'),
    'templates/pages/words.tsx': page('Words', ''),
  },
  shown: SHOWN,
  steps: [
    ['a file', { 'settings/site.js': words('https://second.example') }, 'https://second'],
    ['a file that takes precedence', { 'settings/site.ts': words('https://third.example') }, 'https://third'],
  ],
};
