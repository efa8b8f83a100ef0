/** After any edits in any order, an incremental build gives what a first build gives. */
import { array, assert, asyncProperty } from 'fast-check';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EDITED_SITE, anEdit, applyEdit } from '../helpers/edits.ts';
import { accessTo, createProject, type Project } from '../helpers/project.ts';
import { readOut } from '../helpers/rebuild.ts';
import { run, sitegen } from '../helpers/run.ts';

/** How many edits there are, in sequences of ten. */
const EDITS = Number(process.env['REBUILD_EDITS'] ?? 30);
const SEQUENCE = 10;

test('a build after any edits gives what a first build gives', { timeout: EDITS * 20_000 }, async () => {
  const sequences = array(anEdit, { minLength: SEQUENCE, maxLength: SEQUENCE });
  await assert(
    asyncProperty(sequences, async (edits) => {
      const project = await createProject(EDITED_SITE);
      try {
        await compareBuilds(project, edits);
      } finally {
        await rm(project.root, { recursive: true, force: true });
      }
    }),
    { numRuns: Math.ceil(EDITS / SEQUENCE), endOnFailure: true, ...seed() },
  );
});

async function compareBuilds(project: Project, edits: readonly Parameters<typeof applyEdit>[1][]): Promise<void> {
  let env: NodeJS.ProcessEnv = {};
  await build(project, env);
  for (const edit of edits) {
    env = await applyEdit(project, edit, env);
    const [again, out] = [await build(project, env), await readOut(project)];
    const [first, fresh] = await buildCopy(project, env);
    expect({ edits, edit, ...again }).toEqual({ edits, edit, ...first });
    expect({ edits, edit, out }).toEqual({ edits, edit, out: fresh });
  }
}

/** A first build of the same files, with the same times. */
async function buildCopy(project: Project, env: NodeJS.ProcessEnv): Promise<[object, Record<string, string>]> {
  const root = `${project.root}-copy`;
  try {
    expect(await run(['cp', '-a', project.root, root], '/')).toMatchObject({ code: 0 });
    const copy = accessTo(root);
    await forget(copy);
    return [await build(copy, env), await readOut(copy)];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** To repeat a failure, whose message has the seed. */
function seed(): { seed?: number } {
  const { REBUILD_SEED: written } = process.env;
  return written === undefined ? {} : { seed: Number(written) };
}

async function build({ root }: Project, env: NodeJS.ProcessEnv): Promise<object> {
  Object.assign(process.env, env);
  try {
    const { code, stdout } = await sitegen(root, 'build', '--json', '--workers', '2');
    const { ok, pages, sizes, diagnostics } = JSON.parse(stdout);
    return { code, ok, pages, sizes, diagnostics };
  } finally {
    for (const name of Object.keys(env)) Reflect.deleteProperty(process.env, name);
  }
}

/** So that the next build is a first one. */
async function forget({ root }: Project): Promise<void> {
  await Promise.all(['out', '.sitegen'].map((folder) => rm(path.join(root, folder), { recursive: true, force: true })));
}
