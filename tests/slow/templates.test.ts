/** The samples of the templates `blog` and `docs`. Other pages in them are tests of `commands/`. */
import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { initWithoutNpm, linkModules } from '../helpers/init.ts';
import { sitegen } from '../helpers/run.ts';

test.each([
  ['blog', 14, 'netlify', 'out/_headers'],
  ['docs', 13, 'vercel', '.sitegen/hosts/vercel.json'],
])('the template %s builds without problems', async (template, pages, host, file) => {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-init-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  await initWithoutNpm(folder, ['.', '--template', template, '--for', host]);
  await linkModules(folder);
  const { code, stdout } = await sitegen(folder, 'build', '--json');

  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, diagnostics: [], pages: { length: pages } });
  expect(existsSync(path.join(folder, file))).toBe(true);
});
