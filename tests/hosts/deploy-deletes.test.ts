/** Files that `sitegen deploy --delete` deletes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { page, type Project } from '../helpers/project.ts';
import { build } from '../helpers/rebuild.ts';
import { SITEGEN } from '../helpers/run.ts';
import { startProxy } from './helpers/proxy.ts';
import { deploy, put, readBucket, startStore } from './helpers/s3.ts';
import { MANIFEST, PAGES, makeSite, version } from './helpers/small-site.ts';

const keysOf = async (...at: Parameters<typeof readBucket>) => Object.keys(await readBucket(...at));

/** Files that others keep in the bucket: odd names, a folder of a console, a site from before. */
const FOREIGN = ['invoices/2026 März.pdf', 'uploads/a+b%c.jpg', 'old-site/page.html', 'foreign.txt', 'folder/'];

/** Adds pages, or removes them, and builds the site. */
async function changePages(project: Project, change: { add?: readonly string[]; remove?: readonly string[] }) {
  for (const name of change.add ?? [])
    await project.write({ [`templates/pages/${name}.tsx`]: page(name, `<p>${name}</p>`) });
  for (const name of change.remove ?? []) await project.remove(`templates/pages/${name}.tsx`);
  await build(project);
}

test('a first deploy deletes nothing, and later ones only what an earlier one has uploaded', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  await put(store, 'site', ...FOREIGN);

  const first = await deploy(project, store, 's3://site', '--delete');
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('0 to delete') as string });
  expect(await keysOf(store, 'site')).toEqual(expect.arrayContaining(FOREIGN));

  await changePages(project, { remove: ['contact'] });
  const second = await deploy(project, store, 's3://site', '--delete');
  expect(second.stdout).toMatch(/ delete .* contact\/index\.html\n/);
  expect(second.stdout).toContain(', 1 file deleted.\n');
  const keys = await keysOf(store, 'site');
  expect(keys).toEqual(expect.arrayContaining(FOREIGN));
  expect(keys).not.toContain('contact/index.html');
});

test('a file that has left the site stays known until a deploy deletes it', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  await deploy(project, store, 's3://site');

  await changePages(project, { add: ['about'], remove: ['contact'] });
  expect((await deploy(project, store, 's3://site')).stdout).toMatch(/^ {2}1 file .*--delete/m);
  await changePages(project, { add: ['team'], remove: ['about'] });
  expect((await deploy(project, store, 's3://site')).stdout).toMatch(/^ {2}2 files .*--delete/m);
  expect(await keysOf(store, 'site')).toEqual(expect.arrayContaining(['contact/index.html', 'about/index.html']));

  const { stdout } = await deploy(project, store, 's3://site', '--delete', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ deleted: ['about/index.html', 'contact/index.html'] });
  expect((await deploy(project, store, 's3://site', '--delete')).stdout).toContain('0 to delete');
});

test('a file that others have written since under its name is theirs', async () => {
  const store = await startStore('site');
  const project = await makeSite({ 'public/list.txt': 'ours' });
  await deploy(project, store, 's3://site');
  await project.remove('public/list.txt');
  await build(project);
  await put(store, 'site', 'list.txt');

  expect((await deploy(project, store, 's3://site', '--delete')).stdout).toContain('0 to delete');

  expect(await keysOf(store, 'site')).toContain('list.txt');
});

test('what a killed deploy has uploaded is known, too', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  await deploy(project, store, 's3://site');
  await project.write(version('two')); // another stylesheet, so that all pages change
  await changePages(project, { add: ['about'], remove: ['contact'] });
  const proxy = await startProxy(store.endpoint, (line) => (line === 'PUT /site/index.html' ? 'hang' : 'pass'));
  const args = [SITEGEN, 'deploy', 's3://site', '--endpoint', proxy.endpoint, '--delete'];
  const child = spawn(process.execPath, args, { cwd: project.root });
  await proxy.until('asked', 'PUT /site/index.html', 1); // changed pages come after new ones
  child.kill('SIGKILL');
  await once(child, 'exit');
  await changePages(project, { remove: ['about'] });

  const { stdout } = await deploy(project, store, 's3://site', '--delete', '--json');

  expect(JSON.parse(stdout)).toMatchObject({ deleted: ['about/index.html', 'contact/index.html'] });
});

test('deletes only below the prefix, and keeps other sites there', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  const others = ['index.html', 'site2/index.html', 'site-2.html', 'site', 'site/old.html', 'site/old/'];
  await put(store, 'site', ...others);
  await changePages(project, { add: ['docs', 'about'] });
  await deploy(project, store, 's3://site/site');
  // From now on, another site is deployed to this folder.
  await put(store, 'site', `site/docs/${MANIFEST}`);
  await changePages(project, { remove: ['docs', 'about'] });

  const { code, stdout } = await deploy(project, store, 's3://site/site', '--delete');

  expect(code).toBe(0);
  expect(stdout).toContain('1 to delete');
  const keys = await keysOf(store, 'site');
  const kept = [...others, 'site/docs/index.html', ...PAGES.map((file) => `site/${file}`)];
  expect(keys).toEqual(expect.arrayContaining(kept));
  expect(keys).not.toContain('site/about/index.html');
});

test('keeps paths of other servers (`elsewhere`), and stores pages without a trailing slash under their addresses', async () => {
  const store = await startStore('site');
  const project = await makeSite({ 'public/api/data.json': '{}' });
  await deploy(project, store, 's3://site');
  const config = `export default { elsewhere: ['/api/'], trailingSlash: false };`;
  await project.write({ 'sitegen.config.ts': config });
  await project.remove('public/api');
  await build(project);

  const { code } = await deploy(project, store, 's3://site', '--delete');
  const { stdout } = await deploy(project, store, 's3://site', '--delete');

  expect(code).toBe(0);
  const keys = await keysOf(store, 'site');
  expect(keys).toEqual(expect.arrayContaining(['contact', 'contact.html', 'api/data.json', 'index.html']));
  expect(keys).not.toContain('contact/index.html');
  expect(stdout).toContain('0 new, 0 changed');
});

test('changes nothing if there are more files to delete than allowed', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  await changePages(project, { add: ['a', 'b', 'c'] });
  await deploy(project, store, 's3://site');
  await changePages(project, { remove: ['a', 'b', 'c'] });

  const before = await readBucket(store, 'site');
  const refused = await deploy(project, store, 's3://site', '--delete', '--max-deletes', '2');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('--max-deletes 3');
  expect(await readBucket(store, 'site')).toEqual(before);

  expect(await deploy(project, store, 's3://site', '--delete', '--max-deletes', '3')).toMatchObject({ code: 0 });
  expect(await keysOf(store, 'site')).not.toContain('a/index.html');
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
