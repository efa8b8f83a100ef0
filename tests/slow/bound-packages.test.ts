/** Packages that Node has to load, because they contain native modules or read files next to their code. */
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, packageOf, page } from '../helpers/project.ts';
import { build } from '../helpers/rebuild.ts';
import { ROOT } from '../helpers/run.ts';

/** Links the native module that draws share cards into the project. */
const linkResvg = (root: string) =>
  symlink(path.join(ROOT, 'node_modules/@resvg'), path.join(root, 'node_modules/@resvg'), 'junction');

test('a native module works in `load`', async () => {
  const project = await makeProject({
    'templates/pages/index.tsx': page(
      'Home',
      '<p>{data}</p>',
      `const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>';
export const load = async () => {
  const { Resvg } = await import('@resvg/resvg-js');
  return new Resvg(svg).render().width;
};`,
    ),
  });
  await linkResvg(project.root);

  await build(project);

  expect(await project.read('out/index.html')).toContain('<p>5</p>');
});

const reading = (version: string) => ({
  'package.json': JSON.stringify({
    name: 'reading',
    version,
    exports: { require: './index.js', import: './index.mjs' },
  }),
  'index.js': `module.exports = { text: __dirname && '${version} required' };`,
  'index.mjs': `export const text = import.meta.url && '${version} imported';`,
});

const inFolder = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]));

test('finds nested packages of this kind where pnpm puts them, in the right version', async () => {
  const store = 'node_modules/.pnpm';
  const project = await makeProject({
    ...inFolder('node_modules/reading', reading('1')),
    ...inFolder(`${store}/outer@1/node_modules/outer`, {
      'package.json': JSON.stringify({
        name: 'outer',
        version: '1.0.0',
        exports: { require: './index.js', import: './index.mjs' },
      }),
      'index.mjs': `export { text } from 'reading';\nexport { default as required } from './index.js';`,
      'index.js': `module.exports = require('reading').text + ', ' + require('hidden').hidden;`,
    }),
    ...inFolder(`${store}/reading@2/node_modules/reading`, reading('2')),
    ...inFolder(`${store}/hidden@1/node_modules/hidden`, {
      'package.json': JSON.stringify({ name: 'hidden', version: '1.0.0' }),
      'index.js': `exports.hidden = __filename.endsWith('hidden/index.js');`,
    }),
    'templates/pages/index.tsx': page(
      'Home',
      '<p>{[text, required, own].join()}</p>',
      `import { text, required } from 'outer';\nimport { text as own } from 'reading';`,
    ),
  });
  const link = (target: string, name: string) =>
    symlink(path.join(project.root, store, target), path.join(project.root, name), 'junction');
  await link('outer@1/node_modules/outer', 'node_modules/outer');
  await link('reading@2/node_modules/reading', `${store}/outer@1/node_modules/reading`);
  await link('hidden@1/node_modules/hidden', `${store}/outer@1/node_modules/hidden`);

  await build(project);
  const first = await project.read('out/index.html');
  await project.write({
    [`${store}/reading@2/node_modules/reading/index.mjs`]: `export const text = import.meta.url && 'new';`,
  });
  await build(project);

  expect(first).toContain('<p>2 imported,2 required, true,1 imported</p>');
  expect(await project.read('out/index.html')).toContain('<p>new,2 required, true,1 imported</p>');
});

const requiring = (code: string) =>
  packageOf(
    'computing',
    {},
    {
      'index.js': `const isLoadedByNode = typeof module.paths === 'object';
const attempt = (load) => { try { return load(); } catch { return 'nothing'; } };
${code}
exports.isLoadedByNode = isLoadedByNode;`,
      'near.js': `module.exports = 'near';`,
    },
  );

const importing = (code: string) =>
  packageOf(
    'computing',
    { type: 'module', main: 'index.js' },
    { 'index.js': code, 'near.js': `export default 'near';` },
  );

test.each([
  [
    'a path of the site',
    requiring(`exports.load = (file) => attempt(() => require(require('path').resolve(file)));`),
    './opt.config.cjs',
    'configured,true',
  ],
  ['its own file', requiring(`exports.load = (file) => attempt(() => require(file));`), './near.js', 'near,true'],
  [
    'its own dependency',
    {
      ...requiring(`exports.load = (file) => attempt(() => module.require(file));`),
      ...inFolder('node_modules/computing', packageOf('nested', {}, { 'index.js': `module.exports = 'nested';` })),
    },
    'nested',
    'nested,true',
  ],
  [
    'its own file, as UMD does',
    requiring(
      `((factory) => factory(require, exports))((load, exported) => { exported.load = (file) => attempt(() => load(file)); });`,
    ),
    './near.js',
    'near,true',
  ],
  [
    'its own file, in a transpiled `import`',
    requiring(`exports.load = (file) => import(file).then((one) => one.default);`),
    './near.js',
    'near,true',
  ],
  [
    'its own file, as a module',
    importing(`export const load = (file) => import(file).then((one) => one.default, () => 'nothing');`),
    './near.js',
    'near,',
  ],
  [
    'nothing',
    requiring(`exports.load = () => attempt(() => typeof require) && require('./near.js');`),
    '',
    'near,false',
  ],
])('a package loads %s by a computed name', async (_what, files, file, expected) => {
  const project = await makeProject({
    ...files,
    'opt.config.cjs': `module.exports = 'configured';`,
    'templates/pages/index.tsx': page(
      'Home',
      '<p>{data}</p>',
      `import * as computing from 'computing';
export const load = async () => [await computing.load(${JSON.stringify(file)}), (computing as any).isLoadedByNode].join();`,
    ),
  });

  await build(project);

  expect(await project.read('out/index.html')).toContain(`<p>${expected}</p>`);
});
