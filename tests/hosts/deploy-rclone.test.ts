/** `sitegen deploy --plan`, Debian's rclone, and `sitegen deploy --done`. */
import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, readFile, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { page, type Project } from '../helpers/project.ts';
import { build } from '../helpers/rebuild.ts';
import { run, sitegenProcess, type Ran } from '../helpers/run.ts';
import { startMemoryBucket } from './helpers/memory-bucket.ts';
import { putsOf, startProxy } from './helpers/proxy.ts';
import { deploy, put, readBucket, startStore, type Store } from './helpers/s3.ts';
import { MANIFEST, makeSite, version } from './helpers/small-site.ts';

const hasRclone = spawnSync('rclone', ['version']).error === undefined;
const missing = hasRclone ? '' : ' (skipped, because it is missing: apt-get install rclone)';

const PLAN = ['--plan', 'plan'];
const DONE = ['--done', 'plan'];

/** Runs the script of a plan. */
const upload = (project: Project): Promise<Ran> => run(['sh', 'plan/upload.sh'], project.root);

type Given = Parameters<typeof deploy>[1];

/** All three steps. */
async function deployByRclone(project: Project, store: Given, ...args: string[]): Promise<Ran> {
  expect(await deploy(project, store, ...args, ...PLAN)).toMatchObject({ code: 0, stderr: '' });
  expect(await upload(project)).toMatchObject({ code: 0 });
  return deploy(project, store, ...args, ...DONE);
}

/** What a deploy without rclone writes, except for the metadata of rclone. */
async function expectSame(store: Store, bucket: string, project: Project, ...args: string[]): Promise<void> {
  const [expected, { [MANIFEST]: manifest, ...found }] = [await startStore('site'), await readBucket(store, bucket)];
  await deploy(project, expected, 's3://site', ...args);
  const { [MANIFEST]: _, ...objects } = await readBucket(expected, 'site');
  const plain = (all: typeof found) =>
    Object.entries(all).map(([key, { metadata, ...facts }]) => {
      expect([{}, { mtime: '0' }]).toContainEqual(metadata); // no date
      return [key, facts];
    });
  expect(manifest).toBeDefined();
  expect(plain(found)).toEqual(plain(objects));
}

describe.runIf(hasRclone)(`rclone${missing}`, () => {
  test('uploads a site and its changes in the order of a deploy, and the next deploy has nothing to do', async () => {
    const store = await startStore('site');
    const config = (from: string) => ({
      'sitegen.config.ts': `export default { keepAssets: 0, hosts: ['s3'], redirects: { '/${from}/': '/contact/' } };`,
    });
    const project = await makeSite({ ...config('old'), 'public/gone ä.svg': '<svg/>' });
    const planned = await deploy(project, store, 's3://site', ...PLAN);
    expect(planned).toMatchObject({ code: 0, stderr: '' });
    expect(planned.stdout).toMatch(/^s3:\/\/site\/ {2}9 new, /);
    expect(planned.stdout).toContain(`Next: sh '${project.root}/plan/upload.sh'`);
    expect(await readBucket(store, 'site')).toEqual({});
    expect(await upload(project)).toMatchObject({ code: 0 });
    const done = await deploy(project, store, 's3://site', ...DONE);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain('Recorded the deploy to s3://site/: 1 file uploaded.'); // the redirect
    await expectSame(store, 'site', project);

    await project.write({ ...version('two'), ...config('older'), 'templates/pages/about.tsx': page('About', '') });
    await project.remove('public/gone ä.svg');
    await build(project);
    const proxy = await startProxy(store.endpoint);
    expect(await deployByRclone(project, proxy, 's3://site', '--delete')).toMatchObject({ code: 0, stderr: '' });
    const steps = proxy.done.filter((line) => /^(PUT|DELETE)/.test(line)).map((line) => line.replace('/site/', ''));
    const kinds = steps
      .filter((step) => !step.endsWith(MANIFEST))
      .map((step) =>
        step.replace(/assets\/.*/, 'asset').replace(/(404|(clock|contact)\/index|^PUT index)\.html/, 'page'),
      );
    expect(kinds.slice(0, 2)).toEqual(['PUT asset', 'PUT asset']);
    expect(kinds.slice(2, 4).toSorted()).toEqual(['PUT about/index.html', 'PUT older/index.html']);
    expect(kinds.slice(4, 8).every((kind) => kind.endsWith('page'))).toBe(true);
    expect(kinds.slice(8, 9)).toEqual(['DELETE old/index.html']);
    expect(kinds.slice(9, 12).toSorted()).toEqual(['DELETE asset', 'DELETE asset', 'DELETE gone ä.svg']);
    expect(kinds.slice(12)).toEqual(['PUT older/index.html']); // becomes a real redirect
    await expectSame(store, 'site', project);

    const asked = proxy.asked.length;
    expect((await deploy(project, proxy, 's3://site', '--delete')).stdout).toContain(' 0 new, 0 changed');
    expect(await deploy(project, proxy, 's3://site', '--delete', ...DONE)).toMatchObject({ code: 0 });
    expect(proxy.asked.slice(asked).filter((line) => !line.startsWith('GET'))).toEqual([]);
  });

  test('uploads changed files of the same size and time, and other headers', async () => {
    const store = await startStore('site');
    const project = await makeSite({ 'public/a.txt': 'a', 'public/b.txt': 'b' });
    const sent = { Bucket: 'site', CacheControl: 'no-store', Metadata: { mtime: '1000' } };
    await store.client.send(new PutObjectCommand({ ...sent, Key: 'a.txt', Body: 'x' }));
    await store.client.send(new PutObjectCommand({ ...sent, Key: 'b.txt', Body: 'b' }));
    for (const name of ['a', 'b']) await utimes(path.join(project.root, `out/${name}.txt`), 1000, 1000);

    const proxy = await startProxy(store.endpoint);
    expect(await deployByRclone(project, proxy, 's3://site')).toMatchObject({ code: 0 });
    expect(putsOf(proxy, 'site')).toEqual(expect.arrayContaining(['a.txt', 'b.txt']));
    await expectSame(store, 'site', project);
  });

  test('uploads to a folder, pages without trailing slashes, and strange names', async () => {
    const store = await startStore('site');
    const project = await makeSite({
      'sitegen.config.ts': `export default { trailingSlash: false };`,
      'templates/pages/guide/index.tsx': page('Guide', ''),
      'templates/pages/guide/setup.tsx': page('Set up', ''),
    });
    const names = [
      ' lead',
      'trail ',
      '#x',
      ';y',
      `it's "$(x)".txt`,
      'back\\slash',
      '＃／．',
      '\uFEFFx',
      '+%41',
      'empty',
    ];
    await project.write(Object.fromEntries(names.map((name) => [`out/odd/${name}`, name === 'empty' ? '' : name])));

    expect(await deployByRclone(project, store, 's3://site/a b')).toMatchObject({ code: 0, stderr: '' });

    const keys = Object.keys(await readBucket(store, 'site'));
    expect(keys).toEqual(expect.arrayContaining(names.map((name) => `a b/odd/${name}`)));
    expect(keys).toEqual(expect.arrayContaining(['a b/guide', 'a b/guide.html', 'a b/guide/setup']));
    const again = await deploy(project, store, 's3://site/a b');
    expect(again.stdout).toContain(' 0 new, 0 changed');
  });

  test('that was stopped goes on with the list it was at', async () => {
    const store = await startStore('site');
    const project = await makeSite();
    const broken = await startProxy(store.endpoint, (line) => (/^PUT .*svg$/.test(line) ? 'refuse' : 'pass'));
    await deploy(project, broken, 's3://site', ...PLAN);
    expect((await upload(project)).code).not.toBe(0);
    const first = putsOf(broken, 'site').filter((key) => !key.endsWith('.svg'));
    expect(first.filter((key) => key.endsWith('.html'))).toEqual([]);

    const proxy = await startProxy(store.endpoint);
    const script = await project.read('plan/upload.sh');
    await project.write({ 'plan/upload.sh': script.replaceAll(broken.endpoint, proxy.endpoint) });
    expect(await upload(project)).toMatchObject({ code: 0 });
    expect(first.length).toBeGreaterThan(0);
    expect(putsOf(proxy, 'site').filter((key) => first.includes(key))).toEqual([]);
    expect(await deploy(project, broken, 's3://site', ...DONE)).toMatchObject({ code: 0 });
    await expectSame(store, 'site', project);
  });

  test('leaves a release in a bucket with versions', async () => {
    const bucket = await startMemoryBucket({ versioned: true });
    const project = await makeSite();
    expect(await deployByRclone(project, bucket, 's3://site')).toMatchObject({ code: 0, stderr: '' });
    const before = bucket.objects.get('contact/index.html')?.body;
    await project.write(version('two'));
    await build(project);
    const answered = bucket.answered.length;
    expect(await deployByRclone(project, bucket, 's3://site')).toMatchObject({ code: 0, stderr: '' });
    // The request that compares headers also finds the version.
    const heads = bucket.answered.slice(answered).filter((line) => line.startsWith('HEAD'));
    expect(heads).toEqual([...new Set(heads)]);
    expect(bucket.objects.get('contact/index.html')?.body).not.toEqual(before);

    const service = ['--endpoint', bucket.endpoint, 's3://site'];
    expect((await sitegenProcess(project.root, 'releases', ...service)).stdout).toMatch(/ 2 .*live/);
    expect(await sitegenProcess(project.root, 'rollback', ...service)).toMatchObject({ code: 0, stderr: '' });
    expect(bucket.objects.get('contact/index.html')?.body).toEqual(before);
  });

  test('assets of former deploys age', async () => {
    const store = await startStore('site');
    const project = await makeSite({ 'sitegen.config.ts': 'export default { keepAssets: 1 };' });
    const stylesheets = async () => Object.keys(await readBucket(store, 'site')).filter((key) => key.endsWith('.css'));
    const counts: number[] = [];
    for (const name of ['one', 'two', 'three', 'four']) {
      await project.write(version(name));
      await build(project);
      expect(await deployByRclone(project, store, 's3://site', '--delete')).toMatchObject({ code: 0 });
      counts.push((await stylesheets()).length);
    }
    expect(counts).toEqual([1, 2, 3, 3]); // one is kept in out/, and one only in the bucket
  });
});

describe('--done refuses', () => {
  test('a site that is not uploaded yet, and records nothing', async () => {
    const store = await startStore('site');
    const project = await makeSite();
    await deploy(project, store, 's3://site', ...PLAN);

    const { code, stdout, stderr } = await deploy(project, store, 's3://site', ...DONE);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error 7 files of the site are not in s3:\/\/site\/ yet\. Nothing was recorded\./);
    expect(stderr).toContain('  missing  contact/index.html\n');
    expect(await readBucket(store, 'site')).toEqual({});

    await put(store, 'site', 'index.html');
    expect((await deploy(project, store, 's3://site', ...DONE)).stderr).toContain('  differs  index.html\n');
    expect(Object.keys(await readBucket(store, 'site'))).toEqual(['index.html']);
  });

  test('files with other headers', async () => {
    const store = await startStore('site');
    const project = await makeSite();
    const Body = await readFile(path.join(project.root, 'out/index.html'));
    await deploy(project, store, 's3://site', ...PLAN);
    await store.client.send(
      new PutObjectCommand({ Bucket: 'site', Key: 'index.html', Body, ContentType: 'text/html' }),
    );
    expect((await deploy(project, store, 's3://site', ...DONE)).stderr).toContain('  differs  index.html\n');
  });

  test('a site that has changed, another bucket, a folder without a plan', async () => {
    const store = await startStore('site', 'other');
    const project = await makeSite();
    const say = async (bucket: string, folder = 'plan') => {
      const { code, stderr } = await deploy(project, store, bucket, '--done', folder);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await say('s3://site')).toContain(`${project.root}/plan has no plan.`);
    await deploy(project, store, 's3://site', ...PLAN);
    expect(await say('s3://other')).toContain(`is for s3://site/ (${store.endpoint}/), not for s3://other/`);
    await appendFile(path.join(project.root, 'out/index.html'), ' ');
    expect(await say('s3://site')).toContain('The site has changed since it was planned');
    expect(await readBucket(store, 'site')).toEqual({});
  });
});

describe('--plan refuses', () => {
  test('any folder but its own, and changes nothing there', async () => {
    const project = await makeSite({ 'mine/files/a.txt': 'mine', 'file.txt': 'mine' });
    const nobody = { endpoint: 'http://127.0.0.1:1' };
    await symlink(path.join(project.root, 'out'), path.join(project.root, 'link'));
    await mkdir(path.join(project.root, 'json'));
    await writeFile(path.join(project.root, 'json/plan.json'), '{"version":1}');
    const say = async (folder: string) => {
      const { code, stderr } = await deploy(project, nobody, 's3://site', '--plan', folder);
      expect(code).toBe(2);
      return stderr;
    };
    for (const folder of ['out', 'out/a/b', 'link/new'])
      expect(await say(folder)).toContain('would be part of the site');
    for (const folder of ['.', 'mine', 'mine/files', 'file.txt', 'json'])
      expect(await say(folder)).toContain('is not the folder of a plan');
    expect(await project.read('mine/files/a.txt')).toBe('mine');
    expect(await project.read('file.txt')).toBe('mine');
  });

  test('what a deploy refuses, and names that rclone does not find', async () => {
    const store = await startStore('site');
    const project = await makeSite();
    const strays = ['1', '2', '3'].map((name) => `stray ${name}.txt`);
    await put(store, 'site', ...strays);
    const many = await deploy(project, store, 's3://site', '--delete', '--max-deletes', '2', ...PLAN);
    expect(many).toMatchObject({ code: 2, stderr: expect.stringContaining('would delete 3 files') as string });
    await project.write({ 'out/a\nb.txt': 'x' });
    const strange = await deploy(project, store, 's3://site', ...PLAN);
    expect(strange).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('rclone does not find 1 file by name') as string,
    });
    const lease = { id: 'other', until: new Date(Date.now() + 60_000).toISOString() };
    const Body = JSON.stringify({ version: 1, stamps: {}, ages: {}, lease });
    await store.client.send(new PutObjectCommand({ Bucket: 'site', Key: MANIFEST, Body }));
    const late = await deploy(project, store, 's3://site', ...PLAN);
    expect(late).toMatchObject({ code: 2, stderr: expect.stringContaining('Another deploy to s3://site/') as string });
    await expect(readdir(path.join(project.root, 'plan'))).rejects.toThrow('ENOENT');
  });

  test('other ways to deploy at the same time', async () => {
    const project = await makeSite();
    const nobody = { endpoint: 'http://127.0.0.1:1' };
    for (const args of [['--dry-run'], ['--releases', 's3://private'], DONE])
      expect((await deploy(project, nobody, 's3://site', ...PLAN, ...args)).stderr).toContain('cannot be used with');
  });
});

test('a second plan replaces the first', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  const planned = await deploy(project, store, 's3://site', '--json', ...PLAN);
  expect(JSON.parse(planned.stdout)).toMatchObject({ ok: true, dryRun: true, deleted: [] });
  const before = await project.list('plan');
  expect(before).toContain('2-new-pages-1-text-html.txt');
  await deploy(project, store, 's3://site');
  expect(await deploy(project, store, 's3://site', ...PLAN)).toMatchObject({ code: 0 });
  expect(await project.list('plan')).toEqual(['plan.json', 'upload.sh']);
});
