/** The system limits the size of files, or files belong to another user. */
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTree } from '../helpers/out-folder.ts';
import { makeProject } from '../helpers/project.ts';
import { SITEGEN, run, sitegenProcess } from '../helpers/run.ts';
import { LONG, faultsIn, leftIn, longSite } from './long-site.ts';

/** A user who owns nothing. */
const NOBODY = 65534;

const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];

/** Why there is no such user, for the title of a skipped test. */
const NOBODY_THERE = whyNot();

/** 512 bytes each, as in `ulimit`. */
const BLOCKS = [0, 2, 8, 32, 128, Math.floor(LONG / 512)];

/** Pages are written in another way than files are copied, so both have to fail. */
const longPage = (word: 'old' | 'new') => ({ ...longSite(word), 'public/long.txt': undefined });

test.skipIf(process.platform === 'win32').each(BLOCKS)(
  'keeps the old site if files are limited to %d blocks (skipped on Windows, which has no such limit)',
  async (blocks) => {
    const project = await makeProject(longPage('old'));
    const out = path.join(project.root, 'out');
    await sitegenProcess(project.root, 'build');
    const oldSite = await readTree(out);
    await project.write(longPage('new'));

    const limited = `ulimit -f ${blocks} && exec "$@"`;
    const ran = await run(['sh', '-c', limited, 'sh', process.execPath, SITEGEN, 'build'], project.root);

    expect(faultsIn(ran, 'EFBIG')).toEqual([]);
    expect(await readTree(out)).toEqual(oldSite);
    expect(await leftIn(project.root, path.join(project.root, '.sitegen'))).toEqual([]);
    expect((await sitegenProcess(project.root, 'build')).code).toBe(0);
    expect(await project.read('out/long/index.html')).toContain('new'.repeat(LONG / 3));
  },
);

describe.skipIf(NOBODY_THERE !== undefined)(`another user (${NOBODY_THERE ?? 'nobody'})`, () => {
  test('owns the project', async () => {
    const { root } = await makeProjectForAll();
    const before = await readdir(root);

    const ran = await buildAsNobody(root);

    expect(ran.code).toBe(2);
    expect(faultsIn(ran, 'EACCES')).toEqual([]);
    expect(await readdir(root)).toEqual(before);
  });

  test('owns the folder of out/', async () => {
    const { root } = await makeProjectForAll();
    await mkdir(path.join(root, '.sitegen'));
    await chown(path.join(root, '.sitegen'), NOBODY, NOBODY);
    const before = await readdir(root);

    const ran = await buildAsNobody(root);

    expect(ran.code).toBe(2);
    expect(faultsIn(ran, 'EACCES')).toEqual([]);
    expect(await readdir(root)).toEqual(before);
  });

  test('owns an out/ that would change', async () => {
    const project = await makeProjectForAll();
    const { root } = project;
    const out = path.join(root, 'out');
    await sitegenProcess(root, 'build');
    const oldSite = await readTree(out);
    await project.write(longSite('new'));
    await chown(root, NOBODY, NOBODY);
    await own(path.join(root, '.sitegen'));

    const ran = await buildAsNobody(root);

    expect(ran.code).toBe(2);
    expect(faultsIn(ran, 'EACCES')).toEqual([]);
    expect(await readTree(out)).toEqual(oldSite);
    expect(await leftIn(root, path.join(root, '.sitegen'))).toEqual([]);
    await own(out);
    expect(await buildAsNobody(root)).toMatchObject({ code: 0, stderr: '' });
    expect(await readTree(out)).toMatchObject({ 'long.txt': 'new'.repeat(LONG / 3) });
  });
});

async function makeProjectForAll() {
  const project = await makeProject(longSite('old'));
  await chmod(project.root, 0o755);
  return project;
}

async function buildAsNobody(root: string) {
  return run(['setpriv', ...AS_NOBODY, process.execPath, SITEGEN, 'build'], root);
}

/** Gives everything in a folder to `nobody`. */
async function own(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  for (const name of ['', ...names]) await chown(path.join(folder, name), NOBODY, NOBODY);
}

function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'only on Linux';
  if (process.getuid?.() !== 0) return 'only as root';
  try {
    execFileSync('setpriv', [...AS_NOBODY, process.execPath, SITEGEN, '--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'only where nobody can run sitegen';
  }
}
