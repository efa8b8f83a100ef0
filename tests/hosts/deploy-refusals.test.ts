/** `sitegen deploy` refuses to deploy: */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { lock } from '../../src/publish/lock.ts';
import { listen } from '../helpers/listen.ts';
import { makeProject, page } from '../helpers/project.ts';
import { build } from '../helpers/rebuild.ts';
import { SITEGEN, sitegenProcess } from '../helpers/run.ts';
import { startProxy } from './helpers/proxy.ts';
import { deploy, readBucket, signIn, startStore } from './helpers/s3.ts';
import { makeSite } from './helpers/small-site.ts';

const nobody = { endpoint: 'http://127.0.0.1:1' };

test('a folder without a site built by sitegen', async () => {
  const project = await makeProject();
  expect(await deploy(project, nobody, 's3://site')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${project.root}/out`) as string,
  });

  await project.write({ 'out/index.html': 'mine' });
  expect(await deploy(project, nobody, 's3://site')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('sitegen build') as string,
  });
});

test('a site whose build is running or was interrupted', async () => {
  const project = await makeSite();
  const out = path.join(project.root, 'out');
  const release = await lock(out, () => {}, undefined);
  expect(await deploy(project, nobody, 's3://site')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`A build is writing to ${out}.`) as string,
  });
  release();

  await project.write({
    '.out-new-2147483646-00000000-00000000/.sitegen/journal.json': '{"time":0,"changed":[],"removed":[]}',
  });
  expect(await deploy(project, nobody, 's3://site')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('interrupted') as string,
  });
});

test('a site that another deploy is reading', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  const proxy = await startProxy(store.endpoint, (line) => (line.startsWith('PUT') ? 'hang' : 'pass'));
  const first = spawn(process.execPath, [SITEGEN, 'deploy', 's3://site', '--endpoint', proxy.endpoint], {
    cwd: project.root,
  });
  await proxy.until('asked', 'PUT', 1);

  const out = path.join(project.root, 'out');
  expect(await deploy(project, store, 's3://site')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`Another deploy or verify is reading ${out}.`) as string,
  });
  first.kill();
  await once(first, 'exit');
  expect(await deploy(project, store, 's3://site')).toMatchObject({ code: 0 });
});

test('a site with placeholders, unless they are allowed', async () => {
  const store = await startStore('site');
  const missing = `import { placeholder } from 'sitegen';\nconst phone = placeholder('the phone number', '0');`;
  const project = await makeSite({ 'templates/pages/call.tsx': page('Call', '{phone}', missing) });

  const refused = await deploy(project, store, 's3://site');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('templates/pages/call.tsx:2:15  the phone number\n');
  expect(refused.stderr).toContain('--allow-placeholders');
  expect(await readBucket(store, 'site')).toEqual({});
  const json = await deploy(project, store, 's3://site', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, placeholders: [{ what: 'the phone number' }] });

  expect(await deploy(project, store, 's3://site', '--allow-placeholders')).toMatchObject({ code: 0 });
});

test('a site whose placeholders are unknown', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  await project.write({ 'out/.sitegen': 'damaged' });

  const { code, stderr } = await deploy(project, store, 's3://site');
  expect(code).toBe(2);
  expect(stderr).toContain('for placeholders');
  expect(await readBucket(store, 'site')).toEqual({});

  await build(project);
  expect(await deploy(project, store, 's3://site')).toMatchObject({ code: 0 });
});

test('credentials that are missing or rejected', async () => {
  const store = await startStore('site');
  const project = await makeSite();

  signIn('NOBODY', 'NOTHING');
  expect((await deploy(project, store, 's3://site')).stderr).toContain(`${store.endpoint} rejected the credentials`);
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, undefined);
  vi.stubEnv('HOME', project.root); // no profile either
  expect(await deploy(project, store, 's3://site')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('AWS_ACCESS_KEY_ID'),
  });
  signIn('a', 'b');
  expect((await sitegenProcess(project.root, 'deploy', 's3://site')).stderr).toContain('--region');
});

test('a missing bucket, a missing permission, an endpoint that is not S3', async () => {
  const store = await startStore('site');
  const project = await makeSite();
  const proxy = await startProxy(store.endpoint, () => 'refuse');

  const say = async (to: { endpoint: string }, bucket: string) => (await deploy(project, to, bucket)).stderr;
  expect(await say(store, 's3://other')).toContain(`${store.endpoint} has no bucket "other"`);
  expect(await say(proxy, 's3://site')).toContain('s3:ListBucket');
  expect(await say(nobody, 's3://site')).toContain('http://127.0.0.1:1 ');
  expect(await say({ endpoint: 'http://nobody.invalid' }, 's3://site')).toContain('http://nobody.invalid ');
  const endpoint = await listen((_request, response) => response.end('<html>Hello</html>'));
  expect(await say({ endpoint }, 's3://site')).toContain(`${endpoint} `);
});

test('a region that cannot be one', async () => {
  const project = await makeSite();
  signIn('a', 'b');
  for (const region of ['no where', 'no where\n'])
    expect(await sitegenProcess(project.root, 'deploy', 's3://site', '--region', region)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('error The AWS region is not valid.\nTry: --region eu-central-1') as string,
    });
  vi.stubEnv('AWS_ENDPOINT_URL', 'nowhere');
  expect((await sitegenProcess(project.root, 'deploy', 's3://site')).stderr).toContain(
    'AWS_ENDPOINT_URL is not a URL.',
  );
});

test.each(['http://user:hunter2@127.0.0.1:1', 'ftp://user:hunter2@127.0.0.1:1'])(
  'an endpoint without an answer, whose password is not printed: %s',
  async (endpoint) => {
    const project = await makeSite();
    signIn('a', 'b');
    for (const more of [[], ['--json']]) {
      const { code, stdout, stderr } = await deploy(project, { endpoint }, 's3://site', ...more);
      expect(code).toBe(2);
      expect(stdout + stderr).toContain('://127.0.0.1:1');
      expect(stdout + stderr).not.toContain('hunter2');
    }
  },
);

test('an invalid destination', async () => {
  const { root } = await makeProject();

  expect(await sitegenProcess(root, 'deploy', 'https://site')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('s3://bucket/folder') as string,
  });
});

test("warns about a folder that does not match the site's base", async () => {
  const store = await startStore('site');
  const project = await makeSite({ 'sitegen.config.ts': `export default { base: '/docs/' };` });

  expect(await deploy(project, store, 's3://site')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^warning .*s3:\/\/site\/\. .*s3:\/\/site\/docs\//) as string,
  });
  expect(await deploy(project, store, 's3://site/docs')).toMatchObject({ code: 0, stderr: '' });
});
