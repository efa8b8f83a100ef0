import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';
import { untilHtml } from '../helpers/watching.ts';

/** A slow service that counts its requests. */
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

const sharing = (ask: string) => `import { shared } from 'sitegen';
const ask = ${ask};
export const load = () => shared('answer', ask);`;

test('`shared` loads once per build across all workers, and serve keeps it until a file changes', async () => {
  const service = await startService();
  const pages = Array.from({ length: 450 }, (_, n) => `{ params: { n: '${n}' } }`).join();
  const project = await makeProject({
    'templates/pages/[n].tsx': page('N', '<p>{data}</p>', `${sharing(service.ask)}\nexport const paths = [${pages}];`),
  });
  await sitegen(project.root, 'build', '--workers', '3');
  expect(service.count()).toBe(1);

  const server = await serveProject(project);
  expect(service.count()).toBe(2);
  await project.write({ 'templates/pages/index.tsx': page('Changed', '') });
  await untilHtml(server, '7/', 'answer 3');
});

test('`shared` rejects data that cannot be cloned', async () => {
  const project = await makeProject({
    'templates/pages/data.tsx': page('Data', '<p>{String(data)}</p>', sharing('() => ({ at: new URL("http://a/") })')),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain(
    '`shared` passes a copy of "answer" to the other threads, but data.at is an instance of URL.',
  );
});

test('each build requests data again, and `memo` keeps a result on disk until its key changes', async () => {
  const [kept, asked] = [await startService(), await startService()];
  const project = await makeProject({
    'templates/pages/kept.tsx': page(
      'Kept',
      '<p>{data}</p>',
      `import { readFileSync } from 'node:fs';
import { memo } from 'sitegen';
export const load = () => memo(['answer', readFileSync('key.txt', 'utf8')], ${kept.ask});`,
    ),
    'templates/pages/asked.tsx': page('Asked', '<p>{data}</p>', asked.load),
    'key.txt': '1',
  });
  await sitegen(project.root, 'build');
  await sitegen(project.root, 'build');
  expect([kept.count(), asked.count()]).toEqual([1, 2]);
  expect(await project.read('out/asked/index.html')).toContain('answer 2');

  await project.write({ 'key.txt': '2' });
  await sitegen(project.root, 'build');

  expect(await project.read('out/kept/index.html')).toContain('answer 2');
});

test('shared data that fails to load is requested again', async () => {
  const load = `import { shared } from 'sitegen';
let tries = 0;
const ask = () => { tries += 1; if (tries < 3) throw new Error('not yet'); return 'at last, after ' + tries; };
export const load = () => shared('answer', ask);`;
  const project = await makeProject({ 'templates/pages/data.tsx': page('Data', '<p>{data}</p>', load) });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await project.read('out/data/index.html')).toContain('at last, after 3');
});

test('files that pages read are watched, wherever they are read, and data cached in a module is read again', async () => {
  const reading = `import { existsSync, readFileSync } from 'node:fs';
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : 'not there');`;
  const project = await makeProject({
    'data/one.txt': 'first',
    'data.txt': 'one',
    'posts.json': '{ "a": "one", "b": "one", "c": "one" }',
    'templates/posts.ts': `import { readFile } from 'node:fs/promises';
let memo: Promise<Record<string, string>> | undefined;
const read = async () => {
  await new Promise((done) => setTimeout(done, 60));
  return JSON.parse(await readFile('posts.json', 'utf8'));
};
export const posts = () => (memo ??= read());`,
    'templates/pages/[slug].tsx': page(
      'Post',
      '<p>{data}</p><a href="/a/">A</a>',
      `import { posts } from '../posts.ts';
export const paths = ['a', 'b', 'c'].map((slug) => ({ params: { slug } }));
export const load = async ({ params }) => (await posts())[params.slug];`,
    ),
    'templates/pages/data.tsx': page(
      'Data',
      '<p>{data}</p>',
      `${reading} export const load = () => read('data/one.txt');`,
    ),
    'templates/pages/late.tsx': page(
      'Late',
      '<p>{data}</p>',
      `${reading} import { setTimeout } from 'node:timers/promises';
export const load = async () => { await setTimeout(50); return read('data.txt'); };`,
    ),
    'templates/pages/code.tsx': page('Code', `<p>{read('other.txt')}</p>`, reading),
  });
  const server = await serveProject(project, '--workers', '1');
  const shown = async (at: string) => /<p>(.*)<\/p>/.exec(await (await fetch(server.url + at)).text())?.[1];
  expect([await shown('data/'), await shown('code/')]).toEqual(['first', 'not there']);

  await project.write({ 'data/one.txt': 'second' });
  await server.says('Built');
  await project.write({ 'other.txt': 'there' });
  await server.says('Built');
  expect([await shown('data/'), await shown('code/')]).toEqual(['second', 'there']);

  await project.write({ 'data.txt': 'two', 'templates/pages/index.tsx': page('Changed', '') });
  await untilHtml(server, 'late/', '<p>two</p>');

  await project.write({ 'posts.json': '{ "a": "two", "b": "two", "c": "two" }' });
  for (const slug of ['a', 'b', 'c']) await untilHtml(server, `${slug}/`, '<p>two</p>');
});
