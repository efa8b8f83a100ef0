/** Visits during `sitegen deploy`, and after an interrupted one. A proxy records requests and disturbs them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { page } from '../helpers/project.ts';
import { build } from '../helpers/rebuild.ts';
import { SITEGEN } from '../helpers/run.ts';
import { putsOf, startProxy, type Proxy } from './helpers/proxy.ts';
import { deploy, readBucket, startStore, visit, type Store } from './helpers/s3.ts';
import { MANIFEST, PAGES, makeSite, version } from './helpers/small-site.ts';

const isPage = (key: string) => key.endsWith('.html');

test('files come before pages, new pages before changed ones, deletions last; the manifest before and after all of them', async () => {
  const store = await startStore('site');
  const project = await makeSite({
    'sitegen.config.ts': 'export default { keepAssets: 0 };',
    'templates/pages/old.tsx': page('Old', ''),
    'public/old.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  await deploy(project, store, 's3://site');
  for (const file of ['templates/pages/old.tsx', 'public/old.svg']) await project.remove(file);
  await project.write({ ...version('two'), 'templates/pages/about.tsx': page('About', '') });
  await build(project);
  const proxy = await startProxy(store.endpoint);

  expect(await deploy(project, proxy, 's3://site', '--delete')).toMatchObject({ code: 0, stderr: '' });

  const steps = proxy.done.filter((line) => !line.startsWith('GET')).map((line) => line.replace('/site/', ''));
  const manifest = `PUT ${MANIFEST}`;
  const asset = expect.stringMatching(/^PUT assets\/.*\.(css|js)$/);
  const former = expect.stringMatching(/^DELETE (assets\/.*\.(css|js)|old\.svg)$/);
  expect(steps).toEqual([
    manifest,
    asset,
    asset,
    'PUT about/index.html',
    ...PAGES.map(() => expect.stringMatching(/^PUT .*\.html$/)),
    'DELETE old/index.html',
    former,
    former,
    former,
    manifest,
  ]);
});

test('visitors find everything a page needs during a deploy', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  await deploy(project, store, 's3://site');
  const seen = { visits: 0, broken: [] as string[], versions: new Set<string>() };

  for (const name of ['two', 'three']) {
    await project.write(version(name));
    await build(project);
    // Slow enough to see something.
    const proxy = await startProxy(store.endpoint, (line) => (line.startsWith('GET') ? 'pass' : 60));
    const deploying = { isOver: false };
    const deployed = deploy(project, proxy, 's3://site', '--delete', '--concurrency', '1');
    const ended = deployed.then(() => (deploying.isOver = true));
    while (!deploying.isOver) await look({ ...store, endpoint: proxy.endpoint }, seen);
    await ended;
    expect(await deployed).toMatchObject({ code: 0, stderr: '' });
  }

  expect(seen.broken).toEqual([]);
  expect(seen.visits).toBeGreaterThan(50);
  expect([...seen.versions].toSorted()).toEqual(['one', 'three', 'two']);
});

/** Loads each page with its stylesheet and its script. */
async function look(store: Store, seen: { visits: number; broken: string[]; versions: Set<string> }): Promise<void> {
  for (const address of ['/', '/clock/', '/contact/']) {
    const { status, text } = await visit(store, 'site', address);
    const needed = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, url = '']) => url);
    for (const url of needed) {
      const asset = await visit(store, 'site', url);
      if (asset.status !== 200) seen.broken.push(`${address} needs ${url}: ${asset.status}`);
    }
    if (status !== 200 || needed.length === 0) seen.broken.push(`${address}: ${status}`);
    seen.visits += 1;
    seen.versions.add(/<h1>Contact<\/h1>(\w+)/.exec(text)?.[1] ?? 'one');
  }
}

describe('an interrupted deploy', () => {
  const start = (root: string, { endpoint }: Proxy) =>
    spawn(process.execPath, [SITEGEN, 'deploy', 's3://site', '--endpoint', endpoint], { cwd: root });
  /** Lets a few assets through, and no other file. */
  const stuck = (few: number) => {
    const puts = new Set<string>();
    return (line: string) => {
      if (!line.startsWith('PUT') || line.endsWith(MANIFEST)) return 'pass';
      if (line.startsWith('PUT /site/assets/')) puts.add(line); // uploads arrive in any order
      return puts.size <= few && puts.has(line) ? 'pass' : 'hang';
    };
  };

  test.each([
    ['SIGKILL', [null, 'SIGKILL']],
    ['SIGINT', [130, null]],
    ['SIGTERM', [143, null]],
  ] as const)('stopped by %s is continued by the next one', async (signal, end) => {
    const store = await startStore('site');
    const project = await makeSite();
    const proxy = await startProxy(store.endpoint, stuck(2));
    const child = start(project.root, proxy);
    await Promise.all([proxy.until('done', 'PUT /site/assets/', 2), proxy.until('asked', 'PUT /site/photo', 1)]);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual(end);
    const before = Object.keys(await readBucket(store, 'site')).filter((key) => key !== MANIFEST);
    expect(before).toHaveLength(2);
    expect(before.filter(isPage)).toEqual([]);

    const second = await startProxy(store.endpoint);
    expect(await deploy(project, second, 's3://site')).toMatchObject({ code: 0, stderr: '' });

    expect(putsOf(second, 'site').filter((key) => before.includes(key))).toEqual([]);
    expect(second.asked.filter((line) => line.startsWith('HEAD'))).toHaveLength(2);
    expect(Object.keys(await readBucket(store, 'site'))).toEqual(
      expect.arrayContaining([...PAGES, ...before, MANIFEST]),
    );
  });

  test.each(['SIGKILL', 'SIGTERM'] as const)('with --json ends when the command is stopped by %s', async (signal) => {
    const store = await startStore('site');
    const project = await makeSite();
    const proxy = await startProxy(store.endpoint, (line) => (line.startsWith('PUT /site/assets/') ? 'hang' : 'pass'));
    const args = [SITEGEN, 'deploy', 's3://site', '--endpoint', proxy.endpoint, '--json'];
    const child = spawn(process.execPath, args, { cwd: project.root });
    await proxy.until('asked', 'PUT /site/assets/', 1);
    child.kill(signal);
    await once(child, 'close'); // also of the process that it has started, which has the same stderr

    expect(await deploy(project, store, 's3://site')).toMatchObject({ code: 0, stderr: '' }); // `out` is not locked
  });

  test('that cannot write a file uploads no page', async () => {
    const store = await startStore('site');
    const project = await makeSite();
    const proxy = await startProxy(store.endpoint, (line) => (line.endsWith('.css') ? 'refuse' : 'pass'));

    const { code, stderr } = await deploy(project, proxy, 's3://site');

    expect(code).toBe(2);
    expect(stderr).toMatch(/^error .*write assets\/.*\.css in bucket "site"\.\n.*s3:PutObject/);
    expect(putsOf(proxy, 'site').filter(isPage)).toEqual([]);
  });

  test('whose requests fail now and then retries each', async () => {
    const store = await startStore('site');
    const project = await makeSite();
    const proxy = await startProxy(store.endpoint, (_line, before) => (['fail', 'cut'] as const)[before] ?? 'pass');

    expect(await deploy(project, proxy, 's3://site')).toMatchObject({ code: 0, stderr: '' });

    expect(Object.keys(await readBucket(store, 'site'))).toHaveLength(8);
  });
});
