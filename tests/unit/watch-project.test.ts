import { EventEmitter, once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchProject } from '../../src/serve/watch-project.ts';

test('a followed file in a folder that did not exist is watched once both are there', async () => {
  const root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-watch-')));
  const events = new EventEmitter();
  const watch = await watchProject(
    root,
    (files) => events.emit('change', files),
    (error) => events.emit('error', error),
  );
  onTestFinished(async () => {
    await watch.close();
    await rm(root, { recursive: true });
  });
  /** An empty list is reported once nothing has happened for a while. */
  const reported = async (isExpected: (files: readonly string[]) => boolean) => {
    for (;;) {
      const [files] = (await once(events, 'change')) as [readonly string[]];
      if (isExpected(files)) return files;
    }
  };
  const data = path.join(root, 'content/prices/list.json');

  watch.follow({ files: [data], lookups: [], trees: [] });
  await reported((files) => files.length === 0);
  await mkdir(path.dirname(data), { recursive: true });
  await writeFile(data, '1');
  await reported((files) => files.length === 0);
  await writeFile(data, '2');

  expect(await reported((files) => files.includes(data))).toEqual([data]);
});
