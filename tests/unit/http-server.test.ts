import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../src/serve/http-server.ts';

const HOST = '127.0.0.1';

/** Another program may already use it. */
async function occupy(port: number): Promise<void> {
  const server: Server = createServer();
  onTestFinished(() => void server.close());
  server.listen(port, HOST);
  await Promise.race([once(server, 'listening'), once(server, 'error')]).catch(() => {});
}

test('startServer reports that its default port is in use before it listens on another one', async () => {
  await occupy(3000);
  const notices: string[] = [];

  const { url, close } = await startServer({
    base: '/',
    host: HOST,
    allowedHosts: [],
    port: undefined,
    as: undefined,
    find: () => Promise.reject(new Error('not asked')),
    liveReload: undefined,
    onNotice: (notice) => notices.push(notice),
    onError: () => {},
  });
  onTestFinished(close);

  const { port } = new URL(url);
  expect(Number(port)).toBeGreaterThan(3000);
  expect(notices).toEqual([`Port 3000 is already in use, perhaps by another sitegen: this is ${port}.`]);
});
