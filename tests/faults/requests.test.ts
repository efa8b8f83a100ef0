/** The preview answers 100,000 requests that no browser would send. */
import { array, constantFrom, oneof, sample, string, tuple } from 'fast-check';
import { symlink } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';

const REQUESTS = 100_000;

/** Pipelined requests per connection. */
const PIPELINED = 100;

const SEED = Number(process.env['REQUESTS_SEED'] ?? Date.now() % 1e9);

const SECRET = 'what is not for others';

const NAMES = [
  ...'secret.txt out-secret file.txt .env .git config link.txt linked loop index.html contact 404.html assets etc'.split(
    ' ',
  ),
  ...'passwd caf%C3%A9 café .well-known CON a#b constructor __proto__'.split(' '),
  '',
];
const names = constantFrom(...NAMES);
const ups = constantFrom('..', '%2e%2e', '.%2e', '%252e%252e', '..%00', '..;', '%c0%ae%c0%ae', '.', '%2e', '....', '~');
const separators = constantFrom('/', '/', '/', '%2f', '%2F', '%252f', '%5c', '//', '/./');
const noise = string({ unit: constantFrom(...'abc%./~?#&=+;:@!$\'()*,[]{}|^`"<>é☃'.split('')), maxLength: 12 });
const target = array(oneof(names, ups, separators, noise), { maxLength: 8 }).map((parts) => `/${parts.join('')}`);
const ranges = constantFrom(
  '',
  '',
  '',
  'bytes=0-0',
  'bytes=-5',
  'bytes=9-1',
  'bytes=-9007199254740992',
  'bytes=99999-',
  'x=1',
  'bytes=a-b',
);
const hosts = oneof(
  { weight: 9, arbitrary: constantFrom('localhost', '127.0.0.1:80') },
  constantFrom('evil.example', '[::1]', '[', 'localhost.evil.example', ''),
);
const methods = oneof(
  { weight: 9, arbitrary: constantFrom('GET', 'HEAD') },
  constantFrom('POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'),
);
const encodings = constantFrom('', 'br', 'gzip, br;q=0', '*', ';;,', 'identity');

/** A request as text. It has no body, so that another one can follow. */
const request = tuple(methods, target, hosts, ranges, encodings).map(([method, at, host, range, encoding]) =>
  [
    `${method} ${at.replace(/[\s\u0080-\uffff]/g, encodeURIComponent)} HTTP/1.1`,
    `Host: ${host}`,
    ...(range ? [`Range: ${range}`] : []),
    ...(encoding ? [`Accept-Encoding: ${encoding}`] : []),
    '',
    '',
  ].join('\r\n'),
);

/** Sends pipelined requests, and returns everything received. */
async function send(port: number, requests: readonly string[]): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
  socket.on('error', () => {}); // a server may close a connection that it does not understand
  socket.write(`${requests.join('')}GET /last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 'latin1');
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}

test.each([[], ['--as', 'netlify'], ['--as', 'nginx']])(
  'no request stops it, reveals other files, or makes it fail (%s %s)',
  { timeout: 300_000 },
  async (...args) => {
    const project = await makeProject({
      'templates/pages/contact.tsx': page('Contact', ''),
      'templates/pages/café.tsx': page('Café', ''),
      'templates/pages/404.tsx': page('Not here', ''),
      'public/file.txt': 'x'.repeat(3000),
      'secret.txt': SECRET,
      'out-secret/file.txt': SECRET,
    });
    const server = await serveProject(project, '--no-watch', ...args);
    await project.write({ 'out/.env': SECRET, 'out/.git/config': SECRET });
    await symlink('../secret.txt', path.join(project.root, 'out/link.txt'));
    await symlink('../out-secret', path.join(project.root, 'out/linked'));
    await symlink('.', path.join(project.root, 'out/loop'));
    const port = Number(new URL(server.url).port);
    const requests = sample(request, { numRuns: Math.ceil(REQUESTS / 3), seed: SEED });

    const statuses = new Map<string, number>();
    while (requests.length > 0) {
      const parts = Array.from({ length: 4 }, () => requests.splice(0, PIPELINED)).filter(({ length }) => length > 0);
      const answers = await Promise.all(parts.map((part) => send(port, part)));
      for (const answer of answers) {
        expect({ seed: SEED, leaks: answer.includes(SECRET) || answer.includes('root:x:') }).toEqual({
          seed: SEED,
          leaks: false,
        });
        for (const [, status = ''] of answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      }
    }

    expect({ seed: SEED, failures: [...statuses.keys()].filter((status) => status.startsWith('5')) }).toEqual({
      seed: SEED,
      failures: [],
    });
    const answered = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    expect(answered).toBeGreaterThan(REQUESTS / 3);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining(['200', '301', '400', '403', '404', '405', '416']));
    expect((await fetch(server.url)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  },
);
