/** `sitegen deploy --delete`: what goes, and what must not. */
import { expect, test } from 'vitest';
import { build } from '../helpers/rebuild.ts';
import { deploy, put, readBucket, startStore } from './helpers/s3.ts';
import { MANIFEST, PAGES, makeSite, version } from './helpers/small-site.ts';

const keysOf = async (...at: Parameters<typeof readBucket>) => Object.keys(await readBucket(...at));

test('nothing is deleted unless somebody says so', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  await put(store, 'site', 'old.html');

  const { stdout } = await deploy(project, store, 's3://site');

  expect(stdout).toContain('  1 file in the bucket is not part of the site; --delete takes such files away\n');
  expect(await keysOf(store, 'site')).toContain('old.html');
});

test('only what lies below the prefix is, and no other site there', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  const others = ['index.html', 'site2/index.html', 'site-2.html', 'site', `site/docs/${MANIFEST}`, 'site/docs/a.html'];
  await put(store, 'site', ...others, 'site/old.html', 'site/old/');

  const { code, stdout } = await deploy(project, store, 's3://site/site', '--delete');

  expect(code).toBe(0);
  expect(stdout).toContain('1 to delete');
  const keys = await keysOf(store, 'site');
  expect(keys).toEqual(expect.arrayContaining([...others, 'site/old/', ...PAGES.map((page) => `site/${page}`)]));
  expect(keys).not.toContain('site/old.html');
});

test('more than expected is a mistake: nothing is changed at all', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  const others = ['a', 'b', 'c'];
  await put(store, 'site', ...others);

  const refused = await deploy(project, store, 's3://site', '--delete', '--max-deletes', '2');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toBe(`error 3 files would be deleted, more than 2. Nothing was changed.
Try: look at what they are with --dry-run, then --max-deletes 3\n\n`);
  expect(await keysOf(store, 'site')).toEqual(others);

  expect(await deploy(project, store, 's3://site', '--delete', '--max-deletes', '3')).toMatchObject({ code: 0 });
  expect(await keysOf(store, 'site')).not.toContain('a');
});

test('scripts and styles stay for two more deploys, also where out/ does not have them any more', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  const css = async () => (await keysOf(store, 'site')).filter((key) => key.endsWith('.css'));
  const counts: number[] = [];

  for (const name of ['one', 'two', 'three', 'four']) {
    // As in CI, where a build knows nothing of those before.
    if (name !== 'one') for (const folder of ['out', '.sitegen']) await project.remove(folder);
    await project.write(version(name));
    await build(project);
    await deploy(project, store, 's3://site', '--delete');
    // Nothing has changed by then, so nothing gets older.
    if (name === 'two') await deploy(project, store, 's3://site', '--delete');
    counts.push((await css()).length);
  }

  expect(counts).toEqual([1, 2, 3, 3]);
  const current = (await project.list('out')).filter((file) => file.endsWith('.css'));
  expect(await css()).toEqual(expect.arrayContaining(current));
});
