/** Packages as published on npm, most of them written for bundlers. */
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/shared/diagnostics.ts';
import { IMPORT_DOORS, IMPORTED } from '../helpers/import-doors.ts';
import { makeProject, packageOf, page } from '../helpers/project.ts';
import { build } from '../helpers/rebuild.ts';
import { sitegen } from '../helpers/run.ts';

const TRANSPILED = `Object.defineProperty(exports, '__esModule', { value: true });\n`;

const INSTALLED = {
  ...packageOf(
    'cjs',
    {},
    {
      'index.js': 'module.exports = Object.assign(() => 1, { chunk: () => 2 });',
      'sub/path.js': 'module.exports = () => 3;',
    },
  ),
  ...packageOf('transpiled', {}, { 'index.js': `${TRANSPILED}exports.default = () => 4;` }),
  ...packageOf(
    'styled',
    { type: 'module', main: 'index.js' },
    { 'index.js': `import './look.css';\nexport const five = 5;`, 'look.css': 'p {}' },
  ),
  ...packageOf(
    'conditions',
    { exports: { browser: './browser.js', node: './node.js' } },
    { 'node.js': 'exports.where = "node";', 'browser.js': 'exports.where = "browser";' },
  ),
  ...packageOf(
    'builtin',
    {},
    {
      'index.js': `const Emitter = require('events');\nclass Own extends Emitter {}\nexports.isEmitter = new Own() instanceof Emitter;\nexports.loaded = Date.now();`,
    },
  ),
  ...packageOf(
    'bound',
    {},
    {
      'index.js': `exports.text = require('fs').readFileSync(require('path').join(__dirname, 'text.txt'), 'utf8');`,
      'text.txt': 'beside it',
    },
  ),
  ...packageOf(
    'located',
    { type: 'module', main: 'index.js' },
    {
      'index.js': `import { readFileSync } from 'node:fs';
export const located = readFileSync(new URL('./text.txt', import.meta.url), 'utf8');`,
      'text.txt': 'by its URL',
    },
  ),
  ...packageOf('external', {}, { 'index.js': `exports.isAlone = typeof module.paths;` }),
  ...packageOf(
    'counter',
    { type: 'module', main: 'index.js' },
    { 'index.js': 'let count = 0;\nexport const next = () => (count += 1);' },
  ),
  ...packageOf(
    'hooks',
    {},
    {
      'index.js': `${TRANSPILED}var React = require('react');\nexports.default = function Shown() { return React.createElement('i', null, React.useState('state')[0]); };`,
    },
  ),
};

const USING = `import cjs, { chunk } from 'cjs';
import path from 'cjs/sub/path';
import transpiled from 'transpiled';
import { five } from 'styled';
import { where } from 'conditions';
import { isEmitter, loaded } from 'builtin';
import { text } from 'bound';
import { located } from 'located';
import { isAlone } from 'external';
import Shown from 'hooks';
const all = [cjs(), chunk(), path(), transpiled(), five, where, isEmitter, typeof loaded, text, located, isAlone].join();`;

test.each([{}, { type: 'module' }])('packages are bundled with pages of a project with %j', async (description) => {
  const project = await makeProject({
    ...INSTALLED,
    'package.json': JSON.stringify(description),
    'sitegen.config.ts': `export default { external: ['external'] };`,
    'templates/pages/using.tsx': page(
      'Using',
      '<p>{all}</p><Shown /><Where />',
      `${USING}\nimport Where from '../islands/where.tsx';`,
    ),
    'templates/islands/where.tsx': `import { island } from 'sitegen';
import { where } from 'conditions';
export default island('where', () => <b>{where}</b>);`,
  });

  expect(await build(project)).toMatchObject({ added: expect.arrayContaining(['/using/']) });

  const html = await project.read('out/using/index.html');
  expect(html).toContain('<p>1,2,3,4,5,node,true,number,beside it,by its URL,object</p><i>state</i>');
  const script = (await project.list('out/assets')).find((file) => file.startsWith('islands-'));
  expect(await project.read(`out/assets/${script}`)).toContain('"browser"');
});

test('pages, their data and other packages share one copy of a package', async () => {
  const project = await makeProject({
    ...INSTALLED,
    ...packageOf('user', { type: 'module', main: 'index.js' }, { 'index.js': `export { next } from 'counter';` }),
    'templates/pages/one.tsx': page(
      'One',
      '<p>{data.join()}</p>',
      `import { next } from 'counter';
import { next as other } from 'user';
import { again } from '../again.ts';
export const load = async () => [next(), other(), again(), (await import('counter')).next()];`,
    ),
    'templates/again.ts': `export { next as again } from 'counter';`,
  });

  await build(project);

  expect(await project.read('out/one/index.html')).toContain('<p>1,2,3,4</p>');
});

test('reports package features that need JavaScript, by package and component', async () => {
  const widgets = `import { createElement as h, useEffect, useRef } from 'react';
import { jsx } from 'react/jsx-runtime';
const act = () => {};
export function Toggle() { useEffect(act); return jsx('button', { onClick: act, onKeyDown: act, ref: useRef(null), children: 'x' }); }
export function Faded() { return h('div', { style: { opacity: 0 } }, 'text'); }
export function Fine() {
  return h('div', { onMouseEnter: act }, h('a', { href: '/', onClick: act }, 'link'), h('input', { onChange: act }),
    h('button', { type: 'submit', onClick: act }, 'send'), h('details', null, h('summary', { onClick: act }, 'more')));
}`;
  const project = await makeProject({
    ...packageOf('widgets', { type: 'module', main: 'index.js' }, { 'index.js': widgets }),
    'templates/pages/one.tsx': page(
      'One',
      '<Toggle /><Toggle /><Faded /><Fine />',
      `import { Faded, Fine, Toggle } from 'widgets';`,
    ),
  });

  const { stdout } = await sitegen(project.root, 'check', '--json');

  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  expect(
    diagnostics.map(({ code, place, message }) => [code, place?.file, /^<\w+> of "\w+"/.exec(message)?.[0]]),
  ).toEqual([
    ['handler-lost', 'templates/pages/one.tsx', '<Toggle> of "widgets"'],
    ['handler-lost', 'templates/pages/one.tsx', '<Toggle> of "widgets"'], // both places
    ['content-lost', 'templates/pages/one.tsx', '<Faded> of "widgets"'],
  ]);
});

test('effects of packages are reported once for each package and page, by the package of the component', async () => {
  const hooks = `import { useEffect, useInsertionEffect } from 'react';
export const useLater = (effect) => { useEffect(effect); useInsertionEffect(effect); };`;
  const avatar = `import { createElement as h, useLayoutEffect, useState } from 'react';
import { useLater } from 'hooks';
export function Avatar() { const [shown, show] = useState(false); useLater(() => show(true)); return shown ? h('img', { src: '/a.png' }) : 'DV'; }
export function Badge() { useLayoutEffect(() => {}); return 'badge'; }`;
  const project = await makeProject({
    ...packageOf('hooks', { type: 'module', main: 'index.js' }, { 'index.js': hooks }),
    ...packageOf('avatar', { type: 'module', main: 'index.js' }, { 'index.js': avatar }),
    'templates/islands/badge.tsx': `import { island } from 'sitegen';
import { Badge } from 'avatar';
export default island('badge', Badge);`,
    'templates/pages/one.tsx': page(
      'One',
      '<p>{[1, 2, 3].map((n) => <Avatar key={n} />)}</p>',
      `import { Avatar } from 'avatar';`,
    ),
    'templates/pages/two.tsx': page(
      'Two',
      '<Own />',
      `import { useLater } from 'hooks';\nconst Own = () => { useLater(() => {}); return <p>own</p>; };`,
    ),
    'templates/pages/three.tsx': page('Three', '<Badge />', `import Badge from '../islands/badge.tsx';`),
  });

  const { code, stdout } = await sitegen(project.root, 'check', '--json');

  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  expect(code).toBe(0);
  expect(diagnostics.map((one) => [one.severity, one.code, one.place?.file, one.message.split(' ')[0]])).toEqual([
    ['warning', 'effect-lost', 'templates/pages/one.tsx', '"avatar"'],
    ['warning', 'effect-lost', 'templates/pages/two.tsx', 'Own'],
    ['warning', 'effect-lost', 'templates/pages/two.tsx', 'Own'],
  ]);
});

test.each([
  ['a package that is not installed', `import x from 'gone';`, 'gone', 'compile-failed', 1],
  ['a name that it does not export', `\nimport { gone } from 'counter';`, 'gone', 'compile-failed', 2],
  ['a component that is undefined', `import cjs from 'cjs'; const Gone = cjs.Gone;`, '<Gone />', 'page-failed', 5],
  ['a browser global', `\nconst width = () => window.innerWidth;`, 'width()', 'page-failed', 2],
])('%s is reported with file and advice', async (_what, before, use, code, line) => {
  const body = use.startsWith('<') ? use : `{String(${use === 'gone' && before.includes('x from') ? 'x' : use})}`;
  const project = await makeProject({ ...INSTALLED, 'templates/pages/one.tsx': page('One', body, before) });

  const { stdout } = await sitegen(project.root, 'check', '--json');

  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  const place = { file: 'templates/pages/one.tsx', ...(line !== undefined && { line }) };
  expect(diagnostics).toMatchObject([{ code, place, hint: expect.stringMatching(/\S/) }]);
});

test('check reports names that a module does not export: of sitegen, React, Node and packages', async () => {
  const importing = (names: string, from: string) => page(from, '{String(gone)}', `\nimport ${names} from '${from}';`);
  const project = await makeProject({
    ...INSTALLED,
    'sitegen.config.ts': `export default { external: ['external'] };`,
    'templates/pages/a.tsx': importing('{ hreff as gone }', 'sitegen'),
    'templates/pages/b.tsx': importing('gone', 'sitegen'),
    'templates/pages/c.tsx': importing('{ useStat as gone }', 'react'),
    'templates/pages/d.tsx': importing('{ readFil as gone }', 'node:fs'),
    'templates/pages/e.tsx': importing('{ joined as gone }', 'path'),
    'templates/pages/f.tsx': importing('{ four as gone }', 'styled'),
    'templates/again.ts': `export { hreff as gone } from 'sitegen';`,
    'templates/pages/g.tsx': importing('{ gone }', '../again.ts'),
    'templates/pages/fine.tsx': page(
      'Fine',
      '<Late /><p>{[href, React.useId, all.useId, useId, fs.existsSync, existsSync, join].map((one) => typeof one).join()}</p>',
      `import React, { useId } from 'react'; import * as all from 'react'; import fs, { existsSync } from 'fs';
import { join } from 'node:path/posix'; import { href, type ShellProps } from 'sitegen';
const { Fragment: Late } = await import('react');`,
    ),
  });

  const failed = await sitegen(project.root, 'check', '--json');
  const { diagnostics } = JSON.parse(failed.stdout) as { diagnostics: Diagnostic[] };
  expect(diagnostics.map(({ code, place }) => `${code} ${place?.file}:${place?.line}`).toSorted()).toEqual(
    'abcdef'.split('').map((name) => `compile-failed templates/pages/${name}.tsx:2`),
  );
  expect(diagnostics.map(({ message }) => message).join()).not.toMatch(/file:|known-exports/);
  expect(diagnostics.find(({ place }) => place?.file.endsWith('c.tsx'))?.hint).toContain('"useState"');

  for (const name of 'abcdef') await project.remove(`templates/pages/${name}.tsx`);
  await project.write({
    'templates/pages/a.tsx': importing('{ gone }', 'external'),
    'templates/pages/b.tsx': importing('{ gone }', 'react-dom'),
  });
  const loaded = await sitegen(project.root, 'check', '--json');
  expect((JSON.parse(loaded.stdout) as { diagnostics: Diagnostic[] }).diagnostics).toMatchObject([
    { code: 'page-failed', place: { file: 'templates/pages/a.tsx' }, message: /"external" has no export "gone"/ },
    { code: 'page-failed', place: { file: 'templates/pages/b.tsx' }, message: /"react-dom" has no export "gone"/ },
    { code: 'page-failed', place: { file: 'templates/pages/g.tsx', line: 6 } }, // in TypeScript it could be a type
  ]);
  for (const name of 'abg') await project.remove(`templates/pages/${name}.tsx`);
  await build(project);
  expect(await project.read('out/fine/index.html')).toContain(`<p>${Array(7).fill('function').join()}</p>`);
});

test('check names packages that cannot be bundled and components that cannot be rendered, without follow-up errors', async () => {
  const project = await makeProject({
    ...packageOf(
      'finding',
      {},
      { 'index.js': `exports.found = require('fs').existsSync(require.resolve('./x.js'));`, 'x.js': '' },
    ),
    ...packageOf('using', { type: 'module', main: 'index.js' }, { 'index.js': `export { found } from 'finding';` }),
    ...packageOf('computing', {}, { 'index.js': 'exports.load = (name) => require(name);' }),
    'templates/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'templates/late.tsx': 'export default () => <b>late</b>;',
    'templates/pages/index.tsx': page(
      'Home',
      '{String(found)}<a href="/posts/one/">1</a><a href="/posts/two/#x">2</a><a href="/render/">3</a><a href="/gone/">4</a>',
      `import { found } from 'using';`,
    ),
    'templates/pages/posts/[slug].tsx': page(
      'Post',
      '',
      `\nimport { load } from 'computing';\nexport const paths = () => load('x');`,
    ),
    'templates/pages/render.tsx': page('Render', '{load("x")}', `import { load } from 'computing';`),
    'templates/pages/icon.tsx': page('Icon', '<Dot />', `import Dot from '../dot.svg';`),
    'templates/pages/tag.tsx': page('Tag', '<Tag />', `const Tag: any = 'not a tag';`),
    'templates/pages/lazy.tsx': page(
      'Lazy',
      '<Late />',
      `import { lazy } from 'react';\nconst Late = lazy(() => import('../late.tsx'));`,
    ),
    'templates/pages/suspense.tsx': page(
      'Suspense',
      '<React.Suspense fallback="wait"><Late /></React.Suspense>',
      `import React from 'react';\nconst Late = React.lazy(() => import('../late.tsx'));`,
    ),
  });

  const { stdout } = await sitegen(project.root, 'check', '--json');

  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  expect(diagnostics.map(({ code, place }) => `${code} ${place?.file.slice(16)}:${place?.line}`).toSorted()).toEqual([
    'link-broken index.tsx:5',
    'page-failed icon.tsx:5',
    'page-failed lazy.tsx:6',
    'page-failed render.tsx:5',
    'page-failed suspense.tsx:6',
    'page-failed tag.tsx:5',
    'paths-failed posts/[slug].tsx:3',
  ]);
  const using = diagnostics.filter(({ place }) => /render|slug/.test(String(place?.file)));
  expect(using.map(({ message }) => message.includes("Cannot find module 'x'"))).toEqual([true, true]);
  expect(diagnostics.find(({ code }) => code === 'link-broken')?.message).toContain('"/gone/"');
});

test('an error in a package names the line of the site that leads there, through other packages', async () => {
  const project = await makeProject({
    ...packageOf('outer', {}, { 'index.js': `exports.text = require('inner').text;` }),
    ...packageOf('inner', {}, { 'index.js': `exports.text = ;\n` }),
    ...packageOf('lacking', {}, { 'index.js': `require('gone');` }),
    'lib/text.ts': `\nexport { text } from 'outer';\nimport 'lacking';`,
    'templates/pages/index.tsx': page('Home', '{text}', `import { text } from '../../lib/text.ts';`),
  });

  const { stderr } = await sitegen(project.root, 'build');

  expect(stderr).toMatch(/ node_modules\/inner\/index\.js:1:16\n(?: .*\n)+ {2}at outer \(lib\/text\.ts:2:22\)\n/);
  expect(stderr).toMatch(/ node_modules\/lacking\/index\.js:1:9\n(?: .*\n)+ {2}at lacking \(lib\/text\.ts:3:8\)\n/);
});

test('a dynamic import of CommonJS is what the static one is, in pages, MDX and file functions', async () => {
  const project = await makeProject({
    ...IMPORT_DOORS,
    'templates/pages/index.tsx': page(
      'Home',
      '<p>{data}</p>',
      `import { table } from '../table.ts';\nexport const load = table;`,
    ),
    'templates/pages/mdx.mdx': `import { table } from '../table.ts'
export const meta = { title: 'MDX', description: 'About MDX.' }

# MDX

{await table()}`,
    'templates/files/table.json.ts': `export { table as default } from '../table.ts';`,
  });

  await build(project);

  const asText = (html: string) => html.replaceAll('&quot;', '"');
  expect(asText(await project.read('out/index.html'))).toContain(IMPORTED);
  expect(asText(await project.read('out/mdx/index.html'))).toContain(IMPORTED);
  expect(await project.read('out/table.json')).toBe(IMPORTED);
});
