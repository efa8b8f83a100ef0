import { EventEmitter, on } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Watched } from '../../src/pipeline/watched-inputs.ts';
import { watchProject } from '../../src/serve/watch-project.ts';

test('a followed file in a folder that did not exist is watched once both are there', async () => {
  const { root, watch, reported } = await startWatch();
  const data = path.join(root, 'content/prices/list.json');

  watch.follow({ ...NOTHING, files: [data] }, Date.now());
  await mkdir(path.dirname(data), { recursive: true });
  await writeFile(data, '1');
  await reported(isUnknown);
  await writeFile(data, '2');

  expect(await reported((files) => files.includes(data))).toEqual([data]);
});

describe('a change between the beginning of a build and its end is reported', () => {
  const CHANGES: readonly [
    name: string,
    change: (root: string) => Promise<unknown>,
    watched: (root: string) => Partial<Watched>,
  ][] = [
    ['a source', (root) => writeFile(path.join(root, 'templates/pages/a.tsx'), ''), () => ({})],
    ['a deleted source', (root) => rm(path.join(root, 'templates/pages/old.tsx')), () => ({})],
    [
      'a file',
      (root) => writeFile(path.join(root, 'data.json'), '2'),
      (root) => ({ files: [path.join(root, 'data.json')] }),
    ],
    [
      'a deleted file',
      (root) => rm(path.join(root, 'lib/old.ts')),
      (root) => ({ files: [path.join(root, 'lib/old.ts')] }),
    ],
    [
      'a file that shadows another',
      (root) => writeFile(path.join(root, 'lib/words.ts'), ''),
      (root) => ({ lookups: [path.join(root, 'lib/words')] }),
    ],
    [
      'a new file in a listed folder',
      (root) => writeFile(path.join(root, 'lib/new.md'), ''),
      (root) => ({ files: [path.join(root, 'lib')] }),
    ],
    [
      'a file in a tree',
      (root) => writeFile(path.join(root, 'lib/deep/words.ts'), ''),
      (root) => ({ trees: [path.join(root, 'lib')] }),
    ],
  ];

  test.each(CHANGES)('%s', async (_name, change, watched) => {
    const root = await makeFolder();
    for (const folder of ['templates/pages', 'lib/deep']) await mkdir(path.join(root, folder), { recursive: true });
    for (const file of ['templates/pages/old.tsx', 'lib/old.ts']) await writeFile(path.join(root, file), '');
    await untilClockMoves(root);
    const since = Date.now();

    await change(root);
    const { watch, reported } = await startWatch(root, since);
    watch.follow({ ...NOTHING, ...watched(root) }, since);

    expect(await reported(isUnknown)).toEqual([]);
  });
});

const NOTHING: Watched = { files: [], lookups: [], trees: [] };

/** An empty list: there may be changes that the system has not reported. */
const isUnknown = (files: readonly string[]) => files.length === 0;

async function makeFolder(): Promise<string> {
  const root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-watch-')));
  onTestFinished(() => rm(root, { recursive: true }));
  return root;
}

async function startWatch(folder?: string, since = Date.now()) {
  const root = folder ?? (await makeFolder());
  const events = new EventEmitter();
  const changes = on(events, 'change');
  const watch = await watchProject(
    root,
    since,
    (files) => events.emit('change', files),
    (error) => events.emit('error', error),
  );
  onTestFinished(() => watch.close());
  const reported = async (isExpected: (files: readonly string[]) => boolean) => {
    for (;;) {
      const { value } = await changes.next();
      const [files] = value as [readonly string[]];
      if (isExpected(files)) return files;
    }
  };
  return { root, watch, reported };
}

/** What was written before is older than the clock's last tick, as in a project in which somebody works. */
async function untilClockMoves(root: string): Promise<void> {
  const file = path.join(root, 'clock');
  const writeAndStat = async () => (await writeFile(file, ''), (await stat(file)).ctimeMs);
  const first = await writeAndStat();
  while ((await writeAndStat()) < first + 50) await setImmediate();
}
