/** `sitegen releases` and `sitegen rollback` on a bucket with versions, interrupted before each request. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readSiteConfig } from '../../src/config/load-config.ts';
import { deploy as runDeploy } from '../../src/deploy/deploy.ts';
import { rollBack } from '../../src/deploy/rollback.ts';
import { createProject, page, type Project } from '../helpers/project.ts';
import { build } from '../helpers/rebuild.ts';
import { sitegenProcess, type Ran } from '../helpers/run.ts';
import { startMemoryBucket, type MemoryBucket } from './helpers/memory-bucket.ts';
import { deploy, md5Of, put, readBucket, startStore } from './helpers/s3.ts';
import { MANIFEST, RELEASES, makeSite, version } from './helpers/small-site.ts';

const NAMES = ['one', 'two'] as const;
type Name = (typeof NAMES)[number];
let projects: Record<Name, Project>;

beforeAll(async () => {
  const [one, two] = [await makeVersion('one'), await makeVersion('two')];
  projects = { one, two };
}, 60_000);

afterAll(() => Promise.all(Object.values(projects).map(({ root }) => rm(root, { recursive: true, force: true }))));

/** A site of which nothing stays the same: pages have other styles, and one of them exists in one version only. */
async function makeVersion(name: Name): Promise<Project> {
  const pages = ['404', 'contact', 'index', `only-${name}`].map(
    (file) => [`templates/pages/${file}.tsx`, page(`${file} ${name}`, `Version ${name}`)] as const,
  );
  const config = `export default { keepAssets: 0, hosts: ['s3'], redirects: { '/old/': '/only-${name}/' } };`;
  const project = await createProject({
    ...version(name),
    'sitegen.config.ts': config,
    ...Object.fromEntries(pages),
  });
  await build(project);
  return project;
}

const options = async (name: Name, endpoint: string) => ({
  config: await readSiteConfig(projects[name].root, {}),
  destination: { bucket: 'site', prefix: '' },
  endpoint,
  region: undefined,
  dry: false,
  deletes: true,
  maxDeletes: 100,
  releases: undefined,
  keep: 10,
  concurrency: 1,
  distribution: undefined,
  signal: new AbortController().signal,
  onPlan: () => {},
  onWarning: (message: string) => expect(message).toBe(''),
});

async function deployAs(name: Name, endpoint: string): Promise<unknown> {
  return runDeploy({ ...(await options(name, endpoint)), allowPlaceholders: false });
}

async function rollBackTo(wanted: number | undefined, endpoint: string): Promise<unknown> {
  return rollBack({ ...(await options('one', endpoint)), wanted });
}

/** The message of the error, or `done`. */
function failure(change: Promise<unknown>): Promise<string> {
  return change.then(
    () => 'done',
    (error: unknown) => (error as Error).message,
  );
}

/** Both versions, one after the other. */
async function startWithTwo(): Promise<MemoryBucket> {
  const bucket = await startMemoryBucket({ versioned: true });
  for (const name of NAMES) await deployAs(name, bucket.endpoint);
  return bucket;
}

/** All files of the site, with their headers. */
function siteIn({ objects }: MemoryBucket): Record<string, unknown> {
  const files = [...objects].filter(([key]) => ![MANIFEST, RELEASES].includes(key));
  const facts = files.map(([key, { body, headers }]) => {
    const { 'content-type': type, 'cache-control': cache, 'x-amz-website-redirect-location': location } = headers;
    return [key, { md5: md5Of(body), type, cache, location }] as const;
  });
  return Object.fromEntries(facts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Pages whose stylesheets or scripts are not in the bucket. */
function brokenPages({ objects }: MemoryBucket): string[] {
  return [...objects].flatMap(([key, { body }]) => {
    const needed = key.endsWith('.html') ? [...body.toString().matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)] : [];
    return needed.filter(([, file = '']) => !objects.has(file)).map(([, file]) => `${key} needs ${file}`);
  });
}

const recordIn = ({ objects }: MemoryBucket, key: string) =>
  JSON.parse(objects.get(key)?.body.toString() ?? 'null') as Record<string, unknown>;
const releasesIn = (bucket: MemoryBucket) =>
  (recordIn(bucket, RELEASES)['releases'] as readonly { id: number; of?: number }[]).map(({ id, of }) => [id, of]);

const run = ({ endpoint }: MemoryBucket, command: string, ...args: string[]): Promise<Ran> =>
  sitegenProcess(projects.one.root, command, 's3://site', '--endpoint', endpoint, ...args);

test('lists releases, restores one with its headers, and deploys again', async () => {
  const bucket = await startMemoryBucket({ versioned: true });
  await deployAs('one', bucket.endpoint);
  const [one, objects] = [siteIn(bucket), new Map(bucket.objects)];
  await deployAs('two', bucket.endpoint);
  const two = siteIn(bucket);
  expect(Object.keys(two)).not.toContain('only-one/index.html');

  const listed = await run(bucket, 'releases', '--json');
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(listed.stdout)).toMatchObject({
    live: 2,
    releases: [
      { id: 2, live: true, files: Object.keys(two).length, added: 3, removed: 3 },
      { id: 1, live: false, files: Object.keys(one).length, added: Object.keys(one).length, changed: 0, removed: 0 },
    ],
  });
  const before = bucket.versions.length;
  const planned = await run(bucket, 'rollback', '--dry-run', '--delete');
  expect(planned).toMatchObject({ code: 0, stderr: '' });
  expect(planned.stdout).toContain('1 page that the site does not have now returns:\n  returns  only-one/index.html\n');
  expect(bucket.versions).toHaveLength(before);

  expect(await run(bucket, 'rollback', '--delete')).toMatchObject({ code: 0, stderr: '' });
  expect(siteIn(bucket)).toEqual(one);
  const { stamps } = JSON.parse(objects.get(MANIFEST)?.body.toString() ?? '') as { stamps: object };
  expect(recordIn(bucket, MANIFEST)).toEqual({ version: 1, stamps, ages: {}, release: 3 });
  expect(releasesIn(bucket)).toEqual([
    [3, 1],
    [2, undefined],
    [1, undefined],
  ]);
  expect(await run(bucket, 'rollback')).toMatchObject({ code: 2, stderr: expect.stringContaining('no release') });

  await deployAs('two', bucket.endpoint);
  expect(siteIn(bucket)).toEqual(two);
  expect(await run(bucket, 'rollback')).toMatchObject({ code: 0, stderr: '' });
  expect(siteIn(bucket)).toMatchObject(one);
  expect(Object.keys(siteIn(bucket))).toContain('only-two/index.html'); // nothing is deleted without --delete
});

test('the record that everyone can read has neither names nor versions', async () => {
  const { objects, versions } = await startWithTwo();
  const text = objects.get(RELEASES)?.body.toString() ?? '';
  const secrets = [...versions.map(({ id }) => id), 'only', 'contact', 'assets', 'html'];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

/** Some of the steps of a change, or all of them: as many as there are kills in this suite. */
function pickSteps({ answered: { length } }: MemoryBucket): number[] {
  const kills = Math.min(length, inject('kills'));
  return Array.from({ length: kills }, (_, index) => Math.floor((index * length) / kills));
}

async function copyOf(bucket: MemoryBucket): Promise<MemoryBucket> {
  const copy = await startMemoryBucket({ versioned: true });
  for (const [key, object] of bucket.objects) copy.objects.set(key, object);
  copy.versions.push(...bucket.versions);
  return copy;
}

describe('killed before any request', () => {
  test.each([
    ['a deploy', (endpoint: string) => deployAs('two', endpoint), [2, undefined], 1],
    ['a rollback', (endpoint: string) => rollBackTo(1, endpoint), [3, 1], 2],
  ] as const)(
    '%s leaves a site that works, and can be run again',
    { timeout: 300_000 },
    async (kind, change, release, other) => {
      const before = await startMemoryBucket({ versioned: true });
      await deployAs('one', before.endpoint);
      const one = siteIn(before);
      if (kind === 'a rollback') await deployAs('two', before.endpoint);
      const two = siteIn(before);
      const complete = await copyOf(before);
      await change(complete.endpoint);
      for (const step of pickSteps(complete)) {
        const bucket = await copyOf(before);
        const broken: string[] = [];
        const watch = async () => void broken.push(...brokenPages(bucket));
        let count = 0;
        const gate = async () => {
          await watch();
          return (count += 1) > step ? 'refuse' : 'pass';
        };
        expect(await failure(change(await bucket.open(gate)))).not.toBe('done');
        bucket.setClock(6 * 60_000); // the lease has expired

        await change(await bucket.open(watch));

        expect({ step, site: siteIn(bucket) }).toEqual({ step, site: siteIn(complete) });
        expect({ step, release: releasesIn(bucket)[0] }).toEqual({ step, release });
        const { stamps, ages } = recordIn(complete, MANIFEST);
        expect({ step, ...recordIn(bucket, MANIFEST) }).toEqual({
          step,
          version: 1,
          stamps,
          ages,
          release: release[0],
        });
        // Whatever has happened, the other release can be restored.
        await rollBackTo(other, await bucket.open(watch));
        expect({ step, site: siteIn(bucket) }).toEqual({ step, site: other === 1 ? one : two });
        expect({ step, broken }).toEqual({ step, broken: [] });
      }
    },
  );
});

test('a second change at any point of a rollback ends with an error', { timeout: 300_000 }, async () => {
  const before = await startWithTwo();
  const complete = await copyOf(before);
  await rollBackTo(1, complete.endpoint);
  for (const step of pickSteps(complete)) {
    const bucket = await copyOf(before);
    let count = 0;
    let other = '';
    const gate = async () => {
      if (count++ !== step) return;
      other = await failure(step % 2 === 0 ? rollBackTo(1, bucket.endpoint) : deployAs('one', bucket.endpoint));
    };
    const first = await failure(rollBackTo(1, await bucket.open(gate)));
    expect([first, other]).toContain('done');
    const refused = [first, other].filter((text) => text !== 'done');
    for (const text of refused) expect(text).toMatch(/^Another deploy to s3:\/\/site\/ /);
    expect({ step, site: siteIn(bucket) }).toEqual({ step, site: siteIn(complete) });
  }
});

describe('says clearly, before it changes anything,', () => {
  test('how to turn versions on', async () => {
    const bucket = await startMemoryBucket();
    await deployAs('one', bucket.endpoint);
    expect([...bucket.objects.keys()]).not.toContain(RELEASES);
    for (const command of ['releases', 'rollback']) {
      const { code, stderr } = await run(bucket, command);
      expect(code).toBe(2);
      expect(stderr).toContain(
        'Try: aws s3api put-bucket-versioning --bucket site --versioning-configuration Status=Enabled',
      );
      expect(stderr).toContain('The next deploy that changes something makes the first release.');
    }
  });

  test('which versions a lifecycle rule has removed', async () => {
    const bucket = await startWithTwo();
    const isGone = (key: string) => ['index.html', 'only-one/index.html'].includes(key);
    const gone = bucket.versions.filter(({ key, stored }) => isGone(key) && stored?.body.includes('Version one'));
    for (const one of gone) bucket.versions.splice(bucket.versions.indexOf(one), 1);
    const before = new Map(bucket.objects);
    const message = await failure(rollBackTo(1, bucket.endpoint));
    expect(message).toMatch(/^Release 1 of s3:\/\/site\/ is not complete: 2 files .* Nothing was changed\.\n/);
    expect(message).toContain('\n  index.html\n  only-one/index.html\nTry: ');
    expect(bucket.objects).toEqual(before);

    const all = bucket.versions.filter(({ key }) => key !== 'only-one/index.html');
    bucket.versions.splice(0, Infinity, ...all); // the mark of its deletion, too
    expect(await failure(rollBackTo(1, bucket.endpoint))).toContain('has no trace of 1 file');
    expect(bucket.objects).toEqual(before);
    expect(await failure(rollBackTo(2, bucket.endpoint))).toBe('done');
  });

  test('that a release is unknown', async () => {
    const bucket = await startWithTwo();
    expect(await failure(rollBackTo(7, bucket.endpoint))).toMatch(/has no release 7\. .*\nReleases are 1, 2\. Try: /);
  });

  test.each([
    '',
    'null',
    '[]',
    '{}',
    '{"version":1}',
    '{"version":1,"releases":{}}',
    '{"version":1,"releases":[null]}',
    '{"version":2}',
    '{"version":1,"releases":[{"id":1,"at":"x","added":0,"changed":0,"removed":0,"size":0,"files":{}}]}',
    '{"version":1,"releases":[{"id":1,"at":"2026-01-01","added":0,"changed":0,"removed":0,"size":0,"files":{"a":["b"]}}]}',
  ])('that a record of releases is damaged: %j', async (text) => {
    const bucket = await startMemoryBucket({ versioned: true });
    bucket.objects.set(RELEASES, { body: Buffer.from(text), headers: {} });
    for (const change of [() => deployAs('one', bucket.endpoint), () => rollBackTo(1, bucket.endpoint)])
      expect(await failure(change())).toMatch(
        /^s3:\/\/site\/\.sitegen-releases\.json .*\nTry: (restore|update sitegen)/,
      );
    expect(bucket.objects.size).toBe(1);
  });
});

describe('--releases', () => {
  const KEPT = 's3://kept/site';
  const config = `export default { keepAssets: 0, hosts: ['s3'], redirects: { '/old/': '/contact/' } };`;

  test('keeps replaced objects in a private bucket, and restores them', async () => {
    const store = await startStore('site', 'kept');
    const project = await makeSite({ 'sitegen.config.ts': config });
    const change = (command: string, ...args: string[]) =>
      sitegenProcess(project.root, command, 's3://site', '--endpoint', store.endpoint, '--releases', KEPT, ...args);
    const site = async () => {
      const { [MANIFEST]: _manifest, ...files } = await readBucket(store, 'site');
      return files;
    };
    await put(store, 'kept', 'site/objects/mine.txt', 'site/mine.txt', 'objects/other');
    const foreign = Object.keys(await readBucket(store, 'kept'));

    expect(await change('deploy')).toMatchObject({ code: 0, stderr: '' });
    const one = await site();
    expect(Object.keys(one)).not.toContain(RELEASES);
    await project.write(version('two'));
    await build(project);
    expect(await change('deploy', '--delete')).toMatchObject({ code: 0, stderr: '' });
    const two = await site();
    const [kept, record] = [await readBucket(store, 'kept'), `site/${RELEASES}`];
    expect(Object.keys(kept)).toHaveLength(
      foreign.length + 1 + Object.keys(one).filter((key) => one[key]?.md5 !== two[key]?.md5).length,
    );
    expect(Object.keys(kept)).toContain(record);

    expect(await change('rollback', '--delete')).toMatchObject({ code: 0, stderr: '' });
    expect(await site()).toEqual(one);
    const listed = await change('releases', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject({ live: 3, releases: [{ id: 3, of: 1 }, { id: 2 }, { id: 1 }] });
    expect(await change('rollback', '2', '--delete')).toMatchObject({ code: 0, stderr: '' });
    expect(await site()).toEqual(two);

    // Objects that no release needs are removed, and nothing else.
    await project.write(version('three'));
    await build(project);
    expect(await change('deploy', '--delete', '--keep', '2')).toMatchObject({ code: 0, stderr: '' });
    const pages = Object.values(await readBucket(store, 'kept')).filter(({ type }) => type?.startsWith('text/html'));
    const needed = Object.entries(two).filter(([key, { location }]) => key.endsWith('.html') && location === undefined);
    expect(new Set(pages.map(({ md5 }) => md5))).toEqual(new Set(needed.map(([, { md5 }]) => md5)));
    expect(Object.keys(await readBucket(store, 'kept'))).toEqual(expect.arrayContaining(foreign));
  });

  test('refuses the bucket of the site, and the folder of another site', async () => {
    const store = await startStore('site', 'other', 'kept');
    const project = await makeSite();
    const deployTo = (bucket: string, kept: string) => deploy(project, store, `s3://${bucket}`, '--releases', kept);
    const refused = await deployTo('site', 's3://site/kept');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('anyone could read what was withdrawn');
    expect(await deployTo('site', KEPT)).toMatchObject({ code: 0, stderr: '' });
    expect((await deployTo('other', KEPT)).stderr).toContain('is the record of another site, s3://site/.');
    expect(await readBucket(store, 'other')).toEqual({});
  });
});
