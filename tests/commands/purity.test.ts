import { describe, expect, test } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

/** A page whose data is what an expression gives, and which says so each time it loads. */
function loadingPage(expression: string, imports = '') {
  const load = `export const load = async () => { console.log('loading'); return typeof (await (${expression})); };`;
  return { 'templates/pages/data.tsx': page('Data', '<p>{data}</p>', `${imports}\n${load}`) };
}

/** @returns whether a build has asked for data */
async function loads(project: Project): Promise<boolean> {
  const { code, stderr } = await sitegen(project.root, 'build');
  expect({ code, stderr: stderr.replaceAll('loading\n', '') }).toEqual({ code: 0, stderr: '' });
  return stderr.includes('loading');
}

test('process.moduleLoadList names the modules of Node that have been loaded', () => {
  const { moduleLoadList } = process as unknown as { readonly moduleLoadList?: readonly string[] };
  const otherwise =
    'process.moduleLoadList is gone or has another format, so all data is loaded in every build: in ' +
    'src/tracking/watch-modules.ts, find loaded modules by module.registerHooks() (Node 22.15) instead';
  const isThere = moduleLoadList?.includes('NativeModule fs') === true;
  expect(isThere ? '' : otherwise).toBe('');
});

/** Each in a page of its own. */
function renderingPages(expressions: readonly string[], imports = '') {
  const files = expressions.map((expression, index) => {
    const used = `<p>{typeof (${expression})}</p>`;
    return [`templates/pages/p${index}.tsx`, page(`Page ${index}`, used, imports)] as const;
  });
  return Object.fromEntries(files);
}

interface Json {
  readonly diagnostics: readonly { readonly code: string; readonly place?: { readonly file: string } }[];
}

/** @returns the expressions that make a page impure */
async function findImpure(expressions: readonly string[], imports: string): Promise<string[]> {
  const project = await makeProject(renderingPages(expressions, imports));
  const { stdout } = await sitegen(project.root, 'build', '--json');
  const { diagnostics } = JSON.parse(stdout) as Json;
  expect(diagnostics.filter(({ code }) => code !== 'page-impure')).toEqual([]);
  const files = diagnostics.map(({ place }) => place?.file);
  return expressions.filter((_expression, index) => files.includes(`templates/pages/p${index}.tsx`));
}

const IMPORTS = `import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import { randomInt } from 'node:crypto';
import { performance as hooks } from 'node:perf_hooks';
import { createRequire } from 'node:module';
import { File as BufferFile } from 'node:buffer';
import { AsyncLocalStorage } from 'node:async_hooks';
import { serialize, getHeapStatistics } from 'node:v8';
import { execSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
const g = globalThis as any;`;

test('what cannot be looked up later makes a page impure', async () => {
  const impure = [
    'new Date()',
    'Date()',
    'Date.now()',
    'Reflect.construct(Date, [])',
    'new (class extends Date {})()',
    'new Intl.DateTimeFormat().format()',
    'new Intl.DateTimeFormat().formatToParts()',
    'Math.random()',
    'performance.now()',
    'performance.timeOrigin',
    'performance.toJSON()',
    'hooks.now()',
    'process.hrtime()',
    'process.hrtime.bigint()',
    'process.uptime()',
    'process.pid',
    'process.argv',
    'process.title',
    'process.memoryUsage.rss()',
    'crypto.randomUUID()',
    'crypto.generateKeyPairSync("ed25519")',
    'crypto.webcrypto.getRandomValues(new Uint8Array(1))',
    'g.crypto.randomUUID()',
    `g.crypto.subtle.generateKey('Ed25519', true, ['sign'])`,
    'randomInt(1, 2)',
    'os.hostname()',
    'os.cpus()',
    'getHeapStatistics()',
    'new Event("x").timeStamp',
    'new File([], "a")',
    'new BufferFile([], "a")',
    'new WeakRef({})',
    'new SharedArrayBuffer(1)',
    'new MessageChannel().port1.close()',
    `fetch('http://127.0.0.1:1/').catch(() => 1)`,
    'execSync("true")',
    `fs.writeFileSync('written.txt', '')`,
    'fs.fstatSync(fs.openSync("templates/shell.tsx", "r"))',
    `runInNewContext('1')`,
    `createRequire(import.meta.url)('node:os').uptime()`,
    'process.getBuiltinModule("os").totalmem()',
    'URL.createObjectURL(new Blob([]))',
  ];
  expect(await findImpure(impure, IMPORTS)).toEqual(impure);
});

test('what only computes, or is recorded, keeps a page pure', async () => {
  const pure = [
    'new Date(0).toLocaleDateString()',
    'Date.UTC(2026, 0)',
    'Date.parse("2026-01-01")',
    'new Intl.DateTimeFormat().format(0)',
    'new Intl.NumberFormat().format(1)',
    'Math.max(1, 2)',
    'structuredClone(new Map())',
    'new URL("https://example.com")',
    'new TextEncoder().encode("x")',
    'Buffer.from("x").toString("base64")',
    'typeof fetch + typeof navigator + typeof MessageChannel',
    'navigatorName()',
    'crypto.createHash("sha256").update("x").digest("hex")',
    'g.crypto.subtle.digest("SHA-256", new Uint8Array(1))',
    'new AsyncLocalStorage().run(1, () => 1)',
    'serialize({})',
    'process.version + process.platform + process.cwd()',
    'process.env.HOME',
    'process.stdout.isTTY',
    'os.EOL',
    'fs.readFileSync("templates/shell.tsx", "utf8")',
    'fs.readdirSync(".")',
    'fs.statSync("templates/shell.tsx").size',
    'console.error !== undefined',
    'queueMicrotask(() => {})',
    'setTimeout(() => {}, 0).unref()',
    'new Proxy({}, {})',
    'Object.keys(globalThis).length',
  ];
  const navigator = `const navigatorName = () => (typeof navigator === 'undefined' ? '' : navigator.userAgent);`;
  expect(await findImpure(pure, `${IMPORTS}\n${navigator}`)).toEqual([]);
});

describe('an impure page', () => {
  const footer = 'export const Footer = () => <footer>{new Date().getTime()}</footer>;\n';
  const files = {
    'templates/footer.tsx': footer,
    'templates/pages/a.tsx': page('A', '<Footer />', `import { Footer } from '../footer.tsx';`),
    'templates/pages/b.tsx': page('B', '<Footer />', `import { Footer } from '../footer.tsx';`),
  };

  test('is rendered in every build, and reported once, with its line', async () => {
    const project = await makeProject(files);
    await sitegen(project.root, 'build');
    const before = await project.read('out/a/index.html');

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(code).toBe(0);
    expect(await project.read('out/a/index.html')).not.toBe(before);
    expect(stderr.match(/page-impure/g)).toHaveLength(1);
    expect(stderr).toContain('templates/footer.tsx:1:');
    expect((await sitegen(project.root, 'why', '/a/')).stdout).toContain('it is not deterministic');
    expect((await sitegen(project.root, 'why', '/')).stdout).toContain('Up to date');
  });

  test('is one whose own module uses the clock while it is loaded', async () => {
    const project = await makeProject({
      ...files,
      'templates/footer.tsx': `const year = new Date().getTime();\nexport const Footer = () => <footer>{year}</footer>;\n`,
    });
    await sitegen(project.root, 'build');
    const before = await project.read('out/a/index.html');

    const { stderr } = await sitegen(project.root, 'build');

    expect(await project.read('out/a/index.html')).not.toBe(before);
    expect(stderr).toContain('templates/footer.tsx:1:');
  });

  test('is one whose own module asks another program while it is loaded', async () => {
    const project = await makeProject({
      'templates/pages/a.tsx': page(
        'A',
        '<p>{out}</p>',
        `import { execSync } from 'node:child_process';\nconst out = String(execSync('date +%s%N'));`,
      ),
    });
    await sitegen(project.root, 'build');
    const before = await project.read('out/a/index.html');

    await sitegen(project.root, 'build');

    expect(await project.read('out/a/index.html')).not.toBe(before);
  });

  test('is pure again when its code is', async () => {
    const project = await makeProject(files);
    await sitegen(project.root, 'build');
    await project.write({ 'templates/footer.tsx': 'export const Footer = () => <footer />;\n' });

    const { stderr } = await sitegen(project.root, 'build');

    expect(stderr).toBe('');
    expect((await sitegen(project.root, 'why', '/a/')).stdout).toContain('Up to date');
  });
});

describe('data that is asked of something impure is loaded in every build', () => {
  test.each([
    ['new Intl.DateTimeFormat().format()', ''],
    ['process.hrtime.bigint()', ''],
    [`crypto.subtle.generateKey('Ed25519', true, ['sign'])`, ''],
    ['performance.timeOrigin', ''],
    [`(await open('data.txt')).stat()`, `import { open } from 'node:fs/promises';`],
    [`(await open('written.txt', 'w')).write('')`, `import { open } from 'node:fs/promises';`],
  ])('%s', async (expression, imports) => {
    const project = await makeProject({ ...loadingPage(expression, imports), 'data.txt': '' });

    expect(await loads(project)).toBe(true);
    expect(await loads(project)).toBe(true);
  });
});
