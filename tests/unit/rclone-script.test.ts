/** The lists and the script of `sitegen deploy --plan`. A program that writes down its arguments takes the place of rclone. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Change, ChangeOptions } from '../../src/deploy/change-bucket.ts';
import { formatScript, isPlain, quote, toLists } from '../../src/deploy/rclone-script.ts';
import type { SiteFile } from '../../src/deploy/site-files.ts';

const HOSTILE = [
  'plain',
  `it's`,
  '$(touch x)',
  '`id`',
  '"; exit 1 #',
  'a b',
  '\\',
  "'",
  '-rf',
  '*',
  '~',
  'ü\u2028',
  'a\nb',
  '',
];

test('quotes for the shell', () => {
  const command = `printf '%s\\0' ${HOSTILE.map(quote).join(' ')}`;
  const printed = execFileSync('sh', ['-eu', '-c', command], { encoding: 'utf8' });
  expect(printed.split('\0').slice(0, -1)).toEqual(HOSTILE);
});

test.each([
  ['guide/set up #1.html', true],
  [' a', true],
  ['a ', true],
  ['back\\slash', true],
  ['ä．＃／', true],
  ['.well-known/x', true],
  ['a..b/...', true],
  ['/index.html', false], // rclone takes it for "index.html"
  ['a//b', false],
  ['../a', false],
  ['a/./b', false],
  ['a\nb', false],
  ['a\rb', false],
  ['a\u0000', false],
  ['a\u2401b', false], // rclone takes it for U+0001
  ['\u201Bq', false],
])('%j is a name that rclone keeps: %s', (file, expected) => expect(isPlain(file)).toBe(expected));

const file = (name: string, more: Partial<SiteFile> = {}): SiteFile => {
  const type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/html; charset=utf-8';
  return { file: name, size: 1, md5: '00', type, cacheControl: name.startsWith('assets/') ? 'long' : 'short', ...more };
};

const changeOf = (plan: Partial<Change<SiteFile>['plan']>): Change<SiteFile> => ({
  plan: { added: [], changed: [], unchanged: [], strays: [], retained: new Map(), ...plan },
  isPage: ({ file: name, source = name }) => source.endsWith('.html'),
  put: () => Promise.reject(new Error('unused')),
  stampOf: () => '',
});

const optionsOf = (changes: Partial<ChangeOptions> = {}) =>
  ({
    config: { out: '/site/out' },
    destination: { bucket: 'bucket', prefix: 'docs/' },
    concurrency: 8,
    deletes: true,
    ...changes,
  }) as ChangeOptions;

test('files are in lists by step, folder and headers, in an order in which each page finds its files', () => {
  const change = changeOf({
    added: [file('assets/a.css'), file('new.html'), file('guide', { source: 'guide.html' })],
    changed: [
      file('b.css'),
      file('guide/setup', { source: 'guide/setup.html' }),
      file('index.html'),
      file('other.html'),
    ],
    strays: ['assets/old.css', 'old.html', '/index.html'],
  });
  expect(toLists(change, optionsOf()).map(({ files, command }) => [...files, command])).toEqual([
    ['assets/a.css', `upload 1-assets-1-text-css.txt '/site/out' 'text/css; charset=utf-8' 'long'`],
    ['b.css', `upload 1-assets-2-text-css.txt '/site/out' 'text/css; charset=utf-8' 'short'`],
    ['new.html', `upload 2-new-pages-1-text-html.txt '/site/out' 'text/html; charset=utf-8' 'short'`],
    ['guide', `upload 2-new-pages-2-text-html.txt 'files/1' 'text/html; charset=utf-8' 'short'`],
    ['guide/setup', `upload 3-changed-pages-1-text-html.txt 'files/2' 'text/html; charset=utf-8' 'short'`],
    [
      'index.html',
      'other.html',
      `upload 3-changed-pages-2-text-html.txt '/site/out' 'text/html; charset=utf-8' 'short'`,
    ],
    ['old.html', 'delete 4-deletions-pages.txt'],
    ['assets/old.css', 'delete 5-deletions-files.txt'],
  ]);
  expect(toLists(change, optionsOf({ deletes: false })).filter(({ name }) => /^[45]/.test(name))).toEqual([]);
});

test('a long list is in pieces', () => {
  const many = Array.from({ length: 20_001 }, (_, index) => file(`${index}.html`));
  const lists = toLists(changeOf({ added: many }), optionsOf());
  expect(lists.map(({ name, files }) => [name, files.length])).toEqual([
    ['2-new-pages-1-text-html.txt', 10_000],
    ['2-new-pages-1-text-html-2.txt', 10_000],
    ['2-new-pages-1-text-html-3.txt', 1],
  ]);
  expect(lists.flatMap(({ files }) => files)).toEqual(many.map(({ file: name }) => name));
});

/** Runs a script with a program instead of rclone, which writes down its arguments and ends with this code. */
async function runScript(script: string, folder: string, code = 0) {
  const programs = path.join(folder, 'programs');
  await mkdir(programs, { recursive: true });
  const program = `#!/bin/sh\nprintf '%s\\0' "$@" >>${quote(path.join(folder, 'ran'))}\nexit ${code}\n`;
  await writeFile(path.join(programs, 'rclone'), program);
  await chmod(path.join(programs, 'rclone'), 0o755);
  await writeFile(path.join(folder, 'upload.sh'), script);
  const env = {
    ...process.env,
    PATH: `${programs}:${process.env['PATH']}`,
    AWS_REGION: 'eu-west-1',
    AWS_CA_BUNDLE: '',
  };
  const ran = spawnSync('sh', [path.join(folder, 'upload.sh')], { cwd: '/', env, encoding: 'utf8' });
  const given = (await readFile(path.join(folder, 'ran'), 'utf8')).split('\0');
  await rm(path.join(folder, 'ran'));
  return { code: ran.status, stderr: ran.stderr, given };
}

test('the script passes hostile names unchanged, stops at a failure, and goes on there', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_S3', undefined);
  vi.stubEnv('AWS_ENDPOINT_URL', undefined);
  const parent = await mkdtemp(path.join(os.tmpdir(), 'sitegen-plan-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = path.join(parent, `it's $(touch x) "\`id\`"\nb`);
  await mkdir(folder);
  const out = `/o'ut $HOME`;
  const options = optionsOf({
    config: { out } as ChangeOptions['config'],
    destination: { bucket: 'bucket', prefix: `a b/$(exit 3)'"/` },
    endpoint: `https://user:secret@s3.example.net/?'"$(exit 4)`,
    region: `here'$(exit 5)`,
  });
  const lists = toLists(changeOf({ added: [file('index.html')], strays: ['old.html'] }), options);
  const script = formatScript(lists, folder, options);
  expect(script).not.toContain('secret');

  const failed = await runScript(script, folder, 7);
  expect(failed).toMatchObject({ code: 7, stderr: '' });
  expect(failed.given.slice(0, 3)).toEqual(['copy', out, `:s3:bucket/a b/$(exit 3)'"/`]);
  expect(failed.given).toEqual(
    expect.arrayContaining(['Content-Type: text/html; charset=utf-8', 'Cache-Control: short']),
  );
  expect(failed.given).toEqual(expect.arrayContaining([`https://s3.example.net/?%27%22$(exit%204)`, `here'$(exit 5)`]));
  expect(failed.given).not.toContain('delete');

  const done = await runScript(script, folder);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.given.filter((text) => ['copy', 'delete'].includes(text))).toEqual(['copy', 'delete']);
  await writeFile(path.join(folder, 'ran'), '');
  expect((await runScript(script, folder)).given).toEqual(['']); // nothing is left
});

test('Amazon S3 is given the region of the environment', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_S3', undefined);
  vi.stubEnv('AWS_ENDPOINT_URL', undefined);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sitegen-plan-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const lists = toLists(changeOf({ added: [file('index.html')] }), optionsOf());
  const { given } = await runScript(formatScript(lists, folder, optionsOf()), folder);
  expect(given.slice(given.indexOf('--s3-region'), -1).slice(0, 6)).toEqual([
    '--s3-region',
    'eu-west-1',
    '--s3-provider',
    'AWS',
    '--s3-acl',
    'bucket-owner-full-control',
  ]);
  expect(given).not.toContain('--s3-endpoint');
});
