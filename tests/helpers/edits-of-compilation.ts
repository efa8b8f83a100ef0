/** Edits of what decides how a site is compiled, and from which files. */
import { page } from './project.ts';

const settings = (options: object) => JSON.stringify({ compilerOptions: options });
const nearWords = (text: string) => `export const near = '${text}';`;
const inPackage = (text: string) => `exports.inPackage = '${text}';`;

/** What decides how files are compiled, and which. */
export const COMPILED = {
  'package.json': JSON.stringify({ imports: { '#chosen': './lib/chosen-a.ts' } }),
  'tsconfig.json': JSON.stringify({ extends: './settings/base.json' }),
  'settings/base.json': settings({ paths: { '@mapped': ['../lib/mapped.ts'] } }),
  'lib/chosen-a.ts': `export const chosen = 'a';`,
  'lib/chosen-b.ts': `export const chosen = 'b';`,
  'lib/mapped.ts': `export const mapped = 'mapped';`,
  'lib/near/index.js': nearWords('near'),
  'node_modules/words/package.json': JSON.stringify({ name: 'words', version: '1.0.0' }),
  'node_modules/words/index.js': `exports.inPackage = require('./deep').inPackage;`,
  'node_modules/words/deep.js': inPackage('package'),
  'templates/pages/compiled.tsx': page(
    'Compiled',
    '<p>{chosen} {mapped} {near} {inPackage}</p>',
    `import { chosen } from '#chosen';
import { mapped } from '@mapped';
import { near } from '../../lib/near';
import { inPackage } from 'words';`,
  ),
};

export function changesOfCompilation(text: string): Record<string, Readonly<Record<string, string | undefined>>> {
  const chosen = text.length % 2 === 0 ? 'a' : 'b';
  return {
    'imports of package.json': {
      'package.json': JSON.stringify({ imports: { '#chosen': `./lib/chosen-${chosen}.ts` } }),
    },
    'a tsconfig that is extended': {
      'settings/base.json': settings({ paths: { '@mapped': [`../lib/${text}/mapped.ts`, '../lib/mapped.ts'] } }),
    },
    'a path of tsconfig that finds a file': {
      'settings/base.json': settings({ paths: { '@mapped': [`../lib/early.ts`, '../lib/mapped.ts'] } }),
      'lib/early.ts': `export const mapped = '${text}';`,
    },
    'a path of tsconfig that finds none': { 'lib/early.ts': undefined },
    'a nearer tsconfig': { 'templates/tsconfig.json': settings({ paths: { '@mapped': ['../lib/mapped.ts'] } }) },
    'no nearer tsconfig': { 'templates/tsconfig.json': undefined },
    'a file instead of a folder': { 'lib/near.js': nearWords(text) },
    'a file that takes precedence': { 'lib/near.tsx': nearWords(`${text} tsx`) },
    'an index that takes precedence': { 'lib/near/index.ts': nearWords(`${text} index`) },
    'no file instead of a folder': { 'lib/near.js': undefined, 'lib/near.tsx': undefined },
    'a package in place': { 'node_modules/words/deep.js': inPackage(text) },
    'a file of a package that takes precedence': {
      'node_modules/words/deep/index.js': inPackage('folder'),
      'node_modules/words/deep.tsx': undefined,
    },
    'another main of a package': {
      'node_modules/words/package.json': JSON.stringify({
        name: 'words',
        version: '1.0.0',
        main: text.length > 3 ? 'deep.js' : 'index.js',
      }),
    },
    'a nearer package': {
      'templates/node_modules/words/package.json': JSON.stringify({ name: 'words', version: '1.0.0' }),
      'templates/node_modules/words/index.js': inPackage(`nearer ${text}`),
    },
    'no nearer package': {
      'templates/node_modules/words/package.json': undefined,
      'templates/node_modules/words/index.js': undefined,
    },
  };
}
