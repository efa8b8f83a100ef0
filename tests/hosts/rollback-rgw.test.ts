/** Releases on Ceph, whose gateway keeps versions; s3rver does not. Processes are killed at random moments. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { PutBucketPolicyCommand, PutBucketVersioningCommand, PutBucketWebsiteCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { build } from '../helpers/rebuild.ts';
import { SITEGEN, run, sitegenProcess } from '../helpers/run.ts';
import type { Project } from '../helpers/project.ts';
import { cannotStart, startGateway, type Gateway } from './helpers/gateway.ts';
import { startProxy } from './helpers/proxy.ts';
import { deploy, expireLease, readBucket, signIn, visit, type Store, type Stored } from './helpers/s3.ts';
import { MANIFEST, RELEASES, makeSite, version } from './helpers/small-site.ts';

const hasRclone = spawnSync('rclone', ['version']).error === undefined;
const CONFIG = { 'sitegen.config.ts': `export default { keepAssets: 0, hosts: ['s3'], redirects: { '/old/': '/' } };` };

describe.skipIf(cannotStart)(`on Ceph${cannotStart ? ` (skipped: ${cannotStart})` : ''}`, () => {
  const gateway = startGateway();
  beforeEach(() => signIn('TESTKEY', 'TESTSECRET'));

  test('restores a release with its headers and redirects, and deploys again', async () => {
    const store = await makeBucket(gateway(), 'back');
    const project = await makeSite(CONFIG);
    await deploy(project, store, 's3://back');
    const one = await siteIn(store, 'back');
    await project.write(version('two'));
    await build(project);
    await deploy(project, store, 's3://back', '--delete');
    const two = await siteIn(store, 'back');

    expect(await rollback(project, store, 's3://back', '--delete')).toMatchObject({ code: 0 });
    expect(await siteIn(store, 'back')).toEqual(one);
    const { stdout } = await sitegenProcess(
      project.root,
      'releases',
      's3://back',
      '--json',
      '--endpoint',
      store.endpoint,
    );
    expect(JSON.parse(stdout)).toMatchObject({
      live: 3,
      releases: [{ id: 3, of: 1, live: true }, { id: 2 }, { id: 1 }],
    });
    await deploy(project, store, 's3://back', '--delete');
    expect(await siteIn(store, 'back')).toEqual(two);
  });

  test.skipIf(!hasRclone)('a deploy by rclone is a release', async () => {
    const store = await makeBucket(gateway(), 'planned');
    const project = await makeSite(CONFIG);
    await deploy(project, store, 's3://planned');
    const one = await siteIn(store, 'planned');
    await project.write(version('two'));
    await build(project);

    expect(await deploy(project, store, 's3://planned', '--delete', '--plan', 'plan')).toMatchObject({ code: 0 });
    expect(await run(['sh', 'plan/upload.sh'], project.root)).toMatchObject({ code: 0 });
    expect(await deploy(project, store, 's3://planned', '--delete', '--done', 'plan')).toMatchObject({ code: 0 });

    expect((await deploy(project, store, 's3://planned', '--delete')).stdout).toContain(' 0 new, 0 changed');
    expect(await siteIn(store, 'planned')).not.toEqual(one);
    const rolled = await rollback(project, store, 's3://planned', '--delete');
    expect(rolled).toMatchObject({ code: 0 });
    expect(rolled.stdout).toContain('back to release 1');
    expect(await siteIn(store, 'planned')).toEqual(one);
  });

  test('killed at random moments, the site always works', { timeout: 900_000 }, async () => {
    const store = await makeBucket(gateway(), 'killed');
    const project = await makeSite(CONFIG);
    await deploy(project, store, 's3://killed');
    const one = await siteIn(store, 'killed');
    await project.write(version('two'));
    await build(project);
    await deploy(project, store, 's3://killed', '--delete');
    const two = await siteIn(store, 'killed');
    const broken: string[] = [];
    let seed = 42;
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;

    for (let round = 0; round < Math.min(20, inject('kills')); round += 1) {
      const [command, expected] = round % 2 === 0 ? (['rollback', one] as const) : (['deploy', two] as const);
      const args = [
        command,
        's3://killed',
        ...(command === 'rollback' ? ['1'] : []),
        '--delete',
        '--keep',
        '100',
        '--concurrency',
        '2',
      ];
      const proxy = await startProxy(store.endpoint);
      const child = spawn(process.execPath, [SITEGEN, ...args, '--endpoint', proxy.endpoint], { cwd: project.root });
      const ended = once(child, 'exit');
      await Promise.race([proxy.until('asked', '', 1 + Math.floor(random() * 20)), ended]);
      child.kill('SIGKILL');
      await ended;
      await expireLease(store, 'killed');
      broken.push(...(await look(store)));

      // Slow enough to see something.
      const slow = await startProxy(store.endpoint, (line) => (/^(PUT|DELETE)/.test(line) ? 30 : 'pass'));
      const ran = sitegenProcess(project.root, ...args, '--endpoint', slow.endpoint);
      broken.push(...(await lookUntil(ran, store)));
      expect(await ran).toMatchObject({ code: 0 });
      expect({ round, site: await siteIn(store, 'killed') }).toEqual({ round, site: expected });
    }
    expect(broken).toEqual([]);
  });
});

/** A bucket that keeps versions, and is a website. */
async function makeBucket(store: Gateway, Bucket: string): Promise<Store> {
  await store.makeBucket(Bucket);
  const Statement = [{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${Bucket}/*` }];
  const policy = { Bucket, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) };
  // Without an error document, an error of Ceph is longer than its Content-Length: no response.
  const pages = { IndexDocument: { Suffix: 'index.html' }, ErrorDocument: { Key: '404.html' } };
  const website = { Bucket, WebsiteConfiguration: pages };
  const versions = { Bucket, VersioningConfiguration: { Status: 'Enabled' } as const };
  await store.client.send(new PutBucketPolicyCommand(policy));
  await store.client.send(new PutBucketWebsiteCommand(website));
  await store.client.send(new PutBucketVersioningCommand(versions));
  return store;
}

const rollback = (project: Project, { endpoint }: Store, ...args: string[]) =>
  sitegenProcess(project.root, 'rollback', ...args, '--endpoint', endpoint);

async function siteIn(store: Store, bucket: string): Promise<Record<string, Stored>> {
  const { [MANIFEST]: _manifest, [RELEASES]: _releases, ...site } = await readBucket(store, bucket);
  return site;
}

async function lookUntil(over: Promise<unknown>, store: Store): Promise<string[]> {
  const broken: string[] = [];
  const state = { isOver: false };
  const ended = over.then(() => (state.isOver = true));
  while (!state.isOver) broken.push(...(await look(store)));
  await ended;
  return broken;
}

/** Loads each page with its stylesheet and its script, like a visitor, whose page may have been replaced meanwhile. */
async function look(store: Store): Promise<string[]> {
  const broken: string[] = [];
  for (const address of ['/', '/clock/', '/contact/']) {
    const { status, text } = await visit(store, 'killed', address);
    const needed = assetsOf(text);
    if (status !== 200 || needed.length === 0) broken.push(`${address}: ${status}`);
    for (const url of needed) {
      const asset = await visit(store, 'killed', url);
      if (asset.status === 200) continue;
      const isNeeded = assetsOf((await visit(store, 'killed', address)).text).includes(url);
      if (isNeeded) broken.push(`${address} needs ${url}: ${asset.status}`);
    }
  }
  return broken;
}

const assetsOf = (html: string) => [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, url = '']) => url);
