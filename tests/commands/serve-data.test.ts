import { once } from 'node:events';
import { readdir, utimes } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

/** A service that takes its time, and counts who asks. */
async function startService() {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    void pause(50).then(() => response.end(`answer ${asked}`));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    load: `export const load = async () => (await fetch('http://127.0.0.1:${port}/')).text();`,
    count: () => asked,
  };
}

test('what pages load is kept for five minutes while serve watches', async () => {
  const service = await startService();
  const project = await makeProject({ 'templates/pages/data.tsx': page('Data', '<p>{data}</p>', service.load) });
  const server = await serveProject(project);
  const shown = async () => (await fetch(`${server.url}data/`)).text();
  expect(service.count()).toBe(1);

  await project.write({ 'templates/pages/index.tsx': page('Changed', '') });
  await server.says('Built 2 pages');
  expect(service.count()).toBe(1);
  expect(await shown()).toContain('answer 1');

  const folder = path.join(project.root, '.sitegen/data');
  for (const file of await readdir(folder)) {
    const sixMinutesAgo = new Date(Date.now() - 6 * 60_000);
    await utimes(path.join(folder, file), sixMinutesAgo, sixMinutesAgo);
  }
  await project.write({ 'templates/pages/index.tsx': page('Changed again', '') });
  await server.says('Built 2 pages');
  expect(service.count()).toBe(2);
  expect(await shown()).toContain('answer 2');
});

test('a build asks each time', async () => {
  const service = await startService();
  const project = await makeProject({ 'templates/pages/data.tsx': page('Data', '<p>{data}</p>', service.load) });

  await sitegen(project.root, 'build');
  await sitegen(project.root, 'build');

  expect(service.count()).toBe(2);
  expect(await project.read('out/data/index.html')).toContain('answer 2');
});

test('what is read from files is read again when they change, while serve watches, too', async () => {
  const load = `import { readFileSync } from 'node:fs'; import { setTimeout } from 'node:timers/promises';
export const load = async () => { await setTimeout(50); return readFileSync('data.txt', 'utf8'); };`;
  const project = await makeProject({
    'templates/pages/data.tsx': page('Data', '<p>{data}</p>', load),
    'data.txt': 'one',
  });
  const server = await serveProject(project);

  await project.write({ 'data.txt': 'two', 'templates/pages/index.tsx': page('Changed', '') });
  await server.says('Built 2 pages');

  expect(await (await fetch(`${server.url}data/`)).text()).toContain('<p>two</p>');
});
