import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegenProcess } from '../helpers/run.ts';

const PAGE = 'templates/pages/x.tsx';
const LIST = 'templates/pages/[n].tsx';
const ISLAND = 'templates/islands/unused.tsx';
const NEVER = 'await new Promise(() => {});';
const FS = `import fs from 'node:fs'; import { readFile } from 'node:fs/promises';`;

const inShell = (code: string) => `${code}
export default ({ meta, children }: any) => <html lang="en"><head><title>{meta.title}</title></head><body>{children}</body></html>;`;
const inMeta = (code: string) => `export const meta = () => { ${code} }; export default () => <main><h1>x</h1></main>;`;
const inIsland = (code: string) => `import { island } from 'sitegen'; ${code}
export default island('unused', () => <button onClick={() => {}}>x</button>);`;
const inPaths = (paths: string) => `export ${paths}
export const meta = ({ params }: any) => ({ title: params.n, description: 'About ' + params.n });
export default ({ params }: any) => <main><h1>{params.n}</h1></main>;`;
const inLoad = (code: string) => page('X', '', `${FS} export const load = async () => { ${code} };`);
const FILL_SLOWLY =
  'const all: any[] = []; for (;;) { all.push(Buffer.alloc(1e6, 1)); await new Promise(setImmediate); }';
const FILL = 'const all: any[] = []; for (;;) all.push(Buffer.alloc(1e6, 1));';

const limits = (seconds: number) => `export default { limits: { seconds: ${seconds}, memory: 100 } };`;
const CONFIG = limits(2);

/** A file with 12 pages, one of which runs this code. */
const list = (
  what: string,
) => `export const paths = Array.from({ length: 12 }, (_, n) => ({ params: { n: String(n) } }));
export const meta = ({ params }: any) => ({ title: params.n, description: 'About ' + params.n });
const Self = (): any => <p><Self /></p>;
export default ({ params }: any) => { if (params.n === '7') { ${what} } return <main><h1>{params.n}</h1></main>; };`;

test.each([
  ['never returns', 'for (;;);', 'page-too-slow', '2 seconds', 2],
  ['exceeds the memory limit', 'const a = []; for (;;) a.push({ n: a.length });', 'page-too-large', '100 MB', 30],
  ['contains itself', 'return <Self />;', 'page-too-large', '100 MB', 30],
  ['exits the process', 'process.exit(0);', 'thread-ended', 'code 0', 30],
])('only a page that %s is reported', async (_what, code, kind, detail, seconds) => {
  const project = await makeProject({
    'sitegen.config.ts': limits(seconds),
    'templates/pages/list/[n].tsx': list(code),
  });

  const { code: exit, stderr } = await sitegenProcess(project.root, 'build');

  expect(exit).toBe(1);
  expect(stderr).toContain(kind);
  expect(stderr).toContain(detail);
  expect(stderr).toContain('On /list/7/.');
  expect(stderr).toContain('1 error; ');
});

test('pages whose data never arrives are named', async () => {
  const load = `export const load = ({ params }: any) => (params.n === '3' || params.n === '5' ? new Promise(() => {}) : 1);`;
  const pages = 'export const paths = Array.from({ length: 20 }, (_, n) => ({ params: { n: String(n) } }));';
  const project = await makeProject({
    'sitegen.config.ts': CONFIG,
    'templates/pages/[n].tsx': page('Waiting', '', `${load}\n${pages}`),
  });

  const { code, stderr } = await sitegenProcess(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('Its data did not arrive within 2 seconds (`limits.seconds` in the config).');
  expect(stderr).toContain('On /3/ and 1 more page.');
});

test.each([
  ['loops', 'for (;;);', 'page-too-slow'],
  ['exits', 'process.exit(0);', 'thread-ended'],
])('a page that %s after an `await` is found among those that were under way', async (_what, what, code) => {
  const load = `export const load = async ({ params }: any) => { await null; if (params.n === '250') { ${what} } };`;
  const pages = 'export const paths = Array.from({ length: 300 }, (_, n) => ({ params: { n: String(n) } }));';
  const project = await makeProject({
    'sitegen.config.ts': CONFIG,
    'templates/pages/[n].tsx': page('Waiting', '', `${load}\n${pages}`),
  });

  const { code: exit, stderr } = await sitegenProcess(project.root, 'build');

  expect(exit).toBe(1);
  expect(stderr).toContain(`error ${code}  templates/pages/[n].tsx`);
  expect(stderr).toContain('On /250/.');
});

test("skips the rest of a file's pages when many of them end their worker", async () => {
  const project = await makeProject({
    'sitegen.config.ts': CONFIG,
    'templates/pages/list/[n].tsx': list('').replace("if (params.n === '7')", 'process.exit(3);'),
  });

  const { code, stderr } = await sitegenProcess(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('page-not-tried');
  expect(stderr).toMatch(/On \/list\/\d+\/ and 8 more pages/);
});

test('replaces a worker that retains memory before it reaches its limit', async () => {
  const project = await makeProject({
    'sitegen.config.ts': limits(30),
    'templates/pages/list/[n].tsx': `const kept: unknown[] = [];
export const paths = Array.from({ length: 1000 }, (_, n) => ({ params: { n: String(n) } }));
export const meta = ({ params }: any) => ({ title: params.n, description: 'About ' + params.n });
export default ({ params }: any) => {
  kept.push(Array.from({ length: 15_000 }, (_, n) => n + 0.5));
  return <main><h1>{params.n}</h1></main>;
};`,
  });

  const { code, stderr } = await sitegenProcess(project.root, 'build', '--workers', '1');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test.each([
  ['a page whose module never returns', PAGE, page('X', '', 'for (;;);'), 'page-too-slow'],
  ['a page whose module is never loaded', PAGE, page('X', '', NEVER), 'page-failed'],
  ['a page whose module fills the memory', PAGE, page('X', '', FILL), 'page-too-large'],
  ['a page whose module exits', PAGE, page('X', '', 'process.exit(0);'), 'thread-ended'],
  ['`meta` that never returns', PAGE, inMeta('for (;;);'), 'page-too-slow'],
  ['a page that fills buffers', PAGE, page('X', `{(() => { ${FILL} })()}`), 'page-too-large'],
  ['a `load` that fills buffers', PAGE, inLoad(FILL_SLOWLY), 'page-too-large'],
  ['`paths` that never return', LIST, inPaths('const paths = () => { for (;;); };'), 'paths-failed'],
  ['`paths` that never resolve', LIST, inPaths('const paths = () => new Promise(() => {});'), 'paths-failed'],
  ['`paths` that never yield', LIST, inPaths('function* paths() { for (;;); }'), 'paths-failed'],
  [
    '`paths` that stop',
    LIST,
    inPaths(`async function* paths() { yield { params: { n: '1' } }; ${NEVER} }`),
    'paths-failed',
  ],
  [
    '`paths` that repeat one page',
    LIST,
    inPaths(`function* paths() { for (;;) yield { params: { n: '1' } }; }`),
    'output-clash',
  ],
  ['`paths` that exit', LIST, inPaths('const paths = () => process.exit(0);'), 'paths-failed'],
  ['an unused island that is never loaded', ISLAND, inIsland(NEVER), 'page-failed'],
  ['an unused island that never returns', ISLAND, inIsland('for (;;);'), 'page-too-slow'],
])('%s is named, and the rest of the site is checked', async (_what, file, source, code) => {
  const project = await makeProject({
    'sitegen.config.ts': code === 'page-too-large' ? limits(20) : CONFIG,
    'templates/pages/other.tsx': page('Other', '<a href="/no/where/">nowhere</a>'),
    [file]: source,
  });

  const { code: exit, stdout } = await sitegenProcess(project.root, 'build', '--json');

  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; place: { file: string } }[] };
  const found = diagnostics.filter((one) => one.code !== 'island-unused').map((one) => `${one.code} ${one.place.file}`);
  expect({ exit, found: found.toSorted() }).toEqual({
    exit: 1,
    found: [`${code} ${file}`, 'link-broken templates/pages/other.tsx'].toSorted(),
  });
  expect(await project.list('out')).toEqual([]);
});

test.skipIf(process.platform === 'win32').each([
  ['reads a pipe', `return String(fs.readFileSync('pipe'));`, 'page-too-slow'],
  ['reads stdin', 'return String(fs.readFileSync(0));', 'page-too-slow'],
  ['waits for a pipe', `return readFile('pipe', 'utf8');`, 'page-failed'],
])('a page that %s is reported before the process, which could not exit, ends itself', async (_what, load, code) => {
  const other = page('Other', '');
  const project = await makeProject({ 'sitegen.config.ts': CONFIG, 'templates/pages/other.tsx': other });
  execFileSync('mkfifo', [path.join(project.root, 'pipe')]);
  await sitegenProcess(project.root, 'build');
  const published = await project.list('out');
  await project.write({ [PAGE]: inLoad(load) });

  const { code: exit, stderr } = await sitegenProcess(project.root, 'build');

  expect(exit).toBe(null);
  expect(stderr).toContain(`error ${code}  ${PAGE}`);
  expect(stderr).toContain('1 error; out was not changed.');
  expect(await project.list('out')).toEqual(published);
});

test.each([
  ['never returns', 'for (;;);', 'page-too-slow'],
  ['is never loaded', NEVER, 'page-failed'],
])('a shell that %s is reported once, for all pages', async (_what, code, kind) => {
  const pages = Array.from({ length: 30 }, (_, n) => [`templates/pages/p${n}.tsx`, page(`Page ${n}`, '')] as const);
  const project = await makeProject({
    ...Object.fromEntries(pages),
    'sitegen.config.ts': CONFIG,
    'templates/shell.tsx': inShell(code),
  });

  const { code: exit, stderr } = await sitegenProcess(project.root, 'build');

  expect(exit).toBe(1);
  expect(stderr).toContain(`error ${kind}  templates/shell.tsx`);
  expect(stderr).toContain('1 error; ');
});

test('slow pages do not make data that has arrived late', async () => {
  const project = await makeProject({
    'sitegen.config.ts': CONFIG,
    'templates/pages/[n].tsx': `import { readFile } from 'node:fs/promises';
export const paths = Array.from({ length: 8 }, (_, n) => ({ params: { n: String(n) } }));
export const load = async ({ params }: any) => (params.n === '0' ? (await readFile('data.txt', 'utf8')).length : 1);
export const meta = ({ params }: any) => ({ title: params.n, description: 'About ' + params.n });
export default ({ params }: any) => {
  const end = performance.now() + (params.n === '0' ? 0 : 400);
  while (performance.now() < end);
  return <main><h1>{params.n}</h1></main>;
};`,
    'data.txt': 'data',
  });

  const { code } = await sitegenProcess(project.root, 'build', '--workers', '1');

  expect(code).toBe(0);
});

test('garbage does not count as used memory', async () => {
  const busy = '{(() => { for (let n = 0; n < 300; n += 1) Buffer.alloc(2e7, 1); })()}';
  const project = await makeProject({ 'sitegen.config.ts': limits(30), [PAGE]: page('X', busy) });

  const { code, stderr } = await sitegenProcess(project.root, 'build');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('reports a function in templates/files that exceeds the memory limit, and runs the others', async () => {
  const project = await makeProject({
    'templates/files/large.txt.ts': `export default () => { ${FILL} };`,
    'templates/files/other.txt.ts': 'export default () => { console.log("other ran"); return ""; };',
    'sitegen.config.ts': limits(30),
  });

  const { code, stderr } = await sitegenProcess(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('error page-too-large  templates/files/large.txt.ts');
  expect(stderr).toContain('other ran');
});
