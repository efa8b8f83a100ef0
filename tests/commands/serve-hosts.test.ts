/** The host names that `sitegen serve` answers to: any website can make its own name resolve to this machine. */
import net from 'node:net';
import os from 'node:os';
import { expect, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegenProcess } from '../helpers/run.ts';
import type { Running } from '../helpers/serve.ts';

/** The status and body of the response to a request with these lines. */
async function send({ url }: Running, ...lines: string[]): Promise<{ status: number; body: string }> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('error', () => {});
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  socket.on('data', (chunk: string) => {
    answer += chunk;
    if (answer.includes('text/event-stream')) socket.destroy();
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) };
}

const get = (target: string, ...headers: string[]) => [`GET ${target} HTTP/1.1`, 'Connection: close', ...headers];

test('a server open to the network answers to addresses, its own names and allowed names', async () => {
  const project = await makeProject({ 'templates/pages/secret.tsx': page('Secret', 'SECRET') });
  const flags = ['--host', '0.0.0.0', '--allow-host', 'preview.example.com', '--allow-host', '.tunnel.example'];
  const server = await serveProject(project, ...flags);
  const prefix = /"(\/sitegen-[\w-]+\/)reload\.js/.exec((await send(server, ...get('/', 'Host: localhost'))).body)?.[1];
  expect(prefix).toBeDefined();

  const targets = ['/', '/secret/', `${prefix}events/x`, `${prefix}reload.js`, `${prefix}sent/secret/`, '/nope'];
  for (const target of targets) {
    const foreign = await send(server, ...get(target, 'Host: evil.example:80', 'X-Forwarded-Host: localhost'));
    expect({ target, ...foreign }).toMatchObject({ target, status: 403 });
    expect(foreign.body).toContain('--allow-host evil.example\n');
    expect(foreign.body).not.toContain('SECRET');
  }
  const open = `${prefix}open/templates/pages/secret.tsx:1:1`;
  expect(await send(server, ...get(open, 'Host: evil.example'))).toMatchObject({ status: 403 });

  const names = ['localhost', '192.0.2.7:3000', '[::1]', 'preview.example.com', 'a.tunnel.example', os.hostname()];
  for (const name of names)
    expect({ name, ...(await send(server, ...get('/', `Host: ${name}`))) }).toMatchObject({ name, status: 200 });
  expect(await send(server, ...get(`${prefix}events/x`, 'Host: a.tunnel.example'))).toMatchObject({ status: 200 });

  const odd = [
    ['two hosts, the second one foreign', 400, get('/secret/', 'Host: localhost', 'Host: evil.example')],
    ['two hosts, the first one foreign', 400, get('/secret/', 'Host: evil.example', 'Host: localhost')],
    ['no host', 400, get('/secret/')],
    ['no host in HTTP/1.0', 403, ['GET /secret/ HTTP/1.0']],
    ['a foreign one in HTTP/1.0', 403, ['GET /secret/ HTTP/1.0', 'Host: evil.example']],
    ['an empty host', 403, get('/secret/', 'Host:')],
    ['the address of another host', 400, get('http://evil.example/secret/', 'Host: localhost')],
    ['the address of this host, for another one', 403, get('http://localhost/secret/', 'Host: evil.example')],
    ['an upgrade', 403, ['GET / HTTP/1.1', 'Host: evil.example', 'Connection: Upgrade, close', 'Upgrade: websocket']],
    ['another method', 403, ['POST / HTTP/1.1', 'Connection: close', 'Host: evil.example', 'Content-Length: 0']],
    ['markup', 403, get('/', 'Host: <script>alert(1)</script>')],
  ] as const;
  for (const [what, status, lines] of odd) {
    const { body, ...answer } = await send(server, ...lines);
    expect({ what, ...answer }).toEqual({ what, status });
    expect(body).not.toMatch(/SECRET|<script>/);
  }
});

test('an invalid allowed name is an error', async () => {
  const project = await makeProject();
  for (const name of ['https://a.example', '*.example.com', 'a.example:80', ''])
    expect(await sitegenProcess(project.root, 'serve', '--allow-host', name)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Expected a host name') as string,
    });
});
