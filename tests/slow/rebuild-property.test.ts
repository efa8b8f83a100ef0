/** After any edits in any order, an incremental build gives what a first build gives. */
import { array, assert, asyncProperty } from 'fast-check';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EDITED_SITE, anEdit, applyEdit } from '../helpers/edits.ts';
import { makeProject, type Project } from '../helpers/project.ts';
import { readOut } from '../helpers/rebuild.ts';
import { sitegenProcess } from '../helpers/run.ts';

test('a build after any edits gives what a first build gives', { timeout: 300_000 }, async () => {
  await assert(
    asyncProperty(array(anEdit, { minLength: 4, maxLength: 8 }), async (edits) => {
      const [kept, fresh] = [await makeProject(EDITED_SITE), await makeProject(EDITED_SITE)];
      await build(kept);
      for (const edit of edits) {
        for (const project of [kept, fresh]) await applyEdit(project, edit);
        await forget(fresh);
        const [again, first] = [await build(kept), await build(fresh)];
        expect({ edit, again }).toEqual({ edit, again: first });
        expect({ edit, out: await readOut(kept) }).toEqual({ edit, out: await readOut(fresh) });
      }
    }),
    { numRuns: 3 },
  );
});

async function build(project: Project): Promise<unknown> {
  const { code, stdout, stderr } = await sitegenProcess(project.root, 'build', '--json', '--workers', '2');
  expect(stderr).toBe('');
  const { ok, pages, sizes, diagnostics } = JSON.parse(stdout);
  return { code, ok, pages, sizes, diagnostics };
}

/** So that the next build is a first one. */
async function forget({ root }: Project): Promise<void> {
  await Promise.all(['out', '.sitegen'].map((folder) => rm(path.join(root, folder), { recursive: true, force: true })));
}
