/** Two deploys to one bucket at the same time, in every order of requests. */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSiteConfig } from '../../src/config/load-config.ts';
import { deploy as runDeploy } from '../../src/deploy/deploy.ts';
import type { Config } from '../../src/shared/model.ts';
import { createProject, page, type Project } from '../helpers/project.ts';
import { build } from '../helpers/rebuild.ts';
import { errorOf, startMemoryBucket, type MemoryBucket } from './helpers/memory-bucket.ts';
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
  readonly warnings: readonly string[];
}

/** Deploys in this process. */
async function deployAs(name: Name, endpoint: string, concurrency = 4): Promise<Outcome> {
  const warnings: string[] = [];
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
    onWarning: (message: string) => void warnings.push(message),
  };
  try {
    await runDeploy(options);
    return { name, failure: undefined, warnings };
  } catch (error) {
    return { name, failure: (error as Error).message, warnings };
  }
}

/** The versions of the pages in a bucket. */
function versionsIn({ objects }: MemoryBucket): string[] {
  const pages = [...objects].filter(([key]) => key.endsWith('.html'));
  const versions = pages.map(([, { body }]) => /Version (\w+)/.exec(body.toString())?.[1] ?? 'none');
  return [...new Set(versions)].toSorted();
}

const pageWrites = (bucket: MemoryBucket) => bucket.answered.filter((line) => /^(PUT|DELETE) .*\.html /.test(line));
const REFUSED = 'Another deploy to s3://site/ …\nTry: run the command';
const IN_PROGRESS =
  /^Another deploy to s3:\/\/site\/ is in progress\. Nothing was changed\.\nTry: .* in 5 minutes, at /;

test('a deploy takes the lease, renews it before each step, and releases it', async () => {
  const bucket = await startMemoryBucket();
  expect(await deployAs('one', bucket.endpoint)).toMatchObject({ failure: undefined, warnings: [] });
  bucket.answered.length = 0;

  expect(await deployAs('two', bucket.endpoint)).toMatchObject({ failure: undefined, warnings: [] });

  const steps = bucket.answered.map((line) => line.replace(/assets\/.*?(\w+) (\d+)$/, 'asset $2'));
  const lease = `PUT ${MANIFEST} 200`;
  expect(steps.slice(0, 4)).toEqual([`GET ${MANIFEST} 200`, 'GET  200', `PUT ${MANIFEST} 412`, lease]);
  const kinds = steps.slice(4).map((line) => line.replace(/[\w-]+(\/index)?\.html/, 'page'));
  const groups = kinds.filter((line, index) => line !== kinds[index - 1]);
  expect(groups).toEqual([
    lease,
    'PUT asset 200',
    lease,
    'PUT page 200',
    lease,
    'PUT page 200',
    lease,
    'DELETE page 204',
    lease,
  ]);
  expect(bucket.objects.get(MANIFEST)?.body.toString()).not.toContain('lease');
  expect(versionsIn(bucket)).toEqual(['two']);
});

describe('a second deploy, at any point of the first one', () => {
  test.each(['a new bucket', 'a bucket with the site'])(
    'in %s: the sites never mix',
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
        let writtenByOther = 0;
        const gate = async () => {
          if (count++ !== step) return;
          const written = pageWrites(bucket).length;
          other = await deployAs('one', bucket.endpoint);
          writtenByOther = pageWrites(bucket).length - written;
        };
        const first = await deployAs('two', await bucket.open(gate), 1);

        hasReached = other !== undefined;
        const outcomes = other === undefined ? [first] : [first, other];
        const winners = outcomes.filter(({ failure }) => failure === undefined);
        expect({ step, winners: winners.length > 0, outcomes }).toMatchObject({ step, winners: true });
        const last = first.failure === undefined ? 'two' : 'one';
        expect({ step, versions: versionsIn(bucket) }).toEqual({ step, versions: [last] });
        expect([...bucket.objects.keys()]).toEqual(expect.arrayContaining(PAGES));
        const writtenInVain = other?.failure === undefined ? 0 : writtenByOther;
        expect({ step, writtenInVain }).toEqual({ step, writtenInVain: 0 });
        for (const { failure, warnings } of outcomes) {
          expect(warnings).toEqual([]);
          expect(failure ?? REFUSED).toMatch(/^Another deploy to s3:\/\/site\/ .*\nTry: run the command/);
        }
      }
    },
  );

  test('at random points: the sites never mix, and no deploy hangs', { timeout: 120_000 }, async () => {
    let seed = 42;
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
    const endings = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      const bucket = await startMemoryBucket();
      if (round % 2 === 1) await deployAs('one', bucket.endpoint);
      const gate = () => sleep(random() * 6);
      const outcomes = await Promise.all(
        NAMES.map(async (name) => {
          await sleep(random() * 40 * (round % 4));
          return deployAs(name, await bucket.open(gate));
        }),
      );
      expect({ round, versions: versionsIn(bucket), outcomes }).toMatchObject({ versions: [expect.any(String)] });
      expect(outcomes.some(({ failure }) => failure === undefined)).toBe(true);
      endings.add(outcomes.map(({ failure }) => (failure === undefined ? 'done' : 'refused')).join());
    }
    expect([...endings].toSorted()).toEqual(['done,done', 'done,refused', 'refused,done']);
  });
});

describe('a killed deploy', () => {
  /** Gets no answer from the third page on, until a test opens the gate. */
  async function stuck(bucket: MemoryBucket) {
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    let reached = () => {};
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    let pages = 0;
    const endpoint = await bucket.open(async (line) => {
      if (!line.endsWith('.html') || (pages += 1) < 3) return;
      reached();
      await opened;
    });
    const ended = deployAs('two', endpoint);
    await isReached;
    return { ended, open };
  }

  test("blocks others until its lease expires, by the service's clock", async () => {
    const bucket = await startMemoryBucket();
    await deployAs('one', bucket.endpoint);
    bucket.setClock(-86_400_000);
    const { ended, open } = await stuck(bucket);

    const before = bucket.objects.size;
    const refused = await deploy(projects.one, bucket, 's3://site');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr.replace(/^error /, '')).toMatch(IN_PROGRESS);
    expect(await deploy(projects.one, bucket, 's3://site', '--dry-run')).toMatchObject({ code: 0, stderr: '' });
    expect(bucket.objects.size).toBe(before);
    bucket.setClock(-86_400_000 + 4 * 60_000 + 30_000);
    expect((await deployAs('one', bucket.endpoint)).failure).toContain(' seconds, at ');

    bucket.setClock(-86_400_000 + 5 * 60_000 + 5_000);
    expect(await deployAs('one', bucket.endpoint)).toMatchObject({ failure: undefined });
    expect(versionsIn(bucket)).toEqual(['one']);
    open(); // it was only slow
    expect((await ended).failure).toMatch(/^Another deploy to s3:\/\/site\/ has taken over/);
  });

  test('does not block others if it failed or was stopped', async () => {
    let isBroken = true;
    const instead = (line: string) => (isBroken && line.endsWith('.css') ? ([403, ''] as const) : undefined);
    const bucket = await startMemoryBucket({ instead });
    expect((await deployAs('two', bucket.endpoint)).failure).toContain('s3:PutObject');
    isBroken = false;
    expect(await deployAs('one', bucket.endpoint)).toMatchObject({ failure: undefined });
    expect(versionsIn(bucket)).toEqual(['one']);
  });

  test.each([
    ['2999-01-01T00:00:00Z', 'a time that no deploy asks for'],
    ['2020-01-01T00:00:00Z', 'the past'],
  ])('does not block others with a lease until %s, %s', async (until) => {
    const bucket = await startMemoryBucket();
    const body = Buffer.from(JSON.stringify({ version: 1, stamps: {}, ages: {}, lease: { id: 'x', until } }));
    bucket.objects.set(MANIFEST, { body, headers: {} });
    expect(await deployAs('one', bucket.endpoint)).toMatchObject({ failure: undefined });
  });
});

describe('a service', () => {
  test.each(['ignored', 'refused'] as const)('with %s write conditions works, with a warning', async (conditions) => {
    const bucket = await startMemoryBucket({ conditions });
    const { code, stderr } = await deploy(projects.one, bucket, 's3://site');
    expect(code).toBe(0);
    expect(stderr).toContain(`warning ${bucket.endpoint} ignores the conditions of a write (If-Match)`);
    expect(stderr.match(/^warning/gm)).toHaveLength(1);
    expect(await deployAs('two', bucket.endpoint)).toMatchObject({
      failure: undefined,
      warnings: [expect.any(String)],
    });
    expect(versionsIn(bucket)).toEqual(['two']);
    expect(bucket.objects.get(MANIFEST)?.body.toString()).not.toContain('lease');
    expect(await deployAs('two', bucket.endpoint)).toMatchObject({ failure: undefined, warnings: [] }); // writes nothing
  });

  test('may support only ETags without quotes', async () => {
    const bucket = await startMemoryBucket({ conditions: 'unquoted' });
    for (const name of ['one', 'two', 'one'] as const)
      expect(await deployAs(name, bucket.endpoint)).toMatchObject({ failure: undefined, warnings: [] });
    expect(versionsIn(bucket)).toEqual(['one']);
  });
});

test.each([
  'null',
  '[]',
  '{}',
  '7',
  '""',
  '',
  '<html>',
  '{"version":1,"stamps":[],"ages":{}}',
  '{"version":1,"stamps":{"a":1},"ages":{}}',
  '{"version":1,"stamps":{},"ages":{},"lease":null}',
  '{"version":2}',
])('a manifest that is %j is an error with advice', async (text) => {
  const bucket = await startMemoryBucket();
  bucket.objects.set(MANIFEST, { body: Buffer.from(text), headers: {} });
  const { failure } = await deployAs('one', bucket.endpoint);
  expect(failure).toMatch(/^s3:\/\/site\/\.sitegen-deploy\.json .*\nTry: (delete it|update sitegen)/);
  expect(bucket.objects.size).toBe(1);
});

describe('invalid answers are errors with advice', () => {
  test.each([
    [
      'RequestTimeTooSkewed',
      -3 * 3_600_000,
      /rejected the request, because the clock .* wrong: it is 180 minutes fast\./,
    ],
    ['RequestExpired', 7_200_000, /rejected the request, because the clock .* wrong: it is 120 minutes slow\./],
    ['RequestTimeTooSkewed', 0, /rejected the request, because the clock of this machine is wrong\./],
  ])("%s, with the service's clock at %d ms", async (code, offset, message) => {
    const bucket = await startMemoryBucket({ instead: () => [403, errorOf(code)] });
    bucket.setClock(offset);
    const { failure } = await deployAs('one', bucket.endpoint);
    expect(failure).toMatch(message);
    expect(failure).toMatch(/\nTry: set the clock/);
  });

  test.each([
    ['with the same token for ever', () => 'again', (number: number) => number, 2],
    ['with the same files for ever', (number: number) => `page-${number}`, () => 1, 2],
    ['with other files for ever', (number: number) => `page-${number}`, (number: number) => number, 1000],
  ])('a list %s', { timeout: 60_000 }, async (_what, tokenOf, fileOf, pages) => {
    let asked = 0;
    const instead = (line: string): readonly [number, string] | undefined => {
      if (line !== 'GET ') return undefined;
      asked += 1;
      const key = `<Contents><Key>file-${fileOf(asked)}</Key><ETag>"x"</ETag></Contents>`;
      const next = `<IsTruncated>true</IsTruncated><NextContinuationToken>${tokenOf(asked)}</NextContinuationToken>`;
      return [200, `<?xml version="1.0"?><ListBucketResult><Name>site</Name>${next}${key}</ListBucketResult>`];
    };
    const bucket = await startMemoryBucket({ instead });
    const { failure } = await deployAs('one', bucket.endpoint);
    expect(failure).toMatch(/^The list of the files in s3:\/\/site\/ does not end: .*\nTry: /);
    expect(asked).toBe(pages);
    expect(bucket.objects.size).toBe(0);
  });
});
