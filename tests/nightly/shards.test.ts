/** Sites in parts: each part is built in a copy of the project, as on a machine of its own. */
import { cp, mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { ROOT, SITEGEN, run } from '../helpers/run.ts';
import { AT } from '../helpers/shards.ts';

const SITES = [
  ['the documentation, in 3 parts', () => succeed(['node', 'examples/manual.mjs'], ROOT), '.sitegen/manual', 3, {}],
  [
    'the reference site with 10,000 pages, in 4 parts',
    () => '',
    'bench/reference',
    4,
    { BENCH_PAGES: '10000', BENCH_OVERRIDES: path.join(ROOT, 'bench/reference/overrides.json') },
  ],
] as const;

test.each(SITES)(
  '%s, is the site of one machine',
  async (_name, prepare, source, of, env) => {
    await prepare();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'sitegen-shards-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const copy = async (name: string) => {
      const project = path.join(folder, name);
      const isSource = (file: string) => !/[\\/](?:out|node_modules|\.sitegen)$/.test(file.slice(source.length));
      await cp(path.join(ROOT, source), project, { recursive: true, filter: isSource });
      await symlink(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'), 'junction');
      return project;
    };
    const sitegen = async (project: string, ...args: string[]) => {
      return succeed([process.execPath, SITEGEN, ...args, '--json'], project, env);
    };

    const whole = await copy('whole');
    const built = await sitegen(whole, 'build', ...AT);
    const merging = await copy('merging');
    await mkdir(path.join(merging, 'parts'));
    for (let number = 1; number <= of; number += 1) {
      const machine = await copy(`machine-${number}`);
      await sitegen(machine, 'build', '--shard', `${number}/${of}`, '--out', 'part', ...AT);
      await rename(path.join(machine, 'part'), path.join(merging, 'parts', String(number)));
      await rm(machine, { recursive: true });
    }
    const parts = Array.from({ length: of }, (_, index) => `parts/${index + 1}`);
    const merged = await sitegen(merging, 'merge', ...parts);

    expect(comparable(merged)).toEqual(comparable(built));
    await succeed(['diff', '-r', path.join(whole, 'out'), path.join(merging, 'out')], folder);
  },
  600_000,
);

function comparable(stdout: string) {
  const { pages, changes, diagnostics, sizes } = JSON.parse(stdout) as BuildResult;
  return { pages: pages.length, added: changes.added.length, diagnostics, sizes };
}

async function succeed(command: readonly string[], cwd: string, env = {}): Promise<string> {
  const { code, stdout, stderr } = await run(command, cwd, env);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${stderr}${stdout.slice(-5000)}`);
  return stdout;
}
