import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

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
import process from 'node:process';
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
    'new FinalizationRegistry(() => {})',
    'new SharedArrayBuffer(1)',
    'new MessageChannel().port1.close()',
    `fetch('http://127.0.0.1:1/').catch(() => 1)`,
    'execSync("true")',
    `fs.writeFileSync('written.txt', '')`,
    'fs.fstatSync(fs.openSync("templates/shell.tsx", "r"))',
    `runInNewContext('1')`,
    `createRequire(import.meta.url)('node:os').uptime()`,
    'process.getBuiltinModule("os").totalmem()',
    'process.getBuiltinModule("dgram").createSocket("udp4").close()',
    `createRequire(import.meta.url)('node:http').createServer().close()`,
    'fs.readSync(0, new Uint8Array(0))',
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
    'new WeakRef({}).deref()',
    'new Proxy({}, {})',
    'Object.keys(globalThis).length',
  ];
  const navigator = `const navigatorName = () => (typeof navigator === 'undefined' ? '' : navigator.userAgent);`;
  expect(await findImpure(pure, `${IMPORTS}\n${navigator}`)).toEqual([]);
});

test('data of Node that is imported by name makes the files impure that import it', async () => {
  const project = await makeProject({
    'templates/pages/a.tsx': page('A', '<p>{pid}</p>', `import { pid } from 'node:process';`),
    'templates/pages/b.tsx': page('B', '<p>{workers.threadId}</p>', `import * as workers from 'node:worker_threads';`),
    'templates/pages/c.tsx': page(
      'C',
      '<p>{process.env.HOME}</p>',
      `import process, { cwd } from 'node:process'; cwd();`,
    ),
    'templates/pages/d.tsx': page('D', '<p>{basename("a")}</p>', `import { basename } from 'node:path';`),
  });

  const { stdout } = await sitegen(project.root, 'build', '--json');

  const { diagnostics } = JSON.parse(stdout) as Json;
  expect(diagnostics.map(({ code, place }) => `${code} ${place?.file}`)).toEqual([
    'page-impure templates/pages/a.tsx',
    'page-impure templates/pages/b.tsx',
  ]);
});

test('what Node creates when it is first used is watched each time', async () => {
  const files = ['a', 'b'].map((name) => [
    `templates/pages/${name}.tsx`,
    page(name, '<p>{new File([], "a").size}</p>'),
  ]);
  const project = await makeProject(Object.fromEntries(files) as Record<string, string>);

  const { stdout } = await sitegen(project.root, 'build', '--json', '--workers', '1');

  expect((JSON.parse(stdout) as Json).diagnostics.map(({ place }) => place?.file)).toEqual([
    'templates/pages/a.tsx',
    'templates/pages/b.tsx',
  ]);
});
