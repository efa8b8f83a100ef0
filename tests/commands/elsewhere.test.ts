/** Addresses on the site's host that other servers answer. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const LINKS = `<a href="/app/login?next=1#x">1</a><img src="/api/chart.svg" alt="" /><form action="/api/send" /><a href="/app">2</a>`;

const config = (more: string) => ({
  'sitegen.config.ts': `export default { elsewhere: ['/api/', '/app/'], ${more} };`,
});

test('links to them are not broken, and get no base', async () => {
  const project = await makeProject({
    ...config(`base: '/docs/', redirects: { '/old/': '/app/old/' }`),
    'templates/pages/index.tsx': page('Home', `${LINKS}<a href="/apple/">3</a>`),
  });

  const broken = await sitegen(project.root, 'build');
  await project.write({ 'templates/pages/index.tsx': page('Home', LINKS) });
  const fine = await sitegen(project.root, 'build');

  expect(broken.stderr.match(/^error .*/gm)).toEqual(['error link-broken  templates/pages/index.tsx:5:146']);
  expect(broken.stderr).toContain('/docs/apple/');
  expect(fine).toMatchObject({ code: 0, stderr: '' });
  const html = await project.read('out/index.html');
  expect(html).toContain('href="/app/login?next=1#x"');
  expect(html).toContain('src="/api/chart.svg"');
  expect(await project.read('out/old/index.html')).toContain('url=/app/old/"');
});

test('serve answers with 404 and explains why', async () => {
  const project = await makeProject({
    ...config(''),
    'templates/pages/index.tsx': page('Home', LINKS),
    'templates/pages/404.tsx': page('Lost', ''),
  });
  const server = await serveProject(project);

  const theirs = await fetch(`${server.url}api/users`);
  const ours = await fetch(`${server.url}gone`);

  expect(theirs.status).toBe(404);
  expect(await theirs.text()).toContain('elsewhere');
  expect(await ours.text()).toContain('Lost');
  await server.says('Another server answers /api/users');
});

test('check --external requests them', async () => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(url === '/app' ? 410 : 200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const project = await makeProject({ ...config(`site: '${site}'`), 'templates/pages/index.tsx': page('Home', LINKS) });

  const { code, stderr } = await sitegen(project.root, 'check', '--external');

  expect(code).toBe(1);
  expect(stderr.match(/^error .*/gm)).toEqual(['error external-gone  templates/pages/index.tsx']);
  expect([...new Set(asked)].toSorted()).toEqual(['/api/chart.svg', '/app', '/app/login?next=1']);
});
