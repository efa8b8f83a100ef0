import { expect, onTestFinished, test } from 'vitest';
import type { Diagnostic } from '../../src/shared/diagnostics.ts';
import { collectMessages, useBrowser } from '../helpers/browser.ts';
import { openIslands } from '../helpers/islands.ts';
import { makeProject, packageOf, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';
import { startServe } from '../helpers/serve.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';

const browser = useBrowser();

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>';

test.each(RUNTIMES)('an island on %s starts workers that are modules or classic scripts', async (runtime) => {
  // Served, because a browser does not pass on the requests of a worker's worker to a test.
  const project = await makeProject({
    'sitegen.config.ts': `export default { islands: { runtime: '${runtime}', split: true } };`,
    'templates/islands/threads.tsx': `import { useEffect, useState } from 'react';
import { island } from 'sitegen';
const options = { type: 'module' } as const;
const start = [
  () => new Worker(new URL('../work/module.ts', import.meta.url), { name: 'a, {type: "classic"}', 'type': \`module\` } as WorkerOptions),
  () => new SharedWorker(new URL('../work/shared.ts', import.meta.url), {
    // The type
    type: 'module',
    name: 's',
  }).port,
  () => new Worker(new URL('../work/classic.ts', import.meta.url)),
  () => new Worker(new URL('../work/classic.ts', import.meta.url), { name: '{ type: "module" }' }),
  () => new Worker(new URL('../work/classic.ts', import.meta.url), options),
];
function Threads() {
  const [all, set] = useState<string[]>([]);
  useEffect(() => start.forEach((one) => (one().onmessage = ({ data }) => set((known) => [...known, data].sort()))), []);
  return <p title={String(all.length)}>{all.join()}</p>;
}
export default island('threads', Threads);`,
    'templates/pages/index.tsx': page('Home', '<Threads />', `import Threads from '../islands/threads.tsx';`),
    // With the policy for workers that docs/islands.md names.
    'templates/shell.tsx': `export default ({ meta, script, children }: any) => <html lang="en"><head><meta httpEquiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'" /><title lang="en">{meta.title}</title>
<meta name="description" content={meta.description} /><script type="module" src={script} /></head><body>{children}</body></html>;`,
    'templates/rows.csv': 'a;b',
    'templates/dot.svg': SVG,
    'templates/work/late.ts': `export const late: string = await Promise.resolve('late');`,
    'templates/work/module.ts': `import dot from '../dot.svg?url';
import { late } from './late.ts';
const rows = await (await fetch(new URL('../rows.csv', import.meta.url))).text();
const { late: again } = await import('./late.ts');
const inner = new Worker(new URL('./inner.ts', import.meta.url), { type: 'module' });
inner.onmessage = ({ data }) => postMessage(['module', late, rows, again, data, dot.replace(/-\\w+/, '')].join(' '));`,
    'templates/work/inner.ts': `postMessage(await Promise.resolve('inner'));`,
    'templates/work/shared.ts': `const ready = await Promise.resolve('shared');
(self as any).onconnect = ({ ports: [port] }: any) => port.postMessage(ready);`,
    'templates/work/classic.ts': `(async () => postMessage('classic ' + typeof importScripts + ' ' + (await import('./plain.ts')).plain))();`,
    'templates/work/plain.ts': `export const plain = 'plain';`,
  });
  const server = await startServe(project.root, '--no-watch', '--base', '/docs/');
  const tab = await browser().newPage();
  onTestFinished(async () => {
    await tab.close();
    await server.stop();
  });
  const messages = collectMessages(tab);

  await tab.goto(server.url);
  await tab.locator('p[title="5"]').waitFor();

  expect(await tab.locator('p[title]').textContent()).toBe(
    `${'classic function plain,'.repeat(3)}module late a;b late inner /docs/assets/dot.svg,shared`,
  );
  expect(messages).toEqual([]);
});

const ENGINE = {
  ...packageOf(
    'engine',
    { type: 'module', main: 'index.js' },
    {
      // As written by Emscripten.
      'index.js': `var _scriptName = import.meta.url;
const isWorker = typeof WorkerGlobalScope !== 'undefined';
const bin = async () => (await fetch(new URL("engine.bin", import.meta.url).href)).text();
if (isWorker) bin().then((text) => postMessage('thread ' + text));
export const load = async () => [
  await bin(),
  await new Promise((resolve) => {
    const worker = new Worker(/* webpackChunkName: "w" */ new URL(\`./w.js\`, import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => resolve(data);
  }),
  await new Promise((resolve) => {
    new Worker(new URL("index.js", import.meta.url), { type: "module" }).onmessage = ({ data }) => resolve(data);
  }),
  (await import(/* @vite-ignore */ new URL('./late.js', import.meta.url).href)).late,
].join();`,
      'w.js': `import late from './late.js';
import transpiled from 'transpiled';
import { mark } from './look.module.css';
fetch(new URL('./engine.bin?v=2', import.meta.url)).then((response) => response.text()).then((text) => postMessage([late, transpiled.default(), typeof mark, text].join(' ')));`,
      'late.js': `export const late = 'late'; export default 'default';`,
      'look.module.css': '.mark { color: red }',
      'engine.bin': 'binary',
    },
  ),
  ...packageOf(
    'transpiled',
    {},
    {
      'index.js': `Object.defineProperty(exports, '__esModule', { value: true }); exports.default = () => 'transpiled';`,
    },
  ),
};

test.each(RUNTIMES)('an island on %s, and its packages, can refer to files in every spelling', async (runtime) => {
  const { tab, hydrate, messages } = await openIslands(browser(), {
    runtime,
    islands: {
      files: `import { load } from 'engine';
// new URL('./gone.svg', import.meta.url)
const code = "new Worker(new URL('./gone.ts', import.meta.url))";
const images = [
  new URL('../dot.svg?v=1#a', import.meta.url), new URL(\`../a b.svg\`, import.meta.url),
  new URL('../a%20b.svg', import.meta.url,), new URL('near.svg', import.meta.url), new URL('https://example.org/x.svg', import.meta.url),
];
function Files() {
  const [text, set] = useState('');
  useEffect(() => void load().then(set), []);
  return <><i>{text}</i><b title={code} /><code title={images.map(String).join(' ')}>{text && images.map(String).join(' ')}</code></>;
}`,
    },
    body: '<Files />',
    more: {
      ...ENGINE,
      'package.json': '{ "type": "module" }',
      'templates/shell.tsx': `export default ({ meta, script, children }: any) => <html lang="en"><head><title lang="en">{meta.title}</title>
<meta name="description" content={meta.description} /><script type="module" src={script} /></head><body>{children}</body></html>;`,
      'templates/dot.svg': SVG,
      'templates/a b.svg': SVG,
      'templates/islands/near.svg': SVG,
    },
  });
  const html = await tab.locator('code').getAttribute('title');

  await hydrate();
  await tab.locator('i', { hasText: 'binary' }).waitFor();

  expect(await tab.locator('i').textContent()).toBe('binary,default transpiled string binary,thread binary,late');
  const addresses = (await tab.locator('code').textContent())?.split(' ') ?? [];
  expect(
    addresses.map((address) => address.replace(/^https?:\/\/[^/]+(?=\/assets)/, '').replace(/-\w{8}\./, '.')),
  ).toEqual([
    '/assets/dot.svg?v=1#a',
    '/assets/a-b.svg',
    '/assets/a-b.svg',
    '/assets/near.svg',
    'https://example.org/x.svg',
  ]);
  expect(messages).toEqual([]);
  expect(html).toMatch(
    /^\/assets\/dot-\w{8}\.svg\?v=1#a \/assets\/a-b-\w{8}\.svg \/assets\/a-b-\w{8}\.svg \/assets\/near-/,
  );
});

test('check reports relative addresses in browser code without a file', async () => {
  const islands = {
    missing: `new URL('gone.bin', import.meta.url)`,
    folder: `new URL('../pages/', import.meta.url)`,
    computed: 'new URL(`./${name}.svg`, import.meta.url)',
    other: `fetch(import.meta.url.replace('a', 'b'))`,
    resolved: `import.meta.resolve('./x.svg')`,
    worker: `new Worker(new URL('../work.ts', import.meta.url))`,
    waiting: `new Worker(new URL('../wait.ts', import.meta.url), options)`,
    variable: 'String(here)',
    circle: `new Worker(new URL('../one.ts', import.meta.url))`,
    lost: `String(lost)`,
    computing: `String(computing)`,
  };
  const project = await makeProject({
    ...Object.fromEntries(
      Object.entries(islands).map(([name, use]) => [
        `templates/islands/${name}.tsx`,
        `import { island } from 'sitegen';
import { lost, computing } from 'loose';
const name = 'x', options: WorkerOptions = { type: 'module' };${name === 'variable' ? ' const here = import.meta.url;' : ''}
export default island('${name}', () => <b onClick={() => ${use}}>x</b>);`,
      ]),
    ),
    ...packageOf(
      'loose',
      { type: 'module', main: 'index.js', sideEffects: false },
      {
        'index.js': `export { lost } from './lost.js';\nexport { computing } from './computing.js';`,
        'lost.js': `export const lost = () => new URL('./gone.wasm', import.meta.url);`,
        'computing.js': `export const computing = (name) =>\n  new URL(name, import.meta.url);`,
      },
    ),
    'templates/work.ts': `import './gone.ts';\nimport './one.ts';`,
    'templates/wait.ts': `export {};\nawait 1;`,
    'templates/one.ts': `new Worker(new URL('./two.ts', import.meta.url));`,
    'templates/two.ts': `new Worker(new URL('./one.ts', import.meta.url));`,
    'templates/pages/index.tsx': page(
      'Home',
      '',
      Object.keys(islands)
        .map((name) => `import ${name}Island from '../islands/${name}.tsx';\nconsole.log(${name}Island);`)
        .join('\n'),
    ),
  });

  const problems = async () => {
    const { stdout } = await sitegen(project.root, 'check', '--json');
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
    return diagnostics
      .filter(({ code }) => /^(?:compile-|file-extension)/.test(code))
      .map(({ severity, place, hint }) => `${severity} ${place?.file}:${place?.line} ${hint !== undefined}`)
      .toSorted();
  };
  expect(await problems()).toEqual([
    'error templates/islands/computed.tsx:4 true',
    'error templates/islands/folder.tsx:4 true',
    'error templates/islands/missing.tsx:4 true',
    'error templates/islands/other.tsx:4 true',
    'error templates/islands/resolved.tsx:4 true',
    'error templates/islands/variable.tsx:3 true',
    'error templates/one.ts:1 true',
    'error templates/two.ts:1 true',
    'error templates/wait.ts:2 false',
    'error templates/work.ts:1 false',
  ]);
  await project.write({
    'templates/pages/index.tsx': page('Home', '', `import '../islands/lost.tsx'; import '../islands/computing.tsx';`),
  });
  expect(await problems()).toEqual([
    'warning node_modules/loose/computing.js:2 true',
    'warning node_modules/loose/lost.js:1 true',
  ]);
});

test('a page gets addresses for images, and readable paths for other files', async () => {
  const files = {
    'templates/dot.svg': SVG,
    'templates/rows.csv': 'a,b',
    'templates/pages/index.tsx': page(
      'Home',
      '<img src={dot.pathname} alt={rows} /><img src={`${dot}`} alt="" />',
      `import { readFileSync } from 'node:fs';
const dot = new URL('../dot.svg', import.meta.url);
const rows = readFileSync(new URL("../rows.csv", import.meta.url), 'utf8');`,
    ),
  };
  const project = await makeProject(files);

  const { code } = await sitegen(project.root, 'build', '--base', '/docs/');

  const html = await project.read('out/index.html');
  expect(code).toBe(0);
  expect(html.match(/src="\/docs\/assets\/dot-\w+\.svg"/g)).toHaveLength(2);
  expect(html).toContain('alt="a,b"');
  expect(await project.list('out/assets')).toHaveLength(1);

  await project.write({
    'templates/pages/index.tsx': page('Home', '<a href={new URL("../rows.csv", import.meta.url).href}>rows</a>'),
    'templates/pages/gone.tsx': page('Gone', '', `\nexport const gone = new URL('./gone.png', import.meta.url);`),
    'templates/pages/half.tsx': 'export default () => <p>',
  });
  const local = await sitegen(project.root, 'build', '--json');
  await project.remove('templates/pages/gone.tsx');
  await project.remove('templates/pages/half.tsx');
  const published = await sitegen(project.root, 'build', '--json');

  expect(JSON.parse(local.stdout)).toMatchObject({
    diagnostics: [
      { code: 'compile-failed', place: { file: 'templates/pages/gone.tsx', line: 2 } },
      { code: 'compile-failed', place: { file: 'templates/pages/half.tsx' } },
    ],
  });
  expect(JSON.parse(published.stdout)).toMatchObject({ diagnostics: [{ code: 'asset-missing' }] });
  expect(published.stdout).not.toContain('"ok": true');
});
