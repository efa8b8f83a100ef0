/** `sitegen check --external` requests links to other sites; here, a local server stands in for them. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

/** A server that stands in for another site, and the requests it received. */
async function startSite(answer: RequestListener): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const links = (...addresses: string[]) => addresses.map((address) => `<a href="${address}">there</a>`).join(' ');

test('a dead address is an error, an address that does not respond a warning', async () => {
  const { origin, asked } = await startSite((request, response) => {
    if (request.url === '/refuses') response.writeHead(403).end();
    else if (request.url === '/hangs-up') request.socket.destroy();
    else if (request.url === '/only-get') response.writeHead(request.method === 'GET' ? 200 : 405).end('x');
    else if (request.url === '/moved') response.writeHead(301, { Location: '/there' }).end();
    else response.writeHead(request.url?.startsWith('/there') === true ? 200 : 404).end();
  });
  const paths = ['/gone', '/there#part', '/there?q=ä', '/only-get', '/moved', '/refuses', '/hangs-up'];
  const project = await makeProject({
    'templates/pages/index.tsx': page('Home', links(...paths.map((at) => origin + at), 'https://nobody.invalid/')),
    'templates/pages/more.tsx': page('More', `${links(`${origin}/gone`)}<img src="${origin}/gone.png" alt="" />`),
  });

  const { code, stdout } = await sitegen(project.root, 'check', '--external', '--json');

  const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;
  const found = diagnostics.map(
    ({ code: name, severity, message }) => `${severity} ${name} ${/"(.*?)"/.exec(message)?.[1]}`,
  );
  expect(code).toBe(1);
  expect(found.toSorted()).toEqual([
    `error external-gone ${origin}/gone`,
    `error external-gone ${origin}/gone.png`,
    'error external-gone https://nobody.invalid/',
    `warning external-unclear ${origin}/hangs-up`,
    `warning external-unclear ${origin}/refuses`,
  ]);
  const gone = diagnostics.find(({ message }) => message.includes('/gone"'));
  expect(gone?.message).toMatch(/404\.$/);
  expect(gone?.pages).toMatchObject({ paths: ['/', expect.any(String)], count: 2 });
  expect(asked.filter((line) => line.endsWith('/gone'))).toEqual(['HEAD /gone', 'GET /gone']);
  expect(await project.list('out')).toEqual([]);
});

test('a host that does not respond is not asked for all of its addresses', async () => {
  const { origin, asked } = await startSite((request) => void request.socket.destroy());
  const addresses = Array.from({ length: 9 }, (_, at) => `${origin}/${at}`);
  const project = await makeProject({ 'templates/pages/index.tsx': page('Home', links(...addresses)) });

  const { code, stdout } = await sitegen(project.root, 'check', '--external', '--json');

  const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;
  expect(code).toBe(0);
  expect(diagnostics.map((one) => one.code)).toEqual(addresses.map(() => 'external-unclear'));
  expect(diagnostics.at(-1)?.message).toContain('its host did not respond to others');
  expect(new Set(asked.map((line) => line.split('/')[1])).size).toBe(3);
});

test('does not request addresses again that were fine, and retries the others', async () => {
  let isThere = false;
  const { origin, asked } = await startSite((request, response) => {
    response.writeHead(request.url === '/late' && !isThere ? 404 : 200).end();
  });
  const project = await makeProject({
    'templates/pages/index.tsx': page('Home', links(`${origin}/always`, `${origin}/late`)),
  });
  expect((await sitegen(project.root, 'check', '--external')).code).toBe(1);
  isThere = true;
  asked.length = 0;

  expect(await sitegen(project.root, 'check', '--external')).toMatchObject({ code: 0, stderr: '' });

  expect(asked).toEqual(['HEAD /late']);
});

test('sends one request at a time to each host', async () => {
  let open = 0;
  let most = 0;
  const { origin } = await startSite((_request, response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      response.end();
    }, 20);
  });
  const project = await makeProject({
    'templates/pages/index.tsx': page('Home', links(...'abcdef'.split('').map((at) => `${origin}/${at}`))),
  });

  expect(await sitegen(project.root, 'check', '--external')).toMatchObject({ code: 0, stderr: '' });

  expect(most).toBe(1);
});

test('requests no sites without the flag, and never the site itself', async () => {
  const { origin, asked } = await startSite((_request, response) => response.end());
  const project = await makeProject({
    'sitegen.config.ts': `export default { site: '${origin}' };`,
    'templates/pages/index.tsx': page('Home', links(`${origin}/`)),
  });

  await sitegen(project.root, 'check');
  await sitegen(project.root, 'check', '--external');

  expect(asked).toEqual([]);
});
