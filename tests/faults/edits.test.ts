/** A server that watches while somebody edits without ever waiting for it comes to the site that a first build makes. */
import { integer, sample } from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EDITED_SITE, anEdit, applyEdit, type Edit } from '../helpers/edits.ts';
import { makeProject, serveProject, type Project } from '../helpers/project.ts';
import { readOut } from '../helpers/rebuild.ts';
import { sitegenProcess } from '../helpers/run.ts';
import type { Running } from '../helpers/serve.ts';
import { SETTLED, settle, showTitle } from '../helpers/watching.ts';

/** To do others: EDITS_SEED=… */
const SEED = Number(process.env['EDITS_SEED'] ?? 20260101);
const EDITS = 1000;
/** After so many, the site is compared with a first build. */
const COMPARED_EVERY = 50;

test('a thousand edits in bursts, while the site is served', { timeout: 900_000 }, async () => {
  const [kept, fresh] = [await makeProject(EDITED_SITE), await makeProject(EDITED_SITE)];
  const server = await serveProject(kept);
  const edits = sample(anEdit, { seed: SEED, numRuns: EDITS });
  // Between two of them as many as there are come at once.
  const pauses = sample(integer({ min: 0, max: 9 }), { seed: SEED, numRuns: EDITS }).map((number) => number === 0);
  const held: ReturnType<typeof heldBy>[] = [];

  for (let from = 0; from < EDITS; from += COMPARED_EVERY) {
    const some = edits.slice(from, from + COMPARED_EVERY);
    for (const [at, edit] of some.entries()) {
      await applyEdit(kept, edit);
      if (pauses[from + at]) await showTitle(kept, server, `At ${from + at}`);
    }
    await settle(kept, server, `After ${from}`);
    await fresh.write({ [SETTLED]: await kept.read(SETTLED) });
    const out = await buildFresh(fresh, some);
    expect({ seed: SEED, from, out: withoutTimes(await readOut(kept)) }).toEqual({ seed: SEED, from, out });
    held.push(heldBy(server));
  }

  const [early, last] = [held[4], held.at(-1)];
  expect(last?.handles).toBeLessThanOrEqual((early?.handles ?? 0) + 4);
  expect(last?.threads).toBeLessThanOrEqual((early?.threads ?? 0) + 2);
  expect(last?.megabytes).toBeLessThan((early?.megabytes ?? 0) + 150);
});

/** The same edits, made in a site that has not been built before. */
async function buildFresh(fresh: Project, edits: readonly Edit[]): Promise<Record<string, string>> {
  for (const edit of edits) await applyEdit(fresh, edit);
  await Promise.all(
    ['out', '.sitegen'].map((folder) => rm(path.join(fresh.root, folder), { recursive: true, force: true })),
  );
  const { code, stderr } = await sitegenProcess(fresh.root, 'build');
  // Pages that use the clock are reported.
  expect({ code, errors: /^error .*/m.exec(stderr) }).toEqual({ code: 0, errors: null });
  return withoutTimes(await readOut(fresh));
}

/** One page has the times at which a folder was written. The two sites were not written at the same time. */
function withoutTimes(out: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(out).map(([file, text]) => [file, text.replace(/\b\d{13}(\.\d+)?\b/g, 'then')]),
  );
}

/** What a process holds. Linux only. */
function heldBy({ pid }: Running) {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  const count = (folder: string) => readdirSync(`/proc/${pid}/${folder}`).length;
  return { megabytes: Number(kilobytes) / 1024, handles: count('fd'), threads: count('task') };
}
