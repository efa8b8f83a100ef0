/** The output of `sitegen init`: pages without barriers, in both colour schemes, on a phone and on a desk, and a working island. */
import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findBarriers } from '../helpers/axe.ts';
import { useBrowser } from '../helpers/browser.ts';
import { accessTo, serveProject } from '../helpers/project.ts';
import { ROOT, sitegen } from '../helpers/run.ts';

const browser = useBrowser();

test('the template minimal', async () => {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-minimal-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  await sitegen(folder, 'init', 'mine', '--template', 'minimal');
  const project = path.join(folder, 'mine');
  await symlink(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'), 'junction');
  const server = await serveProject(accessTo(project), '--no-watch');

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [375, 1280]) {
      const page = await browser().newPage({ colorScheme, viewport: { width, height: 800 } });
      for (const address of ['', 'about/', '404.html']) {
        await page.goto(server.url + address);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect({ address, wide, ...(await findBarriers(page)) }).toEqual({
          address,
          wide: 0,
          violations: [],
          undecided: [],
        });
      }
      await page.goto(server.url);
      const button = page.getByRole('button');
      const before = await button.textContent();
      await expect.poll(async () => (await button.click(), button.textContent())).not.toBe(before);
      await page.close();
    }
  }
});
