/** The development server has no other server in front of it: a request may contain anything. */
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, page, serveProject, type Project } from '../helpers/project.ts';
import type { Running } from '../helpers/serve.ts';

const TEXT = Array.from({ length: 6000 }, (_, index) => String(index % 10)).join('');

async function serveSite(...args: string[]): Promise<{ project: Project; server: Running }> {
  const project = await makeProject({
    'templates/pages/404.tsx': page('Not here', ''),
    'templates/pages/contact.tsx': page('Contact', ''),
    'public/numbers.txt': TEXT,
    'public/odd #1 & more.txt': 'odd',
    'public/.well-known/security.txt': 'contact',
  });
  return { project, server: await serveProject(project, '--no-watch', ...args) };
}

/** Sends bytes, and returns everything received until the connection closes. */
async function send(server: Running, text: string): Promise<string> {
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
  socket.on('error', () => {}); // a server may refuse a request without reading all of it
  socket.write(text, 'latin1');
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}

const get = (target: string, ...headers: string[]) =>
  ['GET ' + target + ' HTTP/1.1', 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n');

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4);

test('sends exactly the requested ranges of a file', async () => {
  const { server } = await serveSite();
  const cases = [
    ['bytes=0-0', 206, '0'],
    ['bytes=-5', 206, '56789'],
    ['bytes=5990-', 206, '0123456789'],
    ['bytes=0-99999', 206, TEXT],
    ['bytes=6000-', 416, ''],
    ['bytes=-0', 416, ''],
    ['bytes=9007199254740993-', 416, ''],
    ['bytes=-9007199254740993', 206, TEXT],
    ['bytes=0-1,3-4', 200, TEXT],
    ['nonsense', 200, TEXT],
    ['pages=1-2', 200, TEXT],
    [`bytes=${Array.from({ length: 1000 }, (_, at) => `${at * 2}-${at * 2}`).join()}`, 200, TEXT],
  ] as const;
  for (const [range, status, body] of cases) {
    const answer = await send(server, get('/numbers.txt', `Range: ${range}`));
    expect({ range, status: statusOf(answer), isRight: bodyOf(answer) === body }).toEqual({
      range,
      status,
      isRight: true,
    });
  }
});

test('sends nothing from outside of the site, whatever the address', async () => {
  const { project, server } = await serveSite();
  await project.write({ 'out-secret/file.txt': 'SECRET', 'secret.txt': 'SECRET', 'out/.env': 'SECRET' });
  await symlink('../secret.txt', path.join(project.root, 'out/link.txt'));
  await symlink('../out-secret', path.join(project.root, 'out/linked'));
  await symlink('.', path.join(project.root, 'out/loop'));
  const names = ['secret.txt', 'out-secret/file.txt', '.env', 'link.txt', 'linked/file.txt', 'etc/passwd'];
  const ups = ['..', '%2e%2e', '.%2e', '%252e%252e', '..%00', '..%5c', '..\\', '..;', '%c0%ae%c0%ae', '....', '.'];
  const separators = ['/', '%2f', '%252f', '\\', '//', '%5c'];
  const targets = names.flatMap((name) => [
    `/${name}`,
    `/loop/loop/${name}`,
    ...ups.flatMap((up) =>
      separators.flatMap((separator) => [
        `/${up}${separator}${name}`,
        `/contact/${up}${separator}${up}${separator}${name}`,
      ]),
    ),
  ]);

  for (const target of targets) {
    const answer = await send(server, get(target));
    expect({ target, leaks: /SECRET|root:/.test(answer) }).toEqual({ target, leaks: false });
    expect({ target, status: statusOf(answer) }).toEqual({
      target,
      status: expect.toSatisfy((at: number) => at === 404 || at === 400) as number,
    });
  }
  expect(statusOf(await send(server, get('/.well-known/security.txt')))).toBe(200);
  expect(bodyOf(await send(server, get('/odd%20%231%20%26%20more.txt')))).toBe('odd');
});

test('refuses invalid requests, and answers the next one', async () => {
  const { server } = await serveSite();
  const host = 'Host: localhost\r\nConnection: close\r\n';
  const cases: [string, number | undefined][] = [
    [`GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`, 403],
    [`GET / HTTP/1.1\r\nHost: ${'x'.repeat(10_000)}\r\nConnection: close\r\n\r\n`, 403],
    [`GET / HTTP/1.1\r\nHost: [::1\r\nConnection: close\r\n\r\n`, 403],
    [`GET / HTTP/1.1\r\nHost: localhost@evil.example\r\nConnection: close\r\n\r\n`, 403],
    [`GET / HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
    [`GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    [`PUT / HTTP/1.1\r\n${host}Content-Length: 3\r\n\r\nabc`, 405],
    [`TRACE / HTTP/1.1\r\n${host}\r\n`, 405],
    [`NONSENSE / HTTP/1.1\r\n${host}\r\n`, 400],
    [`GET http://evil.example/ HTTP/1.1\r\n${host}\r\n`, 400],
    [`GET * HTTP/1.1\r\n${host}\r\n`, 400],
    [`GET /%zz HTTP/1.1\r\n${host}\r\n`, 400],
    [`\0\x01\x02\r\n\r\n`, 400],
  ];
  for (const [text, status] of cases) {
    expect({ text: text.slice(0, 40), status: statusOf(await send(server, text)) }).toEqual({
      text: text.slice(0, 40),
      status,
    });
  }
  const [head, whole] = [await send(server, get('/').replace('GET', 'HEAD')), await send(server, get('/'))];
  expect(bodyOf(head)).toBe('');
  expect(/Content-Length: \d+/.exec(head)?.[0]).toBe(/Content-Length: \d+/.exec(whole)?.[0]);
  const twice = await send(server, get('/').replace('Connection: close\r\n', '') + get('/contact/'));
  expect(twice.match(/^HTTP\/1\.1 200/gm)).toHaveLength(2);
});

test('other sites cannot read anything', async () => {
  const { server } = await serveSite();

  const { headers } = await fetch(`${server.url}numbers.txt`, { headers: { Origin: 'https://evil.example' } });

  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('silent connections do not delay others, and are closed', { timeout: 30_000 }, async () => {
  const { server } = await serveSite();
  const { port } = new URL(server.url);
  const idle = Array.from({ length: 500 }, () => {
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: local');
    return socket;
  });
  const ended = Promise.all(idle.map((socket) => once(socket.resume(), 'close')));

  expect((await fetch(server.url)).status).toBe(200);
  await ended;
  expect((await fetch(server.url)).status).toBe(200);
});

test('stops at once with connections open', async () => {
  const { server } = await serveSite();
  const open = await fetch(`${server.url}numbers.txt`, { headers: { Connection: 'keep-alive' } });
  await open.text();
  const start = performance.now();

  expect(await server.stop()).toBe(0);

  expect(performance.now() - start).toBeLessThan(5000);
});

test('survives when the folder it serves is deleted', async () => {
  const { project, server } = await serveSite();
  await project.remove('out/numbers.txt');
  expect(statusOf(await send(server, get('/numbers.txt')))).toBe(404);
  await project.remove('out');
  expect(statusOf(await send(server, get('/')))).toBe(404);
  await mkdir(path.join(project.root, 'out'));
  await writeFile(path.join(project.root, 'out/numbers.txt'), 'again');
  expect(bodyOf(await send(server, get('/numbers.txt')))).toBe('again');
});
