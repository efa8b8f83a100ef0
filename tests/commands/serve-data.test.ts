import { once } from 'node:events';
import { readdir, utimes } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeProject, page, serveProject, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';
import { untilHtml, untilShown } from '../helpers/watching.ts';

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
  const ask = `async () => (await fetch('http://127.0.0.1:${port}/')).text()`;
  return {
    ask,
    load: `export const load = ${ask};`,
    count: () => asked,
  };
}

/** Dates what is kept six minutes back. */
async function makeOld({ root }: Project): Promise<void> {
  const folder = path.join(root, '.sitegen/data');
  const sixMinutesAgo = new Date(Date.now() - 6 * 60_000);
  for (const file of await readdir(folder)) await utimes(path.join(folder, file), sixMinutesAgo, sixMinutesAgo);
}

test('what pages load is kept for five minutes while serve watches', async () => {
  const service = await startService();
  const project = await makeProject({ 'templates/pages/data.tsx': page('Data', '<p>{data}</p>', service.load) });
  const server = await serveProject(project);
  const shown = async () => (await fetch(`${server.url}data/`)).text();
  expect(service.count()).toBe(1);

  await project.write({ 'templates/pages/index.tsx': page('Changed', '') });
  await untilShown(server, '', 'Changed');
  expect(await shown()).toContain('answer 1');
  expect(service.count()).toBe(1);

  await makeOld(project);
  await project.write({ 'templates/pages/index.tsx': page('Later', '') });
  await untilHtml(server, 'data/', 'answer 2');
  expect(service.count()).toBe(2);
});

test('what one page has read for all is read again when it changes', async () => {
  const posts = `import { readFile } from 'node:fs/promises';
let memo: Promise<Record<string, string>> | undefined;
const read = async () => {
  await new Promise((done) => setTimeout(done, 60));
  return JSON.parse(await readFile('posts.json', 'utf8'));
};
export const posts = () => (memo ??= read());`;
  const load = `import { posts } from '../posts.ts';
export const paths = ['a', 'b', 'c'].map((slug) => ({ params: { slug } }));
export const load = async ({ params }) => (await posts())[params.slug];`;
  const project = await makeProject({
    'posts.json': '{ "a": "one", "b": "one", "c": "one" }',
    'templates/posts.ts': posts,
    'templates/pages/[slug].tsx': page('Post', '<p>{data}</p><a href="/a/">A</a>', load),
  });
  const server = await serveProject(project, '--workers', '1');

  await project.write({ 'posts.json': '{ "a": "two", "b": "two", "c": "two" }' });

  for (const slug of ['a', 'b', 'c']) await untilHtml(server, `${slug}/`, '<p>two</p>');
  expect(await project.read('out/c/index.html')).toContain('<p>two</p>');
});

test('data that pages load by the same key is loaded once for all, and kept', async () => {
  const service = await startService();
  const load = `import { shared } from 'sitegen';
const ask = ${service.ask};
export const load = () => shared('answer', ask);`;
  const project = await makeProject({
    'templates/pages/one.tsx': page('One', '<p>{data}</p>', load),
    'templates/pages/two.tsx': page('Two', '<p>{data}</p>', load),
  });
  const server = await serveProject(project, '--workers', '1');
  expect(service.count()).toBe(1);
  expect(await (await fetch(`${server.url}two/`)).text()).toContain('answer 1');

  await project.write({ 'templates/pages/one.tsx': page('Changed', '<p>{data}</p>', load) });
  await server.says('Built 3 pages');
  expect(service.count()).toBe(1);
  expect(await (await fetch(`${server.url}one/`)).text()).toContain('answer 1');
});

test('shared data that could not be loaded is asked for again', async () => {
  const load = `import { shared } from 'sitegen';
let tries = 0;
const ask = () => { tries += 1; if (tries < 3) throw new Error('not yet'); return 'at last, after ' + tries; };
export const load = () => shared('answer', ask);`;
  const project = await makeProject({ 'templates/pages/data.tsx': page('Data', '<p>{data}</p>', load) });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await project.read('out/data/index.html')).toContain('at last, after 3');
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

test('what pages read from elsewhere is watched, too', async () => {
  const reading = `import { existsSync, readFileSync } from 'node:fs';
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : 'not there');`;
  const project = await makeProject({
    'data/one.txt': 'first',
    'templates/pages/data.tsx': page(
      'Data',
      '<p>{data}</p>',
      `${reading} export const load = () => read('data/one.txt');`,
    ),
    'templates/pages/code.tsx': page('Code', `<p>{read('other.txt')}</p>`, reading),
  });
  const server = await serveProject(project);
  const shown = async (at: string) => /<p>(.*)<\/p>/.exec(await (await fetch(server.url + at)).text())?.[1];
  expect([await shown('data/'), await shown('code/')]).toEqual(['first', 'not there']);

  await project.write({ 'data/one.txt': 'second' });
  await server.says('Built');
  await project.write({ 'other.txt': 'there' });
  await server.says('Built');

  expect([await shown('data/'), await shown('code/')]).toEqual(['second', 'there']);
});

describe('what is kept on the disk', () => {
  const slow = (value: string) => `import { setTimeout } from 'node:timers/promises';
export const load = async () => { await setTimeout(50); return ${value}; };`;

  test.each(['process.env.API_TOKEN', '`${process.env.API_TOKEN} €`', `Buffer.from(process.env.API_TOKEN + '')`])(
    'is no value of the environment: %s',
    async (expression) => {
      vi.stubEnv('API_TOKEN', 'a secret of 24 letters');
      onTestFinished(() => void vi.unstubAllEnvs());
      const project = await makeProject({
        'templates/pages/secret.tsx': page('Secret', '<p>{String(data)}</p>', slow(expression)),
        'templates/pages/open.tsx': page('Open', '<p>{data}</p>', slow(`'open'`)),
      });

      await serveProject(project);

      const kept = (await project.list('.sitegen/data')).filter((file) => file !== 'reads.json');
      expect(kept).toHaveLength(1);
      expect(await project.read(`.sitegen/data/${kept[0]}`)).toContain('open');
    },
  );

  test('is removed by a build when it is old', async () => {
    const project = await makeProject({ 'templates/pages/data.tsx': page('Data', '<p>{data}</p>', slow('1')) });
    const server = await serveProject(project);
    await server.stop();
    expect(await project.list('.sitegen/data')).toHaveLength(2);

    await sitegen(project.root, 'build');
    expect(await project.list('.sitegen/data')).toHaveLength(2);
    await makeOld(project);
    await sitegen(project.root, 'build');

    expect(await project.list('.sitegen/data')).toEqual([]);
  });
});
