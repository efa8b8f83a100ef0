/** When `sitegen deploy` does nothing, and says why. */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lock } from '../../src/output/lock.ts';
import { makeProject, page } from '../helpers/project.ts';
import { build } from '../helpers/rebuild.ts';
import { sitegen } from '../helpers/run.ts';
import { startProxy } from './helpers/proxy.ts';
import { deploy, readBucket, signIn, startStore } from './helpers/s3.ts';
import { makeSite } from './helpers/small-site.ts';

const nobody = { endpoint: 'http://127.0.0.1:1' };

test('a folder without a site of ours', async () => {
  const project = await makeProject();
  expect(await deploy(project, nobody, 's3://site')).toMatchObject({
    code: 2,
    stderr: `error There is no site in ${project.root}/out that sitegen has made.\nTry: sitegen build\n\n`,
  });

  await project.write({ 'out/index.html': 'mine' });
  expect((await deploy(project, nobody, 's3://site')).stderr).toContain('that sitegen has made');
});

test('a site that is being built, and one whose build was cut short', async () => {
  const project = await makeSite();
  const out = path.join(project.root, 'out');
  const release = await lock(out, () => {}, undefined);
  expect(await deploy(project, nobody, 's3://site')).toMatchObject({
    code: 2,
    stderr: `error A build is writing to ${out}.\nTry: again when it is done.\n\n`,
  });
  release();

  await project.write({
    '.out-new-2147483646-00000000-00000000/.sitegen/journal.json': '{"time":0,"changed":[],"removed":[]}',
  });
  expect((await deploy(project, nobody, 's3://site')).stderr).toContain('The last build was cut short');
});

test('a site with placeholders, unless they are allowed', async () => {
  const store = await startStore('site');
  const missing = `import { placeholder } from 'sitegen';\nconst phone = placeholder('the phone number', '0');`;
  const project = await makeSite({ 'templates/pages/call.tsx': page('Call', '{phone}', missing) });

  const refused = await deploy(project, store, 's3://site');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('templates/pages/call.tsx:2:15  the phone number\n');
  expect(refused.stderr).toContain('Nothing was deployed. --allow-placeholders deploys');
  expect(await readBucket(store, 'site')).toEqual({});
  const json = await deploy(project, store, 's3://site', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, placeholders: [{ what: 'the phone number' }] });

  expect(await deploy(project, store, 's3://site', '--allow-placeholders')).toMatchObject({ code: 0 });
});

test('a site of which nobody knows whether it has any', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  await rm(path.join(project.root, '.sitegen/cache'), { recursive: true });

  const { code, stderr } = await deploy(project, store, 's3://site');
  expect(code).toBe(2);
  expect(stderr).toContain('nobody knows');
  expect(await readBucket(store, 'site')).toEqual({});

  await build(project);
  expect(await deploy(project, store, 's3://site')).toMatchObject({ code: 0 });
});

test('credentials that are not there, or not known', async () => {
  const store = await startStore('site');
  const project = await makeSite();

  signIn('NOBODY', 'NOTHING');
  expect((await deploy(project, store, 's3://site')).stderr).toContain(`${store.endpoint} refuses the credentials:`);
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, undefined);
  vi.stubEnv('HOME', project.root); // no profile either
  expect(await deploy(project, store, 's3://site')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('error There is nothing to sign in to S3 with.\nTry: set AWS_ACCESS_KEY_ID'),
  });
  signIn('a', 'b');
  expect((await sitegen(project.root, 'deploy', 's3://site')).stderr).toContain('--region');
});

test('a bucket that is not there, a right that is not given, an endpoint that is none', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  const proxy = await startProxy(store.endpoint, () => 'refuse');

  const say = async (to: { endpoint: string }, bucket: string) => (await deploy(project, to, bucket)).stderr;
  expect(await say(store, 's3://other')).toContain(`error ${store.endpoint} has no bucket "other".\nTry: `);
  expect(await say(proxy, 's3://site')).toContain(
    'error Bucket "site" does not let us list its files.\nTry: allow s3:ListBucket',
  );
  expect(await say(nobody, 's3://site')).toContain('error http://127.0.0.1:1 does not answer:');
  expect(await say({ endpoint: 'http://nobody.invalid' }, 's3://site')).toContain('does not answer:');
  const other = createServer((_request, response) => response.end('<html>Hello</html>')).listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const endpoint = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  expect(await say({ endpoint }, 's3://site')).toContain(`error ${endpoint} does not answer as S3 does.`);
});

test('what is no destination', async () => {
  const project = await makeProject();
  const { code, stderr } = await sitegen(project.root, 'deploy', 'https://site');
  expect(code).toBe(2);
  expect(stderr).toContain('It should be a bucket, with or without a folder: s3://bucket/folder');
});

test('a site for another folder than it goes to is deployed, with a word about it', async () => {
  const store = await startStore('site');
  const project = await makeSite({ 'sitegen.config.ts': `export default { base: '/docs/' };` });

  expect(await deploy(project, store, 's3://site')).toMatchObject({
    code: 0,
    stderr: 'The site is for /docs/, and goes to s3://site/: s3://site/docs/ fits.\n',
  });
  expect(await deploy(project, store, 's3://site/docs')).toMatchObject({ code: 0, stderr: '' });
});
