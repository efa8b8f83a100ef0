/** `sitegen serve` notices changes of link targets, inside and outside of the project. */
import { mkdtemp, mkdir, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { untilHtml } from '../helpers/watching.ts';

const LOAD = `import { readdirSync, readFileSync, statSync } from 'node:fs';
const textOf = (file: string): string =>
  statSync(file).isDirectory() ? readdirSync(file).sort().map((name) => textOf(file + '/' + name)).join() : readFileSync(file, 'utf8');
export const load = () => textOf('data');`;

/** A project with linked data, and a folder outside of it. */
async function startLinked(link: (data: string, elsewhere: string) => Promise<unknown>) {
  const elsewhere = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-linked-')));
  onTestFinished(() => rm(elsewhere, { recursive: true }));
  const project = await makeProject({ 'templates/pages/linked.tsx': page('Linked', '<p>{data}</p>', LOAD) });
  await link(path.join(project.root, 'data'), elsewhere);
  const server = await serveProject(project);
  return {
    project,
    write: (file: string, text: string) => writeFile(path.join(elsewhere, file), text),
    elsewhere,
    /** Waits until the server has noticed a change, and shows this. */
    untilRead: async (text: string) => {
      await server.says('Built');
      await untilHtml(server, 'linked/', `<p>${text}</p>`);
    },
  };
}

test('a link to a file: changes of the target, and a new target', async () => {
  const { write, untilRead, project, elsewhere } = await startLinked(async (data, folder) => {
    await writeFile(path.join(folder, 'one.md'), 'one');
    await writeFile(path.join(folder, 'two.md'), 'two');
    await mkdir(data);
    await symlink(path.join(folder, 'one.md'), path.join(data, 'a.md'), 'file');
  });

  await write('one.md', 'edited');
  await untilRead('edited');
  await symlink(path.join(elsewhere, 'two.md'), path.join(project.root, 'data/new.md'), 'file');
  await rename(path.join(project.root, 'data/new.md'), path.join(project.root, 'data/a.md'));
  await untilRead('two');
  await write('two.md', 'edited, too');
  await untilRead('edited, too');
});

test('a link to a folder: files in it, including new ones', async () => {
  const { write, untilRead, elsewhere } = await startLinked(async (data, folder) => {
    await writeFile(path.join(folder, 'b.md'), 'b');
    await symlink(folder, data, 'junction');
  });

  await write('c.md', 'c');
  await untilRead('b,c');
  await write('c.md', 'edited');
  await untilRead('b,edited');
  await rm(path.join(elsewhere, 'b.md'));
  await untilRead('edited');
});
