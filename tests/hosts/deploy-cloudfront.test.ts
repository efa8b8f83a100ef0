/** `sitegen deploy --invalidate`. CloudFront cannot run in a test: a small server stands in for it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { listen } from '../helpers/listen.ts';
import { page } from '../helpers/project.ts';
import { build } from '../helpers/rebuild.ts';
import { deploy, startStore } from './helpers/s3.ts';
import { makeSite } from './helpers/small-site.ts';

interface CloudFront {
  /** `POST /2020-05-31/distribution/…`, and the paths to invalidate. */
  readonly asked: { line: string; paths: string[] }[];
}

async function startCloudFront(status: number): Promise<CloudFront> {
  const asked: CloudFront['asked'] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const paths = [...body.matchAll(/<Path>(.*?)<\/Path>/g)].map(([, path = '']) => path);
    asked.push({ line: `${request.method} ${request.url}`, paths });
    const id = '<Id>I1</Id><Status>InProgress</Status><CreateTime>2026-01-01T00:00:00Z</CreateTime>';
    const error = '<ErrorResponse><Error><Code>AccessDenied</Code><Message>Not you</Message></Error></ErrorResponse>';
    response.writeHead(status, { 'Content-Type': 'text/xml' });
    response.end(status === 201 ? `<Invalidation>${id}</Invalidation>` : error);
  };
  const origin = await listen((request, response) => void answer(request, response));
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFRONT', origin);
  return { asked };
}

test('invalidates changed paths once the site is deployed, and nothing if nothing has changed', async () => {
  const store = await startStore('site');
  const { asked } = await startCloudFront(201);
  const project = await makeSite({ 'sitegen.config.ts': `export default { base: '/docs/' };` });
  await deploy(project, store, 's3://site/docs');
  await project.write({
    'templates/pages/contact.tsx': page('Contact', '<p>changed</p>'),
    'templates/pages/größe.tsx': page('Size', ''),
  });
  await project.remove('public');
  await build(project);

  const args = ['s3://site/docs', '--delete', '--invalidate', 'E123'];
  expect(await deploy(project, store, ...args)).toMatchObject({ code: 0, stderr: '' });
  expect(await deploy(project, store, ...args)).toMatchObject({ code: 0, stderr: '' });

  expect(asked).toHaveLength(1);
  expect(asked[0]?.line).toMatch(/^POST \/\d{4}-\d\d-\d\d\/distribution\/E123\/invalidation\/?$/);
  expect(asked[0]?.paths.toSorted()).toEqual([
    '/docs/contact/',
    '/docs/contact/index.html',
    '/docs/gr%C3%B6%C3%9Fe/',
    '/docs/gr%C3%B6%C3%9Fe/index.html',
    '/docs/photo%20%C3%A4.svg',
  ]);
});

test('if CloudFront rejects the request, the site is deployed, and the error gives advice', async () => {
  const store = await startStore('site');
  await startCloudFront(403);
  const project = await makeSite();

  const { code, stdout, stderr } = await deploy(project, store, 's3://site', '--invalidate', 'E123');

  expect(code).toBe(2);
  expect(stdout).not.toContain('Deployed');
  expect(stderr).toContain('AccessDenied, Not you\n');
  expect(stderr).toContain(`aws cloudfront create-invalidation --distribution-id E123 --paths '/*'`);
});
