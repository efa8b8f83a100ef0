/** Packages whose exports only running them shows, and a module that imports each of them statically and dynamically. */
import { packageOf } from './project.ts';

const TRANSPILED = `Object.defineProperty(exports, '__esModule', { value: true });\n`;

const COMPUTED = `for (const [name, value] of Object.entries({ chunk: () => 1 })) exports[name] = value;`;

const PACKAGES: Readonly<Record<string, ReturnType<typeof packageOf>>> = {
  lo: packageOf('lo', {}, { 'index.js': 'exports.chunk = () => 1;' }),
  callable: packageOf('callable', {}, { 'index.js': 'module.exports = Object.assign(() => 2, { chunk: () => 1 });' }),
  computed: packageOf('computed', {}, { 'index.js': COMPUTED }),
  marked: packageOf('marked', {}, { 'index.js': `${TRANSPILED}exports.chunk = () => 1; exports.default = () => 2;` }),
  'without-default': packageOf('without-default', {}, { 'index.js': `${TRANSPILED}exports.chunk = () => 1;` }),
  star: packageOf('star', { exports: './index.mjs' }, { 'index.mjs': `export * from 'lo';` }),
  bound: packageOf('bound', {}, { 'index.js': `${COMPUTED} exports.folder = typeof __dirname;` }),
  // Packages import as in Node: the default is the whole module.
  user: packageOf(
    'user',
    { type: 'module', exports: './index.js' },
    {
      'index.js': `export const chunk = () => import('marked').then((all) => typeof all.chunk + typeof all.default.default);`,
    },
  ),
};

const NAMES = Object.keys(PACKAGES);

/** `templates/table.ts` exports `table()`. */
export const IMPORT_DOORS = {
  ...Object.assign({}, ...Object.values(PACKAGES)),
  'package.json': JSON.stringify({ type: 'module', dependencies: { lo: '1.0.0' } }),
  'templates/later.cjs': 'exports.chunk = () => 1;',
  'templates/table.ts': `${NAMES.map((name, index) => `import * as static${index} from '${name}';`).join('\n')}
const globs = import.meta.glob('./*.cjs');
const kinds = (all: any) => [typeof all.chunk, typeof all.default].join();
export const table = async () => JSON.stringify([
${NAMES.map((name, index) => `  ['${name}', kinds(static${index}), kinds(await import('${name}'))],`).join('\n')}
  ['glob', ...(await Promise.all(Object.values(globs).map(async (load) => kinds(await load()))))],
  ['required', kinds(require('lo'))],
  ['user', await static${NAMES.indexOf('user')}.chunk()],
]);`,
} as Readonly<Record<string, string>>;

const OBJECT = 'function,object';
const FUNCTION = 'function,function';
const NONE = 'function,undefined';

/** Of `table()`. */
export const IMPORTED = JSON.stringify([
  ['lo', OBJECT, OBJECT],
  ['callable', FUNCTION, FUNCTION],
  ['computed', OBJECT, OBJECT],
  ['marked', FUNCTION, FUNCTION],
  ['without-default', NONE, NONE],
  ['star', NONE, NONE],
  ['bound', OBJECT, OBJECT],
  ['user', NONE, NONE],
  ['glob', OBJECT],
  ['required', NONE],
  ['user', 'functionfunction'],
]);
