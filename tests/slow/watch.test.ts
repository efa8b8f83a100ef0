/** `sitegen serve` notices file changes, in bulk or in odd places, and nothing else. */
import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, rename, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { startServeProcess, type Running } from '../helpers/serve.ts';
import {
  SETTLED,
  SETTLE_CHANGES,
  changesSeen,
  expectBuilt,
  readServed,
  settle,
  untilShown,
  watchesOf,
} from '../helpers/watching.ts';

/** An existing page: a new folder would be scanned twice. */
const FILES = { [SETTLED]: page('Settled', '') };

describe('many changes', () => {
  test('a thousand new files cause few changes, and the same site as a build', async () => {
    const project = await makeProject(FILES);
    const server = await serveProject(project);
    const many = Array.from({ length: 1000 }, (_, index) => `public/${index % 20}/${index}.txt`);

    await Promise.all(many.map((file) => project.write({ [file]: file })));
    await settle(project, server);

    expect(await changesSeen(server)).toBeLessThanOrEqual(10 + SETTLE_CHANGES);
    expect(await readServed(server, '0/20.txt')).toBe('public/0/20.txt');
    await expectBuilt(project, server);
  });

  test('keeps running when files appear and disappear during a build', async () => {
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`public/${index}.txt`, 'x']));
    const project = await makeProject(files);
    const server = await serveProject(project);

    for (let round = 0; round < 5; round += 1) {
      await project.remove('public');
      await project.write(files);
    }
    await project.write({ 'templates/pages/index.tsx': page('Changed', '') });
    // A scan may come too early for some of the sources; another one follows.
    const isWhole = async () => {
      const [home, last] = await Promise.all([fetch(server.url), fetch(`${server.url}199.txt`)]);
      return (await home.text()).includes('<h1>Changed</h1>') && last.ok;
    };
    while (!(await isWhole())) await server.says('Built');

    expect(await isWhole()).toBe(true);
  });

  test('deleting and rewriting all sources at once', async () => {
    const project = await makeProject({ ...FILES, 'templates/pages/deep/er/page.tsx': page('Deep', '') });
    const server = await serveProject(project);
    const shell = await project.read('templates/shell.tsx');

    await project.remove('templates');
    await project.write({ ...FILES, 'templates/shell.tsx': shell, 'templates/pages/index.tsx': page('Again', '') });
    await untilShown(server, '', 'Again');
    await project.write({ 'templates/pages/deep/er/page.tsx': page('Deeper', '') });
    await untilShown(server, 'deep/er/page/', 'Deeper');
    await settle(project, server);

    await expectBuilt(project, server);
  });

  test('renaming a folder', async () => {
    const project = await makeProject({ ...FILES, 'templates/pages/old/page.tsx': page('Moved', '') });
    const server = await serveProject(project);
    const pages = path.join(project.root, 'templates/pages');

    await rename(path.join(pages, 'old'), path.join(pages, 'new'));
    await untilShown(server, 'new/page/', 'Moved');
    await project.write({ 'templates/pages/new/page.tsx': page('Edited', '') });
    await untilShown(server, 'new/page/', 'Edited');
    await settle(project, server);

    expect((await fetch(`${server.url}old/page/`)).status).toBe(404);
    await expectBuilt(project, server);
  });

  test.each([
    ['at once', async () => {}],
    ['after a while', (server: Running) => server.says('No pages found')],
  ])('moving the project away and back %s', async (_when, wait) => {
    const project = await makeProject(FILES);
    const server = await serveProject(project);

    await rename(project.root, `${project.root}-away`);
    await wait(server);
    await rename(`${project.root}-away`, project.root);
    await project.write({ 'templates/pages/index.tsx': page('Back', '') });
    await untilShown(server, '', 'Back');
    await settle(project, server);

    await expectBuilt(project, server);
  });
});

test('ignores writes to out/, .git/ and node_modules/', async () => {
  const project = await makeProject(FILES);
  const server = await serveProject(project);

  for (const folder of ['out', '.git', 'node_modules']) {
    await project.write({ [`${folder}/new/file.txt`]: 'x', [`${folder}/file.txt`]: 'x' });
    await appendFile(path.join(project.root, folder, 'file.txt'), 'y');
    await project.remove(`${folder}/new`);
  }
  await settle(project, server);

  expect(await changesSeen(server)).toBe(SETTLE_CHANGES);
});

test('a changed config changes the pages', async () => {
  const project = await makeProject({ ...FILES, 'sitegen.config.ts': `export default { site: 'https://a.example' };` });
  const server = await serveProject(project);

  await project.write({ 'sitegen.config.ts': `export default { site: 'https://b.example' };` });
  await server.says('Built');

  expect(await readServed(server, '')).toContain('href="https://b.example/"');
});

test.skipIf(process.platform !== 'linux')('does not follow cyclic links', async () => {
  const project = await makeProject(FILES);
  const server = await startServeProcess([], project.root);
  onTestFinished(async () => void (await server.stop()));
  const before = watchesOf(server);

  await mkdir(path.join(project.root, 'templates/components'));
  await symlink('..', path.join(project.root, 'templates/components/up'));
  await symlink('.', path.join(project.root, 'templates/components/self'));
  await server.says('2 errors');
  const watches = watchesOf(server);
  await project.remove('templates/components');
  await settle(project, server);

  expect(watches - before).toBeLessThan(10); // following the loop would take thousands
  expect(await changesSeen(server)).toBeLessThanOrEqual(10 + SETTLE_CHANGES);
});

/** In their own namespace, users may lower limits. */
const MAY_LIMIT =
  spawnSync('unshare', ['-Ur', 'sh', '-c', 'echo 40 > /proc/sys/user/max_inotify_watches']).status === 0;

test.skipIf(!MAY_LIMIT)(
  'falls back to polling when the system cannot watch more files, and says what to do',
  async () => {
    const folders = Array.from({ length: 100 }, (_, index) => [`public/${index}/file.txt`, 'old']);
    const project = await makeProject({ ...FILES, ...Object.fromEntries(folders) });
    const limited = ['unshare', '-Ur', 'sh', '-c', 'echo 40 > /proc/sys/user/max_inotify_watches && exec "$@"', 'sh'];
    const server = await startServeProcess(limited, project.root);
    onTestFinished(async () => void (await server.stop()));

    await project.write({ 'public/0/file.txt': 'new', 'public/99/file.txt': 'new', 'public/100/file.txt': 'new' });
    await project.remove('public/50');
    await project.write({ 'templates/pages/index.tsx': page('Changed', '') });
    await untilShown(server, '', 'Changed');
    await settle(project, server);

    expect(server.stderr().match(/sudo sysctl fs\.inotify\.max_user_watches=/g)).toHaveLength(1);
    expect(await readServed(server, '99/file.txt')).toBe('new');
    await expectBuilt(project, server);
    expect(await server.stop()).toBe(0);
  },
);
