/** Two deploys to one bucket at the same time, in every order of requests; and services that answer in unusual ways. */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSiteConfig } from '../../src/config/load-config.ts';
import { deploy as runDeploy } from '../../src/deploy/deploy.ts';
import type { Config } from '../../src/shared/model.ts';
import { createProject, page, type Project } from '../helpers/project.ts';
import { build } from '../helpers/rebuild.ts';
import { startMemoryBucket, type MemoryBucket } from './helpers/memory-bucket.ts';
import { deploy } from './helpers/s3.ts';
import { MANIFEST, PAGES, version } from './helpers/small-site.ts';

const NAMES = ['one', 'two'] as const;
type Name = (typeof NAMES)[number];
let projects: Record<Name, Project>;
let configs: Record<Name, Config>;

beforeAll(async () => {
  const [one, two] = [await makeVersion('one'), await makeVersion('two')];
  projects = { one, two };
  configs = { one: await readSiteConfig(one.root, {}), two: await readSiteConfig(two.root, {}) };
}, 60_000);

afterAll(() => Promise.all(Object.values(projects).map(({ root }) => rm(root, { recursive: true, force: true }))));

/** A site whose pages contain the name of their version; one page exists only in that version. */
async function makeVersion(name: Name): Promise<Project> {
  const pages = ['404', 'clock', 'contact', 'index', `only-${name}`].map((file) => {
    const [island, code] = file === 'clock' ? ['<Clock />', `import Clock from '../islands/clock.tsx';`] : ['', ''];
    return [`templates/pages/${file}.tsx`, page(`${file} ${name}`, `Version ${name}${island}`, code)] as const;
  });
  const project = await createProject({ ...version(name), ...Object.fromEntries(pages) });
  await build(project);
  return project;
}

interface Outcome {
  readonly name: Name;
  readonly failure: string | undefined;
}

/** Deploys in this process. */
async function deployAs(name: Name, endpoint: string, concurrency = 4): Promise<Outcome> {
  const options = {
    config: configs[name],
    destination: { bucket: 'site', prefix: '' },
    endpoint,
    region: undefined,
    dry: false,
    deletes: true,
    maxDeletes: 100,
    allowPlaceholders: false,
    concurrency,
    distribution: undefined,
    signal: new AbortController().signal,
    onPlan: () => {},
  };
  try {
    await runDeploy(options);
    return { name, failure: undefined };
  } catch (error) {
    return { name, failure: (error as Error).message };
  }
}

/** The versions of the pages in a bucket. */
function versionsIn({ objects }: MemoryBucket): string[] {
  const pages = [...objects].filter(([key]) => key.endsWith('.html'));
  const versions = pages.map(([, { body }]) => /Version (\w+)/.exec(body.toString())?.[1] ?? 'none');
  return [...new Set(versions)].toSorted();
}

const CONFLICT = /^Another deploy is changing this site\. .*\nTry: wait until it has finished/;

test('a deploy writes the manifest before the first upload and at the end', async () => {
  const bucket = await startMemoryBucket();
  expect(await deployAs('one', bucket.endpoint)).toMatchObject({ failure: undefined });
  bucket.answered.length = 0;

  expect(await deployAs('two', bucket.endpoint)).toMatchObject({ failure: undefined });

  const kinds = bucket.answered.map((line) =>
    line.replace(/assets\/.*?(\w+) (\d+)$/, 'asset $2').replace(/[\w-]+(\/index)?\.html/, 'page'),
  );
  expect(kinds.filter((line, index) => line !== kinds[index - 1])).toEqual([
    `GET ${MANIFEST} 200`,
    'GET  200',
    `PUT ${MANIFEST} 200`,
    'PUT asset 200',
    'PUT page 200',
    'DELETE page 204',
    `PUT ${MANIFEST} 200`,
  ]);
  expect(versionsIn(bucket)).toEqual(['two']);
});

describe('of two deploys at once', () => {
  test.each(['a new bucket', 'a bucket with the site'])(
    'to %s, one fails, at any point of the first one; another deploy repairs the site',
    { timeout: 120_000 },
    async (kind) => {
      const before = await startMemoryBucket();
      if (kind !== 'a new bucket') await deployAs('one', before.endpoint);
      let hasReached = true;
      for (let step = 0; hasReached; step += 1) {
        const bucket = await startMemoryBucket();
        for (const [key, object] of before.objects) bucket.objects.set(key, object);
        let count = 0;
        let other: Outcome | undefined;
        const gate = async () => {
          if (count++ === step) other = await deployAs('one', bucket.endpoint);
        };
        const first = await deployAs('two', await bucket.open(gate), 1);

        hasReached = other !== undefined;
        expect(other?.failure).toBeUndefined();
        const isRight = first.failure ? CONFLICT.test(first.failure) : versionsIn(bucket).join() === 'two';
        expect({ step, first, isRight }).toMatchObject({ step, isRight: true });
        expect([...bucket.objects.keys()]).toEqual(expect.arrayContaining(PAGES));

        expect(await deployAs('two', bucket.endpoint)).toMatchObject({ failure: undefined });
        expect({ step, versions: versionsIn(bucket) }).toEqual({ step, versions: ['two'] });
      }
    },
  );

  test('at random points, one fails, or they do not mix', { timeout: 120_000 }, async () => {
    let seed = 42;
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
    for (let round = 0; round < 20; round += 1) {
      const bucket = await startMemoryBucket();
      if (round % 2 === 1) await deployAs('one', bucket.endpoint);
      const gate = () => sleep(random() * 6);
      const outcomes = await Promise.all(
        NAMES.map(async (name) => {
          await sleep(random() * 40 * (round % 4));
          return deployAs(name, await bucket.open(gate));
        }),
      );
      const failures = outcomes.flatMap(({ failure }) => failure ?? []);
      expect(failures.length).toBeLessThan(2);
      for (const failure of failures) expect(failure).toMatch(CONFLICT);
      const isMixed = failures.length === 0 && versionsIn(bucket).length > 1;
      expect({ round, isMixed }).toEqual({ round, isMixed: false });
    }
  });

  test('the exit code of the refused one is 2, and its deploy has changed nothing', async () => {
    const bucket = await startMemoryBucket();
    let isFirst = true;
    const endpoint = await bucket.open(async (line) => {
      if (!isFirst || !line.startsWith('PUT')) return;
      isFirst = false;
      await deployAs('one', bucket.endpoint);
    });
    const { code, stdout, stderr } = await deploy(projects.two, { endpoint }, 's3://site');
    expect(code).toBe(2);
    expect(stdout).not.toContain('Deployed');
    expect(stderr).toMatch(/^error Another deploy is changing this site\. Nothing was changed by this one\.\n/);
    expect(versionsIn(bucket)).toEqual(['one']);
  });
});

describe('a service', () => {
  test.each(['ignored', 'refused', 'unquoted'] as const)('with %s write conditions works', async (conditions) => {
    const bucket = await startMemoryBucket({ conditions });
    expect(await deploy(projects.one, bucket, 's3://site')).toMatchObject({ code: 0, stderr: '' });
    for (const name of ['two', 'one'] as const)
      expect(await deployAs(name, bucket.endpoint)).toMatchObject({ failure: undefined });
    expect(versionsIn(bucket)).toEqual(['one']);
  });

  test('that loses the response to a written manifest is not another deploy', async () => {
    let isLost = true;
    const bucket = await startMemoryBucket();
    const endpoint = await bucket.open(async (line) => {
      if (!isLost || line !== `PUT ${MANIFEST}`) return undefined;
      isLost = false;
      return 'lose';
    });
    expect(await deployAs('one', endpoint)).toMatchObject({ failure: undefined });
    expect(versionsIn(bucket)).toEqual(['one']);
  });
});

test.each(['', '<html>', '[]', '{"version":2}'])('a manifest that is %j is an error with advice', async (text) => {
  const bucket = await startMemoryBucket();
  bucket.objects.set(MANIFEST, { body: Buffer.from(text), headers: {} });
  const { failure } = await deployAs('one', bucket.endpoint);
  expect(failure).toMatch(/^s3:\/\/site\/\.sitegen-deploy\.json .*\nTry: (delete it|update sitegen)/);
  expect(bucket.objects.size).toBe(1);
});
