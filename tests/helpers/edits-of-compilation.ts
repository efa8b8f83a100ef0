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

const styled = (name: string, before = '') =>
  page(
    `Styled ${name}`,
    '<p className={styles.root}>{Object.keys(styles).join()}</p>',
    `${before}\nimport styles from '../styles/root.module.css';`,
  );

/** Stylesheets that pages import. */
export const STYLED = {
  'templates/pages/styled.tsx': styled('one', `import 'words/words.css';`),
  'templates/styles/root.module.css': `.root { composes: base from './base.module.css'; background: url(../styles/dot.svg) }`,
  'templates/styles/base.module.css': '.base { margin: 0 }',
  'templates/styles/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'node_modules/words/words.css': `@import './deep.css';`,
  'node_modules/words/deep.css': '.deep { margin: 0 }',
};

function changesOfStyles(text: string): Record<string, Readonly<Record<string, string | undefined>>> {
  return {
    'a CSS module': {
      'templates/styles/root.module.css': `.root { composes: base from './base.module.css' } .${text} { margin: 0 }`,
    },
    'what a CSS module composes': {
      'templates/styles/base.module.css': `.base { composes: x-${text} } .x-${text} { margin: 0 }`,
    },
    'a file that a CSS module names': {
      'templates/styles/dot.svg': `<svg xmlns="http://www.w3.org/2000/svg" id="${text}"/>`,
    },
    'a stylesheet of a package': { 'node_modules/words/deep.css': `.${text} { margin: 0 }` },
    'one more page with a stylesheet': {
      'templates/pages/also-styled.tsx': styled('two', `import '../styles/also.css';`),
      'templates/styles/also.css': `.also { --x: ${text} }`,
    },
    'one page with a stylesheet less': { 'templates/pages/also-styled.tsx': undefined },
    'an island with a CSS module': {
      'templates/islands/tick.tsx': `import { island } from 'sitegen';
import { root } from '../styles/root.module.css';
export default island('tick', () => <b className={root}>${text}</b>);`,
    },
  };
}

export function changesOfCompilation(text: string): Record<string, Readonly<Record<string, string | undefined>>> {
  const chosen = text.length % 2 === 0 ? 'a' : 'b';
  return {
    ...changesOfStyles(text),
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
