/** Ceph's gateway is an S3 implementation independent of Amazon's. Tests `sitegen deploy`, and the commands in docs/deploy.md. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { build } from '../helpers/rebuild.ts';
import { ROOT } from '../helpers/run.ts';
import type { Project } from '../helpers/project.ts';
import { cannotStart, startGateway } from './helpers/gateway.ts';
import { putsOf, startProxy } from './helpers/proxy.ts';
import { deploy, md5Of, readBucket, signIn, visit, type Store } from './helpers/s3.ts';
import { MANIFEST, makeSite, version } from './helpers/small-site.ts';

const has = (program: string) => spawnSync(program, ['--version']).error === undefined;
/** Debian's version; another one may come first in the PATH. */
const AWS = '/usr/bin/aws';

describe.skipIf(cannotStart)(`on Ceph${cannotStart ? ` (skipped: ${cannotStart})` : ''}`, () => {
  const gateway = startGateway();
  beforeEach(() => signIn('TESTKEY', 'TESTSECRET'));

  test('uploads more files than one response lists, and then only changed ones', async () => {
    const store = gateway();
    await store.makeBucket('own');
    const many = Object.fromEntries(
      Array.from({ length: 1100 }, (_, index) => [`public/many/${index}.txt`, `${index}`]),
    );
    const project = await makeSite(many);

    const first = await deploy(project, store, 's3://own', '--concurrency', '32');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('1107 files');

    const proxy = await startProxy(store.endpoint);
    await project.write(version('two'));
    for (const file of Object.keys(many).slice(0, 50)) await project.remove(file);
    await build(project);
    expect(await deploy(project, proxy, 's3://own', '--delete')).toMatchObject({ code: 0, stderr: '' });
    expect(putsOf(proxy, 'own').filter((key) => key.startsWith('many/'))).toEqual([]);
    expect(proxy.asked.filter((line) => line.startsWith('DELETE'))).toHaveLength(50);
    expect(proxy.asked.filter((line) => line.startsWith('HEAD'))).toEqual([]);
    expect(await sentBy(store, 'own')).toEqual(await builtBy(project));
    expect(await deploy(project, proxy, 's3://own', '--delete')).toMatchObject({ code: 0 });
    expect(proxy.asked.filter((line) => line.startsWith('DELETE'))).toHaveLength(50);
  });

  test('two deploys at once do not mix their sites', async () => {
    const store = gateway();
    await store.makeBucket('twice');
    const config = { 'sitegen.config.ts': 'export default { keepAssets: 0 };' };
    const sites = [await makeSite({ ...version('one'), ...config }), await makeSite({ ...version('two'), ...config })];

    const ran = await Promise.all(sites.map((site) => deploy(site, store, 's3://twice', '--delete')));

    const refused = { code: 2, stderr: expect.stringMatching(/^error Another deploy is changing this site/) as string };
    for (const { code, stderr } of ran) expect([refused, { code: 0, stderr: '' }]).toContainEqual({ code, stderr });
    const winners = sites.filter((_site, index) => ran[index]?.code === 0);
    expect(await Promise.all(winners.map(builtBy))).toContainEqual(await sentBy(store, 'twice'));
  });

  test.skipIf(!has(AWS))('the commands for aws in the docs work; the bucket is a website', async () => {
    const store = gateway();
    const project = await makeSite();
    const programs = await install(project, 'aws', `exec ${AWS} --endpoint-url ${store.endpoint} "$@"`);

    await runDocs(project, programs, '## The bucket', 'with-aws');
    await runDocs(project, programs, '### With aws', 'with-aws');
    expect(await sentBy(store, 'with-aws')).toEqual(await builtBy(project));
    expect((await visit(store, 'with-aws', '/contact/')).text).toContain('<h1>Contact</h1>');
    expect(await visit(store, 'with-aws', '/nope/')).toMatchObject({
      status: 404,
      text: await project.read('out/404.html'),
    });

    await changeSite(project);
    await runDocs(project, programs, '### With aws', 'with-aws');
    expect(await sentBy(store, 'with-aws')).toEqual(await builtBy(project));
  });

  test.skipIf(!has('s3cmd'))('the commands for s3cmd in the docs work', async () => {
    const store = gateway();
    await store.makeBucket('with-s3cmd');
    const project = await makeSite();
    const { host } = new URL(store.endpoint);
    await project.write({
      s3cfg: `[default]\naccess_key = TESTKEY\nsecret_key = TESTSECRET\nhost_base = ${host}\nhost_bucket = ${host}\nuse_https = False\n`,
    });
    const s3cmd = `exec /usr/bin/s3cmd --config ${path.join(project.root, 's3cfg')} "$@"`;
    const programs = await install(project, 's3cmd', s3cmd);

    await runDocs(project, programs, '### With s3cmd', 'with-s3cmd');
    expect(await sentBy(store, 'with-s3cmd')).toEqual(await builtBy(project));
    await changeSite(project);
    await runDocs(project, programs, '### With s3cmd', 'with-s3cmd');
    expect(await sentBy(store, 'with-s3cmd')).toEqual(await builtBy(project));
  });

  test.skipIf(!has('rclone'))('the commands for rclone in the docs work', async () => {
    const store = gateway();
    await store.makeBucket('with-rclone');
    const project = await makeSite();
    const remote = {
      TYPE: 's3',
      PROVIDER: 'Ceph',
      ENDPOINT: store.endpoint,
      FORCE_PATH_STYLE: 'true',
      ACCESS_KEY_ID: 'TESTKEY',
      SECRET_ACCESS_KEY: 'TESTSECRET',
    };
    const settings = Object.entries(remote).map(([name, value]) => `export RCLONE_CONFIG_S3_${name}=${value}`);
    // It refuses to start if AWS_CA_BUNDLE is set.
    const rclone = [...settings, 'unset AWS_CA_BUNDLE', 'exec /usr/bin/rclone --config /dev/null "$@"'].join('\n');
    const programs = await install(project, 'rclone', rclone);

    await runDocs(project, programs, '### With rclone', 'with-rclone');
    expect(await sentBy(store, 'with-rclone')).toEqual(await builtBy(project));
    await changeSite(project);
    await runDocs(project, programs, '### With rclone', 'with-rclone');
    expect(await sentBy(store, 'with-rclone')).toEqual(await builtBy(project));
  });
});

/** Changes contents, removes a page, and adds files that are not for visitors. */
async function changeSite(project: Project): Promise<void> {
  await project.write(version('two'));
  for (const file of ['pages/clock.tsx', 'islands/clock.tsx']) await project.remove(`templates/${file}`);
  await build(project);
  await project.write({ 'out/index.html.br': 'x', 'out/_headers': '/*\n' });
}

/** A program that is configured for the test's server. */
async function install({ root }: Project, name: string, script: string): Promise<string> {
  const folder = path.join(root, 'programs');
  await mkdir(folder);
  await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(path.join(folder, name), 0o755);
  return folder;
}

/** Runs the commands below a heading of docs/deploy.md, unchanged except for the bucket's name. */
async function runDocs({ root }: Project, programs: string, heading: string, bucket: string): Promise<void> {
  const docs = await readFile(path.join(ROOT, 'docs/deploy.md'), 'utf8');
  const [, commands = 'exit 1'] = /```sh\n(.*?)```/s.exec(docs.slice(docs.indexOf(`\n${heading}\n`))) ?? [];
  const env = { ...process.env, PATH: `${programs}:${process.env['PATH']}`, AWS_DEFAULT_REGION: 'us-east-1' };
  execFileSync('sh', ['-eu', '-c', commands.replaceAll('www.example.com', bucket)], { cwd: root, env, stdio: 'pipe' });
}

type Sent = Readonly<Record<string, { md5: string; cache: string | undefined; type: string | undefined }>>;

/** The responses of a bucket. Media types are compared for pages and styles only: tools guess the others differently. */
async function sentBy(store: Store, bucket: string): Promise<Sent> {
  const { [MANIFEST]: _manifest, ...objects } = await readBucket(store, bucket);
  const told = JSON.stringify(Object.values(objects).map(({ metadata }) => metadata));
  const secrets = [os.tmpdir(), os.userInfo().username, 'uid'].filter((secret) => told.includes(secret));
  if (secrets.length > 0) throw new Error(`Everybody can read ${secrets.join(', ')} in ${told}.`);
  const sent = Object.entries(objects).map(([key, { md5, cache, type }]) => [
    key,
    { md5, cache, type: kind(key, type) },
  ]);
  return Object.fromEntries(sent) as Sent;
}

/** Files for visitors in out/, with their expected headers. */
async function builtBy(project: Project): Promise<Sent> {
  const files = (await project.list('out')).filter((file) => !/^(\.sitegen|_headers|.*\.br)$/.test(file));
  const built = files.map(async (file) => {
    const md5 = md5Of(await readFile(path.join(project.root, 'out', file)));
    const isAsset = file.startsWith('assets/');
    const cache = `public, max-age=${isAsset ? '31536000, immutable' : '0, must-revalidate'}`;
    return [file, { md5, cache, type: kind(file, file.endsWith('.css') ? 'text/css' : 'text/html; charset=utf-8') }];
  });
  return Object.fromEntries(await Promise.all(built)) as Sent;
}

function kind(file: string, type: string | undefined): string | undefined {
  if (file.endsWith('.html')) return type;
  return file.endsWith('.css') ? type?.replace(/;.*/, '') : undefined;
}
