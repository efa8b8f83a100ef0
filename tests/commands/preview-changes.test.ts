/** Files change while the preview sends them: each response has its announced length, or its connection is closed. */
import { once } from 'node:events';
import { appendFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { startServeProcess, type Running } from '../helpers/serve.ts';

/** Requests to each server. Half of them were enough to find each of the bugs this test covers. */
const REQUESTS = 200;
const CONNECTIONS = 8;

/** A response that stalls for this many ms will not complete. The server closes idle connections after 5 s. */
const STALLED = 4000;

const FILES = ['page.html', 'text.txt', 'odd, & more.txt', 'script.js'];

/** Responses on keep-alive connections. */
interface Outcomes {
  answers: number;
  /** Bytes where the next response should have started. */
  longer: number;
  /** The announced bytes did not arrive. */
  shorter: number;
  /** The connection closed before all announced bytes arrived. */
  ended: number;
  readonly statuses: Set<number>;
}

test.each([
  ['out', ['--no-watch']],
  ['out', ['--no-watch', '--as', 'nginx']],
  ['out', ['--no-watch', '--as', 'netlify']],
  ['public', []],
])(
  'responses from %s/ have the announced length: serve %j',
  async (folder, flags) => {
    const project = await makeProject({ 'templates/pages/404.tsx': page('Not here', '') });
    const server = await serveInProcess(project, ...flags);
    const out = path.join(project.root, folder);
    mkdirSync(out, { recursive: true });
    for (const file of FILES) writeFileSync(path.join(out, file), 'a'.repeat(50_000));
    const stopChanging = changeFiles(out);
    const outcomes = await requestAll(server, REQUESTS);
    await stopChanging();
    expect(outcomes).toMatchObject({ longer: 0, shorter: 0 });
    expect(outcomes.answers + outcomes.ended).toBe(REQUESTS);
    expect([...outcomes.statuses].filter((status) => ![200, 206, 404, 416].includes(status))).toEqual([]);
  },
  60_000,
);

/** A separate process, because this one changes files meanwhile. */
async function serveInProcess({ root }: Project, ...flags: string[]): Promise<Running> {
  const server = await startServeProcess([], root, ...flags);
  onTestFinished(async () => void (await server.stop()));
  return server;
}

/** Keeps changing the files, in every way that programs do. */
function changeFiles(out: string): () => Promise<void> {
  let count = 0;
  const stopping = new AbortController();
  const next = () => {
    const file = path.join(out, FILES[count % FILES.length] ?? '');
    const text = String(count % 10).repeat(1000 + ((count * 7919) % 150_000));
    const changes = [
      () => writeFileSync(file, text),
      () => appendFileSync(file, text),
      () => truncateSync(file, 100),
      () => (writeFileSync(`${file}.tmp`, text), renameSync(`${file}.tmp`, file)),
      () => (rmSync(file), writeFileSync(file, text)),
    ];
    changes[Math.floor(count / FILES.length) % changes.length]?.();
    count += 1;
  };
  const stopped = (async () => {
    while (!stopping.signal.aborted) {
      next();
      await new Promise(setImmediate);
    }
  })();
  return () => (stopping.abort(), stopped);
}

async function requestAll(server: Running, requests: number): Promise<Outcomes> {
  const outcomes = { answers: 0, longer: 0, shorter: 0, ended: 0, statuses: new Set<number>() };
  let next = 0;
  const runConnection = async () => {
    while (next < requests) {
      const connection = connect(server);
      await once(connection.socket, 'connect');
      let isOpen = true;
      while (isOpen && next < requests) isOpen = await connection.request((next += 1), outcomes);
      connection.socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, runConnection));
  return outcomes;
}

function connect(server: Running) {
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {}); // the server may close it
  let received = '';
  let onData: () => void = () => {};
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    onData();
  });
  socket.on('close', () => onData());

  /** @returns true if the connection can be used for another request */
  const request = async (number: number, outcomes: Outcomes): Promise<boolean> => {
    const method = number % 7 === 0 ? 'HEAD' : 'GET';
    const headers = [['Accept-Encoding: br, gzip'], ['Range: bytes=10-60000'], [], []][number % 4] ?? [];
    const target = encodeURI(`/${FILES[number % 3 === 0 ? 0 : number % FILES.length] ?? ''}`);
    socket.write([`${method} ${target} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n'));
    for (;;) {
      const end = received.indexOf('\r\n\r\n') + 4;
      const head = received.slice(0, end);
      if (received !== '' && !'HTTP/1.1 '.startsWith(received.slice(0, 9))) {
        outcomes.longer += 1;
        return false;
      }
      const isChunked = /^transfer-encoding: chunked/im.test(head);
      const length = method === 'HEAD' ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      const isWhole = end > 3 && (isChunked ? received.endsWith('0\r\n\r\n') : received.length >= end + length);
      if (isWhole) {
        outcomes.statuses.add(Number(head.slice(9, 12)));
        outcomes.answers += 1;
        received = isChunked ? '' : received.slice(end + length);
        return true;
      }
      const event = await nextEvent();
      if (event === 'data') continue;
      outcomes[event] += 1;
      return false;
    }
  };

  const nextEvent = () =>
    new Promise<'data' | 'shorter' | 'ended'>((resolve) => {
      if (socket.closed) return resolve('ended');
      const timer = setTimeout(() => resolve('shorter'), STALLED);
      onData = () => {
        clearTimeout(timer);
        resolve(socket.closed ? 'ended' : 'data');
      };
    });
  return { socket, request };
}
