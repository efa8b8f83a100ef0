/** On Windows, git checks out text with CRLF at the ends of lines. */
import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listFiles } from '../../src/shared/files.ts';
import { ROOT, sitegen } from '../helpers/run.ts';

/** Published as they are, with their own line ends. */
const IS_COPIED = /^public\/|\.(?:jpg|js|png|svg)$/;

test.each(['blog', 'docs', 'site'])('the template %s builds the same site from files with CRLF', async (template) => {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-crlf-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [lf, crlf] = [path.join(folder, 'lf'), path.join(folder, 'crlf')];
  await cp(path.join(ROOT, 'examples', template), lf, {
    recursive: true,
    filter: (file) => !/[\\/](out|\.sitegen)$/.test(file),
  });
  await writeFile(path.join(lf, 'package.json'), '{ "type": "module" }\n');
  await cp(lf, crlf, { recursive: true });
  for (const file of listFiles(crlf).filter((name) => !IS_COPIED.test(name))) {
    const text = await readFile(path.join(crlf, file), 'utf8');
    await writeFile(path.join(crlf, file), text.replaceAll('\n', '\r\n'));
  }
  for (const site of [lf, crlf]) {
    await symlink(path.join(ROOT, 'node_modules'), path.join(site, 'node_modules'), 'junction');
    expect(await sitegen(site, 'build')).toMatchObject({ code: 0 });
  }
  const read = async (site: string) => {
    const names = listFiles(path.join(site, 'out'));
    return Promise.all(names.map(async (name) => [name, await readFile(path.join(site, 'out', name), 'base64')]));
  };

  expect(await read(crlf)).toEqual(await read(lf));
});
