/** `sitegen deploy` to s3rver, which follows S3's rules. */
import { readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { page } from '../helpers/project.ts';
import { build } from '../helpers/rebuild.ts';
import { sitegen } from '../helpers/run.ts';
import { deploy, md5Of, put, readBucket, startStore, visit } from './helpers/s3.ts';
import { startMemoryBucket } from './helpers/memory-bucket.ts';
import { putsOf, startProxy } from './helpers/proxy.ts';
import { MANIFEST, makeSite } from './helpers/small-site.ts';

const json = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Record<string, string[]>;

describe('a deploy', () => {
  test('uploads the site with types and cache lifetimes, and only files for visitors', async () => {
    const store = await startStore('site');
    const project = await makeSite();
    await project.write({
      'out/_headers': '/*\n',
      'out/index.html.br': 'x',
      'out/alone.gz': 'x',
      'out/.htaccess': 'x',
      'out/.nojekyll': '',
    });

    const ran = await deploy(project, store, 's3://site');

    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^s3:\/\/site\/ {2}8 new, 0 changed, 0 unchanged; \d/);
    expect(ran.stdout).toContain('Deployed to s3://site/: 8 files uploaded.\n');
    const { [MANIFEST]: manifest, ...objects } = await readBucket(store, 'site');
    const css = Object.keys(objects).find((key) => key.endsWith('.css')) ?? '';
    const html = { type: 'text/html; charset=utf-8', cache: 'public, max-age=0, must-revalidate' };
    expect(objects).toMatchObject({
      'index.html': html,
      'contact/index.html': html,
      '404.html': html,
      [css]: { type: 'text/css; charset=utf-8', cache: 'public, max-age=31536000, immutable' },
      'photo ä.svg': { type: expect.stringMatching(/^image\/svg\+xml/), cache: html.cache },
      'alone.gz': { type: 'application/gzip' },
    });
    expect(Object.keys(objects)).toHaveLength(8);
    for (const [key, { md5 }] of Object.entries(objects))
      expect([key, md5]).toEqual([key, md5Of(await readFile(path.join(project.root, 'out', key)))]);
    expect(manifest).toMatchObject({ type: 'application/json', cache: 'no-store' });
    expect((await visit(store, 'site', '/contact/')).text).toContain('<h1>Contact</h1>');
    expect(await visit(store, 'site', '/nope/')).toMatchObject({ status: 404 });
  });

  test('reveals neither who deployed from where, nor the list of pages', async () => {
    const store = await startStore('site');
    const project = await makeSite();

    await deploy(project, store, 's3://site');

    const objects = await readBucket(store, 'site');
    expect(Object.values(objects).map(({ metadata }) => metadata)).toEqual(Object.values(objects).map(() => ({})));
    const { text } = await visit(store, 'site', `/${MANIFEST}`);
    for (const secret of [project.root, os.tmpdir(), os.userInfo().username, 'contact', 'assets'])
      expect(text).not.toContain(secret);
  });

  test('uploads nothing the second time, and then only changed files', async () => {
    const store = await startStore('site');
    const project = await makeSite();
    await deploy(project, store, 's3://site');

    const proxy = await startProxy(store.endpoint);
    const again = await deploy(project, proxy, 's3://site');
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(putsOf(proxy, 'site')).toEqual([]);
    expect(proxy.asked).toHaveLength(2); // the list and the manifest

    await project.write({ 'templates/pages/contact.tsx': page('Contact', '<p>changed</p>') });
    await build(project);
    expect(json(await deploy(project, proxy, 's3://site', '--json'))).toMatchObject({
      added: [],
      changed: ['contact/index.html'],
      unchanged: 6,
    });
    expect(putsOf(proxy, 'site').filter((key) => key !== MANIFEST)).toEqual(['contact/index.html']);
  });

  test('restores files changed in the bucket, and missing headers', async () => {
    const store = await startStore('site');
    const project = await makeSite();
    await deploy(project, store, 's3://site');
    await put(store, 'site', 'index.html');

    expect(json(await deploy(project, store, 's3://site', '--json'))).toMatchObject({ changed: ['index.html'] });

    const { client } = store;
    const { DeleteObjectCommand, PutObjectCommand } = await import('@aws-sdk/client-s3');
    await client.send(new DeleteObjectCommand({ Bucket: 'site', Key: MANIFEST }));
    const Body = await readFile(path.join(project.root, 'out/contact/index.html'));
    await client.send(new PutObjectCommand({ Bucket: 'site', Key: 'contact/index.html', Body }));
    expect(json(await deploy(project, store, 's3://site', '--json'))).toMatchObject({
      changed: ['contact/index.html'],
      unchanged: 6,
    });
    expect((await readBucket(store, 'site'))['contact/index.html']?.type).toBe('text/html; charset=utf-8');
  });

  test('--dry-run prints what would change', async () => {
    const store = await startStore('site');
    const project = await makeSite();

    const { code, stdout } = await deploy(project, store, 's3://site', '--dry-run');

    expect(code).toBe(0);
    expect(stdout).toContain('7 new');
    expect(stdout).toMatch(/^ {2}new .* contact\/index\.html$/m);
    expect(await readBucket(store, 'site')).toEqual({});
  });

  test('writes redirects that need no rules in the bucket', async () => {
    const store = await startStore('site');
    const project = await makeSite();
    const redirects = [{ key: 'old/index.html', location: '/contact/' }];
    await project.write({ '.sitegen/hosts/s3-redirects.json': JSON.stringify(redirects) });

    await deploy(project, store, 's3://site');
    const again = await deploy(project, store, 's3://site', '--json');

    expect(await visit(store, 'site', '/old/')).toMatchObject({ status: 301, headers: { location: '/contact/' } });
    expect(json(again)).toMatchObject({ added: [], changed: [] });
    await rm(path.join(project.root, '.sitegen/hosts'), { recursive: true });
    expect(json(await deploy(project, store, 's3://site', '--delete', '--json'))).toMatchObject({
      deleted: ['old/index.html'],
    });
  });

  test('refuses the redirects of a preview that was built since', async () => {
    const store = await startStore('site');
    const config = `export default { hosts: ['s3'], redirects: { '/old/': '/contact/' } };`;
    const project = await makeSite({ 'sitegen.config.ts': config });
    const preview = ['--base', '/previews/7/', '--out', 'preview'];
    expect(await sitegen(project.root, 'build', ...preview)).toMatchObject({ code: 0 });
    expect(await deploy(project, store, 's3://site/previews/7', ...preview)).toMatchObject({ code: 0 });

    const refused = await deploy(project, store, 's3://site');
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('The last build was for another base than /');
    await build(project);
    await deploy(project, store, 's3://site', '--delete');

    expect(await visit(store, 'site', '/old/')).toMatchObject({ status: 301, headers: { location: '/contact/' } });
    expect(await visit(store, 'site', '/previews/7/old/')).toMatchObject({
      status: 301,
      headers: { location: '/previews/7/contact/' },
    });
  });

  test('handles more files than one response lists', async () => {
    const bucket = await startMemoryBucket();
    const project = await makeSite();
    const pages = Array.from({ length: 1200 }, (_, index) => [`out/many/${index}.html`, `Page ${index}`]);
    await project.write(Object.fromEntries(pages) as Record<string, string>);
    expect(await deploy(project, bucket, 's3://site', '--concurrency', '32')).toMatchObject({ code: 0, stderr: '' });
    expect(bucket.objects.get('many/1199.html')?.body.toString()).toBe('Page 1199');
    bucket.answered.length = 0;

    const again = await deploy(project, bucket, 's3://site');

    expect(again.stdout).toContain('0 new, 0 changed, 1207 unchanged');
    expect(bucket.answered).toEqual([`GET ${MANIFEST} 200`, 'GET  200', 'GET  200']);
  });
});
