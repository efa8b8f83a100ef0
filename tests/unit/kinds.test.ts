/** The gate between the files of a project and `out`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { resolveAddress } from '../../src/content/resolve-address.ts';
import { kindOf, mayPublish } from '../../src/project/kinds.ts';

const top = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'sitegen-kinds-')));
const root = path.join(top, 'repository/packages/site');
afterAll(() => rmSync(top, { recursive: true, force: true }));

function write(folder: string, files: readonly string[], text: string): void {
  for (const file of files) {
    const place = path.join(folder, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
}

function link(target: string, name: string): void {
  const place = path.join(root, name);
  mkdirSync(path.dirname(place), { recursive: true });
  symlinkSync(target, place);
}

/** In places from which content must not publish anything. */
const SECRETS = [
  '.env',
  'id.pem',
  'key',
  '../../.git/config.lock',
  '.sitegen/state.txt',
  'node_modules/x/README.txt',
  'lib/data.csv',
  'templates/x.png',
  'content/.env',
  'content/.cache/a.png',
  'content/posts/.a.png',
  'content/node_modules/x/a.png',
  'content/ignored.png',
  'content/cache/a.png',
  'content/posts/draft.MD',
  'content/a.json',
  'content/a.css',
  'content/noending',
  '../../outside.png',
  '../../../outside.png',
  '../content/a.png',
  '../site-2/content/a.png',
];
const ASSETS = [
  'content/a.png',
  'content/posts/a.pdf',
  'content/posts/ü b/Å.JPG',
  'content/added.png',
  'public/logo.png',
];

mkdirSync(root, { recursive: true });
const git = (...args: string[]) => spawnSync('git', args, { cwd: root }).status === 0;
const isRepository = git('init', '--quiet', '../..');
write(root, SECRETS, 'SECRET');
write(root, [...ASSETS, 'content/cache/post.md'], 'public');
write(root, ['content/.gitignore'], 'ignored.png\nadded.png\ncache/\n');
write(root, ['lib/logo.png', 'public/.well-known/a.txt', 'public/sw.js'], 'public');
write(
  root,
  ['node_modules/.pnpm/y@1/node_modules/y/font.woff2', 'node_modules/.pnpm/y@1/node_modules/y/.env'],
  'public',
);
write(top, ['linked/pictures/a.png', 'elsewhere/a.png', 'repository/packages/ui/icon.svg'], 'public');
writeFileSync(path.join(top, 'linked/package.json'), '{ "name": "@acme/linked" }');
writeFileSync(path.join(top, 'repository/package.json'), '{ "workspaces": ["packages/*"] }');
link('../../.env', 'content/posts/file.png');
link('file.png', 'content/posts/chain.png');
link('../noending', 'content/posts/noending.png');
link('circle.png', 'content/posts/circle.png');
link('nowhere', 'content/posts/broken.png');
link('../..', 'content/posts/up');
link('/', 'content/posts/machine');
link('../../../../..', 'content/posts/all');
link('posts', 'content/inside');
link('../../public/logo.png', 'content/posts/logo.png');
link('.pnpm/y@1/node_modules/y', 'node_modules/y');
link(path.join(top, 'linked'), 'node_modules/@acme/linked');
link(path.join(top, 'elsewhere/a.png'), 'lib/elsewhere.png');
const hasGit = isRepository && git('add', '--force', 'content/added.png');

test.each([
  ['a.tsx', 'code'],
  ['LICENSE', 'asset'],
  ['.env', 'config'],
  ['a.Css', 'stylesheet'],
  ['a.MD', 'content'],
  ['a.JSON', 'config'],
  ['a.yml', 'config'],
  ['a.b/c.tar.gz', 'asset'],
])('%s is %s', (file, kind) => expect(kindOf(file)).toBe(kind));

const published = (from: string, address: string) =>
  resolveAddress({ root, trailingSlash: true }, from, encodeURI(address))?.asset?.contents;

describe.runIf(hasGit)('content', () => {
  test.each(SECRETS)('cannot publish %s', (file) => {
    for (const from of ['content/posts/a.md', 'content/a.mdx', 'README.md'])
      expect(published(from, path.relative(path.dirname(from), file))).toBe(undefined);
  });

  test.each(['file', 'chain', 'noending', 'circle', 'broken', 'up/key', 'up/content/a', 'all/linked/pictures/a'])(
    'cannot publish through the link %s unless it stays in its folder',
    (name) => {
      const found = published('content/posts/a.md', `${name}.png`);
      const file = found !== undefined && 'file' in found ? found.file : undefined;
      expect(file).toBe(name === 'up/content/a' ? path.join(root, 'content/a.png') : undefined);
    },
  );

  test.each([...ASSETS, 'content/inside/a.pdf', 'content/posts/logo.png', 'public/sw.js', 'public/.well-known/a.txt'])(
    'can publish %s',
    (file) => {
      expect(published('content/posts/a.md', path.relative('content/posts', file))).toMatchObject({ length: 6 });
    },
  );

  test('may publish from its own folder outside of the project', () => {
    expect(published('../content/a.md', 'a.png')).toBeDefined();
    expect(published('../content/posts/a.md', '../a.png')).toBe(undefined); // unless both are in a collection
    expect(published('../content/a.md', '../site/content/a.png')).toBe(undefined);
    expect(published('../site/content/a.md', '../id.pem')).toBe(undefined);
  });

  test('ignored by git may publish ignored files', () => {
    expect(published('content/cache/post.md', 'a.png')).toBeDefined();
  });

  const segment = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('..', '.', 'content', 'posts', 'up', 'machine', 'all', 'inside', '') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%2e%2e', '..%2f..', '..\\..', '%252e', '..;', 'cache', 'node_modules', 'x'),
    },
    { weight: 2, arbitrary: fc.constantFrom(...SECRETS, path.relative('/', top)) },
  );
  const name = fc.constantFrom(...SECRETS.map((file) => path.basename(file)), 'chain.png', 'a%00.png', '..%2f.env');
  const address = fc
    .tuple(fc.array(segment, { maxLength: 8 }), name, fc.constantFrom('', '?raw', '#a', '?x=/../../.env'))
    .map(([segments, file, end]) => [...segments, file].join('/') + end);
  const from = fc.constantFrom(
    'content/posts/a.md',
    'content/a.md',
    'templates/pages/a.mdx',
    '../content/a.md',
    'a.md',
  );

  test('never publishes a secret, whatever the address', () => {
    let assets = 0;
    fc.assert(
      fc.property(from, address, (content, written) => {
        const found = resolveAddress({ root, trailingSlash: true }, content, written)?.asset?.contents;
        if (found === undefined || !('file' in found)) return;
        assets += 1;
        const own = { '..': 'packages/content/', templates: 'templates/x.png' }[content.split('/')[0] ?? ''];
        const isOwn = own !== undefined && found.file.includes(own);
        expect(isOwn || !readFileSync(found.file, 'utf8').includes('SECRET')).toBe(true);
      }),
      { numRuns: inject('propertyRuns') },
    );
    expect(assets).toBeGreaterThan(0);
  });
});

describe('code', () => {
  const answer = (file: string) => mayPublish(path.resolve(root, file), { root });

  test.each([
    'id.pem',
    'lib/logo.png',
    'content/ignored.png',
    'lib/data.csv',
    'node_modules/y/font.woff2',
    'node_modules/.pnpm/y@1/node_modules/y/font.woff2',
    'node_modules/@acme/linked/pictures/a.png',
    '../ui/icon.svg',
    'public/sw.js',
  ])('may publish %s', (file) => expect(answer(file)).toHaveProperty('real'));

  test.each([
    ['.env', /hidden/],
    ['content/.cache/a.png', /hidden/],
    ['content/posts/file.png', /hidden/],
    ['../../.git/config.lock', /hidden/],
    ['.sitegen/state.txt', /hidden/],
    ['node_modules/y/.env', /hidden/],
    ['lib/elsewhere.png', /outside/],
    [path.join(top, 'elsewhere/a.png'), /outside/],
    ['/etc/passwd', /outside/],
    ['content/posts/broken.png', /broken link/],
    ['content/posts', /not a regular file/],
  ])('may not publish %s', (file, reason) =>
    expect(answer(file)).toMatchObject({ reason: expect.stringMatching(reason) as string }),
  );
});
