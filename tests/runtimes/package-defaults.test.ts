/** An import of a CommonJS package is the same in Node and in the browser. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { IMPORT_DOORS, IMPORTED } from '../helpers/import-doors.ts';
import { openIslands } from '../helpers/islands.ts';
import { makeProject, packageOf, page, serveProject } from '../helpers/project.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';

const browser = useBrowser();

const TRANSPILED = `Object.defineProperty(exports, '__esModule', { value: true });\n`;

const compiled = (text: string, before = '') =>
  `${TRANSPILED}${before}exports.default = () => '${text}'; exports.named = 'n';`;

const PACKAGES = {
  ...packageOf('transpiled', {}, { 'index.js': compiled('transpiled') }),
  ...packageOf('entry', {}, { 'index.js': `module.exports = require('./dist/x.js');`, 'dist/x.js': compiled('entry') }),
  ...packageOf('plain', {}, { 'index.js': `module.exports = () => 'plain';` }),
  ...packageOf(
    'dual',
    { main: 'index.js', module: 'index.mjs' },
    { 'index.js': compiled('dual'), 'index.mjs': `export default () => 'dual';` },
  ),
  ...packageOf(
    'listed',
    {},
    { 'index.js': `module.exports = require('./dist/x.js');`, 'dist/x.js': compiled('listed') },
  ),
  ...packageOf('bound', {}, { 'index.js': compiled('bound', 'exports.folder = typeof __dirname;') }),
  ...packageOf(
    'wrapped',
    { exports: { import: './index.mjs', require: './index.js' } },
    { 'index.js': compiled('wrapped'), 'index.mjs': `export { default, named } from './index.js';` },
  ),
  ...packageOf(
    'commonjs-user',
    {},
    {
      'index.js': `${TRANSPILED}const t = require('transpiled'); exports.default = () => 'user of ' + t.default();`,
    },
  ),
};

const ISLAND = `import transpiled, { named } from 'transpiled';
import * as all from 'transpiled';
import entry from 'entry';
import plain from 'plain';
import dual from 'dual';
import listed, { named as other } from 'listed';
import bound from 'bound';
import wrapped from 'wrapped';
import user from 'commonjs-user';
import local from '../local.cjs';
export { default as again } from 'transpiled';
const text = [transpiled(), named, all.default(), entry(), plain(), dual(), listed(), other, bound(), wrapped.default(), user(), local()].join();
function Defaults() {
  const [late, set] = useState('');
  useEffect(() => void import('transpiled').then((module) => set(module.default())), []);
  return <><i>{text}</i><b>{late}</b></>;
}`;

const TABLE = `import { table } from '../table.ts';
function Table() {
  const [text, set] = useState('');
  useEffect(() => void table().then(set, (failure) => set(String(failure))), []);
  return <i>{text}</i>;
}`;

describe.each(RUNTIMES)('on %s', (runtime) => {
  test('an island gets the same default imports as its HTML', async () => {
    const { tab, hydrate, messages } = await openIslands(browser(), {
      runtime,
      islands: { defaults: ISLAND },
      body: '<Defaults />',
      more: {
        ...PACKAGES,
        'package.json': '{ "type": "module" }',
        'sitegen.config.ts': `export default { external: ['listed'], islands: { runtime: '${runtime}' } };`,
        'templates/local.cjs': compiled('local'),
      },
    });
    const text = 'transpiled,n,transpiled,entry,plain,dual,listed,n,bound,wrapped,user of transpiled,local';
    expect(await tab.locator('i').textContent()).toBe(text);

    await hydrate();
    await tab.locator('b', { hasText: 'transpiled' }).waitFor();

    expect(await tab.locator('i').textContent()).toBe(text);
    expect(messages).toEqual([]);
  });

  test.each([true, false])('a dynamic import is what the static one is with `split: %s`', async (split) => {
    const { tab, hydrate, messages } = await openIslands(browser(), {
      runtime,
      islands: { table: TABLE },
      body: '<Table />',
      more: {
        ...IMPORT_DOORS,
        'sitegen.config.ts': `export default { islands: { runtime: '${runtime}', split: ${split} } };`,
      },
    });

    await hydrate();

    await tab.locator('i:not(:empty)').waitFor();
    expect(await tab.locator('i').textContent()).toBe(IMPORTED);
    expect(messages).toEqual([]);
  });
});

test('serve imports it as the site does', async () => {
  const project = await makeProject({
    ...IMPORT_DOORS,
    'templates/islands/table.tsx': `import { useEffect, useState } from 'react';
import { island } from 'sitegen';
${TABLE}
export default island('table', Table);`,
    'templates/pages/index.tsx': page('Home', '<Table />', `import Table from '../islands/table.tsx';`),
  });
  const server = await serveProject(project);
  const tab = await browser().newPage();
  onTestFinished(() => tab.close());

  await tab.goto(server.url);

  await tab.locator('i:not(:empty)').waitFor();
  expect(await tab.locator('i').textContent()).toBe(IMPORTED);
});
