/** Files that `sitegen deploy --delete` deletes. */
import { expect, test } from 'vitest';
import { build } from '../helpers/rebuild.ts';
import { deploy, put, readBucket, startStore } from './helpers/s3.ts';
import { MANIFEST, PAGES, makeSite, version } from './helpers/small-site.ts';

const keysOf = async (...at: Parameters<typeof readBucket>) => Object.keys(await readBucket(...at));

test('deletes nothing without --delete', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  await put(store, 'site', 'old.html');

  const { stdout } = await deploy(project, store, 's3://site');

  expect(stdout).toMatch(/^ {2}1 file .*--delete/m);
  expect(await keysOf(store, 'site')).toContain('old.html');
});

test('deletes only below the prefix, and keeps other sites there', async () => {
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

test('keeps paths of other servers (`elsewhere`), and stores pages without a trailing slash under their addresses', async () => {
  const store = await startStore('site');
  const config = `export default { elsewhere: ['/api/'], trailingSlash: false };`;
  const project = await makeSite({ 'sitegen.config.ts': config });
  await put(store, 'site', 'api/data.json', 'old.html', 'contact/index.html');

  const { code } = await deploy(project, store, 's3://site', '--delete');
  const { stdout } = await deploy(project, store, 's3://site', '--delete');

  expect(code).toBe(0);
  const keys = await keysOf(store, 'site');
  expect(keys).toEqual(expect.arrayContaining(['contact', 'contact.html', 'api/data.json', 'index.html']));
  expect(keys).not.toContain('old.html');
  expect(keys).not.toContain('contact/index.html');
  expect(stdout).toContain('0 new, 0 changed');
});

test('changes nothing if there are more files to delete than allowed', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  const others = ['a', 'b', 'c'];
  await put(store, 'site', ...others);

  const refused = await deploy(project, store, 's3://site', '--delete', '--max-deletes', '2');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('--max-deletes 3');
  expect(await keysOf(store, 'site')).toEqual(others);

  expect(await deploy(project, store, 's3://site', '--delete', '--max-deletes', '3')).toMatchObject({ code: 0 });
  expect(await keysOf(store, 'site')).not.toContain('a');
});

test('keeps scripts and styles for two more deploys, even if out/ no longer has them', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  const css = async () => (await keysOf(store, 'site')).filter((key) => key.endsWith('.css'));
  const counts: number[] = [];

  for (const name of ['one', 'two', 'three', 'four']) {
    // Like in CI, where a build has no cache.
    if (name !== 'one') for (const folder of ['out', '.sitegen']) await project.remove(folder);
    await project.write(version(name));
    await build(project);
    await deploy(project, store, 's3://site', '--delete');
    // Nothing has changed, so retained files do not get older.
    if (name === 'two') await deploy(project, store, 's3://site', '--delete');
    counts.push((await css()).length);
  }

  expect(counts).toEqual([1, 2, 3, 3]);
  const current = (await project.list('out')).filter((file) => file.endsWith('.css'));
  expect(await css()).toEqual(expect.arrayContaining(current));
});
