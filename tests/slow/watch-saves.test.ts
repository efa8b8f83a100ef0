/** `sitegen serve` notices each save, however programs do it. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { makeProject, page, serveProject, type Project } from '../helpers/project.ts';
import { SETTLED, SETTLE_CHANGES, changesSeen, settle, untilChanged, untilShown } from '../helpers/watching.ts';

/** An existing page: a new folder would be scanned twice. */
const FILES = { [SETTLED]: page('Settled', '') };

/** The ways in which programs save a file, and the number of changes each causes. */
const SAVES: readonly [name: string, save: (file: string, text: string) => Promise<void> | void, changes: number][] = [
  ['writes over it', (file, text) => writeFile(file, text), 1],
  ['writes another one, and gives it the name', saveAtomically, 1],
  ['keeps the old one until the new one is there, as vim does', saveAsVim, 1],
  ['empties it, and writes 30 ms later', saveSlowly, 2],
  ['only touches it', (file) => utimes(file, new Date(), new Date()), 1],
];

// Synchronous, as in these programs: on a busy machine, other tests would run between the steps.
function saveAtomically(file: string, text: string): void {
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

function saveAsVim(file: string, text: string): void {
  writeFileSync(path.join(path.dirname(file), '4913'), '');
  rmSync(path.join(path.dirname(file), '4913'));
  renameSync(file, `${file}~`);
  writeFileSync(file, text);
  rmSync(`${file}~`);
}

async function saveSlowly(file: string, text: string): Promise<void> {
  await truncate(file);
  await pause(30); // as such programs do
  await writeFile(file, text);
}

describe('a save', () => {
  test.each(SAVES)('by a program that %s', async (_name, save, changes) => {
    const project = await makeProject(FILES);
    const server = await serveProject(project);

    await save(path.join(project.root, 'templates/pages/index.tsx'), page('Home', '<p>Saved</p>'));
    await untilChanged(server, 0); // otherwise this and the next save may count as one
    await settle(project, server);

    expect(await changesSeen(server)).toBe(changes + SETTLE_CHANGES);
  });

  test('in two steps is noticed, however long the pause', async () => {
    const project = await makeProject(FILES);
    const server = await serveProject(project);

    for (const ms of [20, 25, 30, 35, 40, 45, 50, 70]) {
      await truncate(path.join(project.root, SETTLED));
      await pause(ms); // a build may read the file in between
      await project.write({ [SETTLED]: page(`After ${ms} ms`, '') });
      await server.says('Built');
      await untilShown(server, 'settled/', `After ${ms} ms`);
    }
  });

  test('of a new file with a mistake is reported once, and so is its fix; meanwhile the last site is shown', async () => {
    const project = await makeProject(FILES);
    const server = await serveProject(project);

    await saveAtOnce(project, 'templates/pages/new.tsx', 'export default <');
    await server.says('1 error');
    const shown = await (await fetch(server.url)).text();
    await saveAtOnce(project, 'templates/pages/new.tsx', page('New', ''));
    await server.says('Built 3 pages');
    await untilShown(server, 'new/', 'New');

    expect(shown).toContain('<h1>Home</h1>');
    expect(server.stderr().match(/#compile-failed$/gm)).toHaveLength(1);
  });

  test('of a file with a mistake, unchanged, is reported again', async () => {
    const project = await makeProject(FILES);
    const server = await serveProject(project);

    await project.write({ 'templates/pages/index.tsx': 'export default <' });
    await server.says('1 error');
    await project.write({ 'templates/pages/index.tsx': 'export default <' });
    await server.says('1 error');

    expect(server.stderr().match(/#compile-failed$/gm)).toHaveLength(2);
  });
});

/** Saves in one change, without a half-written file: the text is first written outside of watched folders. */
async function saveAtOnce({ root, write }: Project, file: string, text: string): Promise<void> {
  await write({ '.sitegen/saved.tmp': text });
  await rename(path.join(root, '.sitegen/saved.tmp'), path.join(root, file));
}
